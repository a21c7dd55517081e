package import Bytes
import Explain
import Flow
import HTTPModel

/// Bytes from the wire as text of documents: what is no text, and what steers how text is shown, is written out.
package enum MarkupText {
    /// The characters, line ends kept, controls and marks that turn the direction of text as `\u{…}`.
    static func visible(_ bytes: Bytes) -> String {
        var text = ""
        for scalar in bytes.text.unicodeScalars {
            switch scalar.value {
            case 0x0A, 0x09: text.unicodeScalars.append(scalar)
            // Before a line feed it is the usual line end.
            case 0x0D: break
            case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF,
                0xE0000...0xE007F:
                text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Text or an attribute's value of HTML.
    package static func html(_ bytes: Bytes) -> String {
        var text = ""
        for character in visible(bytes).unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }

    /// Text on one line of Markdown that means itself (CommonMark §2.4): signs that make something of it have a
    /// backslash before them, also those that are links only to some renderers (`www.`, `http:`).
    static func markdown(_ bytes: Bytes) -> String {
        var text = ""
        var former: Unicode.Scalar = " "
        var isStart = true
        for scalar in visible(bytes).unicodeScalars {
            let scalar = scalar == "\n" || scalar == "\t" ? " " : scalar
            let isList = isStart && (scalar == "-" || scalar == "+" || scalar == "=")
            let isDot = (scalar == "." || scalar == ")") && ("0"..."9" ~= former || former == "w" || former == "W")
            if signs.contains(scalar) || isList || isDot { text += "\\" }
            text.unicodeScalars.append(scalar)
            former = scalar
            isStart = isStart && scalar == " "
        }
        return text
    }

    private static let signs: Set<Unicode.Scalar> = [
        "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "&", "#", "|", "~", "!", "$", ":", "@", "^",
    ]

    /// A run of code on one line, between more backticks than any in it (CommonMark §6.1).
    static func code(_ bytes: Bytes) -> String {
        let text = visible(bytes).replacing("\n", with: " ")
        let ticks = String(repeating: "`", count: longestRun(text) + 1)
        let pad = text.hasPrefix("`") || text.hasSuffix("`") || text.hasPrefix(" ") || text.isEmpty ? " " : ""
        return ticks + pad + text + pad + ticks
    }

    private static func longestRun(_ text: String) -> Int {
        var (run, longest) = (0, 0)
        for scalar in text.unicodeScalars {
            run = scalar == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }

    /// A code block of Markdown, whose fence is longer than any in it (CommonMark §4.5).
    static func fenced(_ bytes: Bytes, _ language: String) -> String {
        let text = visible(bytes)
        let longest = max(2, longestRun(text))
        let fence = String(repeating: "`", count: longest + 1)
        return "\(fence)\(language)\n\(text)\(text.hasSuffix("\n") ? "" : "\n")\(fence)\n"
    }

    /// A head, or trailers, without the empty line at the end; nil when there is none.
    static func head(_ raw: Bytes?) -> Bytes? {
        guard let raw else { return nil }
        var end = raw.count
        while end > 0, raw[end - 1] == ASCII.lineFeed || raw[end - 1] == ASCII.carriageReturn { end -= 1 }
        return end > 0 ? raw.slice(0..<end) : nil
    }

    /// Bytes of a content that a document shows.
    private static let contentLimit = 64 << 10

    /// Of a message's content: what a document shows of it, and what it says instead or beside.
    static func content(_ flow: ExportedFlow, _ kind: MessageKind) -> (text: Bytes?, remark: String?) {
        if case .leftOut(why: let why)? = flow.places?[kind].state { return (nil, "The body is omitted: \(why).") }
        if let read = flow.text(kind) {
            let start = read.bytes.slice(0..<min(read.bytes.count, contentLimit))
            let isAll = read.isWhole && start.count == read.bytes.count
            let whole = isAll ? start.count : start.withUnsafeBytes { UTF8Sequence.wholeCount($0) }
            let remark = "Decoded as \(read.charset)." + (isAll ? "" : " The rest is omitted.")
            return (start.slice(0..<whole), remark)
        }
        guard let excerpt = flow.excerpt(kind, limit: contentLimit), let size = excerpt.size else {
            let passed = flow.record[kind].contentSize
            return (nil, passed > 0 ? "The body of \(Quantity.size(passed)) was not recorded." : nil)
        }
        guard excerpt.isText else { return (nil, "A binary body of \(Quantity.size(UInt64(size))).") }
        let rest = size - excerpt.bytes.count
        return (excerpt.bytes, rest > 0 ? "Another \(Quantity.size(UInt64(rest))) are omitted." : nil)
    }
}
