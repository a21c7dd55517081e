import Bytes
import HTTPModel
import Site

/// `/auth/basic` and `/auth/digest`: a challenge, and a page for those who answer it (RFC 7617, RFC 7616).
enum AuthPage {
    static let username = "demo"
    static let password = "let me in"
    static let realm = "Hark demo"

    static let page = DemoPage(
        name: "auth",
        cards: [
            SitePage.Card(
                path: "/auth/basic", title: "Basic authentication",
                watch: "401 with a challenge, then name and password in base64, for everyone on the way to read. "
                    + "It is demo, \(password).",
                curl: "curl -i -u 'demo:\(password)' http://demo.hark.test/auth/basic"),
            SitePage.Card(
                path: "/auth/digest", title: "Digest authentication",
                watch:
                    "The password never travels: a hash over it, a nonce and the request does. Watch nonce, nc and "
                    + "cnonce.",
                curl: "curl -i --digest -u 'demo:\(password)' http://demo.hark.test/auth/digest"),
        ]
    ) { request, _ in
        guard request.segments.count == 2 else { return nil }
        return switch request.segments[1] {
        case "basic": basic(request)
        case "digest": digest(request)
        default: nil
        }
    }

    private static func basic(_ request: SiteRequest) -> SiteResponse {
        // RFC 7617 §2: the scheme, one space or more, base64 of name and password with the first colon between them.
        guard let field = request.head.fields.first(.authorization), field.count > 6,
            field.slice(0..<6).equalsIgnoringCase("basic "),
            let pair = Base64.decode(field.slice(6..<field.count).trimmed),
            pair == Array("\(username):\(password)".utf8)
        else {
            return refused(["Basic realm=\"\(realm)\", charset=\"UTF-8\""], request)
        }
        return welcome(
            "The Authorization field holds name and password, only written in base64: whoever reads the request has "
                + "both.",
            request)
    }

    private static func digest(_ request: SiteRequest) -> SiteResponse {
        let credentials = request.head.fields.first(.authorization).flatMap { DigestAccess.Credentials($0) }
        let verdict = credentials.map { credentials in
            DigestAccess.verify(
                credentials, method: request.head.method.name.text, target: request.pathAndQuery.text, realm: realm,
                username: username, password: password, now: request.seconds)
        }
        if verdict == .accepted {
            return welcome("The Authorization field holds a hash; the password stayed with the client.", request)
        }
        let challenges = DigestAccess.Algorithm.allCases.map { algorithm in
            DigestAccess.challenge(algorithm, realm: realm, now: request.seconds, stale: verdict == .stale)
        }
        return refused(challenges, request)
    }

    private static func welcome(_ text: String, _ request: SiteRequest) -> SiteResponse {
        SitePage("Welcome, \(username)", [.text(text)])
            .response(200, [("Cache-Control", "private, no-store")], for: request)
    }

    private static func refused(_ challenges: [String], _ request: SiteRequest) -> SiteResponse {
        SitePage(
            "Who is there?",
            [.text("The name is \(username), the password is \(password). The challenge is in WWW-Authenticate.")]
        ).response(
            401, challenges.map { ("WWW-Authenticate", $0) } + [("Cache-Control", "no-store")], for: request)
    }
}
