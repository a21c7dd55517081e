import HTTPSemantics

/// The identifiers of a flow's spans: of the request's `traceparent` where it has a valid one, else made of run and
/// number, so that the same flow has the same ones whenever it is exported. A value.
package struct SpanIDs: Sendable, Equatable {
    /// Sixteen bytes.
    package let trace: [UInt8]
    /// The span of the exchange with the client: eight bytes.
    package let server: [UInt8]
    /// The span of the part that went to a server.
    package let client: [UInt8]

    package init(_ flow: FlowTelemetry) { self.init(run: flow.run, number: flow.number, flow.context) }

    /// - Parameter context: what the request says of its trace.
    init(run: UInt64, number: UInt64, _ context: TraceContext?) {
        func word(_ salt: UInt64) -> UInt64 {
            // No identifier is zero (W3C Trace Context, sections 3.2.2.3 and 3.2.2.4).
            max(1, Self.mixed(Self.mixed(run ^ Self.mixed(salt)) ^ number))
        }
        trace = context?.traceID ?? Self.bytes(word(1)) + Self.bytes(word(2))
        server = Self.bytes(word(3))
        client = Self.bytes(word(4))
    }

    /// Spreads each bit over all others (the finalizer of SplitMix64). Nothing secret is in it.
    private static func mixed(_ value: UInt64) -> UInt64 {
        var word = value &+ 0x9E37_79B9_7F4A_7C15
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }

    private static func bytes(_ word: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * $0)) }
    }
}
