/// `/account`: for those who logged in; shows which cookies came back.
enum AccountPage {
    static let page = DemoPage(name: "account") { request, _ in
        guard request.segments.count == 1 else { return nil }
        guard let name = Session.name(in: request) else {
            return .plain(302, [("Location", "/login"), ("Cache-Control", "no-store")], "Log in first: /login\n")
        }
        return SitePage(
            "Hello, \(name)",
            [
                .text("Your request sent these cookies:"),
                .table(Session.cookies(in: request).map { SitePage.Row(name: $0.name, value: $0.value) }),
                .text(
                    """
                    A careful client does not send secure_only and __Host-locked (only for https) and foreign \
                    (its Domain is not this host).
                    """),
                .form(SitePage.Form(action: "/logout", inputs: [], button: "Log out")),
            ]
        ).response(200, [("Cache-Control", "no-store")], for: request)
    }
}
