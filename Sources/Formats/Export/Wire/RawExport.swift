import Bytes
import Flow
import HTTPModel

/// The messages themselves: each request, then its response, byte for byte as they were on the wire.
struct RawExport: FlowExporter {
    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        WireOutput(flow, .request).write(to: output)
        for interim in flow.record.interim { output.put(interim.head.raw) }
        WireOutput(flow, .response).write(to: output)
    }

    func omission(of record: FlowRecord) -> String? { WireOutput.hindrance(record) }
}
