import Bytes
import HTTPSemantics
import Registry

/// What the sender prefers and what was chosen: Accept-Encoding, Accept-Language, Content-Encoding, Content-Language …
enum Negotiation {
    static func acceptEncoding(_ scan: inout SpanScanner) {
        weighted(&scan, element: "codings", "RFC 9110 §12.5.3") { scan in
            scan.token("codings", "RFC 9110 §12.5.3") {
                $0.isExactly("*") ? "Any other coding." : "The content coding \(abbreviating: $0)\(coding($0))."
            }
        }
    }

    static func acceptCharset(_ scan: inout SpanScanner) {
        weighted(&scan, element: "charset", "RFC 9110 §12.5.2") { scan in
            scan.token("token", "RFC 9110 §12.5.2") {
                $0.isExactly("*") ? "Any other character encoding." : "Text encoded as \(abbreviating: $0)."
            }
        }
    }

    static func acceptLanguage(_ scan: inout SpanScanner) {
        weighted(&scan, element: "language-range", "RFC 9110 §12.5.4") { scan in
            languageTag(&scan, rule: "language-range", "RFC 4647 §2.1")
        }
    }

    static func te(_ scan: inout SpanScanner) {
        weighted(&scan, element: "t-codings", "RFC 9110 §10.1.4") { scan in
            scan.token("t-codings", "RFC 9110 §10.1.4") {
                $0.equalsIgnoringCase("trailers")
                    ? "The client accepts trailer fields."
                    : "The transfer coding \(abbreviating: $0)."
            }
        }
    }

    static func contentLanguage(_ scan: inout SpanScanner) {
        scan.list("language-tag", "RFC 9110 §8.5") { languageTag(&$0, rule: "language-tag", "RFC 5646 §2.1") }
    }

    /// A list whose elements may have a weight.
    private static func weighted(
        _ scan: inout SpanScanner, element: String, _ spec: String, _ read: (inout SpanScanner) -> Void
    ) {
        scan.list(element, spec) { scan in
            let choice = Preference(scan.rest)
            scan.begin()
            scan.head(element, spec, read)
            scan.parameters(weighted: true) { _, _ in nil }
            scan.finish(element, spec, "\(abbreviating: choice.essence)\(liking(choice)).", lone: .isChild)
        }
    }

    /// How much a choice is liked, as the end of a sentence about it (RFC 9110 §12.4.2); nothing where all of it is.
    static func liking(_ choice: Preference) -> Wording {
        guard let written = choice.writtenWeight, choice.weight < 1000 else { return "" }
        return choice.weight == 0 ? ": not acceptable" : ", with weight \(abbreviating: written) of 1"
    }

    // RFC 5646 §2.1: langtag = language ["-" script] ["-" region] *("-" variant) …
    static func languageTag(_ scan: inout SpanScanner, rule: String, _ spec: String) {
        if scan.peek == ASCII.asterisk, scan.peek(1) != ASCII.hyphen {
            scan.advance()
            scan.name(rule, spec, "Any other language.")
            return
        }
        scan.begin()
        var place = 0
        var isExtension = false
        repeat {
            let length = scan.skip { ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == ASCII.asterisk }
            let written = scan.seen
            guard (1...8).contains(length) else {
                scan.skip { !FieldList.endsToken($0) && $0 != ASCII.hyphen }
                scan.expected(rule, spec, "a language tag: letters and digits, at most eight between hyphens")
                continue
            }
            let isDigits = written.allSatisfy(ASCII.isDigit)
            if place == 0 {
                scan.name("language", "RFC 5646 §2.2.1", "The language: \(abbreviating: written).")
            } else if length == 1 {
                isExtension = true
                scan.name("singleton", "RFC 5646 §2.2.6", "Introduces an extension: \(abbreviating: written).")
            } else if isExtension {
                scan.name("extension", "RFC 5646 §2.2.6", "A part of an extension: \(abbreviating: written).")
            } else if length == 4, !isDigits, !ASCII.isDigit(written[0]) {
                scan.name("script", "RFC 5646 §2.2.3", "The script it is written in: \(abbreviating: written).")
            } else if length == 2 || (length == 3 && isDigits) {
                scan.name("region", "RFC 5646 §2.2.4", "The region: \(abbreviating: written).")
            } else if length == 3 {
                scan.name(
                    "extlang", "RFC 5646 §2.2.2", "A language in the family of the first: \(abbreviating: written).")
            } else {
                scan.name("variant", "RFC 5646 §2.2.5", "A variant: \(abbreviating: written).")
            }
            place += 1
        } while scan.sign(ASCII.hyphen, spec, "Separates the tag's parts.")
        let tag = scan.group
        scan.finish(rule, spec, "The language tag \(abbreviating: tag).", lone: .isGroup)
    }

    static func coding(_ name: Bytes) -> Wording {
        switch name.lowercased.text {
        case "gzip", "x-gzip": " (the gzip format of RFC 1952)"
        case "deflate": " (deflate in the zlib format of RFC 1950; some servers send it without that wrapper)"
        case "compress", "x-compress": " (LZW, as in Unix compress)"
        case "br": " (Brotli, RFC 7932)"
        case "zstd": " (Zstandard, RFC 8878)"
        case "dcb": " (Brotli with a shared dictionary, RFC 9842)"
        case "dcz": " (Zstandard with a shared dictionary, RFC 9842)"
        case "identity": " (no coding at all)"
        default:
            if let term = Vocabulary.contentCodings[name], term.standing != .unregistered {
                " (\(term.spec))"
            } else {
                " (not a registered coding)"
            }
        }
    }
}

extension Negotiation {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "content-encoding", samples: ["gzip, br"], listOf: "content-coding", "RFC 9110 §8.4",
            each: "content-coding",
            "RFC 9110 §8.4.1"
        ) { "The declared content coding is \(abbreviating: $0)\(coding($0))." },
        Field("content-language", samples: ["de-CH, zh-Hant-TW, en-a-x1-yy, sl-rozaj-biske"], contentLanguage),
        Field("accept-charset", samples: ["iso-8859-5, unicode-1-1;q=0.8, *;q=0"], acceptCharset),
        Field("accept-encoding", samples: ["gzip, deflate, br;q=1.0, *;q=0"], acceptEncoding),
        Field("accept-language", samples: ["da, en-gb;q=0.8, en;q=0.7, *;q=0.5"], acceptLanguage),
        Field("te", samples: ["trailers, deflate;q=0.5"], te),
    ]
}
