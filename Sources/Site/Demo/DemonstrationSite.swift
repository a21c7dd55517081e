package import Bytes
import HTTPModel

/// `http://demo.hark.test/`: pages whose HTTP is worth watching. Stateless; finds the page and keeps the common rules.
package struct DemonstrationSite: LocalSite {
    package static let host = "demo.hark.test"

    static let pages: [DemoPage] =
        [indexPage, RedirectPage.page, LoginPage.page, AccountPage.page, LogoutPage.page, CookiesPage.page]
        + [CachePage.page, ChunkedPage.page, EventsPage.page, SocketPage.page, GzipPage.page, DownloadPage.page]
        + [AuthPage.page, UploadPage.page, FormPage.page, StatusPage.page, EarlyHintsPage.page, StylePage.page]
        + [FlakyPage.page, SlowPage.page, APIPage.page, CallsPage.page, CallsPage.calls, GraphQLPage.page]
        + [EchoPage.page]

    package init() {}

    package func receive(_ request: SiteRequest) -> SiteDecision {
        if let answer = refusal(of: request) {
            return .answer(answer)
        }
        guard let page = page(for: request) else {
            return .answer(early(NotFoundPage.response(for: request), to: request))
        }
        guard page.allows(request.head.method) else {
            let response = request.head.method == .options ? options(page) : notAllowed(page, request)
            return .answer(early(response, to: request))
        }
        if let (answer, conversation) = page.converse(request) { return .converse(answer, conversation) }
        guard request.hasBody else {
            return .answer(respond(page, request, Bytes()))
        }
        if let declared = request.head.fields.first(.contentLength)?.decimal, declared > page.bodyLimit {
            return .answer(refuse(request, limit: page.bodyLimit))
        }
        let interim = SiteResponse.encodeHead(100, StatusCode.reason(100), [])
        return .readBody(limit: page.bodyLimit, interim: request.awaitsContinue ? interim : Bytes())
    }

    package func answer(_ request: SiteRequest, body: Bytes) -> SiteAnswer {
        guard let page = page(for: request) else {
            return NotFoundPage.response(for: request).answer(to: request)
        }
        return respond(page, request, body)
    }

    package func refuse(_ request: SiteRequest, limit: Int) -> SiteAnswer {
        let page = SitePage(
            "Too much content",
            [
                .text("This page accepts at most \(limit) bytes of content, and answers 413 before it reads more."),
                .text("A client that sends Expect: 100-continue loses nothing: it has not sent its content yet."),
            ])
        var response = page.response(413, for: request)
        response.closes = true
        return response.answer(to: request)
    }

    private func page(for request: SiteRequest) -> DemoPage? {
        let name = request.segments.first ?? ""
        return DemonstrationSite.pages.first { $0.name == name }
    }

    private func respond(_ page: DemoPage, _ request: SiteRequest, _ body: Bytes) -> SiteAnswer {
        (page.respond(request, body) ?? NotFoundPage.response(for: request)).answer(to: request)
    }

    /// What no page has to look at: the server as a whole, and expectations that cannot be met.
    private func refusal(of request: SiteRequest) -> SiteAnswer? {
        if request.head.target.form == .asterisk {
            // RFC 9110 §9.3.7: `OPTIONS *` asks about the server, not about a resource.
            let isOptions = request.head.method == .options
            let response =
                isOptions
                ? SiteResponse(204, [("Allow", "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")])
                : SiteResponse.plain(400, "The target * is only for OPTIONS (RFC 9112 §3.2.4).\n")
            return early(response, to: request)
        }
        let expectations = request.head.fields.members(.expect)
        if expectations.contains(where: { !$0.equalsIgnoringCase("100-continue") }) {
            // RFC 9110 §10.1.1: 417 for an expectation that is not known.
            return early(.plain(417, "The only expectation is 100-continue.\n"), to: request)
        }
        return nil
    }

    /// An answer given before the content was read. A client that waits for 100 may send the content or not, so the
    /// next request could not be found in what follows: the connection ends (RFC 9110 §10.1.1).
    private func early(_ response: SiteResponse, to request: SiteRequest) -> SiteAnswer {
        var response = response
        response.closes = response.closes || request.awaitsContinue
        return response.answer(to: request)
    }

    private func options(_ page: DemoPage) -> SiteResponse {
        SiteResponse(204, [("Allow", page.allow)])
    }

    private func notAllowed(_ page: DemoPage, _ request: SiteRequest) -> SiteResponse {
        if case .other(let name) = request.head.method {
            // RFC 9110 §9.1: 501 for a method that the server does not know at all.
            return .plain(501, "The method \(name.text.prefix(40)) is not supported here.\n")
        }
        return SitePage(
            "Method not allowed",
            [
                .text(
                    "\(request.head.method.name.text) is not allowed here. The Allow field lists the allowed methods: "
                        + "\(page.allow)."
                ),
                .text("A 405 must have Allow (RFC 9110 §15.5.6), so that the client need not guess."),
            ]
        ).response(405, [("Allow", page.allow)], for: request)
    }
}
