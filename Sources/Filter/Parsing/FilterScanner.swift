import Bytes

/// Steps through the text of a filter: white space, words, quoted texts, signs. It knows no fields and no precedence,
/// and never steps back.
struct FilterScanner {
    let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position >= bytes.count }
    var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    func peek(_ distance: Int) -> UInt8? {
        position + distance < bytes.count ? bytes[position + distance] : nil
    }

    mutating func skipSpace() {
        while let byte = peek, Self.isSpace(byte) { position += 1 }
    }

    mutating func take(_ text: StaticString) -> Bool {
        guard starts(with: text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    /// The same, letters in any case; `text` is in lower case.
    mutating func take(folded text: StaticString) -> Bool {
        let end = position + text.utf8CodeUnitCount
        guard end <= bytes.count, Bytes(Array(bytes[position..<end])).equalsIgnoringCase(text) else { return false }
        position = end
        return true
    }

    func starts(with text: StaticString) -> Bool {
        guard position + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { expected in
            for index in expected.indices where bytes[position + index] != expected[index] { return false }
            return true
        }
    }

    /// Steps over the word when it stands here whole: not as the beginning of a longer one. In lower case.
    mutating func take(word: StaticString) -> Bool {
        guard starts(withWord: word) else { return false }
        position += word.utf8CodeUnitCount
        return true
    }

    func starts(withWord word: StaticString) -> Bool {
        let end = position + word.utf8CodeUnitCount
        guard end <= bytes.count, Bytes(Array(bytes[position..<end])).equalsIgnoringCase(word) else { return false }
        return end == bytes.count || !isWordByte(at: end)
    }

    /// A word where a test may begin: up to a space, a bracket, a comma, a quote or the sign of an operator.
    mutating func word() -> Range<Int> {
        let start = position
        while position < bytes.count, isWordByte(at: position) { position += 1 }
        return start..<position
    }

    /// A value without quotes: up to a space, a bracket, a comma or a quote, or `&&` and `||`.
    mutating func value() -> Range<Int> {
        let start = position
        while position < bytes.count, isValueByte(at: position) { position += 1 }
        return start..<position
    }

    func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    private func isWordByte(at index: Int) -> Bool {
        let byte = bytes[index]
        switch byte {
        case ASCII.equals, ASCII.lessThan, ASCII.greaterThan, ASCII.exclamation, ASCII.tilde: return false
        default: return isValueByte(at: index)
        }
    }

    private func isValueByte(at index: Int) -> Bool {
        let byte = bytes[index]
        switch byte {
        case ASCII.openParenthesis, ASCII.closeParenthesis, ASCII.comma, ASCII.quote, ASCII.apostrophe: return false
        case ASCII.ampersand, ASCII.bar: return index + 1 >= bytes.count || bytes[index + 1] != byte
        default: return !Self.isSpace(byte)
        }
    }

    static func isSpace(_ byte: UInt8) -> Bool {
        ASCII.isWhitespace(byte) || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    /// What a name in a filter is made of when it needs no quotes.
    static func isFieldByte(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.hyphen || byte == ASCII.underscore
            || byte == ASCII.period
    }

    /// A quoted text, whose first quote is next. A backslash makes the quote and itself ordinary; `\n`, `\r`, `\t` and
    /// `\u{…}` are characters; before anything else it stays, so that patterns need no doubling of theirs.
    mutating func quoted() throws(FilterError) -> (text: String, range: Range<Int>) {
        let start = position
        let quote = bytes[position]
        position += 1
        var plain: [UInt8] = []
        while let byte = peek {
            position += 1
            if byte == quote { return (String(decoding: plain, as: UTF8.self), start..<position) }
            guard byte == ASCII.backslash, let escaped = peek else {
                plain.append(byte)
                continue
            }
            position += 1
            switch escaped {
            case ASCII.quote, ASCII.apostrophe, ASCII.backslash: plain.append(escaped)
            case UInt8(ascii: "n"): plain.append(ASCII.lineFeed)
            case UInt8(ascii: "r"): plain.append(ASCII.carriageReturn)
            case UInt8(ascii: "t"): plain.append(ASCII.tab)
            case UInt8(ascii: "u") where peek == ASCII.openBrace: plain += try scalar(from: position - 2)
            default: plain += [ASCII.backslash, escaped]
            }
        }
        throw FilterError(start..<bytes.count, "this quoted text has no closing \(Self.sign(quote))")
    }

    /// The rest of `\u{…}`.
    private mutating func scalar(from start: Int) throws(FilterError) -> [UInt8] {
        var value: UInt32 = 0
        var digits = 0
        position += 1
        while let byte = peek, let digit = ASCII.hexValue(byte), digits < 7 {
            value = value << 4 | UInt32(digit)
            digits += 1
            position += 1
        }
        guard peek == ASCII.closeBrace, digits > 0, let scalar = Unicode.Scalar(value) else {
            throw FilterError(start..<position, "this is not a character: \\u{…} needs its number in hexadecimal")
        }
        position += 1
        return Array(String(scalar).utf8)
    }

    private static func sign(_ quote: UInt8) -> String { quote == ASCII.quote ? "\"" : "'" }
}
