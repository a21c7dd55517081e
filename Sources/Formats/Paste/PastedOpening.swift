import Bytes
import Explain

/// Lines before the first message of a text that no message begins with: a sentence of a mail, what telnet or wget2
/// say, an ellipsis. A line that could be a start line with a fault is none of them.
struct PastedOpening {
    /// One past the last of these lines.
    let end: Int
    /// How many there are, empty ones apart.
    let count: Int

    /// nil when the text begins with a message, or has none.
    init?(_ text: Bytes) {
        var position = 0
        var count = 0
        while position < min(text.count, InputKind.textWindow) {
            let line = CurlLine(text, at: position)
            if count > 0, line.text.isWholeStartLine { break }
            if !line.text.trimmed.isEmpty {
                // Clients' own output is read as such.
                guard count > 0 || line.kind == .other && line.text.isNoStartLine else { return nil }
                count += 1
            }
            position = line.range.upperBound
        }
        if position >= min(text.count, InputKind.textWindow) {
            // Fields without a start line may follow what was left out of a head.
            let first = CurlLine(text, at: 0)
            guard first.text.isEllipsis,
                FieldListDissection.isList(text.slice(first.range.upperBound..<text.count))
            else { return nil }
            (position, count) = (first.range.upperBound, 1)
        }
        (end, self.count) = (position, count)
    }

    /// What is said of it.
    var remark: String {
        count == 1
            ? "The line before the first message is not HTTP and was left out."
            : "\(count) lines before the first message are not HTTP and were left out."
    }
}

extension Bytes {
    /// Only marks: `...`, `>>>>>>>>`.
    fileprivate var isEllipsis: Bool {
        !trimmed.isEmpty && allSatisfy { !ASCII.isAlpha($0) && !ASCII.isDigit($0) && $0 != ASCII.colon }
    }

    /// What nobody sends in place of a start line: words of a sentence, or marks.
    fileprivate var isNoStartLine: Bool {
        guard let first, !isStartLine, allSatisfy({ !ASCII.isControl($0) || $0 == ASCII.tab }) else { return false }
        if ASCII.isWhitespace(first) || first == ASCII.openBracket || isEllipsis { return true }
        let words = split(separator: ASCII.space)
        // A method is written in capitals.
        guard words.first?.contains(where: { ASCII.isAlpha($0) && $0 | 0x20 == $0 }) == true else { return false }
        let hasEnd = last.map { ".:!?,".utf8.contains($0) } ?? false
        return words.count > 4 || hasEnd && words.count != 3 || hasEnding("...")
    }
}
