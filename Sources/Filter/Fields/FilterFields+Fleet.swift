import Bytes
import Flow
import HTTPModel
import HTTPSemantics

extension FilterFields {
    /// Which of many proxies recorded a flow, and the trace that it belongs to.
    static let fleet: [FilterField] = [
        FilterField(
            "trace", .name, "the trace", "The trace ID of its traceparent, 32 hexadecimal digits",
            "trace = 4bf92f3577b34da6a3ce929d0e0e4736",
            .text("trace") { subject in
                subject.record.requestHead.flatMap { TraceContext($0.fields) }.map { Bytes(Hex.text($0.traceID)) }
            }),
        FilterField(
            "proxy", .text, "the proxy", "The name of the proxy that shipped it; only in a fleet", "proxy = gate-1",
            .text("proxy") { $0.context.origin.map { Bytes($0.proxy) } }),
        FilterField(
            "tenant", .text, "the tenant", "The tenant it was shipped for; only in a fleet", "tenant = shop",
            .text("tenant") { $0.context.origin.map { Bytes($0.tenant) } }),
        FilterField(
            "label", .text, "the label", "A label of its run, as --label NAME=VALUE; only in a fleet",
            "label.env = staging",
            .named { subject, name in
                subject.context.origin.flatMap { $0.labels[name.text] }.map { [Bytes($0)] } ?? []
            }),
    ]
}
