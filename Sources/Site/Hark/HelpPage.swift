package import HTTPModel

/// For people who browse to the proxy's port itself: what it is, and how to use it. Pure.
package enum HelpPage {
    /// The answer to a request in origin form that reached a forward listener: 400, a page or plain text as Accept
    /// says, and the end of the connection, because content that came along was not read.
    ///
    /// `listener` is the address the request came to (`127.0.0.1:8888`), `wallClock` microseconds since 1970.
    package static func directRequest(_ head: RequestHead, listener: String, wallClock: Int64) -> SiteAnswer {
        let request = SiteRequest(
            head: head, host: "", wallClock: wallClock, requestNumber: 0, clientAddress: "")
        let page = SitePage(
            "This is a proxy", linksHome: false,
            [
                .text(
                    """
                    Hark listens on \(listener). It is an HTTP proxy: it forwards requests that name their server, and \
                    records them. Your request named only a path, like a request to a web server, so Hark does not \
                    know where to send it.
                    """),
                .text("Configure this address as your client's proxy, then open http://demo.hark.test/."),
            ] + ProxySetup.blocks(address: listener) + [
                .heading("More"),
                .link("Hark's own page, available through the proxy", to: "http://hark.test/"),
                .text(
                    "To forward such requests to one server, start Hark with "
                        + "hark proxy --reverse http://the.server/."),
            ])
        var response = page.response(400, [("Cache-Control", "no-store")], for: request)
        response.closes = true
        return response.answer(to: request)
    }
}
