import Dispatch
package import Flow
import HTTPModel
import Synchronization
import TLSModel

/// Takes the events of all flows, folds them into records, and hands finished ones to what keeps them.
///
/// Owned by the executable. Shards call `submit` from their loops; everything else runs on one serial queue of the
/// recorder's. What waits there is bounded: when `isFull`, shards stop reading from sockets until it is not, so nothing
/// is lost and memory does not grow.
package final class Recorder: Sendable {
    private let queue = DispatchQueue(label: "hark.recorder")
    private let inbox = Mutex(Inbox())
    /// Touched on the queue alone; the lock is there so that the compiler can see it, and is never contended.
    private let folder: Mutex<FlowFolder>
    private let loadLimit: Int
    /// What the events that wait are taken to cost.
    private let waiting = Atomic(0)
    /// Whether anyone takes or keeps content; when not, `contentReceived` need not carry bytes.
    package let wantsContent: Bool

    private struct Inbox {
        var batches: [[FlowEvent]] = []
        var cost = 0
        var isScheduled = false
    }

    /// - Parameters:
    ///   - bodyLimit: how many bytes of one body are kept.
    ///   - loadLimit: how many bytes of events may wait (content, heads, and a fixed amount an event).
    package init(
        sinks: sending [any FlowSink], bodyLimit: Int = 16 << 20, loadLimit: Int = 32 << 20,
        numbering: Numbering = Numbering(run: RunID(0)),
        diagnostics: @escaping @Sendable (String) -> Void
    ) {
        wantsContent = sinks.contains { !$0.needs.isDisjoint(with: [.pieces, .bodies]) }
        folder = Mutex(
            FlowFolder(
                sinks: sinks, keeper: BodyKeeper(limit: bodyLimit, diagnostics: diagnostics),
                numbering: numbering))
        self.loadLimit = loadLimit
    }

    /// More waits than may: read no more from sockets for now.
    package var isFull: Bool { waiting.load(ordering: .relaxed) >= loadLimit }

    /// Takes the events of one wake-up, in their order. Those of one flow have to come from one shard. Never blocks.
    package func submit(_ events: [FlowEvent]) {
        guard !events.isEmpty else { return }
        var cost = 0
        for event in events { cost += event.recordingCost }
        waiting.wrappingAdd(cost, ordering: .relaxed)
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
            waiting.wrappingSubtract(cost, ordering: .relaxed)
        }
    }

    /// Has files that were rotated opened again.
    package func reopen() {
        queue.async { self.folder.withLock { $0.reopen() } }
    }

    /// Writes everything submitted, ends flows that are still open, closes the files. Blocks; not to be called on the
    /// queue.
    package func finish() {
        queue.sync {
            drain()
            folder.withLock { $0.finish() }
        }
    }
}

extension FlowEvent {
    /// What an event is taken to cost while it waits: about 50,000 small ones make 32 MiB.
    fileprivate var recordingCost: Int {
        let fixed = 640
        switch fact {
        case .contentReceived(_, _, let bytes): return fixed + (bytes?.count ?? 0)
        case .requestHeadReceived(let head, _): return fixed + head.raw.count
        case .responseHeadReceived(let head, _), .interimReceived(let head): return fixed + head.raw.count
        case .malformedHeadReceived(_, let bytes): return fixed + bytes.count
        case .contentKept(_, let content, _): return fixed + (content.bytes?.count ?? 0)
        case .interimForwarded(_, let sent, _), .trailersForwarded(_, let sent, _): return fixed + sent.count
        case .requestForwarded(let sent, let edits): return fixed + (sent?.count ?? 0) + edits.count * 128
        case .responseForwarded(let sent, let edits): return fixed + sent.count + edits.count * 128
        case .trailersReceived(_, let section): return fixed + section.raw.count
        case .chunkStarted(_, let chunk): return fixed + chunk.extension.count
        case .requestLineRead(let refused): return fixed + refused.target.count
        case .handshakeEnded(let facts): return fixed + (facts.offer?.message.count ?? 0)
        case .opened, .upstreamSought, .nameResolved, .transportConnected, .upstreamConnected, .interimDropped,
            .chunksOmitted, .messageEnded, .retried, .quirkFound, .tunnelOpened, .relayed, .contentDecoded, .told,
            .finished:
            return fixed
        }
    }
}
