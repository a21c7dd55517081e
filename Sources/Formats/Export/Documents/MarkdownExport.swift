import Bytes
import Explain
import Flow
import HTTPModel
import Judge

/// A text for a ticket or a wiki: each flow with its heads, its bodies, and what was noticed.
struct MarkdownExport: FlowExporter {
    private var total = RedactedPlaces()

    mutating func begin(_ output: ExportOutput) { output.put("# HTTP flows\n") }

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        if let places = flow.places { total.add(places) }
        output.put("\n## \\#\(flow.number) \(MarkupText.code(flow.title))\n\n")
        let record = flow.record
        if let outcome = record.outcome, outcome.kind != .complete {
            output.put(MarkupText.markdown(Bytes(outcome.text)) + "\n\n")
        }
        if let comment = flow.comment { output.put(MarkupText.markdown(Bytes(comment)) + "\n\n") }
        for kind in [MessageKind.request, .response] {
            guard let head = MarkupText.head(WireOutput.head(record, kind)) else { continue }
            output.put("### \(kind == .request ? "Request" : "Response")\n\n")
            output.put(MarkupText.fenced(head, "http"))
            let (text, remark) = MarkupText.content(flow, kind)
            if let text { output.put("\n" + MarkupText.fenced(text, "")) }
            if let trailers = MarkupText.head(record[kind].trailers?.raw) {
                output.put("\n" + MarkupText.fenced(trailers, "http"))
            }
            if let remark { output.put("\n\(remark)\n") }
            output.put("\n")
        }
        guard !flow.findings.isEmpty else { return }
        output.put("### Notes\n\n")
        for finding in flow.findings {
            let note = finding.note
            output.put(
                "- **\(note.level.rawValue)** \(MarkupText.markdown(Bytes(note.text.text))) (\(note.spec))\n")
        }
    }

    mutating func end(_ output: ExportOutput) {
        guard !total.counts.isEmpty else { return }
        output.put("\n## Secrets\n\nReplaced by tags; equal secrets have equal tags.\n\n")
        for (place, count) in total.counts { output.put("- \(MarkupText.markdown(Bytes(place))): \(count)\n") }
    }
}
