package import Bytes
import Dispatch
package import Flow
import HTTPModel
import Synchronization

/// Takes the events of all flows, folds them into records, and hands finished ones to what keeps them.
///
/// Owned by the executable. Shards call `submit` from their loops; everything else runs on one serial queue of the
/// recorder's. What waits there is bounded: when `isFull`, shards stop reading from sockets until it is not, so nothing
/// is lost and memory does not grow.
package final class Recorder: Sendable {
    private let queue = DispatchQueue(label: "hark.recorder")
    private let inbox = Mutex(Inbox())
    /// Touched on the queue alone; the lock is there so that the compiler can see it, and is never contended.
    private let assembler: Mutex<FlowAssembler>
    private let loadLimit: Int
    /// What the events that wait are taken to cost, and the records of flows that have not ended.
    private let waiting = Atomic(0)
    private let open = Atomic(0)
    /// Sinks with a queue of their own, which may be behind.
    private let sinksAreFull: [@Sendable () -> Bool]
    private let sinksAreFilling: [@Sendable () -> Bool]
    /// Whether anyone takes or keeps content; when not, `contentReceived` need not carry bytes.
    package let wantsContent: Bool

    /// What is done in the order in which it came.
    private enum Work {
        case events([FlowEvent])
        case changeSession(then: @Sendable (Bool) -> Void)
    }

    private struct Inbox {
        var work: [Work] = []
        var cost = 0
        var isScheduled = false
    }

    /// - Parameters:
    ///   - bodyLimit: how many bytes of one body are kept.
    ///   - loadLimit: how many bytes of events may wait (content, heads, and a fixed amount an event).
    package init(
        sinks: sending [any FlowSink], bodyLimit: Int = 16 << 20, loadLimit: Int = 16 << 20,
        numbering: Numbering = Numbering(run: RunID(0)),
        diagnostics: @escaping @Sendable (String) -> Void
    ) {
        let full = sinks.compactMap(\.isFull)
        let filling = sinks.compactMap(\.isFilling)
        wantsContent = sinks.contains {
            !$0.needs.isDisjoint(with: [.pieces, .bodies]) || $0.needs.contains(.messages)
                || $0.needs.contains(.content)
        }
        assembler = Mutex(
            FlowAssembler(
                sinks: sinks, keeper: BodyKeeper(limit: bodyLimit, diagnostics: diagnostics),
                numbering: numbering))
        self.loadLimit = loadLimit
        sinksAreFull = full
        sinksAreFilling = filling
    }

    /// More is at hand than may be: read no more from sockets for now.
    ///
    /// Open flows count for half of the limit at most: they end only when their sockets are read, so that they alone
    /// must not stop that for good.
    package var isFull: Bool {
        let held = min(open.load(ordering: .relaxed), loadLimit / 2)
        return waiting.load(ordering: .relaxed) + held >= loadLimit || sinksAreFull.contains { $0() }
    }

    /// Half of what may be at hand waits: those who bring the most are read no more, so that others need not wait.
    package var isFilling: Bool {
        waiting.load(ordering: .relaxed) >= loadLimit / 2 || sinksAreFilling.contains { $0() }
    }

    /// Takes the events of one wake-up, in their order. Those of one flow have to come from one shard. Never blocks.
    package func submit(_ events: [FlowEvent]) {
        guard !events.isEmpty else { return }
        var cost = 0
        // In place: as elements of an array they would be copied, and they are large.
        let list = events.span
        for index in list.indices { cost += list[index].waitingCost }
        waiting.wrappingAdd(cost, ordering: .relaxed)
        submit(.events(events), cost)
    }

    private func submit(_ work: Work, _ cost: Int) {
        let schedules = inbox.withLock { inbox in
            inbox.work.append(work)
            inbox.cost += cost
            defer { inbox.isScheduled = true }
            return !inbox.isScheduled
        }
        if schedules { queue.async { self.drain() } }
    }

    /// Takes a connection of HTTP/2 as it is now. Never blocks.
    package func submit(_ connection: ConnectionRecord) {
        // Mostly frames: about as many bytes as they hold.
        let cost = 1_024 + connection.frames.count * 128
        waiting.wrappingAdd(cost, ordering: .relaxed)
        queue.async {
            self.assembler.withLock { $0.consume(connection) }
            self.waiting.wrappingSubtract(cost, ordering: .relaxed)
        }
    }

    /// Takes a JSON object that is no flow and belongs into logs. Never blocks.
    package func note(_ line: Bytes) {
        queue.async { self.assembler.withLock { $0.note(line) } }
    }

    /// Works until nothing waits. Whatever came meanwhile is written together.
    private func drain() {
        while true {
            var (work, cost) = inbox.withLock { inbox in
                let taken = (inbox.work, inbox.cost)
                inbox.work = []
                inbox.cost = 0
                inbox.isScheduled = !taken.0.isEmpty
                return taken
            }
            guard !work.isEmpty else { return }
            work.reverse()
            var changes: [(told: Bool, then: @Sendable (Bool) -> Void)] = []
            assembler.withLock { assembler in
                while let next = work.popLast() {
                    switch next {
                    case .events(let batch): assembler.consume(batch)
                    case .changeSession(let then):
                        // What came before is told first.
                        assembler.batchEnded()
                        changes.append((assembler.changeSession(), then))
                    }
                }
                assembler.batchEnded()
                open.store(assembler.openCost, ordering: .relaxed)
            }
            waiting.wrappingSubtract(cost, ordering: .relaxed)
            for change in changes { change.then(change.told) }
        }
    }

    /// Has files that were rotated opened again.
    package func reopen() {
        queue.async { self.assembler.withLock { $0.reopen() } }
    }

    /// Flows that begin from now on belong to another session.
    ///
    /// - Parameter done: called once every sink knows; with false when recording has ended and none was told.
    package func changeSession(then done: @escaping @Sendable (Bool) -> Void) {
        submit(.changeSession(then: done), 0)
    }

    /// Writes everything submitted, ends flows that are still open, closes the files. Blocks; not to be called on the
    /// queue.
    package func finish() {
        queue.sync {
            drain()
            assembler.withLock { $0.finish() }
        }
    }
}
