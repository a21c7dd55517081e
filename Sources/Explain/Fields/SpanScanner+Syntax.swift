import Bytes
import HTTPSemantics

/// The classes of octets that the grammars of fields name.
enum Octets {
    /// `qdtext` (RFC 9110 §5.6.4).
    static func isQuotedText(_ byte: UInt8) -> Bool {
        byte == ASCII.tab || (!ASCII.isControl(byte) && byte != ASCII.quote && byte != ASCII.backslash)
    }

    /// Where a malformed token ends, so that what follows can be read.
    static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.comma, ASCII.semicolon, ASCII.equals, ASCII.space, ASCII.tab: true
        default: false
        }
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
        name("OWS", "RFC 9110 §5.6.3", "Optional white space, which means nothing.")
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
            "BWS", "RFC 9110 §5.6.3", "White space that no sender may put here; recipients remove it.",
            malformed: true)
    }

    /// A sign of the grammar itself; its rule's name is the sign in quotes.
    mutating func sign(_ byte: UInt8, _ spec: String, _ text: String) -> Bool {
        guard take(byte) else { return false }
        name(Signs.rule(byte), spec, text)
        return true
    }

    /// A token, and what it means here. Empty when there is none: that is named as malformed.
    @discardableResult
    mutating func token(
        _ rule: String = "token", _ spec: String = "RFC 9110 §5.6.2", _ text: (Bytes) -> String
    ) -> Bytes {
        skip(while: OctetClass.token.contains)
        let token = seen
        guard token.isEmpty else {
            name(rule, spec, text(token))
            return token
        }
        skip { !Octets.isDelimiter($0) }
        expected(rule, spec, "a token: letters, digits and !#$%&'*+-.^_`|~ alone")
        return token
    }

    /// A quoted string with its parts; what it says, without quotes and backslashes.
    @discardableResult
    mutating func quotedString(_ spec: String = "RFC 9110 §5.6.4") -> Bytes {
        begin()
        _ = take(ASCII.quote)
        name("DQUOTE", spec, "Opens the quoted string.")
        var isClosed = false
        while !isAtEnd, !isClosed {
            if skip(while: Octets.isQuotedText) > 0 {
                name("qdtext", spec, "Stands for itself: \(Quotation.abbreviated(seen))")
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
                    "A backslash, and the character it stands for: \(Quotation.abbreviated(Bytes([next])))")
            } else {
                skip { !ASCII.isFieldText($0) }
                expected("qdtext", spec, "text: a control character may not stand in a quoted string")
            }
        }
        let written = group
        let text = FieldList.unquote(written)
        if isClosed {
            finish("quoted-string", spec, "A quoted string; it says \(Quotation.of(text)).")
        } else {
            finish(
                "quoted-string", spec, "A quoted string that is never closed: expected a quote at its end.",
                malformed: true)
        }
        return text
    }

    /// The members of a list, each read by `member`, which sees that member alone. Commas in quoted strings, and in
    /// `brackets`, do not separate.
    mutating func list(
        _ rule: String, _ spec: String, brackets: (UInt8, UInt8)? = nil, _ member: (inout SpanScanner) -> Void
    ) {
        var isExpected = true
        while !isAtEnd {
            ows()
            if take(ASCII.comma) {
                name(
                    "\",\"", "RFC 9110 §5.6.1",
                    isExpected
                        ? "Nothing stands before this comma: an empty element, which recipients skip."
                        : "Separates the elements of the list.")
                isExpected = true
                continue
            }
            if isAtEnd { break }
            isExpected = false
            within(memberEnd(brackets), rule, spec, member)
        }
    }

    /// Where the list's member that begins here ends, white space after it left out.
    private func memberEnd(_ brackets: (UInt8, UInt8)?) -> Int {
        var place = index
        var isQuoted = false
        var isBracketed = false
        while place < end {
            let byte = value[place]
            if isQuoted {
                if byte == ASCII.backslash { place += 1 } else if byte == ASCII.quote { isQuoted = false }
            } else if byte == ASCII.quote {
                isQuoted = true
            } else if let brackets, byte == brackets.0 {
                isBracketed = true
            } else if let brackets, byte == brackets.1 {
                isBracketed = false
            } else if byte == ASCII.comma, !isBracketed {
                break
            }
            place += 1
        }
        place = min(place, end)
        while place > index, ASCII.isWhitespace(value[place - 1]) { place -= 1 }
        return place
    }
}
