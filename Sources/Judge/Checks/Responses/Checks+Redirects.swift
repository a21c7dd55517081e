import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Answers that send the client elsewhere.
extension Checks {
    private static let post = "> POST /shop/cart || a < "

    static let redirects: [Check] = redirectLocations + redirectEffects

    private static let redirectLocations: [Check] = Array {
        Check(
            "redirect-not-followed", .info, .redirects, .message(.response), when: .status(300...399), "RFC 9110 §15.4",
            "Not followed", "\(.rule)",
            general: "Browsers follow 301, 302, 303, 307 and 308, and no other status of this class.",
            advice: "To redirect browsers, use one of these five.",
            bad: ["< «300» | Location: /a", "< «305» | Location: /a"],
            good: ["< 302 | Location: /a", "> GET / | If-None-Match: \"a\" < 304 | ETag: \"a\""]
        ) { x, found in
            guard let status = x.response?.status, (300..<400).contains(status), status != 304,
                ![301, 302, 303, 307, 308].contains(status)
            else { return }
            let rule: Prose =
                status != 300
                ? "Clients do not follow a \(status)."
                : x.answered(.location) == nil
                    ? "A 300 offers a choice, which the user has to make."
                    : "Browsers do not follow a 300 with Location. curl -L and some libraries do."
            found([.rule: .words(rule)])
        }
        Check(
            "redirect-location-empty", .warning, .redirects, .response("location"), "RFC 3986 §4.4",
            "Location is empty",
            "An empty Location refers to the requested URL. Some clients request that URL again, others stop.",
            advice: "Send the URL to go to.",
            bad: ["< 302 | Location:«»", "< 301 | Location:«» | Cache-Control: max-age=60"],
            good: ["< 302 | Location: /a", "< 302 | Location: ?"]
        ) { x, found in
            guard let status = x.response?.status, [301, 302, 303, 307, 308].contains(status),
                x.answered(.location)?.isEmpty == true
            else { return }
            found()
        }
        Check(
            "redirect-location-repeated", .bad, .redirects, .response("location"), "RFC 9110 §10.2.2",
            "Several Location fields",
            """
            The response has \(.count) Location fields, but only one is allowed. Clients differ in which one they \
            follow.
            """,
            advice: "Send one Location.",
            bad: ["< 302 | Location: /a | Location: «/b»", "< 303 | Location: /a | Location: /a | Location: «/c»"],
            good: ["< 302 | Location: /a", "< 302 | Location: /a,/b", "< 303 | Location: /a | Location: /a"]
        ) { x, found in
            guard let fields = x.response?.fields, let first = fields.first(.location) else { return }
            // The same twice leads all clients to the same place.
            let lines = fields.lines.filter { $0.known == .location }
            guard let other = lines.first(where: { fields.value(of: $0) != first }) else { return }
            found(at: other.value, [.count: .number(Int64(lines.count))])
        }
        Check(
            "redirect-location-malformed", .warning, .redirects, .response("location"), "RFC 3986 §2",
            "Location is not a valid URL",
            "\(.part) in \(.location). Clients repair it in different ways.",
            advice: "Percent-encode what a URL does not allow.",
            bad: ["< 302 | Location: «/a b»", "< 303 | Location: «/b c d»"],
            good: ["< 302 | Location: /a%20b", "< 302 | Location: /a%7Cb"]
        ) { x, found in
            guard let location = x.answered(.location), let defect = URLReference(location).firstDefect else { return }
            found([.part: .words(defect.words(in: location)), .location: .bytes(location)])
        }
        Check(
            "redirect-location-credentials", .warning, .redirects, .response("location"), "RFC 9110 §4.2.4",
            "Credentials in Location",
            "The URL contains a user name or password, which ends up in logs and histories.",
            advice: "Remove user name and password from the URL.",
            bad: ["< 302 | Location: «https://u:p@a.example/x»", "< 303 | Location: «https://u@b.example/»"],
            good: ["< 302 | Location: https://a.example/u:p@x", "< 302 | Location: /u:p@x"]
        ) { x, found in
            guard let location = x.answered(.location) else { return }
            let reference = URLReference(location)
            if reference.bytes(reference.userinfo)?.isEmpty == false { found() }
        }
        Check(
            "redirect-other-scheme", .warning, .redirects, .exchange, when: .answered("location"), "RFC 9110 §10.2.2",
            "Not an http URL",
            "\(.location) is not an http URL. Browsers open another program or refuse; other clients stop.",
            advice: "Redirect to an http or https URL.",
            bad: ["< 302 | Location: «myapp://done»", "< 303 | Location: «mailto:a@b.example»"],
            good: ["< 302 | Location: https://a.example/done", "< 302 | Location: /done"]
        ) { x, found in
            guard let redirect = x.redirect, !redirect.target.hasScheme("http"), !redirect.target.hasScheme("https")
            else { return }
            found(in: .response, at: x.response?.fields.range(.location), [.location: .bytes(redirect.target.raw)])
        }
        Check(
            "redirect-loop", .bad, .redirects, .exchange, when: .answered("location"), "RFC 9110 §15.4",
            "A redirect to itself",
            """
            Location is the requested URL, and no cookie is set that could change the response. The client repeats the \
            request until it gives up.
            """,
            advice: "Redirect to another URL, or answer the request.",
            bad: ["> GET /cart < 302 | Location: «cart»", "> GET /a?b=1 < 307 | Location: «?b=1»"],
            good: [
                "> GET /cart < 302 | Location: /cart/", "> POST /cart || a < 303 | Location: /cart",
                Example("> GET /cart < 302 | Location: https://a.example/cart", knowsScheme: false),
                """
                > GET /cart < 302 | Location: /cart | Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax \
                | Cache-Control: no-store
                """,
            ]
        ) { x, found in
            guard let redirect = x.followed, let url = x.url, x.answered(.setCookie) == nil,
                redirect.leadsBack(to: url, knowsScheme: x.knowsScheme)
            else { return }
            found(in: .response, at: x.response?.fields.range(.location))
        }
    }

