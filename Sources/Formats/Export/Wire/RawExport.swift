import Bytes
import Flow
import HTTPModel

/// The messages themselves: each request, then its response, byte for byte as they were on the wire; framed again where
/// the recording has not their content as it was.
struct RawExport: FlowExporter {
    /// Flows that are not what was on the wire: how many of each kind, and the first one's number.
    private var notes: [(text: String, first: UInt64, count: Int)] = []

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        let request = WireOutput(flow, .request)
        request.write(to: output)
        for interim in flow.record.interim { output.put(interim.head.raw) }
        let response = WireOutput(flow, .response)
        response.write(to: output)
        for text in Set(request.remarks + response.remarks).sorted() {
            let text = text.contains("Content-Length") ? Self.otherLength : text
            if let index = notes.firstIndex(where: { $0.text == text }) {
                notes[index].count += 1
            } else {
                notes.append((text, flow.number, 1))
            }
        }
    }

    private static let otherLength = "The size of the recorded body differs from Content-Length."

    var remarks: [String] {
        notes.map { note in
            let others = note.count > 1 ? ", and \(note.count - 1) more" : ""
            return "flow #\(note.first)\(others): \(note.text) Its length fields were adapted to the recorded body."
        }
    }

    func omission(of record: FlowRecord) -> String? { WireOutput.hindrance(record) }
}
