import Bytes
import HTTPSemantics

/// The classes of octets that the grammars of fields name.
enum Octets {
    /// `qdtext` (RFC 9110 §5.6.4).
    static func isQuotedText(_ byte: UInt8) -> Bool {
        byte == ASCII.tab || (!ASCII.isControl(byte) && byte != ASCII.quote && byte != ASCII.backslash)
    }
}

/// Rules that are one sign: their names are the sign in quotes, as grammars write it.
private enum Signs {
    private static let rules = (0...UInt8.max).map { "\"\(Character(Unicode.Scalar($0)))\"" }

    static func rule(_ byte: UInt8) -> String { rules[Int(byte)] }
}

/// The rules that most fields share (RFC 9110 §5.6).
extension SpanScanner {
    mutating func ows() {
        skip(while: ASCII.isWhitespace)
        name("OWS", "RFC 9110 §5.6.3", "Optional white space without meaning.")
    }

    /// White space that the grammar demands.
    mutating func rws() {
        skip(while: ASCII.isWhitespace)
        name("RWS", "RFC 9110 §5.6.3", "White space that separates two parts.")
    }

    /// White space that only recipients may tolerate.
    mutating func bws() {
        skip(while: ASCII.isWhitespace)
        name(
            "BWS", "RFC 9110 §5.6.3", "White space that senders must not put here; recipients remove it.",
            malformed: true)
    }

    /// A sign of the grammar itself; its rule's name is the sign in quotes.
    mutating func sign(_ byte: UInt8, _ spec: String, _ text: Wording) -> Bool {
        guard take(byte) else { return false }
        name(Signs.rule(byte), spec, text)
        return true
    }

    /// A token, and what it means here. Empty when there is none: that is named as malformed.
    @discardableResult
    mutating func token(
        _ rule: String = "token", _ spec: String = "RFC 9110 §5.6.2", _ text: (Bytes) -> Wording
    ) -> Bytes {
        skip(while: OctetClass.token.contains)
        let token = seen
        guard token.isEmpty else {
            name(rule, spec, text(token))
            return token
        }
        skip { !FieldList.endsToken($0) }
        expected(rule, spec, "a token: only letters, digits and !#$%&'*+-.^_`|~")
        return token
    }

    /// A quoted string with its parts; what it says, without quotes and backslashes.
    @discardableResult
    mutating func quotedString(
        _ spec: String = "RFC 9110 §5.6.4", saying words: ((Bytes) -> Wording)? = nil
    ) -> Bytes {
        begin()
        _ = take(ASCII.quote)
        name("DQUOTE", spec, "Opens the quoted string.")
        var isClosed = false
        while !isAtEnd, !isClosed {
            if skip(while: Octets.isQuotedText) > 0 {
                name("qdtext", spec, "The characters themselves: \(abbreviating: seen)")
            } else if take(ASCII.quote) {
                name("DQUOTE", spec, "Closes the quoted string.")
                isClosed = true
            } else if take(ASCII.backslash) {
                guard let next = peek, ASCII.isFieldText(next) else {
                    expected("quoted-pair", spec, "a character after the backslash")
                    continue
                }
                advance()
                name(
                    "quoted-pair", spec,
                    "A backslash and the character that it escapes: \(abbreviating: Bytes([next]))")
            } else {
                skip { !ASCII.isFieldText($0) }
                expected("qdtext", spec, "text: a control character is not allowed in a quoted string")
            }
        }
        let written = group
        let text = FieldList.unquote(written)
        if isClosed {
            finish("quoted-string", spec, words?(text) ?? "A quoted string; its value is \(quoting: text).")
        } else {
            finish(
                "quoted-string", spec, "A quoted string that is never closed: expected a quote at its end.",
                malformed: true)
        }
        return text
    }

    /// How a value is split into members, each a slice of it.
    typealias Splitting = (_ value: Bytes, _ body: (Bytes) -> Void) -> Void

    /// The members of a list, each read by `member`, which sees that member alone. Where they begin and end is decided
    /// by `split`, which whoever acts on the field asks too.
    mutating func list(
        _ rule: String, _ spec: String,
        by split: @escaping Splitting = { FieldList.forEachMember(of: $0, separator: ASCII.comma, $1) },
        _ member: (inout SpanScanner) -> Void
    ) {
        var isExpected = true
        split(rest) { part in
            guard !isFull else { return }
            listSeparators(to: start(of: part), &isExpected)
            isExpected = false
            within(part, rule, spec, member)
        }
        listSeparators(to: end, &isExpected)
    }

    private mutating func listSeparators(to place: Int, _ isExpected: inout Bool) {
        separators(to: place, ASCII.comma) { scan in
            scan.name(
                "\",\"", "RFC 9110 §5.6.1",
                isExpected
                    ? "An empty element before this comma, which recipients skip."
                    : "Separates the elements of the list.")
            isExpected = true
        }
    }

    /// White space and separators, up to where the next member begins.
    mutating func separators(to place: Int, _ separator: UInt8, _ name: (inout SpanScanner) -> Void) {
        while index < place, !isAtEnd {
            ows()
            guard index < place else { return }
            guard take(separator) else { return advance(place - index) }
            name(&self)
        }
    }

    /// The parts between semicolons, quoted strings respected, each read by `part`, which sees that part alone.
    mutating func parts(
        _ rule: String, _ spec: String, separator: Wording, by split: Splitting? = nil,
        _ part: (inout SpanScanner) -> Void
    ) {
        // Functions, not closures that are kept: those are allocated.
        func separators(to place: Int) {
            self.separators(to: place, ASCII.semicolon) { $0.name("\";\"", spec, separator) }
        }
        func read(_ piece: Bytes) {
            guard !isFull else { return }
            separators(to: start(of: piece))
            within(piece, rule, spec, part)
        }
        if let split { split(rest, read) } else { FieldList.forEachMember(of: rest, separator: ASCII.semicolon, read) }
        separators(to: end)
    }

    /// What stands before the first semicolon, read by `body`, which sees that alone: the parameters follow.
    mutating func head(_ rule: String, _ spec: String, _ body: (inout SpanScanner) -> Void) {
        within(rest.slice(0..<FieldList.end(in: rest, from: 0, separator: ASCII.semicolon)).trimmed, rule, spec, body)
    }
}
