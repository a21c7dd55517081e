import Bytes
import Explain
import Flow
import HTTPModel
import Judge

/// One page that opens without a network: no script, nothing to load, every value as text.
struct HTMLExport: FlowExporter {
    private var total = RedactedPlaces()

    mutating func begin(_ output: ExportOutput) {
        output.put(
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width">
            <meta name="referrer" content="no-referrer">
            <title>HTTP flows</title>
            <style>
            :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
            body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
            details { border-top: 1px solid #8886; padding: .4rem 0; }
            summary { cursor: pointer; overflow-wrap: anywhere; }
            summary b { display: inline-block; min-width: 3.5rem; }
            pre { overflow: auto; padding: .7rem; border: 1px solid #8886; border-radius: 4px; }
            pre, code { font: 13px/1.5 ui-monospace, monospace; }
            h3 { font-size: 1rem; margin: 1rem 0 .3rem; }
            .quiet { opacity: .7; }
            @media print {
              details::details-content { content-visibility: visible; display: block; }
              pre { overflow-wrap: anywhere; white-space: pre-wrap; }
            }
            </style>
            </head>
            <body>
            <h1>HTTP flows</h1>

            """)
    }

    mutating func flow(_ flow: ExportedFlow, _ output: ExportOutput) {
        if let places = flow.places { total.add(places) }
        let record = flow.record
        let status = record.status.map { String($0) } ?? record.outcome?.kind.rawValue ?? "open"
        output.put("<details><summary><b>\(MarkupText.html(Bytes(status)))</b> ")
        output.put("<code>\(MarkupText.html(flow.title))</code> <span class=\"quiet\">#\(flow.number)")
        if let time = record.startedAt { output.put(", \(MarkupText.html(Bytes(Quantity.date(time / 1_000_000))))") }
        output.put("</span></summary>\n")
        if let outcome = record.outcome, outcome.kind != .complete {
            output.put("<p>\(MarkupText.html(Bytes(outcome.text)))</p>\n")
        }
        if let comment = flow.comment { output.put("<p>\(MarkupText.html(Bytes(comment)))</p>\n") }
        for kind in [MessageKind.request, .response] {
            guard let head = MarkupText.head(WireOutput.head(record, kind)) else { continue }
            output.put("<h3>\(kind == .request ? "Request" : "Response")</h3>\n")
            output.put("<pre>\(MarkupText.html(head))</pre>\n")
            let (text, remark) = MarkupText.content(flow, kind)
            if let text { output.put("<pre>\(MarkupText.html(text))</pre>\n") }
            if let trailers = MarkupText.head(record[kind].trailers?.raw) {
                output.put("<pre>\(MarkupText.html(trailers))</pre>\n")
            }
            if let remark { output.put("<p class=\"quiet\">\(MarkupText.html(Bytes(remark)))</p>\n") }
        }
        if !flow.findings.isEmpty {
            output.put("<h3>Noticed</h3>\n<ul>\n")
            for finding in flow.findings {
                let note = finding.note
                output.put("<li><b>\(note.level.rawValue)</b> \(MarkupText.html(Bytes(note.text.text))) ")
                output.put("<span class=\"quiet\">\(MarkupText.html(Bytes(note.spec)))</span></li>\n")
            }
            output.put("</ul>\n")
        }
        output.put("</details>\n")
    }

    mutating func end(_ output: ExportOutput) {
        if !total.counts.isEmpty {
            output.put("<h2>Secrets</h2>\n<p>Replaced by tags; equal secrets have equal tags.</p>\n<ul>\n")
            for (place, count) in total.counts {
                output.put("<li>\(MarkupText.html(Bytes(place))): \(count)</li>\n")
            }
            output.put("</ul>\n")
        }
        output.put("</body>\n</html>\n")
    }
}
