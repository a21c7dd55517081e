import Bytes
import HTTPSemantics
import Messages

/// Writes a flow as a log record of OTLP (opentelemetry-proto, logs.proto), which belongs to the flow's server span.
package enum LogWriter {
    /// A log record as field 2 of its scope.
    ///
    /// - Parameters:
    ///   - isSampled: the flow has spans, too.
    ///   - line: what the terminal says of the flow.
    package static func record(_ flow: FlowTelemetry, _ ids: SpanIDs, isSampled: Bool, line: String) -> [UInt8] {
        let start = flow.start ?? 0
        let end = UInt64(max(0, start + max(0, flow.duration ?? 0))) * 1_000
        let (severity, name) = severity(flow)
        var writer = ProtobufWriter()
        writer.message(2) { record in
            record.fixed64(1, end)
            record.number(2, severity)
            record.text(3, name)
            record.message(5) { $0.text(1, line, always: true) }
            record.attribute(6, "http.request.method", flow.method)
            record.attribute(6, "http.response.status_code", flow.status)
            record.attribute(6, "url.full", flow.url.raw.text)
            record.attribute(6, "error.type", flow.serverError)
            record.attribute(6, "hark.flow", flow.name)
            if isSampled { record.fixed32(8, 1) }
            record.bytes(9, ids.trace)
            record.bytes(10, ids.server)
            record.fixed64(11, end)
        }
        return writer.bytes
    }

    private static func severity(_ flow: FlowTelemetry) -> (UInt64, String) {
        if flow.serverError != nil { return (17, "ERROR") }
        return flow.clientError != nil ? (13, "WARN") : (9, "INFO")
    }
}
