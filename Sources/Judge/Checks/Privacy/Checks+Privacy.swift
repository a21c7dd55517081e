import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// What URLs, fields and pages give away.
extension Checks {
    /// Names of parameters, and what they hold.
    /// What frameworks call the id that logs a user in. `session_id` and `sid` are also what analytics calls a visit.
    private static let sessionNames: [StaticString] = ["jsessionid", "phpsessid", "aspsessionid", "asp.net_sessionid"]
    private static let passwordNames: [StaticString] = ["password", "passwd", "pwd", "client_secret"]
    private static let refererNames: [StaticString] = [
        "access_token", "id_token", "token", "api_key", "apikey", "password", "passwd", "client_secret",
        "jsessionid", "phpsessid", "session_id",
    ]
    private static let placeholders: Set<Bytes> = [
        "undefined", "null", "NaN", "[object Object]", "{id}", "${id}", ":id", "{{id}}", "%s",
    ]
    private static let versioned: [StaticString] = ["server", "x-powered-by", "x-aspnet-version", "x-generator"]
    private static let traces: [StaticString] = [
        "Traceback (most recent call last)", "\tat java.", "\n   at System.", "Stack trace:\n", "ORA-0", "SQLSTATE[",
        "You have an error in your SQL syntax", "panic: runtime error", "goroutine 1 [running]", "    at Object.",
        "    at Module._compile", "Fatal error: Uncaught", "org.springframework.", "ActionController::",
    ]

