import Bytes

/// Names of software: Server and User-Agent (RFC 9110 §10.1.5, §10.2.4), and the comments in them.
enum Products {
    // product *( RWS ( product / comment ) )
    static func list(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §10.1.5"
        while !scan.isAtEnd {
            if scan.peek.map(ASCII.isWhitespace) == true {
                scan.rws()
            } else if scan.peek == ASCII.openParenthesis {
                comment(&scan)
            } else {
                product(&scan, spec)
            }
        }
    }

    // product = token [ "/" product-version ]
    private static func product(_ scan: inout SpanScanner, _ spec: String) {
        guard scan.peek.map(OctetClass.token.contains) == true else {
            scan.skip { !ASCII.isWhitespace($0) && $0 != ASCII.openParenthesis }
            return scan.expected("product", spec, "the name of a product, optionally with a slash and a version")
        }
        scan.begin()
        scan.token("token", spec) { "The product's name: \(abbreviating: $0)." }
        if scan.sign(ASCII.slash, spec, "Separates the name from the version.") {
            scan.token("product-version", spec) { "Its version: \(abbreviating: $0)." }
        }
        let product = scan.group
        scan.finish("product", spec, "The product \(abbreviating: product).")
        if let next = scan.peek, !ASCII.isWhitespace(next), next != ASCII.openParenthesis {
            scan.skip { !ASCII.isWhitespace($0) && $0 != ASCII.openParenthesis }
            scan.expected("RWS", "RFC 9110 §5.6.3", "a space before the next product or comment")
        }
    }

    /// How deep comments in comments are named; deeper parentheses are text.
    private static let depthLimit = 6

    // comment = "(" *( ctext / quoted-pair / comment ) ")"
    static func comment(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §5.6.5"
        var depth = 0
        var unnamedDepth = 0
        repeat {
            if depth == depthLimit,
                scan.peek == ASCII.openParenthesis || (scan.peek == ASCII.closeParenthesis && unnamedDepth > 0)
            {
                unnamedDepth += scan.peek == ASCII.openParenthesis ? 1 : -1
                scan.advance()
                scan.name("ctext", spec, "A parenthesis. The comment is nested too deeply to describe.")
            } else if scan.peek == ASCII.openParenthesis, depth < depthLimit {
                scan.begin()
                _ = scan.sign(ASCII.openParenthesis, spec, "Opens a comment.")
                depth += 1
            } else if scan.sign(ASCII.closeParenthesis, spec, "Closes the comment.") {
                depth -= 1
                let comment = scan.group
                scan.finish("comment", spec, "A comment: \(abbreviating: comment).")
            } else if scan.peek == ASCII.backslash, let next = scan.peek(1), ASCII.isFieldText(next) {
                scan.advance(2)
                scan.name("quoted-pair", "RFC 9110 §5.6.4", "A backslash and the character that it escapes.")
            } else if scan.skip(while: isCommentText) > 0 {
                scan.name("ctext", spec, "Text of the comment: \(abbreviating: scan.seen)")
            } else {
                scan.advance()
                scan.expected("ctext", spec, "text: no control characters and no single backslash")
            }
        } while depth > 0 && !scan.isAtEnd
        while depth > 0 {
            depth -= 1
            scan.finish(
                "comment", spec, "A comment that is never closed: expected a closing parenthesis.", malformed: true)
        }
    }

    private static func isCommentText(_ byte: UInt8) -> Bool {
        ASCII.isFieldText(byte) && byte != ASCII.openParenthesis && byte != ASCII.closeParenthesis
            && byte != ASCII.backslash
    }
}

extension Products {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("server", samples: ["CERN/3.0 libwww/2.17", "Apache/2.4 (Debian; (a) \\)) mod/1"], list),
        Field("user-agent", samples: ["Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/121.0"], list),
    ]
}
