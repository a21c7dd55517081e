import Bytes
package import Flow
package import HTTPModel
import HTTPSemantics

/// Names the span of the part that goes to a server in the request that goes there, so that what the server does is
/// below it in the trace (`--otlp-propagate`; W3C Trace Context, section 3.2). A value.
package struct TracePropagation: Sendable {
    private static let source = "--otlp-propagate"

    private let run: UInt64
    private let sampler: TraceSampler

    package init(run: RunID, sampler: TraceSampler) {
        self.run = run.value
        self.sampler = sampler
    }

    /// What changes in a request.
    ///
    /// - Parameter number: of its flow, as it is recorded.
    package func rules(_ number: FlowID, _ head: RequestHead) -> [HeaderRule] {
        let context = TraceContext(head.fields)
        let ids = SpanIDs(run: run, number: number.number, context)
        let flags = sampler.samples(context, ids) ? "01" : "00"
        let value = "00-\(Hex.text(ids.trace))-\(Hex.text(ids.client))-\(flags)"
        let named = HeaderRule(.set(value: Bytes(value)), "traceparent", source: Self.source)
        // Of another trace the state says nothing (section 3.3.1).
        guard context == nil, !head.fields.values(named: "tracestate").isEmpty else { return [named] }
        return [named, HeaderRule(.remove, "tracestate", source: Self.source)]
    }
}
