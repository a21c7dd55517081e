import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Cookies being sent and set.
extension Checks {
    static let cookies: [Check] = sentCookies + rejectedCookies + setCookies + cookieAttributes

    /// What requests carry.
    private static let sentCookies: [Check] = Array {
        Check(
            "cookie-fields-repeated", .warning, .cookies, .request("cookie"), "draft-ietf-httpbis-rfc6265bis §5.8.1",
            "More than one Cookie field",
            """
            The request has \(.count) Cookie fields. HTTP/1.1 clients must send one, and many servers read only the \
            first.
            """,
            advice: "Join the pairs in one field: \("Cookie: a=1; b=2").",
            bad: [
                "> GET / | Cookie: a=b | Cookie: «c=d» < 204",
                "> GET / | Cookie: a=b | Accept: */* | Cookie: «c=d» < 204",
            ],
            good: ["> GET / | Cookie: a=b; c=d < 204", "> GET / HTTP/2 | Cookie: a=b | Cookie: c=d < 204"]
        ) { x, found in
            // RFC 9113 §8.2.3: over HTTP/2 the field may be split.
            let lines = x.request?.fields.lines.filter { $0.known == .cookie } ?? []
            guard x.requestIsHTTP1, lines.count > 1 else { return }
            found(at: lines[1].value, [.count: .number(Int64(lines.count))])
        }
        Check(
            "cookie-sent-twice", .info, .cookies, .request("cookie"), "draft-ietf-httpbis-rfc6265bis §4.2.2",
            "A repeated cookie name",
            """
            The request has \(.name) more than once: it was set for two paths or two domains. Servers differ in which \
            one they read.
            """,
            advice: "Delete one of them, or give them different names.",
            bad: ["> GET / | Cookie: «a=b; a=c» < 204", "> GET / | Cookie: «a=b; c=d; a=b» < 204"],
            good: ["> GET / | Cookie: a=b; b=a < 204", "> GET / | Cookie: a=b; A=b < 204"]
        ) { x, found in
            guard let fields = x.request?.fields else { return }
            var seen: Set<Bytes> = []
            for pair in CookiePairs.parse(fields) where !seen.insert(pair.name).inserted {
                found([.name: pair.name.isEmpty ? .words("a cookie without a name") : .bytes(pair.name)])
                return
            }
        }
    }

