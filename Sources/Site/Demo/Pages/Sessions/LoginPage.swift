import Bytes
import HTTPModel
import HTTPSemantics

/// `/login`: a form, and the answer to it that sets a cookie of every kind.
enum LoginPage {
    static let page = DemoPage(
        name: "login", methods: [.get, .head, .post],
        cards: [
            SitePage.Card(
                path: "/login", title: "Log in with cookies",
                watch:
                    "One response sets cookies with all attributes; watch which of them come back, and where "
                    + "to.",
                curl: "curl -L -c jar -b jar -d name=ada http://demo.hark.test/login")
        ],
        respond: respond)

    @Sendable private static func respond(_ request: SiteRequest, _ body: Bytes) -> SiteResponse? {
        guard request.segments.count == 1 else { return nil }
        guard request.head.method == .post else {
            return SitePage(
                "Log in",
                [
                    .text("Any name is accepted, and the password is ignored."),
                    .form(
                        SitePage.Form(
                            action: "/login",
                            inputs: [
                                SitePage.Form.Input(name: "name", label: "Name", value: "ada"),
                                SitePage.Form.Input(name: "password", label: "Password", type: "password"),
                            ],
                            button: "Log in")),
                ]
            ).response(for: request)
        }
        let name = SiteRequest.parameters(body).first { $0.name == "name" }?.value ?? ""
        guard !name.isEmpty else {
            return .plain(400, "The form requires a name: curl -d name=ada http://demo.hark.test/login\n")
        }
        let cookies = cookies(name: name, now: request.seconds).map { SiteResponse.Field("Set-Cookie", $0) }
        // RFC 9110 §15.4.4: 303 sends the client to another page with GET, so that a reload does not log in again.
        return .plain(303, [("Location", "/account"), ("Cache-Control", "no-store")] + cookies, "Logged in.\n")
    }

    /// RFC 6265 §4.1.2, one attribute after the other, and three cookies that a careful client does not keep.
    static func cookies(name: String, now: Int64) -> [String] {
        [
            "session=\(Session.value(for: name)); Path=/; HttpOnly; SameSite=Lax",
            "visit=\(now); Path=/; Max-Age=86400",
            "language=en; Path=/; Expires=\(HTTPDate.format(now + 30 * 86_400).text)",
            "everywhere=yes; Domain=demo.hark.test; Path=/",
            "account_only=yes; Path=/account; SameSite=Strict",
            "secure_only=yes; Path=/; Secure; SameSite=None",
            "__Host-locked=yes; Path=/; Secure; HttpOnly",
            "foreign=yes; Domain=example.com; Path=/",
        ]
    }
}
