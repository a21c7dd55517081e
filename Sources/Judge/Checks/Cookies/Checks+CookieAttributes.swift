import Bytes
import Explain
import Flow
import HTTPSemantics

// Attributes of cookies.
extension Checks {
    static let cookieAttributes: [Check] = Array {
        Check(
            "cookie-attribute-repeated", .warning, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §4.1.1",
            "A repeated attribute", "The cookie \(.name) has \(.part) more than once. Browsers use the last one.",
            advice: "Write \(.part) once.",
            bad: [
                "Set-Cookie: «a=b; Path=/; path=/x; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Secure; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Path=/; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                """
                Set-Cookie: a=b; Path=/a; Domain=a.example; Secure; HttpOnly; SameSite=Lax \
                | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            for line in x.cookies {
                var seen: Set<Bytes> = []
                for attribute in line.attributes where !seen.insert(attribute.name.lowercased).inserted {
                    found(at: line.range, [.name: line.name, .part: .bytes(attribute.name)])
                }
            }
        }
        Check(
            "cookie-max-age-overrides", .info, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §4.1.2.2",
            "Max-Age overrides Expires",
            "\(.name) has both. Browsers use Max-Age, \(.seconds) seconds; Expires is for clients from before 2011.",
            advice: "Remove Expires.",
            bad: [
                """
                Set-Cookie: «a=b; Max-Age=60; Expires=Sun, 01 Mar 2026 13:00:00 GMT; Secure; HttpOnly; SameSite=Lax» \
                | Cache-Control: no-store
                """,
                """
                Set-Cookie: «a=b; Expires=Sun, 01 Mar 2026 13:00:00 GMT; Max-Age=5; Secure; \
                HttpOnly; SameSite=Lax» | Cache-Control: no-store
                """,
            ],
            good: [
                "Set-Cookie: a=b; Max-Age=60; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                """
                Set-Cookie: a=b; Expires=Sun, 01 Mar 2026 13:00:00 GMT; Secure; HttpOnly; \
                SameSite=Lax | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            for line in x.cookies {
                guard let seconds = line.cookie.maxAge, line.cookie.expires != nil else { continue }
                found(at: line.range, [.name: line.name, .seconds: .number(seconds)])
            }
        }
        Check(
            "cookie-lifetime-unreadable", .bad, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.6",
            "Unreadable lifetime",
            "\(.part)=\(.value) is not a valid \(.expected), so browsers ignore the attribute.",
            advice: "Send \("Max-Age") with seconds in digits, for example \("Max-Age=3600").",
            bad: [
                "Set-Cookie: «a=b; Expires=tomorrow; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Max-Age=1h; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Max-Age=3600; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                """
                Set-Cookie: a=b; Expires=Sun, 01 Mar 2026 13:00:00 GMT; Secure; HttpOnly; \
                SameSite=Lax | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            attributes(x) { attribute, line in
                let expected: Prose
                switch attribute.meaning {
                case .expires(nil): expected = "date"
                case .maxAge(nil): expected = "whole number"
                case .expires, .maxAge, .domain, .path, .secure, .httpOnly, .partitioned, .sameSite, .obsolete,
                    .unknown,
                    .tooLong:
                    return
                }
                found(
                    at: line.range,
                    [
                        .part: .bytes(attribute.name), .value: .bytes(attribute.value ?? Bytes()),
                        .expected: .words(expected),
                    ])
            }
        }
        Check(
            "cookie-samesite-unknown", .warning, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §5.6.7",
            "Unknown SameSite value",
            "SameSite is \(.value), not Strict, Lax or None. Browsers treat the cookie as if it had no SameSite.",
            advice: "Write \("SameSite=Lax"), or \("SameSite=None; Secure") for a cookie that other sites need.",
            bad: [
                "Set-Cookie: «a=b; Secure; HttpOnly; SameSite=Loose» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Secure; HttpOnly; SameSite=» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=lax | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=None | Cache-Control: no-store",
            ]
        ) { x, found in
            attributes(x) { attribute, line in
                guard case .sameSite(.unspecified) = attribute.meaning else { return }
                let value = attribute.value ?? Bytes()
                found(
                    at: line.range,
                    [.name: line.name, .value: value.isEmpty ? .words("An empty value") : .bytes(value)])
            }
        }
        Check(
            "cookie-leading-dot", .info, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §4.1.2.3",
            "The dot before Domain is obsolete",
            "Browsers ignore the dot in \(.value). Subdomains get the cookie with or without it.",
            advice: "Write the domain without the dot.",
            bad: [
                "Set-Cookie: «a=b; Domain=.a.example; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                """
                Set-Cookie: «a=b; Path=/; Domain=.a.example; Secure; HttpOnly; SameSite=Lax» \
                | Cache-Control: no-store
                """,
            ],
            good: [
                "Set-Cookie: a=b; Domain=a.example; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            attributes(x) { attribute, line in
                guard case .domain = attribute.meaning, let value = attribute.value, value.first == ASCII.period
                else { return }
                found(at: line.range, [.name: line.name, .value: .bytes(value)])
            }
        }
        Check(
            "cookie-attribute-obsolete", .info, .cookies, .response("set-cookie"), "RFC 2965 §3.2.2",
            "An obsolete attribute",
            "\(.part) belongs to RFC 2965, which has been obsolete since 2011. Browsers ignore it.",
            advice: "Remove \(.part).",
            bad: [
                "Set-Cookie: «a=b; Version=1; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Comment=x; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=b; Path=/; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            attributes(x) { attribute, line in
                if case .obsolete = attribute.meaning { found(at: line.range, [.part: .bytes(attribute.name)]) }
            }
        }
        Check(
            "cookie-attribute-unknown", .info, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.6",
            "Not a standard attribute", "\(.part) is in no cookie standard. Browsers that do not know it ignore it.",
            advice: "Check its spelling, or remove it.",
            bad: [
                "Set-Cookie: «a=b; Priority=High; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                """
                Set-Cookie: «a=b; Colour=red; Secure; HttpOnly; SameSite=Lax» \
                | Cache-Control: no-store
                """,
            ],
            good: [
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                """
                Set-Cookie: a=b; Path=/; Max-Age=5; Secure; HttpOnly; SameSite=Lax \
                | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            attributes(x) { attribute, line in
                if case .unknown = attribute.meaning { found(at: line.range, [.part: .bytes(attribute.name)]) }
            }
        }
        Check(
            "cookie-attribute-ignored", .warning, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §5.6",
            "The attribute is too long",
            "\(.part) has \(.bytes) bytes. Browsers ignore attributes of more than 1024 bytes.",
            advice: "Shorten the attribute.",
            bad: [
                Example(
                    "Set-Cookie: «a=b; Path=/\(String(repeating: "x", count: 1_024)); Secure; HttpOnly; SameSite=Lax»"
                        + " | Cache-Control: no-store"),
                Example(
                    "Set-Cookie: «sid=1; Secure; HttpOnly; SameSite=Lax; Path=/\(String(repeating: "y", count: 2_000))»"
                        + " | Cache-Control: no-store"),
            ],
            good: [
                "Set-Cookie: a=b; Path=/x; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                """
                Set-Cookie: a=b; Path=/x; Max-Age=5; Secure; HttpOnly; SameSite=Lax \
                | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            attributes(x) { attribute, line in
                guard case .tooLong = attribute.meaning else { return }
                found(
                    at: line.range,
                    [.part: .bytes(attribute.name), .bytes: .number(Int64(attribute.value?.count ?? 0))])
            }
        }
    }

    private static func attributes(_ facts: Facts, _ look: (SetCookie.Attribute, CookieLine) -> Void) {
        for line in facts.cookies {
            for attribute in line.attributes { look(attribute, line) }
        }
    }
}
