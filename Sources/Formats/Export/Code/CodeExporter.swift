import Bytes
import Flow
import HTTPModel

/// Writes requests as programs that send them again. What has no request to send is left out, and said.
protocol CodeExporter: FlowExporter {
    /// What opens a comment that goes to the end of its line.
    static var commentSign: String { get }
    /// What all requests need, once.
    var prelude: String { get }
    /// What closes it.
    var ending: String { get }
    mutating func request(_ request: ExportedRequest) -> String
}

extension CodeExporter {
    var prelude: String { "" }
    var ending: String { "" }

    mutating func begin(_ output: ExportOutput) { output.put(prelude) }

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        guard let exported = ExportedRequest(flow) else { return }
        let comments = ["#\(flow.number) " + CodeText.comment(flow.title)] + remarks(flow)
        for comment in comments { output.put("\(Self.commentSign) \(comment)\n") }
        output.put(request(exported) + "\n")
    }

    mutating func end(_ output: ExportOutput) { output.put(ending) }

    func omission(of record: FlowRecord) -> String? { ExportedRequest.hindrance(record) }

    /// What of a request is not what was sent, a sentence each.
    func remarks(_ flow: ExportedFlow) -> [String] {
        var remarks = WireOutput(flow, .request).remarks
        if let places = flow.places, !places.request.edits.isEmpty || flow.isReplaced(.request) {
            remarks.append("Secrets were replaced by tags: insert yours.")
        }
        return remarks
    }
}
