import Flow

/// Which column has which moment of a flow.
enum FlowTimes {
    typealias Moment = any WritableKeyPath<FlowRecord.Times, Instant?> & Sendable

    static let all: [(column: RecordColumn, time: Moment)] = [
        (.atRequestHead, \.requestHead), (.atUpstreamSought, \.upstreamSought), (.atNameResolved, \.nameResolved),
        (.atTransportConnected, \.transportConnected), (.atUpstreamConnected, \.upstreamConnected),
        (.atRequestForwarded, \.requestForwarded), (.atRequestEnded, \.requestEnded),
        (.atResponseHead, \.responseHead), (.atResponseEnded, \.responseEnded), (.atTunnelOpened, \.tunnelOpened),
        (.atFinished, \.finished), (.atLatest, \.latest),
    ]
}
