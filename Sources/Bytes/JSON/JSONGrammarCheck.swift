/// Finds in JSON what `JSONParser` forgives and RFC 8259 does not allow: a comma before a closing bracket, control
/// characters and unknown escapes in strings, numbers and words that are none. A state machine over any number of
/// pieces; what is no JSON at all is the parser's to say.
package struct JSONGrammarCheck {
    /// What is wrong at a place.
    package enum Fault: Sendable, Hashable {
        /// RFC 8259 §4, §5.
        case commaBeforeBracket
        /// RFC 8259 §7.
        case controlCharacter(UInt8)
        /// A backslash and a sign that make no escape.
        case escape(UInt8)
        /// `\u` without four hexadecimal digits.
        case codePoint
        /// RFC 8259 §3, §6: a run of letters and digits.
        case word(Bytes)

        package var text: String {
            switch self {
            case .commaBeforeBracket: "There is a comma before a closing bracket."
            case .controlCharacter(let byte):
                "A control character (0x\(Hex.number(Int(byte), width: 2))) is in a string unescaped; it has to be "
                    + "escaped."
            case .escape(let byte): "\\\(Bytes([byte]).text) is not a valid escape."
            case .codePoint: "\\u has to be followed by four hexadecimal digits."
            case .word(let word): "\(word.text) is not a JSON value."
            }
        }
    }

    private enum State: Equatable {
        case between
        case string
        case escape
        /// The number of digits that have to follow.
        case digits(Int)
        case word
    }

    /// Longer ones are none, whatever follows.
    private static let wordLimit = 64
    private var state = State.between
    private var position = 0
    /// Where a comma stands that nothing but white space follows so far.
    private var comma: Int?
    private var mark = 0
    private var word: [UInt8] = []

    package init() {}

    /// - Parameter tell: is told each fault with its place, counted from the first byte of all.
    package mutating func add(_ piece: Bytes, _ tell: (Int, Fault) -> Void) {
        for byte in piece {
            step(byte, tell)
            position += 1
        }
    }

    /// Passes over bytes that are no part of the text.
    package mutating func skip(_ count: Int) { position += count }

    package mutating func end(_ tell: (Int, Fault) -> Void) {
        if state == .word { endWord(tell) }
    }

    private mutating func step(_ byte: UInt8, _ tell: (Int, Fault) -> Void) {
        switch state {
        case .string: inString(byte, tell)
        case .escape:
            state = .string
            switch byte {
            case ASCII.quote, ASCII.backslash, ASCII.slash, UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
                UInt8(ascii: "r"), UInt8(ascii: "t"):
                break
            case UInt8(ascii: "u"): state = .digits(4)
            default:
                tell(position - 1, .escape(byte))
                if byte < ASCII.space { inString(byte, tell) }
            }
        case .digits(let due):
            guard ASCII.hexValue(byte) != nil else {
                tell(position - (6 - due), .codePoint)
                state = .string
                return inString(byte, tell)
            }
            state = due == 1 ? .string : .digits(due - 1)
        case .word:
            guard Self.isOfWord(byte) else {
                endWord(tell)
                return between(byte, tell)
            }
            if word.count < Self.wordLimit { word.append(byte) }
        case .between: between(byte, tell)
        }
    }

    private mutating func inString(_ byte: UInt8, _ tell: (Int, Fault) -> Void) {
        switch byte {
        case ASCII.quote: state = .between
        case ASCII.backslash: state = .escape
        case 0..<ASCII.space: tell(position, .controlCharacter(byte))
        default: break
        }
    }

    private mutating func between(_ byte: UInt8, _ tell: (Int, Fault) -> Void) {
        state = .between
        switch byte {
        case ASCII.space, ASCII.tab, ASCII.lineFeed, ASCII.carriageReturn: return
        case ASCII.comma:
            comma = position
            return
        case ASCII.closeBrace, ASCII.closeBracket:
            if let comma { tell(comma, .commaBeforeBracket) }
        case ASCII.quote: state = .string
        case _ where Self.isOfWord(byte):
            state = .word
            mark = position
            word = [byte]
        default: break
        }
        comma = nil
    }

    private mutating func endWord(_ tell: (Int, Fault) -> Void) {
        state = .between
        let bytes = Bytes(word)
        guard !["true", "false", "null"].contains(where: { bytes.isExactly($0) }), !JSONNumber.isNumber(bytes) else {
            return
        }
        tell(mark, .word(bytes))
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.hyphen || byte == ASCII.plus
            || byte == ASCII.period
    }
}
