package import Explain
package import Flow
import Synchronization

/// The flows around those that were opened last: who goes from row to row reads them once, and of a session that grows
/// only what is new. Safe to use from anywhere.
package final class AroundCache: Sendable {
    /// Stretches that are remembered, each some thousands of flows without content.
    private static let mostStretches = 2

    private struct Stretch {
        let range: ClosedRange<UInt64>
        let version: Int64
        let context: SessionContext
    }

    /// The one that was asked for last stands last.
    private let stretches = Mutex<[Stretch]>([])

    package init() {}

    /// - Parameters:
    ///   - version: another number when the flows may be others.
    ///   - read: the flows of these numbers, in their order; given what is known of them already, which may be gone.
    package func flows<Failure: Error>(
        around number: UInt64, version: Int64,
        _ read: (ClosedRange<UInt64>, _ known: [FlowRecord]) throws(Failure) -> [FlowRecord]
    ) throws(Failure) -> SessionContext {
        let range = FlowStretch.around(number)
        // Held while it reads: what is opened is asked for twice at once, and is to be read once.
        return try stretches.withLock { stretches throws(Failure) in
            let place = stretches.firstIndex { $0.range == range }
            let known = place.map { stretches.remove(at: $0) }
            if let known, known.version == version {
                stretches.append(known)
                return known.context
            }
            // What has ended stays as it is.
            let flows = try read(range, known?.context.exchanges.filter { $0.isFinished } ?? [])
            if stretches.count >= Self.mostStretches { stretches.removeFirst() }
            let context = SessionContext(flows)
            stretches.append(Stretch(range: range, version: version, context: context))
            return context
        }
    }
}
