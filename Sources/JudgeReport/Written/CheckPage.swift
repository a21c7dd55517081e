import Bytes
import Explain
package import Judge
package import Views

/// One check in full: what it finds, why that matters, what to write instead, examples, and where it is specified.
package enum CheckPage {
    /// The messages of an example as they are written: the request when it matters, then the response.
    package static func lines(of example: Example) -> [String] {
        var lines: [String] = []
        if example.text.hasPrefix("> "), let request = example.request { lines += written(request) }
        if let response = example.response {
            if !lines.isEmpty { lines.append("") }
            lines += written(response)
        } else if lines.isEmpty, let request = example.request {
            lines += written(request)
        }
        return lines
    }

    private static func written(_ message: Example.Message) -> [String] {
        let head = message.head.filter { $0 != ASCII.carriageReturn }
        var lines = head.split(separator: ASCII.lineFeed).map {
            clipped(PlainText.of(String(decoding: $0, as: UTF8.self)))
        }
        if !message.content.isEmpty {
            let content = PlainText.of(String(decoding: message.content.prefix(300), as: UTF8.self))
            lines += ["", clipped(content)]
        }
        return lines
    }

    private static func clipped(_ line: String) -> String { line.count > 116 ? line.prefix(115) + "…" : line }

    /// For a terminal.
    package static func text(_ check: Check, style: Style, width: Int?) -> [UInt8] {
        var page = PageWriter(style: style, width: width)
        let room = max(20, page.width - 4)
        page.prose("\(check.code): \(check.summary.filled(with: []))", at: 0, ink: .strong)
        page.prose(
            Prose(
                stringLiteral:
                    "\(check.level.rawValue), topic \(check.topic.word), scope \(check.scope.word), "
                    + check.spec.text),
            at: 2, ink: .quiet)
        page.newline()
        page.prose(check.text.filled(with: []), at: 2)
        if let advice = check.advice { page.prose(advice.filled(with: []), at: 2) }
        for (title, examples) in [("Found in", check.bad), ("Not found in", check.good)] where !examples.isEmpty {
            page.newline()
            page.prose(Prose(stringLiteral: title), at: 2, ink: .strong)
            for (place, example) in examples.enumerated() {
                if place > 0 { page.newline() }
                for line in lines(of: example) {
                    page.pad(to: 4)
                    page.raw { $0.wire(line, limit: room) }
                    page.newline()
                }
            }
        }
        if let url = check.spec.url {
            page.newline()
            page.prose(Prose(stringLiteral: url), at: 2, ink: .quiet)
        }
        return page.take()
    }
}
