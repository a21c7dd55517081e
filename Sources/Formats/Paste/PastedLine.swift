import Bytes
import Explain

/// A line of a text, and where it comes from.
struct PastedLine {
    /// Where its first byte is in the file.
    let start: Int
    /// With its line end.
    var text: Bytes

    /// The lines of a text.
    static func lines(_ file: Bytes) -> [PastedLine] {
        var lines: [PastedLine] = []
        var start = 0
        while start < file.count {
            let end = file.firstIndex(of: ASCII.lineFeed, in: start..<file.count).map { $0 + 1 } ?? file.count
            lines.append(PastedLine(start: start, text: file.slice(start..<end)))
            start = end
        }
        return lines
    }

    var content: Bytes { (text.last == ASCII.lineFeed ? text.slice(0..<text.count - 1) : text).withoutReturn }

    /// Without so many bytes of its beginning.
    func without(_ count: Int) -> PastedLine {
        let taken = min(count, content.count)
        return PastedLine(start: start + taken, text: text.slice(taken..<text.count))
    }
}
