import Bytes
import HTTPSemantics

/// The cookies of a request (RFC 6265bis §4.2).
enum CookieValues {
    static let spec = "draft-ietf-httpbis-rfc6265bis §4.2.1"

    // cookie-string = cookie-pair *( ";" SP cookie-pair )
    static func cookie(_ scan: inout SpanScanner) {
        FieldList.forEachPiece(of: scan.rest, separator: ASCII.semicolon) { piece in
            guard !scan.isFull else { return }
            separators(to: scan.start(of: piece), &scan)
            scan.within(piece, "cookie-pair", spec) { pair(CookiePairs.pair(piece), isSet: false, &$0) }
        }
        separators(to: scan.end, &scan)
    }

    private static func separators(to place: Int, _ scan: inout SpanScanner) {
        while scan.index < place, !scan.isAtEnd {
            if scan.sign(ASCII.semicolon, spec, "Separates the cookies.") {
                if scan.take(ASCII.space) {
                    scan.name("SP", spec, "The space that follows the semicolon.")
                } else if scan.isAtEnd {
                    scan.expected("cookie-pair", spec, "a space and another cookie")
                }
            } else {
                let start = scan.index
                scan.ows()
                if scan.index == start { scan.advance(place - start) }
            }
        }
    }

    /// `cookie-name "=" cookie-value`, to the scanner's end. User agents take more than servers may send, so what is
    /// malformed here may work.
    static func pair(_ cookie: CookiePairs.Pair, isSet: Bool, _ scan: inout SpanScanner) {
        let spec = isSet ? "draft-ietf-httpbis-rfc6265bis §4.1.1" : spec
        let verb = isSet ? "set" : "sent back"
        scan.begin()
        guard scan.rest.contains(ASCII.equals) else {
            scan.bws()
            scan.advance(over: cookie.value)
            scan.expected("cookie-pair", spec, "a name, an equals sign and a value")
            scan.bws()
            return scan.finish(
                "cookie-pair", spec, "A cookie without a name; its value is \(quoting: cookie.value).",
                malformed: true)
        }
        scan.bws()
        if !cookie.name.isEmpty {
            scan.within(cookie.name, "cookie-name", spec) { scan in
                scan.token("cookie-name", spec) { "The cookie's name: \(abbreviating: $0)." }
            }
            scan.bws()
            _ = scan.sign(ASCII.equals, spec, "Separates the name from the value.")
        } else if scan.take(ASCII.equals) {
            scan.expected("cookie-name", spec, "a name before the equals sign")
        }
        scan.bws()
        scan.within(cookie.value, "cookie-value", spec) { value(&$0, spec) }
        scan.bws()
        scan.finish("cookie-pair", spec, text(cookie.name, cookie.value, verb))
    }

    private static func text(_ name: Bytes, _ value: Bytes, _ verb: String) -> Wording {
        if name.isEmpty {
            return value.isEmpty
                ? "A cookie without name and value." : "A cookie without a name, whose value is \(quoting: value)."
        }
        let held = value.isEmpty ? "an empty value." : "the value \(quoting: value)."
        return "The cookie \(quoting: name), \(verb) with \(held)\(promise(name))"
    }

    private static func promise(_ name: Bytes) -> String {
        if name.hasPrefix(ignoringCase: "__host-") {
            return " The prefix guarantees that it belongs to one host only and was set over a secure connection."
        }
        return name.hasPrefix(ignoringCase: "__secure-")
            ? """
             The prefix guarantees that it was set over a secure connection.
            """ : ""
    }

    // cookie-value = *cookie-octet / ( DQUOTE *cookie-octet DQUOTE )
    private static func value(_ scan: inout SpanScanner, _ spec: String) {
        let isQuoted = scan.rest.count >= 2 && scan.peek == ASCII.quote && scan.rest.last == ASCII.quote
        let inner = isQuoted ? scan.end - 1 : scan.end
        if isQuoted {
            scan.advance()
            scan.name("DQUOTE", spec, "A quote, which is part of the value.")
        }
        if RedactedTag.isIn(scan.rest) {
            scan.advanceToEnd()
            return scan.name("cookie-octet", spec, "The value, which was taken out when this was written.")
        }
        scan.within(inner, "cookie-octet", spec) { scan in
            while !scan.isAtEnd {
                if scan.skip(while: isOctet) > 0 {
                    scan.name(
                        "cookie-octet", spec,
                        "The value, whose format only the server knows: \(abbreviating: scan.seen)")
                } else {
                    scan.skip { !isOctet($0) }
                    scan.expected(
                        "cookie-octet", spec, "no space, quote, comma, semicolon or backslash; most readers take them")
                }
            }
        }
        if isQuoted {
            scan.advance()
            scan.name("DQUOTE", spec, "A quote, which is part of the value.")
        }
    }

    /// `%x21 / %x23-2B / %x2D-3A / %x3C-5B / %x5D-7E`.
    private static func isOctet(_ byte: UInt8) -> Bool {
        (ASCII.exclamation...ASCII.tilde).contains(byte) && byte != ASCII.quote && byte != ASCII.comma
            && byte != ASCII.semicolon
            && byte != ASCII.backslash
    }
}

extension CookieValues {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("cookie", samples: ["SID=31d4d96e407aad42; lang=en-US; q=\"quoted\"; e="], cookie)
    ]
}
