import Bytes
import Flow

/// Lessons on paper, for learners or with the answers for teachers: one file, no script.
package struct LessonHandout: Sendable {
    package enum Form: Sendable {
        case html, markdown

        /// By the end of a file's name; nil for another.
        package init?(path: String) {
            let name = path.lowercased()
            if name.hasSuffix(".html") || name.hasSuffix(".htm") {
                self = .html
            } else if name.hasSuffix(".md") || name.hasSuffix(".markdown") {
                self = .markdown
            } else {
                return nil
            }
        }
    }

    private let pages: [LessonPage]
    private let withAnswers: Bool

    /// - Parameter withAnswers: with answers, reasons and sections, for teachers.
    package init(_ pages: [LessonPage], withAnswers: Bool) {
        self.pages = pages
        self.withAnswers = withAnswers
    }

    package func written(_ form: Form) -> String {
        switch form {
        case .html: html
        case .markdown: markdown
        }
    }

    private var title: String {
        let names = pages.map(\.lesson.title)
        return (names.count == 1 ? names[0] : "HTTP lessons") + (withAnswers ? ": answers" : "")
    }

    // MARK: HTML

    private static let style = """
        body { font: 12pt/1.5 system-ui, sans-serif; margin: 2em auto; max-width: 46em; padding: 0 1em; }
        pre { background: #f4f4f4; font-size: 9pt; overflow-wrap: anywhere; padding: .5em; white-space: pre-wrap; }
        section { break-after: page; } section:last-of-type { break-after: auto; }
        li { margin-bottom: 1em; } ul { list-style: none; padding-left: 1em; } ul li { margin: 0; }
        .blank { border-bottom: 1px solid #888; display: inline-block; width: 20em; }
        .answer { background: #eef6ee; padding: .3em .6em; }
        @media print {
          @page { margin: 14mm; }
          body { font-size: 10pt; line-height: 1.4; margin: 0; max-width: none; padding: 0; }
          pre, .answer { background: none; border: 1px solid #ccc; }
          h1, h2, p, pre { margin: .5em 0 .3em; } li { margin-bottom: .6em; }
          h1, h2 { break-after: avoid; } li, pre, .answer { break-inside: avoid; }
        }
        """

    private var html: String {
        var out = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width">
            <title>\(Self.escaped(title))</title>
            <style>
            \(Self.style)
            </style>
            </head>
            <body>

            """
        for page in pages { out += section(page) }
        return out + "</body>\n</html>\n"
    }

    private func section(_ page: LessonPage) -> String {
        let lesson = page.lesson
        var out = "<section>\n<h1>\(Self.escaped(lesson.title))</h1>\n<p>Afterwards you can "
        out += Self.escaped(Self.afterwards(lesson)) + "</p>\n"
        guard let flow = page.flow else {
            return out + "<p>No flow shows this. Record one:</p>\n<pre>\(Self.escaped(lesson.experiment))</pre>\n"
                + "</section>\n"
        }
        out += "<p>The example is <strong>#\(flow) \(Self.escaped(page.title))</strong>.</p>\n"
        for block in page.blocks {
            out += block.isContent ? "<p>\(block.title):</p>\n<pre>" : "<h2>\(block.title)</h2>\n<pre>"
            out += block.lines.map(Self.escaped).joined(separator: "\n") + "</pre>\n"
        }
        if !page.looks.isEmpty {
            out += "<h2>Look</h2>\n"
            for look in page.looks {
                out += "<p>\(Self.escaped(look.text))</p>\n"
                if let place = look.place { out += "<pre>\(Self.escaped(place.bytes.text))</pre>\n" }
            }
        }
        out += "<h2>Questions</h2>\n<ol>\n"
        for question in page.questions { out += item(question) }
        out += "</ol>\n<h2>Remember</h2>\n<p>\(Self.escaped(lesson.sum))</p>\n"
        return out + "<p>To try it again: <code>\(Self.escaped(lesson.experiment))</code></p>\n</section>\n"
    }

    private func item(_ question: AskedQuestion) -> String {
        var out = "<li>\(Self.escaped(question.prompt + Self.hint(question)))\n"
        let unit = question.unit.map { " \($0.rawValue)" } ?? ""
        if let sum = question.sum {
            out += "<p>\(Self.escaped(sum.text(withAnswers ? question.answerText : Self.blank) { filled($0) }))"
            out += withAnswers ? "</p>\n" : "\(Self.escaped(unit))</p>\n"
        } else if question.options.isEmpty {
            if !withAnswers { out += "<p><span class=\"blank\">&nbsp;</span>\(Self.escaped(unit))</p>\n" }
        } else {
            out += "<ul>\n"
            let sign = question.kind == .order ? "___" : "☐"
            for option in question.options { out += "<li>\(sign) \(Self.escaped(option.text))</li>\n" }
            out += "</ul>\n"
        }
        if withAnswers {
            out += "<p class=\"answer\"><strong>\(Self.escaped(question.answerText))</strong>. "
            out += "\(Self.escaped(question.because)) (\(Self.escaped(question.spec)))</p>\n"
        }
        return out + "</li>\n"
    }

    /// As the end of a sentence.
    private static func afterwards(_ lesson: Lesson) -> String {
        lesson.can.prefix(1).lowercased() + lesson.can.dropFirst()
    }

    /// Room for a number.
    private static let blank = "__________"

    private func filled(_ value: Int64) -> String { withAnswers ? "\(value)" : Self.blank }

    // MARK: Markdown

    private var markdown: String { pages.map(text).joined(separator: "\n---\n\n") }

    private func text(_ page: LessonPage) -> String {
        let lesson = page.lesson
        var out = "# \(Self.plain(lesson.title))\n\nAfterwards you can \(Self.plain(Self.afterwards(lesson)))\n\n"
        guard let flow = page.flow else {
            return out + "No flow shows this. Record one:\n\n" + Self.block([lesson.experiment])
        }
        out += "The example is #\(flow):\n\n" + Self.block([page.title])
        for block in page.blocks {
            out += block.isContent ? "\(block.title):\n\n" : "## \(block.title)\n\n"
            out += Self.block(block.lines)
        }
        if !page.looks.isEmpty { out += "## Look\n\n" }
        for look in page.looks {
            out += Self.plain(look.text) + "\n\n"
            if let place = look.place { out += Self.block([place.bytes.text]) }
        }
        out += "## Questions\n\n"
        for (index, question) in page.questions.enumerated() {
            out += "\(index + 1). \(Self.plain(question.prompt + Self.hint(question)))\n\n"
            for option in question.options {
                out += "   - \(question.kind == .order ? "\\_\\_\\_" : "[ ]") \(Self.plain(option.text))\n"
            }
            if let sum = question.sum, !withAnswers {
                let unit = question.unit.map { " \($0.rawValue)" } ?? ""
                out += "   \(Self.plain(sum.text(Self.blank + unit) { filled($0) }))\n"
            } else if question.options.isEmpty, !withAnswers {
                out += "   Answer: .................... \(question.unit.map(\.rawValue) ?? "")\n"
            }
            if withAnswers {
                if !question.options.isEmpty { out += "\n" }
                out += "   **\(Self.plain(question.answerText))**. \(Self.plain(question.because)) "
                out += "(\(Self.plain(question.spec)))\n"
            }
            out += "\n"
        }
        return out + "## Remember\n\n\(Self.plain(lesson.sum))\n"
    }

    /// Paper has one exchange.
    private static func hint(_ question: AskedQuestion) -> String {
        question.needsSession ? " (Look at the whole recording: hark flows, or hark page.)" : ""
    }

    // MARK: Escaping

    /// For HTML: control characters as escapes, and no mark-up.
    private static func escaped(_ text: String) -> String {
        var out = ""
        for character in text.terminalText.unicodeScalars {
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }

    /// For a line of Markdown: what could be mark-up is escaped.
    private static func plain(_ text: String) -> String {
        var out = ""
        for character in text.terminalText.unicodeScalars {
            switch character {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\\", "`", "*", "_", "[", "]", "#", "|", "!", "~": out += "\\\(character)"
            default: out.unicodeScalars.append(character)
            }
        }
        return out
    }

    /// A code block by indentation: nothing in it can end it.
    private static func block(_ lines: [String]) -> String {
        lines.map { "    \($0.terminalText)\n" }.joined() + "\n"
    }
}
