import Bytes
import Explain
package import Flow
import Formats
import HTTPModel
import HTTPSemantics
package import Judge
import Messages

/// Writes a flow as spans of OTLP (opentelemetry-proto, trace.proto): a server's for the client's side, and below it a
/// client's where a server was asked.
package enum SpanWriter {
    /// So many events a span has at most.
    private static let eventLimit = 32
    private static let nanoseconds: UInt64 = 1_000

    /// The spans, each as field 2 of a scope; none where nobody knows when the flow began.
    package static func spans(
        _ flow: FlowTelemetry, _ record: FlowRecord, findings: [Finding], _ ids: SpanIDs
    ) -> [[UInt8]] {
        guard let start = flow.start.flatMap({ UInt64(exactly: $0) }) else { return [] }
        let end = start + UInt64(max(0, flow.duration ?? 0))
        var spans = [server(flow, ids, start, end, events(record, findings))]
        if let upstream = flow.upstream {
            let begin = start + UInt64(max(0, upstream.delay))
            spans.append(client(flow, ids, begin, begin + UInt64(max(0, upstream.duration))))
        }
        return spans
    }

    private static func server(
        _ flow: FlowTelemetry, _ ids: SpanIDs, _ start: UInt64, _ end: UInt64, _ events: [Event]
    ) -> [UInt8] {
        span(flow, ids.trace, ids.server, parent: flow.context?.parentID, kind: 2, start, end) { span in
            request(flow, in: &span)
            if !flow.scheme.isEmpty { span.attribute(9, "url.scheme", flow.scheme) }
            span.attribute(9, "url.path", flow.url.bytes(flow.url.path)?.text)
            span.attribute(9, "url.query", flow.url.bytes(flow.url.query)?.text)
            span.attribute(9, "client.address", flow.client?.address)
            span.attribute(9, "network.peer.address", flow.client?.address)
            span.attribute(9, "network.peer.port", flow.client?.port)
            span.attribute(9, "network.protocol.version", flow.version.client)
            span.attribute(9, "user_agent.original", flow.userAgent)
            for (name, values) in flow.fields.request { span.attribute(9, "http.request.header.\(name)", values) }
            for (name, values) in flow.fields.response { span.attribute(9, "http.response.header.\(name)", values) }
            ending(flow, flow.serverError, in: &span)
            for event in events.prefix(eventLimit) {
                span.message(11) { written in
                    written.fixed64(1, UInt64(max(0, event.time ?? Int64(start))) * nanoseconds)
                    written.text(2, event.name)
                    for (name, value) in event.attributes { written.attribute(3, name, value) }
                }
            }
            span.number(12, UInt64(max(0, events.count - eventLimit)))
        }
    }

    private static func client(_ flow: FlowTelemetry, _ ids: SpanIDs, _ start: UInt64, _ end: UInt64) -> [UInt8] {
        span(flow, ids.trace, ids.client, parent: ids.server, kind: 3, start, end) { span in
            request(flow, in: &span)
            span.attribute(9, "url.full", flow.url.raw.text)
            span.attribute(9, "network.peer.address", flow.peer?.address)
            span.attribute(9, "network.peer.port", flow.peer?.port)
            span.attribute(9, "network.protocol.version", flow.version.server)
            span.attribute(9, "http.request.resend_count", flow.wasRetried ? 1 : nil)
            ending(flow, flow.clientError, in: &span)
        }
    }

    private static func span(
        _ flow: FlowTelemetry, _ trace: [UInt8], _ id: [UInt8], parent: [UInt8]?, kind: UInt64, _ start: UInt64,
        _ end: UInt64, _ write: (inout ProtobufWriter) -> Void
    ) -> [UInt8] {
        var writer = ProtobufWriter()
        writer.message(2) { span in
            span.bytes(1, trace)
            span.bytes(2, id)
            span.text(3, flow.context?.state?.text ?? "")
            span.bytes(4, parent ?? [])
            span.text(5, flow.spanName)
            span.number(6, kind)
            span.fixed64(7, start * nanoseconds)
            span.fixed64(8, end * nanoseconds)
            write(&span)
            // The flags of the caller, and that the parent is known to be another process's, or not (bits 8 and 9).
            let isRemote: UInt32 = kind == 2 && flow.context != nil ? 0x300 : 0x100
            span.fixed32(16, 1 | isRemote)
        }
        return writer.bytes
    }

    private static func request(_ flow: FlowTelemetry, in span: inout ProtobufWriter) {
        span.attribute(9, "http.request.method", flow.method)
        span.attribute(9, "http.request.method_original", flow.originalMethod)
        span.attribute(9, "http.response.status_code", flow.status)
        span.attribute(9, "server.address", flow.host)
        span.attribute(9, "server.port", flow.host == nil ? nil : flow.port)
    }

    private static func ending(_ flow: FlowTelemetry, _ error: String?, in span: inout ProtobufWriter) {
        span.attribute(9, "error.type", error)
        span.attribute(9, "hark.flow", flow.name)
        span.attribute(9, "hark.outcome", flow.outcome?.kind)
        span.attribute(9, "hark.outcome.by", flow.outcome?.by)
        // STATUS_CODE_ERROR; without an error nothing is set, as instrumentation has to leave it.
        if error != nil { span.message(15) { $0.number(3, 2) } }
    }

    // MARK: Events

    private struct Event {
        let name: String
        /// In microseconds since 1970; nil for the start.
        let time: Int64?
        let attributes: [(String, String)]
    }

    private static func events(_ record: FlowRecord, _ findings: [Finding]) -> [Event] {
        var events: [Event] = []
        for act in record.ruleActs {
            events.append(
                Event(
                    name: "hark.rule", time: record.wallClock(at: act.time),
                    attributes: [("hark.rule.name", act.rule), ("hark.rule.action", act.action)]))
        }
        if record.wasRetried { events.append(Event(name: "hark.retry", time: nil, attributes: [])) }
        if let status = record.status, (300..<400).contains(status), status != 304,
            let location = record.responseHead?.fields.first(.location)
        {
            let shown = location.hiding(SecretFinder.secrets(inURL: location)).text
            events.append(
                Event(name: "hark.redirect", time: record.responseReceivedAt, attributes: [("hark.location", shown)]))
        }
        for kind in MessageKind.allCases {
            for quirk in record.quirks(kind) {
                events.append(
                    Event(
                        name: "hark.quirk", time: nil,
                        attributes: [("hark.code", "\(quirk.code.name)"), ("hark.message", kind.rawValue)]))
            }
        }
        for finding in findings where finding.level == .bad || finding.level == .warning {
            events.append(
                Event(
                    name: "hark.note", time: nil,
                    attributes: [("hark.code", finding.check.code), ("hark.level", finding.level.rawValue)]))
        }
        return events
    }
}
