import Bytes
import HTTPModel
import HTTPSemantics

/// `/logout`: removes the cookies, by setting them with a time that is over. Asked for with POST: a GET changes
/// nothing, so browsers fetch it ahead of time (RFC 9110 §9.2.1).
enum LogoutPage {
    static let page = DemoPage(
        name: "logout", methods: [.get, .head, .post],
        cards: [
            SitePage.Card(
                path: "/logout", title: "Log out",
                watch:
                    "A cookie is deleted by setting it again, already expired, with the same name, domain and path. "
                    + "(Clear-Site-Data: \"cookies\" would delete all of them, but only over https.)",
                curl: "curl -i -c jar -b jar -X POST http://demo.hark.test/logout")
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        guard request.head.method == .post else {
            return SitePage(
                "Log out",
                [
                    .text("Logging out changes something, so it requires POST, which links and previews do not send."),
                    .form(SitePage.Form(action: "/logout", inputs: [], button: "Log out")),
                ]
            ).response(200, [("Cache-Control", "no-store")], for: request)
        }
        let standing: [SiteResponse.Field] = [("Location", "/"), ("Cache-Control", "no-store")]
        return .plain(303, standing + expired.map { ("Set-Cookie", $0) }, "Logged out.\n")
    }

    /// What `/login` set and clients may have kept. Where Secure was, it has to be again: over plain http nobody may
    /// put another cookie in the place of a secure one.
    static let expired: [String] = {
        let past = "Max-Age=0; Expires=\(HTTPDate.format(0).text)"
        let plain = [("session", "/"), ("visit", "/"), ("language", "/"), ("account_only", "/account")]
        return plain.map { "\($0.0)=; Path=\($0.1); \(past)" }
            + ["everywhere=; Domain=demo.hark.test; Path=/; \(past)"]
            + ["secure_only", "__Host-locked"].map { "\($0)=; Path=/; Secure; \(past)" }
    }()
}
