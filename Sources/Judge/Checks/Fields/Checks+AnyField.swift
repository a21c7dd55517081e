import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import Registry

// Fields of any name, by what the registry knows of them.
extension Checks {
    /// Singletons whose repetition other checks find, with what becomes of it; HTTP/2 splits Cookie (RFC 9113 §8.2.3).
    private static let repeatedElsewhere: [StaticString] = [
        "host", "content-length", "location", "cookie", "strict-transport-security", "x-content-type-options",
        "x-frame-options", "access-control-allow-origin",
    ]
    /// Fields that are used in the other message too, whatever the registry says: Accept of a 415 (RFC 9110 §12.5.1),
    /// a file's name in an upload, a part of an upload.
    private static let usedBothWays: [StaticString] = [
        "accept", "accept-encoding", "content-disposition", "content-range", "range",
    ]
    /// Deprecated fields that have checks of their own.
    private static let deprecatedElsewhere: [StaticString] = ["pragma", "x-xss-protection"]
    /// What took the place of deprecated fields.
    private static let successors: [(name: StaticString, advice: String)] = [
        ("digest", "Send Content-Digest or Repr-Digest."), ("want-digest", "Send Want-Content-Digest."),
        ("content-md5", "Send Content-Digest."), ("feature-policy", "Send Permissions-Policy."),
        ("dpr", "Send Sec-CH-DPR."), ("width", "Send Sec-CH-Width."),
        ("viewport-width", "Send Sec-CH-Viewport-Width."),
    ]
    /// Names that are often written wrong.
    private static let everyday: [Bytes] = [
        "content-type", "content-length", "content-encoding", "content-disposition", "content-language",
        "content-security-policy", "cache-control", "last-modified", "set-cookie", "location", "transfer-encoding",
        "authorization", "user-agent", "accept-encoding", "accept-language", "if-none-match", "if-modified-since",
        "x-content-type-options", "x-frame-options", "strict-transport-security", "access-control-allow-origin",
        "access-control-allow-methods", "access-control-allow-headers", "access-control-allow-credentials",
        "access-control-expose-headers", "access-control-max-age", "referrer-policy", "permissions-policy",
        "www-authenticate", "retry-after",
    ]
    /// The limit that common servers have by default.
    private static let usualSection = 8_192

