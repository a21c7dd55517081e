import Flow

/// Which column has which moment of a flow.
struct FlowTimes: Sendable {
    typealias Times = FlowRecord.Times

    let column: RecordColumn
    // Functions rather than key paths, which take ten times as long, a dozen times a flow.
    let get: @Sendable (Times) -> Instant?
    let set: @Sendable (inout Times, Instant) -> Void

    static let all: [FlowTimes] = [
        FlowTimes(column: .atRequestHead, get: { $0.requestHead }, set: { $0.requestHead = $1 }),
        FlowTimes(column: .atUpstreamSought, get: { $0.upstreamSought }, set: { $0.upstreamSought = $1 }),
        FlowTimes(column: .atNameResolved, get: { $0.nameResolved }, set: { $0.nameResolved = $1 }),
        FlowTimes(
            column: .atTransportConnected, get: { $0.transportConnected }, set: { $0.transportConnected = $1 }),
        FlowTimes(column: .atUpstreamConnected, get: { $0.upstreamConnected }, set: { $0.upstreamConnected = $1 }),
        FlowTimes(column: .atRequestForwarded, get: { $0.requestForwarded }, set: { $0.requestForwarded = $1 }),
        FlowTimes(column: .atRequestEnded, get: { $0.requestEnded }, set: { $0.requestEnded = $1 }),
        FlowTimes(column: .atResponseHead, get: { $0.responseHead }, set: { $0.responseHead = $1 }),
        FlowTimes(column: .atResponseEnded, get: { $0.responseEnded }, set: { $0.responseEnded = $1 }),
        FlowTimes(column: .atTunnelOpened, get: { $0.tunnelOpened }, set: { $0.tunnelOpened = $1 }),
        FlowTimes(column: .atFinished, get: { $0.finished }, set: { $0.finished = $1 }),
        FlowTimes(column: .atLatest, get: { $0.latest }, set: { $0.latest = $1 }),
    ]
}
