import Bytes
import HTTPSemantics

/// Values of fields without a grammar of their own here: lists of names, single words, anything.
enum GeneralValues {
    /// Any value: text, as the field's definition has it (RFC 9110 §5.5).
    static func any(_ scan: inout SpanScanner) {
        let spec = "RFC 9110 §5.5"
        while !scan.isAtEnd {
            if scan.skip(while: { (ASCII.space...ASCII.tilde).contains($0) || $0 == ASCII.tab }) > 0 {
                scan.name(
                    "field-value", spec,
                    "The value; its meaning is in the definition of the field: \(abbreviating: scan.seen)")
            } else if scan.skip(while: { $0 >= 0x80 }) > 0 {
                scan.name(
                    "obs-text", spec,
                    "Bytes outside ASCII; HTTP does not define their encoding: \(abbreviating: scan.seen)")
            } else {
                scan.skip { $0 < 0x80 && !ASCII.isFieldText($0) }
                scan.expected("field-value", spec, "no control character except tab")
            }
        }
    }

    /// A list of tokens of which only the field knows the meaning.
    static func tokens(_ spec: String) -> FieldReader {
        { scan in
            scan.list("token", spec) { scan in
                scan.begin()
                scan.head("element", spec) { scan in
                    scan.token("token", spec) { "\(abbreviating: $0)." }
                    guard scan.sign(ASCII.equals, spec, "Separates the name from its value.") else { return }
                    if scan.peek == ASCII.quote {
                        scan.quotedString()
                    } else {
                        scan.token("token", spec) { "The value: \(abbreviating: $0)." }
                    }
                }
                scan.parameters { _, _ in nil }
                let group = scan.group
                scan.finish("element", spec, "An element of the list: \(abbreviating: group).", lone: .isChild)
            }
        }
    }

    /// One of a few words, each with what it means.
    static func word(_ rule: String, _ spec: String, _ words: [(String, Wording)]) -> FieldReader {
        { scan in
            scan.list(rule, spec) { scan in
                scan.advanceToEnd()
                let written = scan.seen.lowercased.text
                if let word = words.first(where: { written == $0.0 }) {
                    scan.name(rule, spec, word.1)
                } else {
                    scan.expected(rule, spec, "one of \(words.map(\.0).joined(separator: ", "))")
                }
            }
        }
    }

    /// X-Content-Type-Options, of which browsers read the first value alone (Fetch §3.6).
    static func nosniff(_ scan: inout SpanScanner) {
        let (rule, spec) = ("nosniff", "Fetch §3.6")
        let isOn = Bytes(Array(scan.rest.prefix { $0 != ASCII.comma })).trimmed.equalsIgnoringCase("nosniff")
        var isFirst = true
        scan.list(rule, spec) { scan in
            scan.advanceToEnd()
            if isOn, isFirst {
                scan.name(rule, spec, "Browsers must not guess another type from the content.")
            } else if scan.seen.equalsIgnoringCase("nosniff") {
                scan.name(rule, spec, "Without effect: browsers read only the first value.")
            } else {
                scan.expected(rule, spec, "nosniff")
            }
            isFirst = false
        }
    }

    /// Quoted strings that name what to forget.
    static func clearSiteData(_ scan: inout SpanScanner) {
        scan.list("quoted-string", "Clear Site Data §3.1") { scan in
            if scan.peek == ASCII.quote {
                scan.quotedString(saying: cleared)
            } else {
                scan.advanceToEnd()
                scan.expected("quoted-string", "Clear Site Data §3.1", "a word in quotes, such as \"cookies\"")
            }
        }
    }

    private static func cleared(_ type: Bytes) -> Wording {
        switch type.text {
        case "cache": "The browser deletes its cache for this origin."
        case "cookies": "The browser deletes all cookies of this site, including HttpOnly ones."
        case "storage": "The browser deletes what scripts have stored: localStorage, IndexedDB, service workers."
        case "executionContexts": "The browser reloads the open pages of this origin."
        case "clientHints": "The browser deletes the client hint settings of this origin."
        case "prefetchCache": "The browser deletes what it has prefetched for this origin."
        case "prerenderCache": "The browser deletes the pages it has prerendered for this origin."
        case "*": "The browser deletes all of these: cache, cookies, storage and what newer versions add."
        default: "\(quoting: type) is not a type of data that Hark knows; browsers ignore it."
        }
    }

