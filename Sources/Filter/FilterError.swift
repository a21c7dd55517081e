/// Why a text is no filter, and where.
package struct FilterError: Error, Sendable, Hashable {
    /// Bytes of the text that are meant; empty at the end when something is missing there.
    package let range: Range<Int>
    /// One sentence, without full stop, with what was expected or the nearest name.
    package let message: String

    package init(_ range: Range<Int>, _ message: String) {
        self.range = range
        self.message = message
    }

    /// The column at which it begins, in characters, counted from 1.
    package func column(in text: String) -> Int {
        Self.count(text, from: 0, to: range.lowerBound) + 1
    }

    /// The sentence, and under it the part of the text that is meant, with carets.
    ///
    /// - Parameter width: how many characters of the text are shown; a longer one is cut around the place.
    package func shown(in text: String, width: Int = 72) -> String {
        let all = text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }
        let start = min(Self.count(text, from: 0, to: range.lowerBound), all.count)
        let length = max(1, Self.count(text, from: range.lowerBound, to: range.upperBound))
        let first = all.count <= width ? 0 : max(0, min(start - width / 2, all.count - width))
        let last = min(all.count, first + width)
        var line = String(String.UnicodeScalarView(all[first..<last]))
        if first > 0 { line = "…" + line }
        if last < all.count { line += "…" }
        let indent = start - first + (first > 0 ? 1 : 0)
        let carets = max(1, min(length, last - start))
        let stop = message.hasSuffix("?") ? "" : "."
        return """
            column \(column(in: text)): \(message)\(stop)
              \(line)
              \(String(repeating: " ", count: indent))\(String(repeating: "^", count: carets))
            """
    }

    /// Characters between two bytes.
    private static func count(_ text: String, from lower: Int, to upper: Int) -> Int {
        var count = 0
        for (offset, byte) in text.utf8.enumerated() where offset >= lower && byte & 0xC0 != 0x80 {
            if offset >= upper { break }
            count += 1
        }
        return count
    }
}
