import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// How cookies are written, and where they are set.
extension Checks {
    private static let setCookie = Scope.response("set-cookie")
    private static let guarded = "Secure; HttpOnly; SameSite=Lax"
    private static let unstored = "Cache-Control: no-store"

    static let cookieSyntax: [Check] = Array {
        Check(
            "cookie-attribute-valued", .warning, .cookies, setCookie, "draft-ietf-httpbis-rfc6265bis §5.6.5",
            "A value that has no effect",
            "\(.part)=\(.value) of \(.name) does not switch \(.part) off: the attribute counts with any value.",
            advice: "Remove \(.part), or its value.",
            bad: [
                "Set-Cookie: «a=b; Secure=false; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Secure; HttpOnly=0; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                Example("Set-Cookie: a=b; \(guarded) | \(unstored)"),
                Example("Set-Cookie: a=b; Secure=true; HttpOnly=1; SameSite=Lax | \(unstored)"),
            ]
        ) { x, found in
            forEachAttribute(x) { line, attribute in
                guard let value = attribute.value, isOne(attribute.name, of: ["secure", "httponly", "partitioned"]),
                    isOne(value, of: ["false", "0", "no", "off"])
                else { return }
                found(at: line.range, [.name: line.name, .part: .bytes(attribute.name), .value: .bytes(value)])
            }
        }
        Check(
            "cookie-domain-empty", .info, .cookies, setCookie, "draft-ietf-httpbis-rfc6265bis §5.6.3",
            "An empty Domain", "The empty Domain of \(.name) counts as none: only this host gets the cookie.",
            advice: "Remove \("Domain").",
            bad: [
                "Set-Cookie: «a=b; Domain=; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Secure; Domain; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                Example("Set-Cookie: a=b; \(guarded) | \(unstored)"),
                Example("Set-Cookie: a=b; Domain=a.example; \(guarded) | \(unstored)"),
            ]
        ) { x, found in
            forEachAttribute(x) { line, attribute in
                if attribute.name.equalsIgnoringCase("domain"), attribute.value?.isEmpty ?? true {
                    found(at: line.range, [.name: line.name])
                }
            }
        }
        Check(
            "cookie-expires-zone", .warning, .cookies, setCookie, "draft-ietf-httpbis-rfc6265bis §5.1.1",
            "Expires with a time zone",
            "Browsers read \(.value) as GMT and ignore the offset, so \(.name) expires hours too early or too late.",
            advice: "Write \("Expires") in GMT, or use \("Max-Age").",
            bad: [
                """
                Set-Cookie: «a=b; Expires=Mon, 01 Mar 2027 12:00:00 +0200; Secure; HttpOnly; SameSite=Lax» \
                | Cache-Control: no-store
                """,
                """
                Set-Cookie: «a=b; Expires=Mon, 01-Mar-2027 12:00:00 GMT-0500; Secure; HttpOnly; SameSite=Lax» \
                | Cache-Control: no-store
                """,
            ],
            good: [
                Example("Set-Cookie: a=b; Expires=Mon, 01 Mar 2027 12:00:00 GMT; \(guarded) | \(unstored)"),
                Example("Set-Cookie: a=b; Expires=Mon, 01-Mar-2027 12:00:00 +0000; \(guarded) | \(unstored)"),
            ]
        ) { x, found in
            forEachAttribute(x) { line, attribute in
                guard attribute.name.equalsIgnoringCase("expires"), let value = attribute.value, hasOffset(value) else {
                    return
                }
                found(at: line.range, [.name: line.name, .value: .bytes(value)])
            }
        }
        Check(
            "cookie-fields-joined", .bad, .cookies, setCookie, "RFC 9110 §5.3", "Two cookies in one line",
            """
            A comma does not separate cookies, so \(.next) is lost: it is read as part of an attribute of \(.name).
            """,
            advice: "Send one \("Set-Cookie") line for each cookie.",
            bad: [
                "Set-Cookie: «a=b; Secure; HttpOnly; SameSite=Lax; Path=/, c=d; Path=/» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Secure; HttpOnly; SameSite=Lax; Path=/, c=d» | Cache-Control: no-store",
            ],
            good: [
                Example("Set-Cookie: a=b,c=d; \(guarded) | \(unstored)"),
                Example("Set-Cookie: a=b; Expires=Mon, 01 Mar 2027 12:00:00 GMT; \(guarded) | \(unstored)"),
            ]
        ) { x, found in
            forEachAttribute(x) { line, attribute in
                guard !attribute.name.equalsIgnoringCase("expires"), let next = joined(attribute) else { return }
                found(at: line.range, [.name: line.name, .next: .bytes(next)])
            }
        }
        Check(
            "cookie-name-syntax", .warning, .cookies, setCookie, "draft-ietf-httpbis-rfc6265bis §4.1.1",
            "A cookie name that is not a token", "Servers and libraries read the name \(.name) in different ways.",
            advice: "Use letters, digits, \("-") and \("_").",
            bad: [
                "Set-Cookie: «a b=c; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a[0]=c; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                Example("Set-Cookie: a-b_c=c; \(guarded) | \(unstored)"),
                Example("Set-Cookie: __Host-a=c; Path=/; \(guarded) | \(unstored)"),
            ]
        ) { x, found in
            for line in x.cookies where !line.cookie.name.isEmpty && !OctetClass.token.containsAll(line.cookie.name) {
                found(at: line.range, [.name: line.name])
            }
        }
        Check(
            "cookie-value-syntax", .info, .cookies, setCookie, "draft-ietf-httpbis-rfc6265bis §4.1.1",
            "A character that cookies should not have",
            "The value of \(.name) contains \(.value), which servers and libraries read in different ways.",
            advice: "Encode the value, for example with percent-encoding.",
            bad: [
                "Set-Cookie: «a=b c; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a={\"b\":1}; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                Example("Set-Cookie: a=\"b\"; \(guarded) | \(unstored)"),
                Example("Set-Cookie: a=b%20c; \(guarded) | \(unstored)"),
            ]
        ) { x, found in
            for line in x.cookies where !RedactedTag.isIn(line.cookie.value) {
                let octets: [UInt8] = [ASCII.space, ASCII.comma, ASCII.quote, ASCII.backslash]
                guard let octet = FieldList.unquote(line.cookie.value).first(where: octets.contains) else { continue }
                let words: Prose = octet == ASCII.space ? "a space" : "\(Bytes([octet]).text)"
                found(at: line.range, [.name: line.name, .value: .words(words)])
            }
        }
        Check(
            "cookie-prefix-http", .info, .cookies, setCookie, "draft-ietf-httpbis-layered-cookies §4.1.3.3",
            "The prefix is not met", "\(.name) promises \(.expected), which is missing. Newer browsers reject it.",
            advice: "Add \(.expected), or choose another name.",
            bad: [
                "Set-Cookie: «__Http-a=b; Secure; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «__Host-Http-a=b; Secure; SameSite=Lax; Path=/» | Cache-Control: no-store",
            ],
            good: [
                Example("Set-Cookie: __Http-a=b; \(guarded) | \(unstored)"),
                Example("Set-Cookie: __Host-Http-a=b; Path=/; \(guarded) | \(unstored)"),
            ]
        ) { x, found in
            for line in x.cookies {
                let (name, cookie) = (line.cookie.name, line.cookie)
                let isHost = name.hasPrefix(ignoringCase: "__host-http-")
                guard isHost || name.hasPrefix(ignoringCase: "__http-") else { continue }
                let lacking: StaticString? = !cookie.isSecure ? "Secure" : !cookie.isHTTPOnly ? "HttpOnly" : nil
                if let lacking { found(at: line.range, [.name: line.name, .expected: .text(lacking.description)]) }
            }
        }
        Check(
            "cookie-header-large", .warning, .cookies, .request("cookie"), "RFC 9110 §5.4", "Large cookies",
            "\("Cookie") has \(.size), sent with every request. Many servers refuse heads above 8 KiB.",
            advice: "Store the data on the server, and a key to it in the cookie.",
            bad: [
                Example("> GET / | Cookie: «a=\(String(repeating: "x", count: 4_200))» < 204"),
                Example("> GET / | Cookie: «a=b; c=\(String(repeating: "x", count: 5_000))» < 204"),
            ],
            good: [
                Example("> GET / | Cookie: a=\(String(repeating: "x", count: 3_000)) < 204"),
                "> GET / | Cookie: a=b < 204",
            ]
        ) { x, found in
            let size = x.fields(.request).values(.cookie).reduce(0) { $0 + $1.count }
            if size > 4_096 { found([.size: .size(UInt64(size))]) }
        }
        Check(
            "cookie-on-asset", .info, .cookies, .exchange, when: .answered("set-cookie"), "practice",
            "A cookie on a file",
            "Shared caches do not keep this \(.type) with \("Set-Cookie"), so each visitor loads it from the server.",
            advice: "Serve such files without cookies.",
            bad: [
                Example(
                    "> GET /a.css < 200 | Content-Type: «text/css» | Set-Cookie: a=b; \(guarded) | \(unstored) || a"),
                Example("> GET /a < 200 | Content-Type: «font/woff2» | Set-Cookie: a=b; \(guarded) | \(unstored)"),
            ],
            good: [
                Example("> GET / < 204 | Set-Cookie: a=b; \(guarded)"),
                Example(
                    """
                    > GET / < 200 | Content-Type: text/plain; charset=utf-8 | Set-Cookie: a=b; \(guarded) \
                    | \(unstored)
                    """
                ),
            ]
        ) { x, found in
            guard x.isSuccessfulRead, !x.cookies.isEmpty, let type = x.type, let fields = x.response?.fields,
                isOne(type.type, of: ["image", "font", "audio", "video"]) || type.is("text", "css")
                    || isJavaScript(type)
            else { return }
            found(in: .response, at: fields.range(.contentType), [.type: .bytes(type.essence)])
        }
        Check(
            "cookie-third-party", .info, .cookies, .exchange, when: .answered("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §7.1", "A third-party cookie",
            """
            A page of another site loads this, and the response sets \(.name). Browsers block or partition such \
            cookies.
            """,
            advice: "Do without it, or set \("SameSite=None; Secure; Partitioned").",
            bad: [
                """
                > GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: no-cors | Sec-Fetch-Dest: image \
                < 204 | Set-Cookie: «a=b; Secure; HttpOnly; SameSite=None»
                """,
                """
                > GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: cors | Sec-Fetch-Dest: empty \
                < 204 | Set-Cookie: «a=b; Secure; HttpOnly; SameSite=None»
                """,
            ],
            good: [
                Example(
                    "> GET / | Sec-Fetch-Site: same-origin | Sec-Fetch-Mode: cors < 204 | Set-Cookie: a=b; \(guarded)"),
                """
                > GET / | Sec-Fetch-Site: cross-site | Sec-Fetch-Mode: navigate | Sec-Fetch-Dest: document \
                < 204 | Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax
                """,
            ]
        ) { x, found in
            guard x.asked(named: "sec-fetch-site")?.equalsIgnoringCase("cross-site") == true,
                x.asked(named: "sec-fetch-dest")?.equalsIgnoringCase("document") != true,
                let line = x.cookies.first(where: { $0.rejection == nil && !$0.cookie.isPartitioned })
            else { return }
            found(in: .response, at: line.range, [.name: line.name])
        }
    }