    /// X-Frame-Options: of several lines and members, all are one set (HTML §7.6).
    static func frameOptions(_ scan: inout SpanScanner) {
        let spec = "RFC 7034 §2.1"
        let values = Set(FieldList.split(scan.rest).map(\.lowercased))
        let known: Set<Bytes> = ["deny", "sameorigin", "allowall"]
        scan.list("X-Frame-Options", spec) { scan in
            scan.advanceToEnd()
            let value = scan.seen.lowercased
            if values.count > 1 {
                scan.name(
                    "X-Frame-Options", spec,
                    values.isDisjoint(with: known)
                        ? "One of several values that browsers do not know: they ignore the field."
                        : "One of several conflicting values: browsers block the page in every frame.")
            } else if value == "deny" {
                scan.name("X-Frame-Options", spec, "No page can show this one in a frame.")
            } else if value == "sameorigin" {
                scan.name("X-Frame-Options", spec, "Only pages of the same origin can show this one in a frame.")
            } else {
                scan.expected("X-Frame-Options", spec, "one of deny, sameorigin; browsers ignore anything else")
            }
        }
    }

    /// `dur`, a number of milliseconds.
    private static func duration(_ value: Bytes, _ spec: String) -> Meaning {
        let isNumber =
            value.allSatisfy { ASCII.isDigit($0) || "+-.eE".utf8.contains($0) } && Double(value.text) != nil
        guard isNumber else {
            return Meaning(
                """
                \(quoting: value) is not a number, so browsers read it as 0.
                """, spec, expected: "a number of milliseconds"
            )
        }
        return Meaning("It took \(abbreviating: value) milliseconds.", spec)
    }

    // Server-Timing = #( metric-name *( OWS ";" OWS server-timing-param ) )
    static func serverTiming(_ scan: inout SpanScanner) {
        let spec = "Server Timing §3"
        scan.list("server-timing-metric", spec) { scan in
            scan.begin()
            var name = Bytes()
            scan.head("server-timing-metric", spec) { scan in
                name = scan.token("metric-name", spec) { "The metric's name: \(abbreviating: $0)." }
            }
            scan.parameters { name, value in
                switch name.text {
                case "dur": duration(value ?? Bytes(), spec)
                case "desc": Meaning("The metric's description: \(quoting: value ?? Bytes()).", spec)
                default: nil
                }
            }
            scan.finish("server-timing-metric", spec, "How long \(abbreviating: name) took on the server.")
        }
    }
}

extension GeneralValues {
    /// The fields with these values.
    static let fields: [Field] = [
        Field(
            "vary", samples: ["Accept-Encoding, Accept-Language", "*"], listOf: "Vary", "RFC 9110 §12.5.5",
            each: "field-name", "RFC 9110 §12.5.5"
        ) {
            $0.isExactly("*")
                ? "\(CachePhrases.varyStar)"
                : "The server may choose another version by the request's \(abbreviating: $0)."
        },
        Field(
            "allow", samples: ["GET, HEAD, PUT"], listOf: "method", "RFC 9110 §10.2.1", each: "method", "RFC 9110 §9.1"
        ) { "\(abbreviating: $0) is supported." },
        Field("prefer", samples: ["respond-async, wait=10, return=\"minimal\"; foo=\"bar\""], tokens("RFC 7240 §2")),
        Field("preference-applied", samples: ["return=minimal"], tokens("RFC 7240 §3")),
        Field("clear-site-data", samples: ["\"cache\", \"cookies\""], clearSiteData),
        Field("x-forwarded-proto", samples: ["https"], tokens("RFC 7239 §7.4")),
        Field("server-timing", samples: ["db;dur=53, app;dur=47.2;desc=\"the app\", miss"], serverTiming),
        Field("x-content-type-options", samples: ["nosniff"], nosniff),
        Field("x-frame-options", samples: ["DENY"], frameOptions),
        Field(
            "referrer-policy", samples: ["no-referrer, strict-origin-when-cross-origin"],
            word(
                "policy-token", "Referrer Policy §8.1",
                [
                    ("no-referrer", "Send no Referer."),
                    ("no-referrer-when-downgrade", "Send the Referer, but not from https to http."),
                    ("same-origin", "Send the Referer only to the same origin."),
                    ("origin", "Send only the origin as Referer."),
                    ("strict-origin", "Send only the origin as Referer, and nothing from https to http."),
                    (
                        "origin-when-cross-origin",
                        "Send the whole URL as Referer to the same origin, only the origin to others."
                    ),
                    (
                        "strict-origin-when-cross-origin",
                        """
                        Send the whole URL as Referer to the same origin, only the origin to others, nothing from \
                        https to http.
                        """
                    ),
                    ("unsafe-url", "Send the whole URL as Referer to everyone."),
                ])),
        Field(
            "cross-origin-resource-policy", samples: ["same-site"],
            word(
                "Cross-Origin-Resource-Policy", "Fetch §3.7",
                [
                    ("same-origin", "Only pages of the same origin can load this."),
                    ("same-site", "Only pages of the same site can load this."),
                    ("cross-origin", "Pages of any origin can load this."),
                ])),
    ]
}