    static let privacy: [Check] = Array {
        Check(
            "referer-downgrade", .bad, .privacy, .request("referer"), "RFC 9110 §10.1.3",
            "The URL of an https page over http",
            "The page at \(.host) was loaded with TLS, but its URL is sent without TLS, where everyone can read it.",
            advice: "Remove \("Referer").",
            bad: [
                Example("> GET / | Referer: «https://shop.test/a» < 204", scheme: "http"),
                Example("> GET / | Referer: «https://a.example/cart?id=7» < 204", scheme: "http"),
            ],
            good: [
                "> GET / | Referer: https://a.example/a < 204",
                Example("> GET / | Referer: https://a.example/a < 204", scheme: "http", knowsScheme: false),
            ]
        ) { x, found in
            guard x.isExposed, let value = x.asked(.referer), URLReference(value).hasScheme("https") else { return }
            let url = URLReference(value)
            found([.host: .bytes(url.bytes(url.host) ?? Bytes())])
        }
        Check(
            "referer-secret", .bad, .privacy, .request("referer"), "RFC 9110 §10.1.3", "A secret in Referer",
            "\("Referer") contains \(.name), so the server of this URL and its logs get it.",
            advice: "Keep secrets out of URLs, and send \("Referrer-Policy: strict-origin-when-cross-origin").",
            bad: [
                "> GET / | Referer: «https://b.example/in?access_token=abc» < 204",
                "> GET / | Referer: «https://u:p@b.example/» < 204",
            ],
            good: [
                "> GET / | Referer: https://b.example/ < 204",
                // Its own server has it anyway.
                "> GET / | Referer: https://a.example/in?token=abc < 204",
            ],
            besides: ["referer-cross-origin-full"]
        ) { x, found in
            guard let value = x.asked(.referer), value.count <= 32_768 else { return }
            let page = URLReference(value)
            if let userinfo = page.bytes(page.userinfo), !userinfo.isEmpty {
                return found([.name: .words("a user name or password")])
            }
            guard let url = x.url, x.knowsScheme, !page.hasSameOrigin(as: url), let query = page.bytes(page.query)
            else { return }
            let pair = PercentCoding.pairs(query).first {
                isOne($0.name, of: refererNames) && $0.value?.isEmpty == false
            }
            if let pair { found([.name: .bytes(pair.name)]) }
        }
        Check(
            "referer-cross-origin-full", .warning, .privacy, .request("referer"), "RFC 9110 §17.9",
            "Another site gets the whole URL",
            "\("Referer") tells \(.host) which page of \(.origin) the user was on, with path and query.",
            advice: "Send \("Referrer-Policy: strict-origin-when-cross-origin") with the page.",
            bad: [
                "> GET / | Referer: «https://b.example/orders/7» < 204",
                "> GET / | Referer: «https://b.example/?q=illness» < 204",
            ],
            good: [
                "> GET / | Referer: https://b.example/ < 204", "> GET / | Referer: https://a.example/orders/7 < 204",
                "> GET / | Referer: https://www.a.example/orders/7 < 204",
            ]
        ) { x, found in
            guard let value = x.asked(.referer), let url = x.url, value.count <= 32_768 else { return }
            let page = URLReference(value)
            guard page.isHTTP, !page.hasSameSite(as: url), page.path.count > 1 || page.query?.isEmpty == false,
                let host = url.bytes(url.host), let origin = page.bytes(page.host)
            else { return }
            found([.host: .bytes(host), .origin: .bytes(origin)])
        }
        Check(
            "server-version", .info, .privacy, .message(.response),
            when: .answered("server", "x-powered-by", "x-aspnet-version", "x-generator"), "RFC 9110 §10.2.4",
            "A version is disclosed",
            "\(.field) names a version (\(.value)), which tells attackers which faults to try.",
            advice: "Send only the name, or nothing.",
            bad: ["< 204 | Server: «nginx/1.18.0»", "< 204 | X-Powered-By: «PHP/7.4.3»"],
            good: ["< 204 | Server: nginx", "< 204 | X-Powered-By: Express"]
        ) { x, found in
            guard let fields = x.response?.fields else { return }
            for name in versioned {
                guard let line = fields.line(named: name) else { continue }
                let value = fields.value(of: line)
                let isVersioned = value.withSpan { span in
                    span.indices.dropFirst().contains { place in
                        ASCII.isDigit(span[place])
                            && (span[place - 1] == ASCII.slash || span[place - 1] == ASCII.period)
                    }
                }
                guard isVersioned else { continue }
                found(at: line.value, [.field: .bytes(fields.name(of: line)), .value: .bytes(value)])
            }
        }
        Check(
            "internal-address", .info, .privacy, .message(.response),
            when: .answered(
                "via", "x-backend", "x-backend-server", "x-served-by", "x-upstream", "x-host", "x-real-server"),
            "RFC 9110 §7.6.3",
            "An internal address is disclosed",
            "\(.field) of this public response names \(.host), an address inside of your network.",
            advice: "Remove \(.field), or use a pseudonym in it.",
            bad: [
                "> GET / < 204 | Via: «1.1 10.0.3.7»", "> GET / < 204 | X-Backend: «http://192.168.1.5:8080»",
            ],
            good: [
                "> GET / < 204 | Via: 1.1 edge", Example("> GET / | Host: 10.0.0.1 < 204 | Via: 1.1 10.0.3.7"),
            ]
        ) { x, found in
            guard let fields = x.response?.fields, let host = x.url.flatMap({ $0.bytes($0.host) }),
                !LocalHost.isLocal(host)
            else { return }
            let names: [StaticString] = [
                "via", "x-backend", "x-backend-server", "x-served-by", "x-upstream", "x-host", "x-real-server",
            ]
            for name in names {
                guard let line = fields.line(named: name) else { continue }
                let words = fields.value(of: line).split { !ASCII.isDigit($0) && $0 != ASCII.period }
                guard let address = words.lazy.map({ Bytes(Array($0)) }).first(where: { LocalHost.isPrivate($0) })
                else {
                    continue
                }
                found(at: line.value, [.field: .bytes(fields.name(of: line)), .host: .bytes(address)])
            }
        }
        Check(
            "stack-trace", .warning, .privacy, .response("content-type"),
            when: .status(500...999, given: .response(.kept)), "OWASP WSTG §WSTG-ERRH-02",
            "An error page shows the program",
            "The body of this \(.status) contains \(.value), which tells attackers how the program is built.",
            advice: "Log the details, and send a number to find them by.",
            bad: [
                """
                < 500 | Content-Type: «text/plain; charset=utf-8» || Traceback (most recent call last):\n  File "a.py"
                """,
                "< 500 | Content-Type: «text/html; charset=utf-8» || <p>SQLSTATE[42000]: syntax error",
            ],
            good: [
                "< 500 | Content-Type: text/plain; charset=utf-8 || Internal error 7f3a",
                "< 200 | Content-Type: text/plain; charset=utf-8 || Traceback (most recent call last):",
            ]
        ) { x, found in
            guard let status = x.response?.status, status >= 500, x.type?.isText == true,
                let bytes = x.plainContent(.response)
            else { return }
            let start = bytes.slice(0..<min(bytes.count, 65_536))
            guard let trace = traces.first(where: { start.contains($0) }) else { return }
            let shown = trace.description.trimmed
            found([.status: .number(Int64(status)), .value: .text(shown)])
        }
        Check(
            "directory-listing", .info, .privacy, .response("content-type"),
            when: .status(200, given: .response([.page, .kept])), "practice", "A list of files",
            "This page is a generated list of the files in \(.value), also of those that nothing links to.",
            advice: "Switch directory listings off, unless this is intended.",
            bad: [
                "> GET /f/ < 200 | Content-Type: «text/html; charset=utf-8» || <title>Index of /f/</title>",
                """
                > GET /f/ < 200 | Content-Type: «text/html; charset=utf-8» \
                || <html><title>Directory listing for /f/</title>
                """,
            ],
            good: [
                "> GET /f/ < 200 | Content-Type: text/html; charset=utf-8 || <title>Index of words</title>",
                "> GET /f/ < 404 | Content-Type: text/html; charset=utf-8 || <title>Index of /f/</title>",
            ]
        ) { x, found in
            guard x.isSuccessfulRead, x.type?.is("text", "html") == true, let bytes = x.plainContent(.response),
                let path = x.url.flatMap({ $0.bytes($0.path) })
            else { return }
            let start = bytes.slice(0..<min(bytes.count, 4_096))
            guard start.contains("<title>Index of /") || start.contains("<title>Directory listing for /") else {
                return
            }
            found([.value: .bytes(path)])
        }
        Check(
            "url-session-id", .warning, .urls, .message(.request), when: .given(.parameters), "RFC 9110 §17.9",
            "A session id in the URL",
            "The URL contains \(.name), which ends up in histories, logs and \("Referer").",
            advice: "Keep the session in a cookie.",
            bad: ["> GET «/a;jsessionid=0A1B2C» < 204", "> GET «/a?PHPSESSID=0a1b2c» < 204"],
            good: [
                "> GET /a?session=open < 204", "> GET /jsessionid/a < 204",
                "> GET /beacon?session_id=1b55ded2-453f < 204",
            ]
        ) { x, found in
            guard let bytes = x.request?.targetBytes, bytes.count <= 32_768 else { return }
            let named = x.parameters.first { isOne($0.name, of: sessionNames) && $0.value.count >= 6 }?.name
            let isInPath = bytes.contains(ASCII.semicolon) && bytes.lowercased.text.contains(";jsessionid=")
            guard let name = named ?? (isInPath ? "jsessionid" : nil) else { return }
            found(at: x.target(), [.name: .bytes(name)])
        }
        Check(
            "url-password", .bad, .urls, .message(.request), when: .given(.query), "RFC 9110 §17.9",
            "A password in the URL",
            "The URL contains the parameter \(.name), which ends up in histories, logs and \("Referer").",
            advice: "Send it in the body of a POST.",
            bad: ["> GET «/in?user=a&passwd=b» < 204", "> POST «/t?client_secret=b» | Content-Type: a/b || x < 204"],
            good: ["> GET /in?passwd= < 204", "> GET /passwd?page=2 < 204"]
        ) { x, found in
            // `password` is among the names of url-token-in-query.
            let pair = x.parameters.first {
                isOne($0.name, of: passwordNames) && !$0.name.equalsIgnoringCase("password") && !$0.value.isEmpty
            }
            if let pair { found(at: x.target(), [.name: .bytes(pair.name)]) }
        }
        Check(
            "url-personal-data", .info, .urls, .message(.request), when: .given(.query), "RFC 9110 §17.9",
            "An e-mail address in the URL",
            "The parameter \(.name) holds an e-mail address, which ends up in histories, logs and \("Referer").",
            advice: "Send it in a body.",
            bad: ["> GET «/u?mail=ann@b.example» < 204", "> GET «/u?q=ann%40b.example» < 204"],
            good: ["> GET /u?mail= < 204", "> GET /@ann/b?x=@b < 204"]
        ) { x, found in
            guard let pair = x.parameters.first(where: { isAddress($0.value) }) else { return }
            found(at: x.target(), [.name: .bytes(pair.name)])
        }
        Check(
            "url-placeholder", .warning, .urls, .message(.request), "practice", "An unfilled template",
            "The URL has \(.value) in place of a value: the program used a variable that was empty.",
            advice: "Check the value before the URL is built.",
            bad: ["> GET «/users/undefined/cart» < 404", "> GET «/a?id=NaN» < 400"],
            good: ["> GET /undefinedness < 404", "> GET /a?filter=null-safe < 204", "> GET /users/17 < 204"]
        ) { x, found in
            guard let url = x.url, let path = url.bytes(url.path), path.count <= 8_192 else { return }
            guard let wrong = placeholder(inPath: path) ?? x.parameters.map(\.value).first(where: isPlaceholder) else {
                return
            }
            found(at: x.target(), [.value: .bytes(wrong)])
        }
        Check(
            "url-parameter-repeated", .info, .urls, .message(.request), when: .given(.query),
            "WHATWG URL §application/x-www-form-urlencoded parsing", "A parameter occurs twice",
            "\(.name) occurs twice. Some frameworks read the first value, some the last, some both.",
            advice: "Send it once, or as a list in one value.",
            bad: ["> GET «/?id=1&id=2» < 204", "> GET «/?a=x&b=y&a=z» < 204"],
            good: ["> GET /?id%5B%5D=1&id%5B%5D=2 < 204", "> GET /?a=1&A=2 < 204"]
        ) { x, found in
            var seen: Set<Bytes> = []
            for parameter in x.parameters where !parameter.name.isEmpty && parameter.name.last != ASCII.closeBracket {
                if !seen.insert(parameter.name).inserted {
                    return found(at: x.target(), [.name: .bytes(parameter.name)])
                }
            }
        }
        Check(
            "url-backslash", .warning, .urls, .message(.request), when: .given(.oddTarget),
            "WHATWG URL §Basic URL parser",
            "A backslash in the URL",
            "Browsers turn \("\\") into \("/"), other clients send it as it is, so they reach different resources.",
            advice: "Write \("/"), or \("%5C") for a backslash.",
            bad: ["> GET /a«\\»b < 204", "> GET /a/«\\»..\\b < 204"],
            good: ["> GET /a%5Cb < 204", "> GET /a/b < 204"],
            besides: ["url-malformed"]
        ) { x, found in
            guard let bytes = x.request?.targetBytes, let place = bytes.firstIndex(of: ASCII.backslash) else { return }
            found(at: x.target(place, 1))
        }
    }

