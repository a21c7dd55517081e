import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Methods with an effect of their own, and where redirects lead.
extension Checks {
    /// Words of a path that announce a change.
    private static let changing: Set<Bytes> = [
        "delete", "remove", "destroy", "logout", "signout", "add", "create", "update",
    ]
    private static let tokenNames: [StaticString] = ["access_token", "id_token", "refresh_token"]

    static let routes: [Check] = Array {
        Check(
            "options-without-allow", .info, .methods, .exchange, when: .status(200...299, given: .rareMethod),
            "RFC 9110 §9.3.7", "OPTIONS without Allow",
            "The response does not say which methods \(.value) supports.",
            advice: "Send \("Allow").",
            bad: ["> OPTIONS / < «204»", "> OPTIONS /a < «200»"],
            good: [
                "> OPTIONS / < 204 | Allow: GET, OPTIONS", "> OPTIONS / < 405 | Allow: GET",
                """
                > OPTIONS / | Origin: https://b.example | Access-Control-Request-Method: GET \
                < 204 | Access-Control-Allow-Origin: * | Access-Control-Max-Age: 60
                """,
            ]
        ) { x, found in
            guard let request = x.request, request.method == .options, let status = x.response?.status,
                (200..<300).contains(status), x.answered(named: "allow") == nil,
                !CORSRequest.isPreflight(request.method, request.fields)
            else { return }
            found(in: .response, [.value: .bytes(request.targetBytes)])
        }
        Check(
            "trace-enabled", .warning, .methods, .exchange, when: .status(200, given: .rareMethod), "RFC 9110 §9.3.8",
            "TRACE is answered",
            "The server repeats the request as it received it, with fields that proxies added.",
            advice: "Switch TRACE off.",
            bad: [
                "> TRACE / < «200» | Content-Type: message/http || a",
                "> TRACE /a < «200» | Content-Type: message/http",
            ],
            good: ["> TRACE / < 405 | Allow: GET", "> GET / < 200 | Content-Type: message/http"]
        ) { x, found in
            if x.request?.method == .trace { found(in: .response) }
        }
        Check(
            "trace-secrets", .bad, .methods, .message(.request), when: .given(.rareMethod), "RFC 9110 §9.3.8",
            "TRACE with credentials",
            "A client must not send \(.field) in TRACE: the response repeats it, where scripts and logs can read it.",
            advice: "Remove \(.field).",
            bad: [
                "> TRACE / | Cookie: «a=b» < 405 | Allow: GET",
                "> TRACE / | Authorization: «Bearer a» < 405 | Allow: GET",
            ],
            good: ["> TRACE / < 405 | Allow: GET", "> GET / | Cookie: a=b < 204"]
        ) { x, found in
            guard let request = x.request, request.method == .trace else { return }
            for field in [KnownField.authorization, .cookie, .proxyAuthorization] {
                guard let range = request.fields.range(field) else { continue }
                return found(at: range, [.field: .text(FieldTitle.of(field.name.description))])
            }
        }
        Check(
            "get-changes-state", .warning, .methods, .exchange, "RFC 9110 §9.2.1", "GET changes something",
            """
            \(.value) is fetched with GET and \(.rule). Crawlers, previews and browsers send GET unasked, so the \
            change happens by accident.
            """,
            advice: "Use POST or DELETE.",
            bad: [
                """
                > GET «/logout» < 303 | Location: / \
                | Set-Cookie: sid=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax
                """,
                "> GET «/items/7/delete» < 204",
            ],
            good: [
                "> POST /logout < 303 | Location: /", "> GET /delete < 200 | Content-Type: a/b || x",
                "> GET /additional < 204",
            ]
        ) { x, found in
            guard x.request?.method == .get, let url = x.url, let response = x.response,
                [201, 204, 303].contains(response.status) || response.fields.contains(.setCookie),
                let path = url.bytes(url.path), path.count <= 2_048,
                let word = path.split(separator: ASCII.slash).lazy.map({ Bytes(Array($0)).lowercased })
                    .first(where: { changing.contains($0) })
            else { return }
            let rule: Prose
            if x.cookies.contains(where: { $0.cookie.maxAge.map { $0 <= 0 } ?? false }) {
                rule = "removes a cookie"
            } else if [201, 204, 303].contains(response.status) {
                rule = "answered with \(response.status)"
            } else {
                return
            }
            found(in: .request, at: x.target(), [.value: .bytes(word), .rule: .words(rule)])
        }
        Check(
            "method-override", .info, .methods, .message(.request), "RFC 9110 §9.1", "Another method in a field",
            """
            The server is to treat this \(.method) as \(.value). Caches, proxies and logs see only \(.method).
            """,
            advice: "Send the method itself.",
            bad: [
                "> POST / | Content-Type: a/b | X-HTTP-Method-Override: «DELETE» || x < 204",
                "> POST «/a?_method=PUT» | Content-Type: a/b || x < 204",
            ],
            good: [
                "> DELETE / < 204", "> POST /?method=PUT | Content-Type: a/b || x < 204",
            ]
        ) { x, found in
            guard let request = x.request else { return }
            if let value = x.asked(named: "x-http-method-override") {
                found(
                    at: request.fields.range(named: "x-http-method-override"),
                    [.method: .bytes(request.method.name), .value: .bytes(value)])
            } else if let value = x.parameters.first(where: { $0.name.isExactly("_method") })?.value {
                found(at: x.target(), [.method: .bytes(request.method.name), .value: .bytes(value)])
            }
        }
        Check(
            "host-differs-from-target", .warning, .fields, .message(.request), when: .asked("host"),
            "RFC 9112 §3.2.2", "The URL and Host name two hosts",
            """
            The request line names \(.host), \("Host") names \(.value). A proxy ignores \("Host") here, but a program \
            that reads it first takes the request for another site.
            """,
            advice: "Send \("Host") with the host and port of the URL.",
            bad: [
                "> GET http://a.example/ | Host: «b.example» < 204",
                "> GET http://a.example:8080/ | Host: «a.example» < 204",
            ],
            good: [
                "> GET http://a.example/ | Host: A.example:80 < 204",
                "> GET http://a.example:/ | Host: a.example < 204",
                "> GET /http://b.example/ < 204", "> GET http://[::1]:8080/ | Host: [::1]:8080 < 204",
            ]
        ) { x, found in
            guard let request = x.request, request.target.form == .absolute, let value = x.asked(.host) else { return }
            let target = URLReference(request.targetBytes)
            let field = URLReference(value, as: .authority)
            guard let asked = target.bytes(target.authority), let own = target.bytes(target.host),
                let named = field.bytes(field.host), !named.isEmpty
            else { return }
            let usual = target.defaultPort.map { UInt64($0) }
            let ports = [target, field].map { url in
                url.bytes(url.port).flatMap { $0.isEmpty ? nil : $0.decimal } ?? usual
            }
            guard !own.equalsIgnoringCase(named) || ports[0] != ports[1] else { return }
            found(at: request.fields.range(.host), [.host: .bytes(asked), .value: .bytes(value)])
        }
        Check(
            "redirect-refresh", .info, .redirects, .response("refresh"), "HTML §Pragma directives",
            "Refresh instead of a redirect",
            """
            Only browsers follow \("Refresh") to \(.value), after showing this page. Other clients ignore it, and the \
            Back button leads here again.
            """,
            advice: "Answer 303 or 307 with \("Location").",
            bad: ["Refresh: «0; url=/a»", "Refresh: «5;URL=https://b.example/»"],
            good: ["Refresh: 30", "< 302 | Location: /a"]
        ) { x, found in
            guard let value = x.answered(named: "refresh"), let place = value.lowercased.text.firstRange(of: "url=")
            else { return }
            found([.value: .text(String(value.text[place.upperBound...].prefix(200)))])
        }
        Check(
            "redirect-token-in-location", .bad, .redirects, .response("location"), "RFC 9700 §4.3.2",
            "A token in Location",
            "The URL in \("Location") contains \(.name), which ends up in histories, logs and Referer.",
            advice: "Use the authorization code grant, or send the token in a body.",
            bad: [
                "> GET / < 302 | Location: «https://b.example/cb#access_token=abc&token_type=bearer»",
                "> GET / < 302 | Location: «/in?id_token=abc»",
            ],
            good: ["> GET / < 302 | Location: /in?code=abc", "> GET / < 302 | Location: /in?id_token="]
        ) { x, found in
            guard let status = x.response?.status, (300..<400).contains(status), let value = x.answered(.location)
            else { return }
            let url = URLReference(value)
            for part in [url.bytes(url.query), url.bytes(url.fragment)].compactMap({ $0 }) where part.count <= 32_768 {
                let pair = PercentCoding.pairs(part).first { pair in
                    isOne(pair.name, of: tokenNames) && pair.value?.isEmpty == false
                }
                if let pair { return found([.name: .bytes(pair.name)]) }
            }
        }
        Check(
            "redirect-content-to-other-origin", .warning, .redirects, .exchange, when: .status(307...308),
            "RFC 9110 §15.4.8", "The body goes to another origin",
            "With \(.status), clients send the body of this \(.method) again, to \(.host).",
            advice: "Answer 303 if \(.host) must not get the body.",
            bad: [
                "> POST / | Content-Type: a/b || x < «307» | Location: https://b.example/",
                "> PUT / | Content-Type: a/b || x < «308» | Location: https://b.example/",
            ],
            good: [
                "> POST / | Content-Type: a/b || x < 307 | Location: /b",
                "> POST / | Content-Type: a/b || x < 303 | Location: https://b.example/",
            ]
        ) { x, found in
            guard let redirect = x.followed, redirect.keepsContent, redirect.changesOrigin, x.requestHasContent,
                x.knowsScheme, let method = x.request?.method, let status = x.response?.status,
                let host = redirect.target.bytes(redirect.target.host)
            else { return }
            // From http to https of the same host.
            if let own = x.url.flatMap({ $0.bytes($0.host) }), own.equalsIgnoringCase(host) { return }
            found(
                in: .response,
                [.status: .number(Int64(status)), .method: .bytes(method.name), .host: .bytes(host)])
        }
        Check(
            "redirect-internal-host", .warning, .redirects, .exchange, when: .status(300...399), "practice",
            "A redirect to an internal host",
            "\("Location") leads to \(.host), which clients outside of your network cannot reach.",
            advice: "Build URLs from the public name, for example from \("Forwarded").",
            bad: [
                Example("> GET / < 302 | Location: «http://localhost:8080/a»", scheme: "http"),
                "> GET / < 301 | Location: «https://10.0.0.7/»",
            ],
            good: [
                "> GET / < 302 | Location: https://b.example/",
                Example("> GET / | Host: localhost:3000 < 302 | Location: http://localhost:8080/", scheme: "http"),
            ]
        ) { x, found in
            guard let redirect = x.followed, let host = redirect.target.bytes(redirect.target.host),
                let own = x.url.flatMap({ $0.bytes($0.host) }), LocalHost.isLocal(host), !LocalHost.isLocal(own)
            else { return }
            // What sends a browser back to a program on its own machine.
            if x.parameters.contains(where: { $0.value.text.contains(host.text) }) { return }
            found(in: .response, at: x.response?.fields.range(.location), [.host: .bytes(host)])
        }
        Check(
            "redirect-open", .warning, .redirects, .exchange, when: .status(300...399), "RFC 9700 §4.11",
            "An open redirect",
            """
            The parameter \(.name) decides where \("Location") leads: \(.host). Attackers send links that begin with \
            your host.
            """,
            advice: "Accept only known targets in \(.name).",
            bad: [
                "> GET /go?next=https://evil.example/x < 302 | Location: «https://evil.example/x»",
                "> GET /out?url=//evil.example < 301 | Location: «//evil.example»",
            ],
            good: [
                "> GET /go?next=/x < 302 | Location: /x",
                """
                > GET /auth?client_id=a&redirect_uri=https://b.example/cb < 302 \
                | Location: https://b.example/cb?code=1
                """,
            ]
        ) { x, found in
            guard let redirect = x.followed, redirect.changesSite,
                let host = redirect.target.bytes(redirect.target.host),
                // The target of OAuth is registered.
                !x.parameters.contains(where: { isOne($0.name, of: ["client_id", "samlrequest"]) }),
                let parameter = x.parameters.first(where: { leads($0.value, to: host) })
            else { return }
            found(
                in: .response, at: x.response?.fields.range(.location),
                [.name: .bytes(parameter.name), .host: .bytes(host)])
        }
    }

    private static func leads(_ value: Bytes, to host: Bytes) -> Bool {
        guard value.contains(ASCII.slash) else { return false }
        let url = URLReference(value)
        return url.bytes(url.host)?.equalsIgnoringCase(host) == true
    }
}
