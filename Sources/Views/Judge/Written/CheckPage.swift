import Bytes
import Explain
package import Judge

/// One check in full: what it finds, why that matters, what to write instead, examples, and where it is specified.
package enum CheckPage {
    /// The messages of an example as they are written: what is recorded beside them, the request when it matters, then
    /// the response.
    ///
    /// - Parameter isTimed: say when it came.
    static func lines(of example: Example, isTimed: Bool = true) -> [String] {
        var lines: [String] = example.circumstances(isTimed: isTimed).map { clipped("(\(PlainText.of($0)))") }
        let beside = lines.count
        if example.text.hasPrefix("> "), let request = example.request { lines += written(request) }
        if let interim = example.interim {
            if lines.count > beside { lines.append("") }
            lines.append("HTTP/1.1 \(interim)")
        }
        if let response = example.response {
            if lines.count > beside { lines.append("") }
            lines += written(response)
        } else if lines.count == beside, let request = example.request {
            lines += written(request)
        }
        return lines
    }

    private static func written(_ message: Example.Message) -> [String] {
        let head = message.head.filter { $0 != ASCII.carriageReturn }
        var lines = head.split(separator: ASCII.lineFeed).map {
            clipped(PlainText.of(Bytes(Array($0))))
        }
        if !message.content.isEmpty {
            // Octets that are no text are written as escapes, never as the sign that stands for any of them.
            lines += ["", clipped(PlainText.of(Bytes(beginning(of: message.content))))]
        }
        return lines
    }

    /// The first octets, no character of UTF-8 cut in two.
    private static func beginning(of content: [UInt8]) -> [UInt8] {
        var end = min(content.count, 300)
        while end > 0, end < content.count, content[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(content[..<end])
    }

    private static func clipped(_ line: String) -> String {
        line.count > 116 ? "\(line.prefix(70))…\(line.suffix(25)) (\(line.count) characters)" : line
    }

    /// The lines of each example that has it.
    package static func bad(_ check: Check) -> [[String]] {
        check.bad.map { lines(of: $0) } + check.badSessions.map(lines) + check.badConnections.map(\.lines)
            + check.badOctets.map { $0.lines.map(clipped) }
    }

    /// The lines of each example that has it not.
    package static func good(_ check: Check) -> [[String]] {
        check.good.map { lines(of: $0) } + check.goodSessions.map(lines) + check.goodConnections.map(\.lines)
            + check.goodOctets.map { $0.lines.map(clipped) }
    }

    /// A session: its exchanges in a row, with the time at which each came.
    private static func lines(of session: [Example]) -> [String] {
        var all: [String] = []
        for (place, example) in session.enumerated() {
            guard place < 4 || place == session.count - 1 else { continue }
            if place > 3, session.count > 5 { all += ["", "… (\(session.count - 5) more)"] }
            if place > 0 { all.append("") }
            if let delay = example.delay, delay > 0 { all.append("(after \(delay) s)") }
            all += lines(of: example, isTimed: false)
        }
        return all
    }

    /// As a page of the documentation.
    package static func markdown(_ check: Check) -> String {
        var out = "# \(check.code)\n\n"
        out += wrapped(MarkdownReport.text(check.summary.filled(with: []).text) + ".") + "\n"
        out += wrapped(MarkdownReport.text(check.about.text)) + "\n"
        if let advice = check.advice { out += wrapped(MarkdownReport.text(advice.filled(with: []).text)) + "\n" }
        let spec = check.spec.url.map { "[\(check.spec.text)](\($0))" } ?? check.spec.text
        out += "| level | topic | scope | specified in |\n| --- | --- | --- | --- |\n"
        out += "| \(check.level.rawValue) | \(check.topic.word) | \(check.scope.word) | \(spec) |\n"
        for (title, examples) in [("Found in", bad(check)), ("Not found in", good(check))] where !examples.isEmpty {
            out += "\n## \(title)\n"
            for example in examples {
                out += "\n```http\n" + example.joined(separator: "\n") + "\n```\n"
            }
        }
        return out
    }

    /// The list of all pages.
    package static func index() -> String {
        var out = "# The checks\n\nWhat `hark judge` looks for. `hark explain check CODE` shows the same pages.\n"
        for topic in Topic.allCases.sorted(by: { $0.word < $1.word }) {
            let checks = Checks.byCode.values.filter { $0.topic == topic }.sorted { $0.code < $1.code }
            guard !checks.isEmpty else { continue }
            out += "\n## \(topic.word)\n\n| level | check | |\n| --- | --- | --- |\n"
            for check in checks {
                let summary = MarkdownReport.text(check.summary.filled(with: []).text)
                out += "| \(check.level.rawValue) | [\(check.code)](\(check.code).md) | \(summary) |\n"
            }
        }
        return out
    }

    /// A paragraph in lines of at most 120 columns.
    private static func wrapped(_ text: String) -> String {
        var lines: [String] = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if !last.isEmpty, last.count + 1 + word.count > 118 {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The beginning and the end of a line that is wider than a terminal: examples may differ only there.
    private static func fitting(_ line: String, _ room: Int) -> String {
        guard line.count > room else { return line }
        let end = min(45, room / 2)
        return "\(line.prefix(room - end - 1))…\(line.suffix(end))"
    }

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
        page.prose(check.about, at: 2)
        if let advice = check.advice { page.prose(advice.filled(with: []), at: 2) }
        for (title, examples) in [("Found in", bad(check)), ("Not found in", good(check))] where !examples.isEmpty {
            page.newline()
            page.prose(Prose(stringLiteral: title), at: 2, ink: .strong)
            for (place, example) in examples.enumerated() {
                if place > 0 { page.newline() }
                // A session has empty lines of its own: the number says where the next example begins.
                for (row, line) in example.enumerated() {
                    if row == 0 { page.raw { $0.wire("  \(place + 1)") } }
                    page.pad(to: 4)
                    page.raw { $0.wire(fitting(line, room)) }
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