    static let anyField: [Check] = Array {
        Check(
            "field-repeated", .bad, .fields, .each, when: .given(.own(.repeated)), "RFC 9110 §5.3",
            "Sent more than once",
            """
            \(.field) takes one value, but the \(.part) has \(.count) lines of it. Recipients use the first, the last \
            or none of them.
            """,
            advice: "Send \(.field) once.",
            bad: [
                "> GET / | User-Agent: a | User-Agent: «b» < 204",
                """
                > GET / < 204 | Last-Modified: Sun, 01 Mar 2026 11:00:00 GMT \
                | Last-Modified: «Sun, 01 Mar 2026 10:00:00 GMT»
                """,
            ],
            good: ["> GET / | X-Own: a | X-Own: b < 204", "> GET / < 204 | Via: 1.1 a | Via: 1.1 b"]
        ) { x, found in
            let names = x.names(found.side)
            for (place, named) in names.enumerated() where isSingleton(named) {
                let others = names.filter { isSame($0, named) }
                guard others.count > 1, !names[..<place].contains(where: { isSame($0, named) }) else { continue }
                found(
                    at: others[1].line.value,
                    [
                        .field: .bytes(named.name), .count: .number(Int64(others.count)),
                        .part: .words(Prose(stringLiteral: found.side.rawValue)),
                    ])
            }
        }
        Check(
            "field-wrong-direction", .warning, .fields, .each, when: .given(.own(.unusual)), "RFC 9110 §6.3",
            "A field of the other message",
            "\(.field) is defined for a \(.expected). In a \(.part) it has no meaning, and recipients ignore it.",
            advice: "Remove \(.field).",
            bad: [
                "> GET / | Vary: «Accept» < 204", "> GET / < 204 | User-Agent: «a/1»",
                "> GET / | Access-Control-Allow-Origin: «*» < 204",
            ],
            good: [
                "> GET / | User-Agent: a/1 < 204", "> GET / < 204 | Vary: Accept",
                "> POST / | Content-Type: a/b || x < 415 | Accept: text/csv",
            ]
        ) { x, found in
            let (own, other): (Trait, Trait) =
                found.side == .request ? (.request, .response) : (.response, .request)
            for named in x.names(found.side) {
                guard let term = named.term, term.standing == .permanent, term.has(other), !term.has(own),
                    !term.has(.trailer), !isOne(named.name, of: usedBothWays)
                else { continue }
                found(
                    at: named.line.value,
                    [
                        .field: .bytes(named.name), .part: .words(Prose(stringLiteral: found.side.rawValue)),
                        .expected: .words(found.side == .request ? "response" : "request"),
                    ])
            }
        }
        Check(
            "field-deprecated", .info, .fields, .each, when: .given(.own(.unusual)), "RFC 9110 §16.3.1",
            "A deprecated field",
            "\(.field) is obsolete or deprecated: \(.rule)",
            advice: "\(.next)",
            bad: [
                "> GET / | Accept-Charset: «utf-8» < 204", "> GET / < 204 | Content-MD5: «Q2hlY2sgSW50ZWdyaXR5IQ==»",
            ],
            good: ["> GET / | Accept: a/b < 204", "> GET / < 204 | Content-Digest: sha-256=:AA==:"]
        ) { x, found in
            for named in x.names(found.side) {
                guard let term = named.term, term.standing == .obsolete, !isOne(named.name, of: deprecatedElsewhere)
                else { continue }
                let successor = successors.first { named.name.equalsIgnoringCase($0.name) }
                found(
                    at: named.line.value,
                    [
                        .field: .bytes(named.name), .rule: .words(Prose(stringLiteral: term.text)),
                        .next: .words(Prose(stringLiteral: successor?.advice ?? "Remove it.")),
                    ])
            }
        }
        Check(
            "field-misspelled", .warning, .fields, .each, when: .given(.own(.unusual)), "RFC 9110 §5.1",
            "A misspelled name",
            "No field is called \(.field), so recipients ignore it. \(.expected) differs in one letter.",
            advice: "Send \(.expected).",
            bad: ["> POST / | Cotent-Type: «a/b» < 204", "> GET / < 204 | X-Content-Type-Option: «nosniff»"],
            good: [
                "> GET / | X-Content: a < 204",
                // Both are there, so that one is no slip of the other.
                "> GET / < 204 | Content-Types: a/b | Content-Type: image/x-raw",
            ]
        ) { x, found in
            for named in x.names(found.side)
            where named.term == nil && named.line.known == .other && (8...40).contains(named.name.count) {
                guard let meant = OneEdit.meant(named.name, everyday),
                    !x.names(found.side).contains(where: { $0.name.lowercased == meant })
                else { continue }
                found(
                    at: named.line.value,
                    [.field: .bytes(named.name), .expected: .text(FieldTitle.of(meant.text))])
            }
        }
        Check(
            "field-section-large", .warning, .fields, .each, "RFC 9110 §5.4", "Very large fields",
            """
            The fields of this \(.part) take \(.size), of which \(.field) has the most. Many servers and proxies \
            refuse more than 8 KiB.
            """,
            advice: "Move data from \(.field) to the body or to the server.",
            bad: [
                Example("> «GET» / | X-Own: \(String(repeating: "x", count: 9_000)) < 204"),
                Example("> GET / < «204» | X-Own: \(String(repeating: "x", count: 9_000))"),
            ],
            good: [
                Example("> GET / | X-Own: \(String(repeating: "x", count: 7_000)) < 204"),
                Example("> GET / < 204 | X-Own: \(String(repeating: "x", count: 7_000))"),
            ]
        ) { x, found in
            let fields = x.fields(found.side)
            let size = fields.lines.reduce(0) { $0 + $1.line.count }
            guard size > usualSection, let longest = fields.lines.max(by: { $0.line.count < $1.line.count }) else {
                return
            }
            let place = found.side == .request ? 0..<(x.request?.method.name.count ?? 0) : nil
            found(
                at: place,
                [
                    .size: .size(UInt64(size)), .field: .bytes(fields.name(of: longest)),
                    .part: .words(Prose(stringLiteral: found.side.rawValue)),
                ])
        }
        Check(
            "list-element-empty", .info, .fields, .each, when: .given(.own(.commas)), "RFC 9110 §5.6.1",
            "An empty list element",
            "\(.field) has an empty element between commas. Senders must not write it; most recipients skip it.",
            advice: "Remove the needless comma from \(.field).",
            bad: ["> GET / | Accept-Encoding: «gzip,, br» < 204", "> GET / < 204 | Vary: «Accept,»"],
            good: ["> GET / | Accept-Encoding: gzip, br < 204", "> GET / < 204 | Allow: "]
        ) { x, found in
            for named in x.names(found.side) where named.term?.has(.list) == true {
                let value = x.fields(found.side).value(of: named.line)
                // A target of Link may have commas anywhere.
                guard value.contains(ASCII.comma), !named.name.equalsIgnoringCase("link"), hasEmptyMember(value) else {
                    continue
                }
                found(at: named.line.value, [.field: .bytes(named.name)])
            }
        }
        Check(
            "content-transfer-encoding", .info, .fields, .either("content-transfer-encoding"), "RFC 9112 §B.5",
            "A field of e-mail", "\("Content-Transfer-Encoding") has no meaning in HTTP; \(.value) changes nothing.",
            advice: "Remove \("Content-Transfer-Encoding").",
            bad: [
                "> GET / < 204 | Content-Transfer-Encoding: «binary»",
                "> POST / | Content-Type: a/b | Content-Transfer-Encoding: «base64» || YQ== < 204",
            ],
            good: ["> GET / < 204 | Content-Encoding: br", "> GET / < 204 | X-Content-Transfer-Encoding: binary"]
        ) { x, found in
            let value = x.fields(found.side).first(named: "content-transfer-encoding")
            found([.value: .bytes(value ?? Bytes())])
        }
        Check(
            "user-agent-missing", .info, .fields, .message(.request), "RFC 9110 §10.1.5", "No User-Agent",
            "The request does not say which software sent it. Some servers refuse such requests.",
            advice: "Send \("User-Agent") with the name and version of the program.",
            bad: [Example("> «GET» / < 204", isReused: false), Example("> «POST» / || x < 204", isReused: true)],
            good: [Example("> GET / | User-Agent: a/1 < 204", isReused: false), Example("> GET / < 204")]
        ) { x, found in
            // Only where Hark recorded the request itself: tools leave fields out of what they export.
            guard let request = x.request, x.isReused != nil, request.method != .connect,
                !request.fields.contains(.userAgent)
            else { return }
            found(at: 0..<request.method.name.count)
        }
    }

    private static func isSingleton(_ named: NamedLine) -> Bool {
        guard let term = named.term, term.standing == .permanent, term.has(.singleton) else { return false }
        return !isOne(named.name, of: repeatedElsewhere)
    }

    private static func isSame(_ one: NamedLine, _ other: NamedLine) -> Bool {
        one.name.equalsIgnoringCase(other.name)
    }

    static func isOne(_ name: Bytes, of names: [StaticString]) -> Bool {
        names.contains { name.equalsIgnoringCase($0) }
    }

    private static func hasEmptyMember(_ value: Bytes) -> Bool {
        var start = 0
        while start <= value.count {
            let end = FieldList.end(in: value, from: start, separator: ASCII.comma)
            if value.slice(start..<end).trimmed.isEmpty { return true }
            start = end + 1
        }
        return false
    }
}
