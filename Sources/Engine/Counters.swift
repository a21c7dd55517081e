package import Flow
internal import Synchronization

/// What all shards count together: names for flows and connections, and how flows ended. Safe to use from anywhere.
package final class Counters: Sendable {
    private let flows = Atomic<UInt64>(0)
    private let clients = Atomic<UInt64>(0)
    private let upstreams = Atomic<UInt64>(0)
    private let siteRequests = Atomic<UInt64>(0)
    private let completed = Atomic<UInt64>(0)
    private let tunnels = Atomic<UInt64>(0)
    private let refused = Atomic<UInt64>(0)
    private let failed = Atomic<UInt64>(0)
    private let aborted = Atomic<UInt64>(0)

    package init() {}

    package var flowCount: UInt64 { flows.load(ordering: .relaxed) }
    package var clientCount: UInt64 { clients.load(ordering: .relaxed) }
    package var upstreamCount: UInt64 { upstreams.load(ordering: .relaxed) }

    /// How many flows ended so.
    package func count(_ kind: Outcome.Kind) -> UInt64 {
        switch kind {
        case .complete: completed.load(ordering: .relaxed)
        case .tunnel: tunnels.load(ordering: .relaxed)
        case .refused: refused.load(ordering: .relaxed)
        case .failed: failed.load(ordering: .relaxed)
        case .aborted: aborted.load(ordering: .relaxed)
        }
    }

    func finished(_ outcome: Outcome) {
        switch outcome.kind {
        case .complete: completed.wrappingAdd(1, ordering: .relaxed)
        case .tunnel: tunnels.wrappingAdd(1, ordering: .relaxed)
        case .refused: refused.wrappingAdd(1, ordering: .relaxed)
        case .failed: failed.wrappingAdd(1, ordering: .relaxed)
        case .aborted: aborted.wrappingAdd(1, ordering: .relaxed)
        }
    }

    func nextFlow() -> FlowID { FlowID(flows.wrappingAdd(1, ordering: .relaxed).newValue) }
    func nextClient() -> UInt64 { clients.wrappingAdd(1, ordering: .relaxed).newValue }
    func nextUpstream() -> UInt64 { upstreams.wrappingAdd(1, ordering: .relaxed).newValue }
    func nextSiteRequest() -> UInt64 { siteRequests.wrappingAdd(1, ordering: .relaxed).newValue }
}
