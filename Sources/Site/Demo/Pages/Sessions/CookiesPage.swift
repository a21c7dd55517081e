import Bytes
import HTTPSemantics

/// `/cookies`: the cookies of the request as they stand in it, and a way to set one.
enum CookiesPage {
    static let page = DemoPage(
        name: "cookies",
        cards: [
            SitePage.Card(
                path: "/cookies?set=colour%3Dblue", title: "Cookies, as sent",
                watch: "Sets a cookie of your choice and lists what the client sends back, in order.",
                curl: "curl -b 'a=1; b=2' http://demo.hark.test/cookies")
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        var fields: [SiteResponse.Field] = [("Cache-Control", "no-store")]
        var blocks: [SitePage.Block] = []
        if let pair = request.query("set"), let cookie = cookie(pair) {
            fields.append(("Set-Cookie", "\(cookie); Path=/cookies"))
            blocks.append(.text(Self.promise(cookie)))
        }
        let sent = Session.cookies(in: request)
        if sent.isEmpty {
            blocks.append(.text("The request had no Cookie field."))
        } else {
            blocks.append(.table(sent.map { SitePage.Row(name: $0.name, value: $0.value) }))
        }
        return SitePage("Cookies", blocks).response(200, fields, for: request)
    }

    /// What becomes of it: browsers refuse a cookie whose name promises what this answer does not give.
    private static func promise(_ cookie: String) -> String {
        let name = cookie.lowercased()
        guard name.hasPrefix("__host-") || name.hasPrefix("__secure-") else {
            return "This response sets \(cookie) for /cookies. Reload the page to see the client send it."
        }
        let prefix = name.hasPrefix("__host-") ? "__Host-" : "__Secure-"
        let needs = prefix == "__Host-" ? "Secure and Path=/" : "Secure"
        return """
            This response sets \(cookie) without \(needs), which the prefix \(prefix) requires. Browsers and curl \
            reject the cookie, so they do not send it back.
            """
    }

    /// The pair with all that a cookie may not hold percent-encoded (RFC 6265 §4.1.1), or nil without a name.
    private static func cookie(_ pair: String) -> String? {
        let name = pair.prefix { $0 != "=" }.prefix(60)
        let value = pair.drop { $0 != "=" }.dropFirst().prefix(200)
        guard !name.isEmpty else { return nil }
        return "\(PercentCoding.encode(String(name)))=\(PercentCoding.encode(String(value)))"
    }
}
