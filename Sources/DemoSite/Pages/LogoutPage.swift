import Bytes
import HTTPSemantics
import Site

/// `/logout`: removes the cookies, by setting them with a time that is over.
enum LogoutPage {
    static let page = DemoPage(
        name: "logout",
        cards: [
            SitePage.Card(
                path: "/logout", title: "Log out",
                watch: "There is no way to delete a cookie but to set it again, already expired, with the same path.",
                curl: "curl -i -c jar -b jar http://demo.hark.test/logout")
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        let past = HTTPDate.format(0).text
        let gone = [
            ("session", "/"), ("visit", "/"), ("language", "/"), ("account_only", "/account"),
        ].map { name, path in
            SiteResponse.Field("Set-Cookie", "\(name)=; Path=\(path); Max-Age=0; Expires=\(past)")
        }
        let domain = SiteResponse.Field(
            "Set-Cookie", "everywhere=; Domain=demo.hark.test; Path=/; Max-Age=0; Expires=\(past)")
        let standing: [SiteResponse.Field] = [("Location", "/"), ("Cache-Control", "no-store")]
        return .plain(303, standing + gone + [domain], "Logged out.\n")
    }
}
