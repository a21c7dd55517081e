import Flow
import Synchronization

/// The flows around those that were opened last: who goes from row to row reads them once, and of a session that grows
/// only what is new. Safe to use from anywhere.
final class AroundCache: Sendable {
    /// Stretches that are remembered, each some thousands of flows without content.
    private static let mostStretches = 2

    private struct Stretch {
        let range: ClosedRange<UInt64>
        let version: Int64
        let flows: [FlowRecord]
    }

    /// The one that was asked for last stands last.
    private let stretches = Mutex<[Stretch]>([])

    /// - Parameters:
    ///   - version: another number when the flows may be others.
    ///   - read: the flows of these numbers, in their order; given what is known of them already, which may be gone.
    func flows<Failure: Error>(
        around number: UInt64, version: Int64,
        _ read: (ClosedRange<UInt64>, _ known: [FlowRecord]) throws(Failure) -> [FlowRecord]
    ) throws(Failure) -> [FlowRecord] {
        let range = FlowsAround.stretch(around: number)
        let known = stretches.withLock { stretches -> Stretch? in
            guard let place = stretches.firstIndex(where: { $0.range == range }) else { return nil }
            let stretch = stretches.remove(at: place)
            stretches.append(stretch)
            return stretch
        }
        if let known, known.version == version { return known.flows }
        // What has ended stays as it is.
        let flows = try read(range, known?.flows.filter { $0.isFinished } ?? [])
        stretches.withLock { stretches in
            stretches.removeAll { $0.range == range }
            if stretches.count >= Self.mostStretches { stretches.removeFirst() }
            stretches.append(Stretch(range: range, version: version, flows: flows))
        }
        return flows
    }
}
