import Bytes
import HTTPModel
import HTTPSemantics

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
                watch: """
                    401 with a challenge, then name and password in base64, readable to anyone on the network. They \
                    are demo, \(password).
                    """,
                curl: "curl -i -u 'demo:\(password)' http://demo.hark.test/auth/basic"),
            SitePage.Card(
                path: "/auth/digest", title: "Digest authentication",
                watch:
                    """
                    The client sends a hash of the password, a nonce and the request, not the password. Watch nonce, \
                    nc and 
                    """
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
        guard let value = request.head.fields.first(.authorization).flatMap({ AuthorizationValue($0) }),
            value.scheme.equalsIgnoringCase("basic"), let credentials = BasicCredentials(token: value.rest),
            credentials.user == Bytes(username), credentials.password == Bytes(password)
        else {
            return refused(["Basic realm=\"\(realm)\", charset=\"UTF-8\""], request)
        }
        return welcome(
            """
            The Authorization field contains name and password, only encoded in base64: anyone who reads the request \
            has 
            """
                + "both.",
            request)
    }

    private static func digest(_ request: SiteRequest) -> SiteResponse {
        let credentials = request.head.fields.first(.authorization).flatMap { AuthorizationValue($0) }
        let verdict = credentials.map { credentials in
            DigestAccess.verify(
                credentials, method: request.head.method.name, target: request.pathAndQuery, realm: realm,
                username: username, password: password, now: request.seconds)
        }
        if verdict == .accepted {
            return welcome("The Authorization field contains a hash; the client did not send the password.", request)
        }
        let challenges = DigestAccess.algorithms.map { algorithm in
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
            "Please log in",
            [.text("The name is \(username), the password is \(password). The challenge is in WWW-Authenticate.")]
        ).response(
            401, challenges.map { ("WWW-Authenticate", $0) } + [("Cache-Control", "no-store")], for: request)
    }
}
