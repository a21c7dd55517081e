import Bytes
import HTTPModel

/// `/early-hints`: a 103 that names the style sheet while the page is still being made (RFC 8297).
enum EarlyHintsPage {
    static let page = DemoPage(
        name: "early-hints",
        cards: [
            SitePage.Card(
                path: "/early-hints", title: "Early hints: 103",
                watch: "Half a second before the final response comes a 103 with a link to what the page will need.",
                curl: "curl -i http://demo.hark.test/early-hints")
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        let link: SiteResponse.Field = ("Link", "</style.css>; rel=preload; as=style")
        let page = SitePage(
            "Early hints",
            [
                .text(
                    """
                    Before this page came a 103 with a Link to its style sheet, so that a browser could fetch that \
                    while the server was still working. The server took half a second.
                    """)
            ])
        var response = page.response(200, [link], for: request)
        if request.prefersHTML {
            let sheet = "<link rel=\"stylesheet\" href=\"/style.css\">\n"
            response.body = .bytes(Array(HTMLRenderer.render(page, head: sheet).utf8))
        }
        response.interim = [SiteResponse(103, [link])]
        response.delay = 500
        return response
    }
}
