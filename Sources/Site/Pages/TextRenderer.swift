/// Turns a page into plain text for a terminal. Control characters are replaced, so that no echoed byte drives it.
package enum TextRenderer {
    private static let width = 80

    package static func render(_ page: SitePage) -> String {
        var text = safe(page.title) + "\n" + String(repeating: "=", count: page.title.count) + "\n"
        for block in page.blocks {
            text += "\n" + render(block)
        }
        return text
    }

    private static func render(_ block: SitePage.Block) -> String {
        switch block {
        case .heading(let heading):
            return safe(heading) + "\n" + String(repeating: "-", count: heading.count) + "\n"
        case .text(let text):
            return wrap(text, indent: "")
        case .code(let code):
            return safe(code).split(separator: "\n", omittingEmptySubsequences: false)
                .map { "    \($0)\n" }.joined()
        case .link(let text, let target):
            return "\(safe(text)): \(safe(target))\n"
        case .table(let rows):
            let longest = rows.map { $0.name.count }.max() ?? 0
            return rows.map { row in
                let padding = String(repeating: " ", count: longest - row.name.count)
                return "  \(safe(row.name))\(padding)  \(safe(row.value))\n"
            }.joined()
        case .cards(let cards):
            return cards.map { card in
                "\(safe(card.path))  \(safe(card.title))\n\(wrap(card.watch, indent: "    "))    $ \(safe(card.curl))\n"
            }.joined(separator: "\n")
        case .form(let form):
            let names = form.inputs.map { $0.name }.joined(separator: ", ")
            return "POST \(safe(form.action))" + (names.isEmpty ? "" : " with \(safe(names))") + "\n"
        case .liveCheck:
            return LiveCheck.text
        }
    }

    private static func wrap(_ text: String, indent: String) -> String {
        var lines: [String] = []
        var line = ""
        for word in safe(text).split(separator: " ") {
            if !line.isEmpty, indent.count + line.count + 1 + word.count > width {
                lines.append(indent + line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " " + word
        }
        return (lines + [indent + line]).joined(separator: "\n") + "\n"
    }

    /// Without control characters, line feeds excepted: C0, DEL and C1 become U+FFFD.
    private static func safe(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
            result.append(isControl && scalar != "\n" ? "\u{FFFD}" : scalar)
        }
        return String(result)
    }
}
