import Dispatch
package import Flow
import HTTPModel
import Synchronization

/// Takes the events of all flows, folds them into records, and hands finished ones to what keeps them.
///
/// Owned by the executable. Shards call `submit` from their loops; everything else runs on one serial queue of the recorder's.
/// What waits there is bounded: when `isFull`, shards stop reading from sockets until `onDrained` is called, so nothing is
/// lost and memory does not grow.
package final class Recorder: Sendable {
    private let queue = DispatchQueue(label: "hark.recorder")
    private let inbox = Mutex(Inbox())
    /// Touched on the queue alone; the lock is there so that the compiler can see it, and is never contended.
    private let folder: Mutex<FlowFolder>
    private let load: RecorderLoad
    /// Whether anyone keeps bodies; when not, `contentReceived` need not carry bytes.
    package let wantsBodies: Bool

    private struct Inbox {
        var batches: [[FlowEvent]] = []
        var cost = 0
        var isScheduled = false
    }

    /// - Parameters:
    ///   - bodyLimit: how many bytes of one body are kept.
    ///   - loadLimit: how many bytes of events may wait (content, heads, and a fixed amount an event).
    package init(
        sinks: sending [any FlowSink], observers: sending [any FlowObserver] = [], bodyLimit: Int = 16 << 20,
        loadLimit: Int = 32 << 20, diagnostics: @escaping @Sendable (String) -> Void
    ) {
        wantsBodies = sinks.contains { $0.wantsBodies }
        folder = Mutex(
            FlowFolder(
                sinks: sinks, observers: observers, keeper: BodyKeeper(limit: bodyLimit, diagnostics: diagnostics)))
        load = RecorderLoad(limit: loadLimit)
    }

    /// More waits than may: read no more from sockets until `onDrained`.
    package var isFull: Bool { load.isFull }

    /// Sets what is called, on the recorder's queue, each time the load has fallen below half after `isFull` was true.
    package func onDrained(_ callback: @escaping @Sendable () -> Void) {
        load.setCallback(callback)
    }

    /// Takes the events of one wake-up, in their order. Those of one flow have to come from one shard. Never blocks.
    package func submit(_ events: [FlowEvent]) {
        guard !events.isEmpty else { return }
        var cost = 0
        for event in events { cost += RecorderLoad.cost(of: event) }
        load.add(cost)
        let schedules = inbox.withLock { inbox in
            inbox.batches.append(events)
            inbox.cost += cost
            defer { inbox.isScheduled = true }
            return !inbox.isScheduled
        }
        if schedules { queue.async { self.drain() } }
    }

    /// Works until nothing waits. Whatever came meanwhile is written together.
    private func drain() {
        while true {
            let (batches, cost) = inbox.withLock { inbox in
                let taken = (inbox.batches, inbox.cost)
                inbox.batches = []
                inbox.cost = 0
                inbox.isScheduled = !taken.0.isEmpty
                return taken
            }
            guard !batches.isEmpty else { return }
            folder.withLock { folder in
                for batch in batches { folder.consume(batch) }
                folder.batchEnded()
            }
            load.remove(cost)
        }
    }

    /// Has files that were rotated opened again.
    package func reopen() {
        queue.async { self.folder.withLock { $0.reopen() } }
    }

    /// Writes everything submitted, ends flows that are still open, closes the files. Blocks; not to be called on the queue.
    package func finish() {
        queue.sync {
            drain()
            folder.withLock { $0.finish() }
        }
    }
}

/// How much waits for the recorder, shared by shards and its queue.
final class RecorderLoad: Sendable {
    private let limit: Int
    private let waiting = Atomic(0)
    /// Someone was told that it is full, and has not been told otherwise.
    private let isAwaited = Atomic(false)
    private let callback = Mutex<(@Sendable () -> Void)?>(nil)

    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// What one event is taken to cost: about 50,000 small ones make 32 MiB.
    static func cost(of event: FlowEvent) -> Int {
        let fixed = 640
        switch event.fact {
        case .contentReceived(_, _, let bytes): return fixed + (bytes?.count ?? 0)
        case .requestHeadReceived(let head, _): return fixed + head.raw.count
        case .responseHeadReceived(let head, _), .interimReceived(let head): return fixed + head.raw.count
        case .opened, .upstreamSought, .nameResolved, .upstreamConnected, .requestForwarded, .responseForwarded,
            .chunkStarted, .trailersReceived, .messageEnded, .retried, .quirkFound, .malformedHeadReceived,
            .tunnelOpened, .relayed, .finished:
            return fixed
        }
    }

    var isFull: Bool {
        guard waiting.load(ordering: .sequentiallyConsistent) >= limit else { return false }
        isAwaited.store(true, ordering: .sequentiallyConsistent)
        // The queue may have emptied before the line above: then no one would call, and the answer is no.
        return waiting.load(ordering: .sequentiallyConsistent) > limit / 2
    }

    func setCallback(_ callback: @escaping @Sendable () -> Void) {
        self.callback.withLock { $0 = callback }
    }

    func add(_ cost: Int) {
        waiting.wrappingAdd(cost, ordering: .sequentiallyConsistent)
    }

    func remove(_ cost: Int) {
        let left = waiting.wrappingSubtract(cost, ordering: .sequentiallyConsistent).newValue
        guard left <= limit / 2, isAwaited.exchange(false, ordering: .sequentiallyConsistent) else { return }
        callback.withLock { $0 }?()
    }
}
