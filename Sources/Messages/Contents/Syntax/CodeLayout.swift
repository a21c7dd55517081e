import Bytes

/// A language with braces: what its strings and comments look like.
enum CodeLanguage {
    case script, styleSheet
}

/// Scripts and style sheets: one that is written in lines stays in them, one on few long lines is broken after `{`, `;`
/// and `}`. Strings, comments and regular expressions are never broken. No parser: what it does not know, it leaves.
struct CodeLayout {
    private let bytes: Bytes
    private let language: CodeLanguage
    private var index = 0
    private var depth = 0
    /// Round and square brackets that are open: within them no line ends at `;`.
    private var brackets = 0
    /// Whether a slash here begins a regular expression (and is no division).
    private var mayBeRegex = true
    /// Whether the next text begins on a line of its own.
    private var isLineDue = true
    private var isSpaceDue = false
    /// Lines of more than this, on average, nobody wrote by hand.
    private static let writtenLine = 160
    /// Deeper than this is not indented.
    private static let depthLimit = 200

    init(_ bytes: Bytes, _ language: CodeLanguage) {
        self.bytes = bytes
        self.language = language
    }

    func write(to out: inout LineBuilder) {
        let sample = bytes.slice(0..<min(bytes.count, 64 << 10))
        let lines = sample.reduce(1) { $0 + ($1 == ASCII.lineFeed ? 1 : 0) }
        if sample.count / lines <= Self.writtenLine {
            // Of what is indented in its page, the indentation of the first line is enough.
            let start = bytes.skippingSpace(0)
            return PlainLayout(bytes.slice(start..<bytes.count)).write(to: &out)
        }
        var copy = self
        copy.layOut(&out)
    }

    private mutating func layOut(_ out: inout LineBuilder) {
        while index < bytes.count, !out.isFull { step(&out) }
        out.end()
    }

    private mutating func step(_ out: inout LineBuilder) {
        let byte = bytes[index]
        switch byte {
        case _ where Bytes.isSpace(byte):
            // A line end may be what ends a statement of a script.
            let run = bytes.run(from: index, while: Bytes.isSpace)
            if language == .script, brackets == 0, run.contains(ASCII.lineFeed) { isLineDue = true }
            isSpaceDue = true
            index += run.count
        case ASCII.quote, ASCII.apostrophe: put(quoted(byte), .string, &out)
        case ASCII.backtick where language == .script: put(quoted(byte), .string, &out)
        case ASCII.slash where isComment: comment(&out)
        case ASCII.slash where language == .script && mayBeRegex: put(regex(), .string, &out)
        case ASCII.openBrace:
            put(1, .mark, &out)
            depth = min(depth + 1, Self.depthLimit)
            isLineDue = !(index < bytes.count && bytes[index] == ASCII.closeBrace)
        case ASCII.closeBrace:
            depth = max(depth - 1, 0)
            if index > 0, bytes[index - 1] != ASCII.openBrace { isLineDue = true }
            put(1, .mark, &out)
            endOfBlock()
        case ASCII.semicolon:
            put(1, .mark, &out)
            if brackets == 0 { isLineDue = true }
        case ASCII.openParenthesis, ASCII.openBracket:
            brackets += 1
            put(1, .mark, &out)
        case ASCII.closeParenthesis, ASCII.closeBracket:
            brackets = max(brackets - 1, 0)
            put(1, .mark, &out)
            mayBeRegex = false
        default: word(&out)
        }
    }

    /// After a block comes a new line, unless what follows belongs to it.
    private mutating func endOfBlock() {
        let next = bytes.skippingSpace(index)
        guard next < bytes.count else { return }
        let byte = bytes[next]
        isLineDue =
            !(byte == ASCII.comma || byte == ASCII.semicolon || byte == ASCII.closeParenthesis
            || byte == ASCII.period || byte == ASCII.openParenthesis)
        mayBeRegex = true
    }

    private mutating func word(_ out: inout LineBuilder) {
        let word = bytes.run(from: index) { isWordByte($0) }
        guard !word.isEmpty else {
            let byte = bytes[index]
            put(1, .plain, &out)
            mayBeRegex = byte != ASCII.closeParenthesis
            return
        }
        let isWord = language == .script && Self.words.contains(word.text)
        let isNumber = word.first.map(ASCII.isDigit) ?? false
        put(word.count, isWord ? .word : isNumber ? .number : .plain, &out)
        mayBeRegex = isWord
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        ASCII.isAlpha(byte) || ASCII.isDigit(byte) || byte == ASCII.underscore || byte == UInt8(ascii: "$")
            || byte >= 0x80 || (language == .styleSheet && (byte == ASCII.hyphen || byte == ASCII.hash))
    }

    private static let words: Set<String> = [
        "async", "await", "break", "case", "catch", "class", "const", "continue", "default", "delete", "do", "else",
        "export", "extends", "false", "finally", "for", "function", "if", "import", "in", "instanceof", "let", "new",
        "null", "of", "return", "static", "super", "switch", "this", "throw", "true", "try", "typeof", "undefined",
        "var",
        "void", "while", "with", "yield",
    ]

    // MARK: Runs

    private mutating func put(_ count: Int, _ role: BodyLine.Role, _ out: inout LineBuilder) {
        let text = bytes.slice(index..<min(index + count, bytes.count))
        index += text.count
        if isLineDue {
            out.resume(depth)
        } else if isSpaceDue {
            out.put(Self.space, .plain)
        }
        (isLineDue, isSpaceDue) = (false, false)
        out.put(text, role)
        mayBeRegex = role != .string
    }

    /// A string with its quotes, up to its end, the line's (but for template literals) or the text's.
    private func quoted(_ quote: UInt8) -> Int {
        var place = index + 1
        while place < bytes.count {
            if bytes[place] == quote { return place + 1 - index }
            if bytes[place] == ASCII.lineFeed, quote != ASCII.backtick { return place - index }
            place += bytes[place] == ASCII.backslash ? 2 : 1
        }
        return bytes.count - index
    }

    private func regex() -> Int {
        var place = index + 1
        var isInClass = false
        // What is longer is none: and would be looked through again at each slash.
        while place < min(bytes.count, index + 1000), bytes[place] != ASCII.lineFeed {
            let byte = bytes[place]
            if byte == ASCII.openBracket { isInClass = true }
            if byte == ASCII.closeBracket { isInClass = false }
            if byte == ASCII.slash, !isInClass { return place + 1 - index }
            place += byte == ASCII.backslash ? 2 : 1
        }
        return 1
    }

    private var isComment: Bool {
        guard index + 1 < bytes.count else { return false }
        return bytes[index + 1] == ASCII.asterisk || language == .script && bytes[index + 1] == ASCII.slash
    }

    private mutating func comment(_ out: inout LineBuilder) {
        let isBlock = bytes[index + 1] == ASCII.asterisk
        let end =
            isBlock
            ? bytes.firstIndex(of: "*/", from: index + 2).map { $0 + 2 } ?? bytes.count
            : bytes.firstIndex(of: ASCII.lineFeed, from: index) ?? bytes.count
        PlainLayout(bytes.slice(index..<end), .comment).write(to: &out, at: depth)
        index = end
        isLineDue = true
    }

    private static let space: Bytes = " "
}
