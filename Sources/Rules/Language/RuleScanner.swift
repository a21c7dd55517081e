import Bytes
import Filter

/// Steps through one line of a rules file: blanks, words, quoted strings, JSON values. It never steps back.
struct RuleScanner {
    let bytes: Bytes
    private(set) var position = 0

    init(_ line: String) {
        bytes = Bytes(line)
    }

    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func skipSpace() {
        while let byte = peek, Self.isSpace(byte) { position += 1 }
    }

    static func isSpace(_ byte: UInt8) -> Bool { ASCII.isWhitespace(byte) || byte == ASCII.carriageReturn }

    /// Nothing more is said: the line ends, or a comment begins. A comment begins only where a word could.
    var isAtEnd: Bool { peek == nil || peek == ASCII.hash }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        position += 1
        return true
    }

    func text(_ range: Range<Int>) -> String { bytes.slice(range).text }

    /// Up to a blank, a comma or a quote.
    mutating func word() -> Range<Int> { run { !Self.isSpace($0) && $0 != ASCII.comma && $0 != ASCII.quote } }

    mutating func run(_ isPart: (UInt8) -> Bool) -> Range<Int> {
        let start = position
        while let byte = peek, isPart(byte) { position += 1 }
        return start..<position
    }

    /// The word that stands here, without stepping over it.
    func ahead() -> String {
        var copy = self
        copy.skipSpace()
        if copy.isAtEnd { return "" }
        let range = copy.word()
        return copy.text(range)
    }

    mutating func move(to place: Int) { position = max(position, min(place, bytes.count)) }

    /// A JSON string, whose first quote is next.
    ///
    /// - Parameter isRaw: its escapes may be any control characters.
    mutating func quoted(isRaw: Bool = false) throws(FilterError) -> (text: String, range: Range<Int>) {
        let start = position
        position += 1
        while let byte = peek, byte != ASCII.quote {
            if byte < ASCII.space || byte == ASCII.delete {
                throw FilterError(position..<(position + 1), "a quoted string cannot contain a control character")
            }
            position += byte == ASCII.backslash ? 2 : 1
        }
        guard peek == ASCII.quote else {
            throw FilterError(start..<bytes.count, "this string has no closing \"")
        }
        position += 1
        let range = start..<position
        let inside = bytes.slice(range)
        guard let text = Self.string(inside) else {
            throw FilterError(range, "this is not a JSON string: the escapes are \\\" \\\\ \\/ \\n \\t and \\u0041")
        }
        if !isRaw, let bad = text.utf8.first(where: { $0 < ASCII.space && $0 != ASCII.tab && $0 != ASCII.lineFeed }) {
            throw FilterError(range, "a quoted string cannot contain the control character \(bad)")
        }
        return (text, range)
    }

    private static func string(_ quoted: Bytes) -> String? {
        let inside = quoted.slice(1..<(quoted.count - 1))
        var index = 0
        while let escape = inside.firstIndex(of: ASCII.backslash, from: index) {
            guard escape + 1 < inside.count else { return nil }
            let isUnicode = inside[escape + 1] == UInt8(ascii: "u")
            guard isUnicode || "\"\\/bfnrt".utf8.contains(inside[escape + 1]) else { return nil }
            if isUnicode {
                let digits = inside.slice(min(escape + 2, inside.count)..<min(escape + 6, inside.count))
                guard digits.count == 4, digits.allSatisfy({ ASCII.hexValue($0) != nil }) else { return nil }
            }
            index = escape + 2
        }
        let node = StrictJSON.node(quoted)
        guard let bytes = node?.string(in: quoted) else { return nil }
        return String(validating: bytes, as: UTF8.self)
    }

    /// One JSON value (RFC 8259), as it is written.
    mutating func json() throws(FilterError) -> (text: String, range: Range<Int>) {
        let rest = bytes.slice(position..<bytes.count)
        switch StrictJSON.end(rest) {
        case .success(let length):
            let range = position..<(position + length)
            position = range.upperBound
            return (text(range), range)
        case .failure(let fault):
            throw FilterError(
                (position + fault.offset)..<min(position + fault.offset + 1, bytes.count), fault.message)
        }
    }
}
