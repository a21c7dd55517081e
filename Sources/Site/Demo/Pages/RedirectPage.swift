import Bytes
import HTTPModel

/// `/redirect/…`: a chain through the four codes, the change from POST to GET, a loop, a way to another host.
enum RedirectPage {
    static let page = DemoPage(
        name: "redirect", methods: [.get, .head, .post, .put, .delete],
        cards: [
            SitePage.Card(
                path: "/redirect/1", title: "A chain of redirects",
                watch: "301, 302, 307 and 308 in a row. Hark numbers the hops and shows where each one leads.",
                curl: "curl -L http://demo.hark.test/redirect/1"),
            SitePage.Card(
                path: "/redirect/post", title: "POST becomes GET",
                watch:
                    "After 301, 302 or 303 a POST becomes a GET and its content is dropped; after 307 and 308 it "
                    + "stays.",
                curl: "curl -L -d a=1 'http://demo.hark.test/redirect/post?code=303'"),
            SitePage.Card(
                path: "/redirect/away", title: "To another host",
                watch:
                    "The client selects cookies for the new host, and a careful client removes Authorization.",
                curl: "curl -L -u me:secret http://demo.hark.test/redirect/away"),
            SitePage.Card(
                path: "/redirect/loop", title: "A redirect to itself",
                watch: "The client must give up on its own; see how many times it tries.",
                curl: "curl -L --max-redirs 5 http://demo.hark.test/redirect/loop"),
        ],
        respond: respond)

    private static let chain = [
        "1": (301, "/redirect/2"), "2": (302, "/redirect/3"), "3": (307, "/redirect/4"), "4": (308, "/redirect/end"),
    ]

    @Sendable private static func respond(_ request: SiteRequest, _ body: Bytes) -> SiteResponse? {
        guard request.segments.count == 2 else { return nil }
        let name = request.segments[1]
        if let (status, target) = chain[name] {
            return redirect(status, to: target)
        }
        switch name {
        case "end":
            return arrival("The end of the chain", request, body)
        case "landing":
            return arrival("Arrived", request, body)
        case "post":
            return post(request)
        case "away":
            return redirect(302, to: "http://hark.test/")
        case "loop":
            return redirect(302, to: "/redirect/loop")
        default:
            return nil
        }
    }

    private static func redirect(_ status: Int, to target: String) -> SiteResponse {
        .plain(status, [("Location", target)], "\(status): continue at \(target)\n")
    }

    /// How the request looked when it arrived: whether the method and the content survived the way.
    private static func arrival(_ title: String, _ request: SiteRequest, _ body: Bytes) -> SiteResponse {
        SitePage(
            title,
            [
                .table([
                    SitePage.Row(name: "Arrived with", value: request.head.method.name.text),
                    SitePage.Row(name: "Content", value: "\(body.count) bytes"),
                ]),
                .text(
                    "A 301 or 302 may turn POST into GET, a 303 always does, a 307 or 308 never does "
                        + "(RFC 9110 §15.4)."),
            ]
        ).response(for: request)
    }

    private static func post(_ request: SiteRequest) -> SiteResponse {
        let code = request.number("code", in: 301...308, standard: 303)
        if request.head.method != .get, request.head.method != .head {
            return redirect([301, 302, 303, 307, 308].contains(code) ? code : 303, to: "/redirect/landing")
        }
        let forms = [301, 302, 303, 307, 308].flatMap { code in
            [
                SitePage.Block.heading("\(code) \(StatusCode.reason(code))"),
                .form(
                    SitePage.Form(
                        action: "/redirect/post?code=\(code)",
                        inputs: [SitePage.Form.Input(name: "message", label: "Content to send", value: "hello")],
                        button: "POST, answered with \(code)")),
            ]
        }
        return SitePage("POST becomes GET, or stays", forms).response(for: request)
    }
}
