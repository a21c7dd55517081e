import HTTPSemantics

/// Which flows become spans: the samplers that `OTEL_TRACES_SAMPLER` names. A value.
package struct TraceSampler: Sendable, Equatable {
    private enum Root: Equatable {
        case on, off
        case ratio(Double)
    }

    private let root: Root
    /// A request that names its trace is sampled as its caller was.
    private let followsParent: Bool

    /// What is used when nothing else is said: `parentbased_always_on`.
    package static let standard = TraceSampler(root: .on, followsParent: true)

    private init(root: Root, followsParent: Bool) {
        self.root = root
        self.followsParent = followsParent
    }

    /// The names that there are.
    package static let names = [
        "always_on", "always_off", "traceidratio", "parentbased_always_on", "parentbased_always_off",
        "parentbased_traceidratio",
    ]

    /// - Parameter argument: of `OTEL_TRACES_SAMPLER_ARG`: a share from 0 to 1; 1 without it, or where it is none.
    /// - Returns: nil for a name that does not exist.
    package init?(_ name: String, argument: String?) {
        guard Self.names.contains(name) else { return nil }
        let share = argument.flatMap(Double.init) ?? 1
        followsParent = name.hasPrefix("parentbased_")
        root =
            name.hasSuffix("always_on")
            ? .on : name.hasSuffix("always_off") ? .off : .ratio((0...1).contains(share) ? share : 1)
    }

    package func samples(_ flow: FlowTelemetry, _ ids: SpanIDs) -> Bool { samples(flow.context, ids) }

    func samples(_ context: TraceContext?, _ ids: SpanIDs) -> Bool {
        if followsParent, let context { return context.isSampled }
        switch root {
        case .on: return true
        case .off: return false
        case .ratio(let share):
            // As the SDKs do it: of the last eight bytes, whose top bit is not looked at.
            let word = ids.trace.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Double(word >> 1) < share * Double(UInt64(1) << 63)
        }
    }
}