    /// What responses set, and browsers keep.
    private static let setCookies: [Check] = Array {
        Check(
            "cookie-deleted", .info, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §3.1",
            "Deletes the cookie",
            "The expiry time of \(.name) is in the past, so the browser deletes the cookie.",
            advice: "To keep the cookie, send a date in the future or a positive Max-Age.",
            bad: [
                "Set-Cookie: «a=; Max-Age=0» | Cache-Control: no-store",
                "Set-Cookie: «a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Max-Age=60; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            for line in x.cookies where line.rejection == nil && deletes(line.cookie, x) {
                found(at: line.range, [.name: line.name])
            }
        }
        Check(
            "cookie-guarded", .good, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §8.3",
            "All protections are set",
            "\(.name) has Secure, HttpOnly and SameSite.",
            bad: [
                "Set-Cookie: «a=b; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Path=/; Secure; HttpOnly; SameSite=Strict» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Secure; HttpOnly | Cache-Control: no-store",
                "Set-Cookie: a=b; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            for line in kept(x) where line.cookie.isSecure && line.cookie.isHTTPOnly {
                if line.cookie.sameSite != .unspecified { found(at: line.range, [.name: line.name]) }
            }
        }
        Check(
            "cookie-without-secure", .warning, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §4.1.2.5",
            "Also goes over plain http",
            """
            \(.name) was set over https without Secure. Browsers also send it over plain http, where anyone on the \
            network can read it.
            """,
            advice: "Add Secure.",
            bad: [
                "Set-Cookie: «a=b; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                """
                Set-Cookie: «a=b; Path=/; Max-Age=60; HttpOnly; SameSite=Lax» \
                | Cache-Control: no-store
                """,
            ],
            good: [
                "Set-Cookie: a=b; HttpOnly; SameSite=Lax; Secure | Cache-Control: no-store",
                Example("Set-Cookie: a=b; HttpOnly; SameSite=Lax | Cache-Control: no-store", scheme: "http"),
                Example("Set-Cookie: a=b; HttpOnly; SameSite=Lax | Cache-Control: no-store", knowsScheme: false),
            ]
        ) { x, found in
            for line in kept(x) where x.isEncrypted == true && !line.cookie.isSecure {
                found(at: line.range, [.name: line.name])
            }
        }
        Check(
            "cookie-without-httponly", .info, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §4.1.2.6",
            "Scripts can read it",
            "Any script on the page can read \(.name).",
            advice: "If it identifies a session, add \("HttpOnly").",
            bad: [
                "Set-Cookie: «a=b; Secure; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Path=/; Secure; SameSite=Strict» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Secure; SameSite=Lax; HttpOnly | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            for line in kept(x) where !line.cookie.isHTTPOnly { found(at: line.range, [.name: line.name]) }
        }
        Check(
            "cookie-without-samesite", .info, .cookies, .response("set-cookie"),
            "draft-ietf-httpbis-rfc6265bis §4.1.2.7",
            "No SameSite attribute",
            "\(.name) has no SameSite. Some browsers treat it as Lax, others as None.",
            advice: "Add \("SameSite=Lax"), \("Strict") or \("None").",
            bad: [
                "Set-Cookie: «a=b; Secure; HttpOnly» | Cache-Control: no-store",
                "Set-Cookie: «a=b; Path=/; Secure; HttpOnly» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Strict | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            for line in kept(x) where line.cookie.sameSite == .unspecified {
                let isWritten = line.attributes.contains { $0.name.equalsIgnoringCase("samesite") }
                if !isWritten { found(at: line.range, [.name: line.name]) }
            }
        }
        Check(
            "cookie-lifetime-capped", .info, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.5",
            "Lifetime above 400 days", "\(.name) asks for a longer lifetime. Browsers limit it to 400 days.",
            advice: "Send at most 400 days (\("Max-Age=34560000")), and set the cookie again before it expires.",
            bad: [
                "Set-Cookie: «a=b; Max-Age=99999999; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                """
                Set-Cookie: «a=b; Expires=Thu, 01 Mar 2029 12:00:00 GMT; Secure; HttpOnly; \
                SameSite=Lax» | Cache-Control: no-store
                """,
            ],
            good: [
                "Set-Cookie: a=b; Max-Age=60; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            guard let now = x.clock.arrived ?? x.date else { return }
            for line in kept(x) where line.cookie.expiry(now: now) != line.cookie.storedExpiry(now: now) {
                found(at: line.range, [.name: line.name])
            }
        }
        Check(
            "cookie-nameless", .warning, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §5.6",
            "A cookie without a name",
            """
            There is no \("=") with a name before it, so browsers store \(.value) as a cookie without a name. They \
            send it back without \("=").
            """,
            advice: "Write a name before the value: \("name=value").",
            bad: [
                "Set-Cookie: «b; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «=b; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            for line in kept(x) where line.cookie.name.isEmpty {
                found(at: line.range, [.value: .bytes(line.cookie.value)])
            }
        }
        Check(
            "cookie-prefix-kept", .good, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §4.1.3",
            "The prefix's conditions are met",
            "The prefix of \(.name) guarantees to the server that the cookie was set with Secure\(.part).",
            bad: [
                "Set-Cookie: «__Host-a=b; Secure; Path=/; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
                "Set-Cookie: «__Secure-a=b; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store",
            ],
            good: [
                "Set-Cookie: a=b; Secure; Path=/; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: Host-a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
            ]
        ) { x, found in
            for line in kept(x) {
                let isHost = line.cookie.name.hasPrefix(ignoringCase: "__host-")
                guard isHost || line.cookie.name.hasPrefix(ignoringCase: "__secure-") else { continue }
                found(
                    at: line.range,
                    [.name: line.name, .part: .words(isHost ? ", by this host only, for all paths" : "")])
            }
        }
        Check(
            "cookie-set-twice", .warning, .cookies, .response("set-cookie"), "draft-ietf-httpbis-rfc6265bis §4.1.1",
            "Set twice in one response",
            "The response sets \(.name) more than once. Browsers keep the last one.",
            advice: "Send one \("Set-Cookie") for \(.name).",
            bad: [
                """
                Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Set-Cookie: «a=c; Secure; HttpOnly; SameSite=Lax» \
                | Cache-Control: no-store
                """,
                """
                Set-Cookie: a=b; Path=/; Secure; HttpOnly; SameSite=Lax \
                | Set-Cookie: «a=; Path=/; Secure; HttpOnly; SameSite=Lax» | Cache-Control: no-store
                """,
            ],
            good: [
                """
                Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Set-Cookie: a=c; Path=/x; Secure; HttpOnly; \
                SameSite=Lax | Cache-Control: no-store
                """,
                """
                Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax \
                | Set-Cookie: c=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            var seen: Set<[Bytes?]> = []
            // What browsers ignore takes no other's place.
            for line in x.cookies
            where line.rejection == nil
                && !seen.insert([line.cookie.name, line.cookie.domain, line.cookie.path]).inserted
            {
                found(at: line.range, [.name: line.name])
            }
        }
        Check(
            "cookie-cacheable", .warning, .cookies, .response("set-cookie"), "RFC 9111 §7.3",
            "Shared caches may repeat the cookie",
            "Shared caches may store this response for \(.seconds) seconds and send its cookie to other users.",
            advice: "Add \("Cache-Control: private"), or set the cookie in another response.",
            bad: [
                "Set-Cookie: «a=b; Secure; HttpOnly; SameSite=Lax» | Cache-Control: max-age=60",
                "Set-Cookie: «a=b; Secure; HttpOnly; SameSite=Lax» | Cache-Control: public, max-age=600",
            ],
            good: [
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: private, max-age=60",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: no-store",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: max-age=60 | Vary: *",
                // Used again, it goes without the cookie.
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: max-age=60, no-cache=\"Set-Cookie\"",
                "Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax | Cache-Control: max-age=60, private=\"set-cookie\"",
            ]
        ) { x, found in
            guard let shared = x.freshness?.shared, shared.isKept, shared.isFresh, shared.validation != .always,
                !x.vary.contains(where: { $0 == "*" }), x.cookies.contains(where: { $0.rejection == nil }),
                !shared.withheldFields.contains(where: { $0.equalsIgnoringCase("set-cookie") })
            else { return }
            found([.seconds: .number(shared.remaining)])
        }
    }

    /// Cookies that browsers keep for a while.
    private static func kept(_ facts: Facts) -> some Sequence<CookieLine> {
        facts.cookies.lazy.filter { $0.rejection == nil && !deletes($0.cookie, facts) }
    }

    /// A time that is over: by itself, or as of when the response came or was made.
    private static func deletes(_ cookie: SetCookie, _ facts: Facts) -> Bool {
        if let seconds = cookie.maxAge { return seconds <= 0 }
        guard let expires = cookie.expires, let now = facts.clock.arrived ?? facts.date else { return false }
        return expires <= now
    }
}