    private static let redirectEffects: [Check] = Array {
        Check(
            "redirect-downgrade", .bad, .redirects, .exchange, when: .answered("location"), "RFC 9110 §4.2.2",
            "From https to http",
            """
            The redirect leads to \(.location), without TLS. Anyone on the network can read and change what a client \
            exchanges there.
            """,
            advice: "Redirect to the https URL.",
            bad: ["< 302 | Location: «http://a.example/x»", "< 307 | Location: «http://a.example/»"],
            good: ["< 302 | Location: https://a.example/x", "< 302 | Location: /x"]
        ) { x, found in
            guard x.knowsScheme, let redirect = x.followed, redirect.isDowngrade else { return }
            found(in: .response, at: x.response?.fields.range(.location), [.location: .bytes(redirect.target.raw)])
        }
        Check(
            "redirect-to-https", .good, .redirects, .exchange, when: .answered("location"), "RFC 6797 §7.2",
            "From http to https",
            """
            The redirect leads clients to TLS. To avoid the plain request next time, send Strict-Transport-Security \
            over https.
            """,
            bad: [
                Example("< 302 | Location: «https://a.example/x»", scheme: "http"),
                Example("< 307 | Location: «https://a.example/»", scheme: "http"),
            ],
            good: [
                "< 302 | Location: https://a.example/x", Example("< 302 | Location: /x", scheme: "http"),
                // The browser made it up.
                Example("< 307 | Location: https://a.example/ | Non-Authoritative-Reason: HSTS", scheme: "http"),
            ]
        ) { x, found in
            guard x.isEncrypted == false, let redirect = x.followed, redirect.target.hasScheme("https"),
                let response = x.response,
                !Redirect.isMadeByBrowser(status: response.status, response: response.fields)
            else { return }
            found(in: .response, at: x.response?.fields.range(.location))
        }
        Check(
            "redirect-method-changed", .info, .redirects, .exchange, when: .answered("location"), "RFC 9110 §15.4",
            "POST becomes GET",
            """
            After \(.status) clients change POST to GET and drop the body, as after a form that was processed.
            """,
            advice: "To keep POST, use \(.expected).",
            bad: [Example(post + "302 | Location: «/done»"), Example(post + "302 | Location: «/other»")],
            good: [Example(post + "307 | Location: /done"), Example(post + "303 | Location: /done")]
        ) { x, found in
            guard let redirect = x.followed, redirect.rule == .postBecomesGet else { return }
            found(
                in: .response, at: x.response?.fields.range(.location),
                [
                    .status: .number(Int64(redirect.status)),
                    .expected: .number(redirect.isPermanent ? 308 : 307),
                ])
        }
        Check(
            "redirect-see-other", .info, .redirects, .exchange, when: .answered("location"), "RFC 9110 §15.4.4",
            "The client fetches the result with GET",
            "303 refers to another resource. The client changes \(.method) to \(.next), without the body.",
            advice: "To send the \(.method) to another URL, use 307 or 308.",
            bad: [Example(post + "303 | Location: «/done»"), Example(post + "303 | Location: «/a/1»")],
            good: ["< 303 | Location: /done", Example(post + "307 | Location: /done")]
        ) { x, found in
            guard let redirect = x.followed, redirect.rule == .seeOther, redirect.nextMethod != redirect.method else {
                return
            }
            found(
                in: .response, at: x.response?.fields.range(.location),
                [.method: .bytes(redirect.method.name), .next: .bytes(redirect.nextMethod.name)])
        }
        Check(
            "redirect-method-kept", .good, .redirects, .exchange, when: .answered("location"), "RFC 9110 §15.4",
            "Method and body are kept",
            "After \(.status) the client sends \(.method) again with the same body.",
            bad: [Example(post + "307 | Location: «/done»"), Example(post + "307 | Location: «/other»")],
            good: ["< 307 | Location: /done", Example(post + "302 | Location: /done")]
        ) { x, found in
            guard let redirect = x.followed, redirect.rule == .preserved, !redirect.method.isSafe else { return }
            found(
                in: .response, at: x.response?.fields.range(.location),
                [.status: .number(Int64(redirect.status)), .method: .bytes(redirect.method.name)])
        }
        Check(
            "redirect-permanent", .info, .redirects, .exchange, when: .answered("location"), "RFC 9110 §15.4",
            "A permanent redirect",
            "\(.location) is the new URL. \(.rule)",
            advice: "Change links to the new URL.",
            bad: [
                "< 308 | Location: «/new» | Cache-Control: max-age=60",
                "< 301 | Location: «/new» | Cache-Control: max-age=60",
            ],
            good: ["< 307 | Location: /new", "< 302 | Location: /new"]
        ) { x, found in
            guard let redirect = x.followed, redirect.isPermanent else { return }
            let use = x.freshness?.privateCache.use(status: redirect.status)
            found(
                in: .response, at: x.response?.fields.range(.location),
                [
                    .location: .bytes(redirect.target.raw), .rule: .words(RedirectWords.permanence(redirect, use)),
                ])
        }
        Check(
            "redirect-permanent-unlimited", .info, .redirects, .exchange, when: .answered("location"), "RFC 9110 §15.4",
            "Permanent redirect without a lifetime",
            """
            Browsers decide for themselves how long they remember a permanent redirect, and it is hard to revoke.
            """,
            advice: "Send \("Cache-Control: max-age=…").",
            bad: ["< 308 | Location: «/new»", "< 301 | Location: «/new»"],
            good: [
                "< 308 | Location: /new | Cache-Control: max-age=60", "< 307 | Location: /new",
                // Answers to POST are not remembered at all.
                Example(post + "308 | Location: /new"), "< 308 | Location: /new | Cache-Control: no-store",
            ]
        ) { x, found in
            guard let redirect = x.followed, redirect.isPermanent,
                x.freshness?.privateCache.use(status: redirect.status) == .leftToTheCache
            else { return }
            found(in: .response, at: x.response?.fields.range(.location))
        }
        Check(
            "redirect-cached", .info, .redirects, .exchange, when: .answered("location"), "RFC 9111 §4.2.1",
            "A redirect that caches remember",
            "Caches may repeat this \(.status) for \(.seconds) seconds without asking the server.",
            advice: "If the target may change, send \("Cache-Control: no-cache").",
            bad: [
                "< 302 | Location: /a | Cache-Control: «max-age=60»",
                "< 307 | Location: /a | Cache-Control: «public, max-age=600»",
            ],
            good: [
                "< 302 | Location: /a | Cache-Control: max-age=0", "< 302 | Location: /a",
                "< 302 | Location: /a | Cache-Control: max-age=60, no-cache",
            ]
        ) { x, found in
            guard let redirect = x.followed, !redirect.isPermanent,
                case .fresh(let seconds, _)? = x.freshness?.privateCache.use(status: redirect.status)
            else { return }
            found(
                in: .response, at: x.response?.fields.range(.cacheControl),
                [.status: .number(Int64(redirect.status)), .seconds: .number(seconds)])
        }
        Check(
            "redirect-other-origin", .info, .redirects, .exchange, when: .answered("location"), "RFC 9110 §15.4",
            "To another site",
            "The redirect leads to \(.host). Clients send that host's cookies, and should not send Authorization.",
            advice: "Check that \(.host) is the intended target.",
            bad: ["< 302 | Location: «https://b.example/»", "< 303 | Location: «https://b.example/x»"],
            good: [
                "< 302 | Location: https://a.example/x",
                Example("< 302 | Location: https://a.example/", scheme: "http"),
            ]
        ) { x, found in
            guard let url = x.url, let host = url.bytes(url.host), let redirect = x.followed, redirect.changesOrigin,
                let next = redirect.target.bytes(redirect.target.host), !next.equalsIgnoringCase(host),
                redirect.changesSite
            else { return }
            found(in: .response, at: x.response?.fields.range(.location), [.host: .bytes(next)])
        }
        Check(
            "redirect-other-host", .info, .redirects, .exchange, when: .answered("location"), "RFC 9110 §15.4",
            "To another host of the same site",
            """
            The redirect leads to \(.host). Clients also send cookies that were set with Domain, and should not send \
            Authorization.
            """,
            advice: "Check that \(.host) may receive these cookies.",
            bad: ["< 302 | Location: «https://www.a.example/»", "< 303 | Location: «https://www.a.example/x»"],
            good: ["< 302 | Location: https://b.example/", "< 302 | Location: https://a.example/x"]
        ) { x, found in
            guard let url = x.url, let host = url.bytes(url.host), let redirect = x.followed, !redirect.changesSite,
                let next = redirect.target.bytes(redirect.target.host), !next.equalsIgnoringCase(host)
            else { return }
            found(in: .response, at: x.response?.fields.range(.location), [.host: .bytes(next)])
        }
    }
}