    private static func isPlaceholder(_ value: Bytes) -> Bool {
        guard let first = value.first, "unN[{$:%".utf8.contains(first) else { return false }
        return placeholders.contains(value)
    }

    /// The first of the first hundred segments that a program forgot to fill in.
    private static func placeholder(inPath path: Bytes) -> Bytes? {
        var (start, count) = (0, 0)
        while start < path.count, count < 100 {
            let end = path.firstIndex(of: ASCII.slash, from: start) ?? path.count
            if end > start {
                count += 1
                // Most segments begin with another letter, and need not be decoded.
                let segment = path.slice(start..<end)
                if "unN[{$:%".utf8.contains(path[start]) {
                    let decoded = PercentCoding.decode(segment)
                    if placeholders.contains(decoded) { return decoded }
                }
            }
            start = end + 1
        }
        return nil
    }

    private static func isAddress(_ value: Bytes) -> Bool {
        guard value.count <= 254, let at = value.firstIndex(of: ASCII.at), at > 0 else { return false }
        let domain = value.slice(at + 1..<value.count)
        return domain.contains(ASCII.period) && domain.first != ASCII.period && domain.last != ASCII.period
            && domain.allSatisfy { ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == ASCII.period || $0 == ASCII.hyphen }
            && value.slice(0..<at).allSatisfy { ASCII.isAlpha($0) || ASCII.isDigit($0) || "._%+-".utf8.contains($0) }
    }
}

extension Bytes {
    /// Whether the text, which is not empty, stands somewhere in these.
    fileprivate func contains(_ text: StaticString) -> Bool {
        guard let first = text.description.utf8.first else { return true }
        var start = 0
        while let place = firstIndex(of: first, from: start) {
            if has(text, at: place) { return true }
            start = place + 1
        }
        return false
    }
}

extension String {
    /// Without the blanks that are part of a pattern.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