    private static func forEachAttribute(_ facts: Facts, _ body: (CookieLine, SetCookie.Attribute) -> Void) {
        for line in facts.cookies {
            for attribute in line.attributes { body(line, attribute) }
        }
    }

    /// `+0200`, `GMT-0500`; not `+0000`, nor the year of `01-Mar-2027`.
    private static func hasOffset(_ date: Bytes) -> Bool {
        guard let space = date.lastIndex(of: ASCII.space) else { return false }
        let word = date.slice(space + 1..<date.count)
        guard word.count >= 5 else { return false }
        let digits = word.slice(word.count - 4..<word.count)
        let sign = word[word.count - 5]
        return (sign == ASCII.plus || sign == ASCII.hyphen) && digits.allSatisfy(ASCII.isDigit)
            && digits != Bytes("0000") && word.slice(0..<word.count - 5).allSatisfy(ASCII.isAlpha)
    }

    /// The name of a cookie after a comma in an attribute's value.
    private static func joined(_ attribute: SetCookie.Attribute) -> Bytes? {
        guard let value = attribute.value, let comma = value.firstIndex(of: ASCII.comma) else { return nil }
        let rest = value.slice(comma + 1..<value.count).trimmed
        guard let equals = rest.firstIndex(of: ASCII.equals), equals > 0 else { return nil }
        let name = rest.slice(0..<equals)
        return OctetClass.token.containsAll(name) ? name : nil
    }
}
