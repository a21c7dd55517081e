import Bytes
import HTTPSemantics

/// Entity tags (RFC 9110 §8.8.3) and the conditions made of them.
enum EntityTags {
    private static let spec = "RFC 9110 §8.8.3"

    static func single(_ scan: inout SpanScanner) {
        tag(&scan)
        scan.leftOver("entity-tag", spec)
    }

    static func ifMatch(_ scan: inout SpanScanner) {
        list(&scan, "RFC 9110 §13.1.1", any: "Any: carry out the request only if the resource exists.")
    }

    static func ifNoneMatch(_ scan: inout SpanScanner) {
        list(&scan, "RFC 9110 §13.1.2", any: "Any: carry out the request only if the resource does not exist yet.")
    }

    /// `entity-tag / HTTP-date` (RFC 9110 §13.1.5).
    static func ifRange(_ scan: inout SpanScanner) {
        if scan.peek == ASCII.quote || (scan.peek == UInt8(ascii: "W") && scan.peek(1) == ASCII.slash) {
            single(&scan)
        } else {
            Dates.date(&scan) { "Send the range only if Last-Modified is exactly \($0)." }
        }
    }

    private static func list(_ scan: inout SpanScanner, _ spec: String, any: Wording) {
        if scan.rest.isExactly("*") {
            scan.advance()
            scan.name("\"*\"", spec, any)
            return
        }
        scan.list("entity-tag", spec, by: EntityTag.forEachMember) { tag(&$0) }
    }

    // entity-tag = [ weak ] opaque-tag
    private static func tag(_ scan: inout SpanScanner) {
        scan.begin()
        let isWeak = scan.peek == UInt8(ascii: "W") && scan.peek(1) == ASCII.slash
        if isWeak {
            scan.advance(2)
            scan.name("weak", spec, "Weak: versions with this tag are equivalent, but can differ in bytes.")
        }
        guard scan.peek == ASCII.quote else {
            let hasSmallMark = EntityTag.hasSmallMark(scan.rest)
            scan.advanceToEnd()
            if hasSmallMark {
                scan.expected("weak", spec, "a capital W as the mark of a weak tag")
                return scan.finish("entity-tag", spec, "The weak mark is in lower case; it must be a capital W.")
            }
            scan.expected("opaque-tag", spec, "an entity tag in double quotes")
            return scan.finish("entity-tag", spec, "An entity tag without its quotes.")
        }
        scan.begin()
        scan.advance()
        scan.name("DQUOTE", spec, "Opens the tag.")
        var isCorrect = true
        while !scan.isAtEnd, scan.peek != ASCII.quote {
            // etagc = %x21 / %x23-7E / obs-text
            if scan.skip(while: { $0 == ASCII.exclamation || ($0 >= ASCII.hash && $0 != ASCII.delete) }) > 0 {
                scan.name(
                    "etagc", spec,
                    "The tag itself, \(abbreviating: scan.seen). Only the server knows its format.")
            } else {
                scan.skip { $0 <= ASCII.space || $0 == ASCII.delete }
                isCorrect = false
                scan.expected("etagc", spec, "a visible character other than a quote")
            }
        }
        if scan.take(ASCII.quote) {
            scan.name("DQUOTE", spec, "Closes the tag.")
        } else {
            isCorrect = false
            scan.expected("DQUOTE", spec, "a quote that closes the tag")
        }
        scan.finish("opaque-tag", spec, "The tag in its quotes.", malformed: !isCorrect)
        let strength = isWeak ? "weak" : "strong"
        scan.finish(
            "entity-tag", spec,
            "A \(strength) entity tag: \(abbreviating: scan.group) identifies one version of the resource.")
    }
}

extension EntityTags {
    /// The fields with these values.
    static let fields: [Field] = [
        Field("etag", samples: ["\"xyzzy\"", "W/\"xyzzy\"", "\"\""], single),
        Field("if-match", samples: ["\"xyzzy\", \"r2d2xxxx\", \"c3piozzzz\"", "*"], ifMatch),
        Field("if-none-match", samples: ["W/\"xyzzy\", \"a,b\"", "*"], ifNoneMatch),
        Field("if-range", samples: ["\"abc\"", "Sat, 29 Oct 1994 19:43:31 GMT"], ifRange),
    ]
}
