/// Goes over the bytes of a file and reads its keys, strings and other words.
struct TOMLScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    /// The position of the line's first byte, and how many bytes after it continue a character.
    private var lineStart = 0
    private var continued = 0

    /// Checks size and encoding.
    init(_ bytes: Bytes) throws(TOMLError) {
        self.bytes = bytes.array
        if bytes.count > TOMLParser.sizeLimit { throw error(.tooLarge) }
        if self.bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw error(.byteOrderMark) }
        try checkEncoding()
    }

    private func checkEncoding() throws(TOMLError) {
        var decoder = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var seen = self
        while true {
            switch decoder.parseScalar(from: &iterator) {
            case .emptyInput: return
            case .valid(let scalar): for _ in 0..<scalar.count { seen.advance() }
            case .error: throw seen.error(.invalidUTF8)
            }
        }
    }

    // MARK: - Bytes

    /// The next byte.
    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    var place: TOMLPlace { TOMLPlace(line: line, column: position - lineStart - continued + 1) }

    func error(_ code: TOMLError.Code) -> TOMLError { TOMLError(code, place) }

    private func byte(after count: Int) -> UInt8? {
        position + count < bytes.count ? bytes[position + count] : nil
    }

    mutating func advance() {
        guard let byte = next else { return }
        position += 1
        if byte == ASCII.lineFeed {
            line += 1
            lineStart = position
            continued = 0
        } else if byte & 0xC0 == 0x80 {
            continued += 1
        }
    }

    /// true, and goes past it, when it comes next.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        advance()
        return true
    }

    mutating func skipBlanks() {
        while next == ASCII.space || next == ASCII.tab { advance() }
    }

    /// Goes past a comment and the end of the line.
    mutating func finishLine() throws(TOMLError) {
        skipBlanks()
        try skipComment()
        guard next != nil else { return }
        guard try takeLineEnd() else { throw error(.expectedLineEnd) }
    }

    /// Goes past what may be between the elements of an array.
    mutating func skipLinesAndComments() throws(TOMLError) {
        repeat {
            skipBlanks()
            try skipComment()
        } while try takeLineEnd()
    }

    private mutating func takeLineEnd() throws(TOMLError) -> Bool {
        if next == ASCII.carriageReturn {
            guard byte(after: 1) == ASCII.lineFeed else { throw error(.loneCarriageReturn) }
            advance()
        }
        return take(ASCII.lineFeed)
    }

    private mutating func skipComment() throws(TOMLError) {
        guard next == ASCII.hash else { return }
        while let byte = next, byte != ASCII.lineFeed {
            if byte == ASCII.carriageReturn, self.byte(after: 1) == ASCII.lineFeed { return }
            if Self.isControl(byte) { throw error(.controlCharacter) }
            advance()
        }
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < ASCII.space && byte != ASCII.tab || byte == ASCII.delete
    }

    // MARK: - After a mistake

    /// Goes to the line after this one, forwards or back.
    mutating func move(after wanted: Int) {
        if line > wanted { (position, line, lineStart, continued) = (0, 1, 0, 0) }
        while line <= wanted, next != nil { advance() }
    }

    /// Goes past lines that begin neither a table nor a pair.
    mutating func skipLinesOfValue() {
        while next != nil, !isAtStatement { move(after: line) }
    }

    /// `[table`, `key =`, `a.b`.
    private var isAtStatement: Bool {
        var seen = self
        seen.skipBlanks()
        if seen.next == ASCII.openBracket {
            seen.advance()
            _ = seen.take(ASCII.openBracket)
            return (try? seen.key()) != nil && (seen.next == ASCII.closeBracket || seen.next == ASCII.period)
        }
        guard (try? seen.key()) != nil else { return false }
        seen.skipBlanks()
        return seen.next == ASCII.equals || seen.next == ASCII.period
    }

    // MARK: - Words

    mutating func key() throws(TOMLError) -> TOMLKey {
        let place = place
        switch next {
        case ASCII.quote?: return TOMLKey(name: try basicString(), place: place)
        case ASCII.apostrophe?: return TOMLKey(name: try literalString(), place: place)
        default:
            let word = word { Self.isBare($0) }
            guard !word.isEmpty else { throw error(.expectedKey) }
            return TOMLKey(name: word, place: place)
        }
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), ASCII.zero...ASCII.nine,
            ASCII.hyphen, ASCII.underscore:
            true
        default: false
        }
    }

    private mutating func word(_ belongs: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, belongs(byte) { advance() }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Any value but an array.
    mutating func value() throws(TOMLError) -> TOMLValue {
        switch next {
        case ASCII.quote?: return .string(try basicString())
        case ASCII.apostrophe?: return .string(try literalString())
        case ASCII.openBrace?: throw error(.inlineTable)
        default: break
        }
        let start = place
        let word = word { Self.isBare($0) || $0 == ASCII.plus || $0 == ASCII.period || $0 == ASCII.colon }
        do throws(TOMLWordFault) {
            return try TOMLValue(word: word)
        } catch {
            throw TOMLError(error.code, start)
        }
    }

    private mutating func literalString() throws(TOMLError) -> String {
        let start = place
        try refuseMultiline(ASCII.apostrophe)
        advance()
        let first = position
        while let byte = next, byte != ASCII.apostrophe {
            try checkCharacter(byte, start)
            advance()
        }
        let text = String(decoding: bytes[first..<position], as: UTF8.self)
        guard take(ASCII.apostrophe) else { throw TOMLError(.openString, start) }
        return text
    }

    private mutating func basicString() throws(TOMLError) -> String {
        let start = place
        try refuseMultiline(ASCII.quote)
        advance()
        var text: [UInt8] = []
        while let byte = next, byte != ASCII.quote {
            try checkCharacter(byte, start)
            if byte == ASCII.backslash {
                text += Array(String(try escape()).utf8)
            } else {
                text.append(byte)
                advance()
            }
        }
        guard take(ASCII.quote) else { throw TOMLError(.openString, start) }
        return String(decoding: text, as: UTF8.self)
    }

    private func refuseMultiline(_ quote: UInt8) throws(TOMLError) {
        if byte(after: 1) == quote, byte(after: 2) == quote { throw error(.multilineString) }
    }

    private func checkCharacter(_ byte: UInt8, _ start: TOMLPlace) throws(TOMLError) {
        if byte == ASCII.lineFeed || byte == ASCII.carriageReturn { throw TOMLError(.openString, start) }
        if Self.isControl(byte) { throw error(.controlCharacter) }
    }

    private mutating func escape() throws(TOMLError) -> Unicode.Scalar {
        let bad = error(.badEscape)
        advance()
        let letter = next
        advance()
        switch letter {
        case UInt8(ascii: "b")?: return "\u{8}"
        case UInt8(ascii: "t")?: return "\t"
        case UInt8(ascii: "n")?: return "\n"
        case UInt8(ascii: "f")?: return "\u{C}"
        case UInt8(ascii: "r")?: return "\r"
        case ASCII.quote?: return "\""
        case ASCII.backslash?: return "\\"
        case UInt8(ascii: "u")?: return try scalar(digits: 4, bad)
        case UInt8(ascii: "U")?: return try scalar(digits: 8, bad)
        default: throw bad
        }
    }

    private mutating func scalar(digits: Int, _ bad: TOMLError) throws(TOMLError) -> Unicode.Scalar {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
                throw bad
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        guard let scalar = Unicode.Scalar(value) else { throw bad }
        return scalar
    }
}
