import Bytes

/// The cookies of a request (RFC 6265bis §4.2).
enum CookieValues {
    static let spec = "RFC 6265bis §4.2.1"

    // cookie-string = cookie-pair *( ";" SP cookie-pair )
    static func cookie(_ scan: inout SpanScanner) {
        while !scan.isAtEnd {
            scan.ows()
            if scan.isAtEnd { break }
            let end = scan.position(of: ASCII.semicolon) ?? scan.end
            if end > scan.index { scan.within(end, "cookie-pair", spec) { pair(&$0, isSet: false) } }
            guard scan.sign(ASCII.semicolon, spec, "Separates the cookies.") else { break }
            if scan.peek == ASCII.space {
                scan.advance()
                scan.name("SP", spec, "The space that follows the semicolon.")
            } else if scan.isAtEnd {
                scan.expected("cookie-pair", spec, "a space and another cookie")
            }
        }
    }

    /// `cookie-name "=" cookie-value`, to the scanner's end. User agents take more than servers may send, so what is
    /// malformed here may work.
    static func pair(_ scan: inout SpanScanner, isSet: Bool) {
        let spec = isSet ? "RFC 6265bis §4.1.1" : spec
        let verb = isSet ? "to be kept" : "sent back"
        scan.begin()
        guard let equals = scan.position(of: ASCII.equals) else {
            let value = scan.rest.trimmed
            scan.advanceToEnd()
            scan.expected("cookie-pair", spec, "a name, an equals sign and a value")
            return scan.finish(
                "cookie-pair", spec, "A cookie without a name, whose value is \(Quotation.of(value)).",
                malformed: true)
        }
        let name = scan.value.slice(scan.index..<equals).trimmed
        scan.within(trimmedEnd(scan, equals), "cookie-name", spec) { scan in
            guard !scan.isAtEnd else { return }
            scan.token("cookie-name", spec) { "The cookie's name: \(Quotation.abbreviated($0))." }
        }
        scan.bws()
        if name.isEmpty, scan.peek == ASCII.equals {
            scan.advance()
            scan.expected("cookie-name", spec, "a name before the equals sign")
        } else {
            _ = scan.sign(ASCII.equals, spec, "Separates the name from the value.")
        }
        scan.bws()
        let end = trimmedEnd(scan, scan.end)
        let value = scan.isAtEnd ? Bytes() : scan.value.slice(scan.index..<max(end, scan.index))
        scan.within(end, "cookie-value", spec) { self.value(&$0, spec) }
        scan.bws()
        scan.finish("cookie-pair", spec, text(name, value, verb))
    }

    private static func trimmedEnd(_ scan: SpanScanner, _ end: Int) -> Int {
        var end = end
        while end > scan.index, ASCII.isWhitespace(scan.value[end - 1]) { end -= 1 }
        return end
    }

    private static func text(_ name: Bytes, _ value: Bytes, _ verb: String) -> String {
        var text = "The cookie \(Quotation.of(name)), \(verb) with "
        text += value.isEmpty ? "an empty value." : "the value \(Quotation.of(value))."
        if name.lowercased.starts(with: "__host-".utf8) {
            text += " The prefix promises that it belongs to one host alone and was set securely."
        } else if name.lowercased.starts(with: "__secure-".utf8) {
            text += " The prefix promises that it was set securely."
        }
        return text
    }

    // cookie-value = *cookie-octet / ( DQUOTE *cookie-octet DQUOTE )
    private static func value(_ scan: inout SpanScanner, _ spec: String) {
        let isQuoted = scan.rest.count >= 2 && scan.peek == ASCII.quote && scan.rest.last == ASCII.quote
        let inner = isQuoted ? scan.end - 1 : scan.end
        if isQuoted {
            scan.advance()
            scan.name("DQUOTE", spec, "A quote, which is part of the value.")
        }
        scan.within(inner, "cookie-octet", spec) { scan in
            while !scan.isAtEnd {
                if scan.skip(while: isOctet) > 0 {
                    scan.name(
                        "cookie-octet", spec,
                        "The value, which only its server understands: \(Quotation.abbreviated(scan.seen))")
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
