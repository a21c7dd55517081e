import Bytes
import Explain
import Flow
import Formats
import HTTPModel
import Judge
import Workbench

/// A few exchanges as one page that opens anywhere and for ever: no script, nothing to load, no secrets; the bytes with
/// what each line is beneath them, what follows from them, where the time went. A value, used once.
struct MomentPage {
    private var html = ""
    private let redactor: Redactor
    private let options: ExplainOptions

    /// More of a body than this is no moment.
    static let bodyLimit = 4 << 10

    /// - Parameter options: how exchanges are explained; checks are asked of what was on the wire.
    init(redactor: Redactor, options: ExplainOptions) {
        self.redactor = redactor
        var options = options
        // Of a tag in place of a secret nothing is to be found: findings come with the flow.
        options.notes = { _ in [] }
        self.options = options
        html = Self.beginning
    }

    private static let beginning = """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width">
        <meta name="referrer" content="no-referrer">
        <title>An HTTP exchange, byte by byte</title>
        <style>
        :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
        body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.2rem; overflow-wrap: anywhere; } h2 { font-size: 1rem; margin: 1.5rem 0 .3rem; }
        pre { font: 13px/1.7 ui-monospace, monospace; padding: .7rem; border: 1px solid #8886; white-space: pre-wrap;
        overflow-wrap: anywhere; }
        pre span { border-bottom: 1px solid #8885; } pre span span { border-bottom-style: dotted; }
        pre .bad { border-bottom: 2px solid #c33; } pre sup { border: 0; opacity: .7; }
        .end { font-size: .7em; opacity: .6; }
        ol, ul { padding-left: 1.6rem; } li { margin: .2rem 0; } .quiet { opacity: .7; }
        section { break-after: page; border-top: 2px solid; margin-top: 2rem; } svg { width: 100%; height: auto; }
        .blocked { fill: #999; } .name { fill: #b58900; } .connect { fill: #cb7a16; } .tls { fill: #a34a9c; }
        .send { fill: #2a7fbf; } .wait { fill: #3a9d5d; } .receive { fill: #1f6f8b; } .tick { stroke: currentColor; }
        svg text { font: 12px system-ui, sans-serif; fill: currentColor; }
        @media print { body { margin: 0; max-width: none; } }
        </style>
        </head>
        <body>

        """

    mutating func add(_ record: FlowRecord, comment: String?) {
        let flow = ExportedFlow(JudgedFlow(record), comment: comment, redactor: redactor)
        let input = ExplainedInput(
            recorded: [RecordedMessages(flow.record)], in: SessionContext([flow.record]), options: options)
        html += "<section>\n<h1>\(Self.text(flow.title))</h1>\n"
        if let comment = flow.comment { html += "<p>\(Self.text(comment))</p>\n" }
        if let outcome = record.outcome, outcome.kind != .complete {
            html += "<p>\(Self.text(redactor.redacted(text: Bytes(outcome.text))))</p>\n"
        }
        html += MomentDrawing(record).svg
        for message in input.messages { add(message) }
        add(flow.findings.map(\.note))
        html += "</section>\n"
    }

    private mutating func add(_ message: ExplainedMessage) {
        let name = message.kind == .request ? "The request" : "The response"
        html += "<h2>\(name)</h2>\n"
        if message.isOfStreams { html += "<p class=\"quiet\">HTTP/2 has no lines: these are the decoded fields.</p>\n" }
        let bytes = MomentBytes(message)
        html += "<pre>\(bytes.html)</pre>\n<ol>\n"
        for span in bytes.numbered {
            html += "<li>\(Self.text(span.text)) <span class=\"quiet\">\(Self.text(span.rule)), "
            html += "\(Self.text(span.spec))</span></li>\n"
        }
        html += "</ol>\n"
        let conclusions = message.allReasonings.map(\.conclusion.text).filter { !$0.isEmpty }
        guard !conclusions.isEmpty else { return }
        html += "<h2>Conclusions</h2>\n<ul>\n"
        for conclusion in conclusions {
            html += "<li>\(Self.text(redactor.redacted(text: Bytes(conclusion))))</li>\n"
        }
        html += "</ul>\n"
    }

    private mutating func add(_ notes: [Note]) {
        guard !notes.isEmpty else { return }
        html += "<h2>Noticed</h2>\n<ul>\n"
        for note in notes {
            html += "<li><b>\(note.level.rawValue)</b> \(Self.text(note.text.text)) "
            html += "<span class=\"quiet\">\(Self.text(note.spec))</span></li>\n"
        }
        html += "</ul>\n"
    }

    /// The whole page.
    func finished() -> Bytes {
        var end = ""
        if !redactor.total.counts.isEmpty {
            end += "<h2>Secrets</h2>\n<p>Replaced by tags; equal secrets have equal tags.</p>\n<ul>\n"
            for (place, count) in redactor.total.counts { end += "<li>\(Self.text(place)): \(count)</li>\n" }
            end += "</ul>\n"
        }
        return Bytes(html + end + "</body>\n</html>\n")
    }

    static func text(_ text: String) -> String { MarkupText.html(Bytes(text)) }

    static func text(_ bytes: Bytes) -> String { MarkupText.html(bytes) }
}
