import Bytes

extension DemonstrationSite {
    /// `/`: every page with what to watch. Listed by hand from the pages themselves, so that it is never incomplete.
    static let indexPage = DemoPage(name: "") { request, _ in
        let cards = DemonstrationSite.pages.flatMap { $0.cards }
        return SitePage(
            "Hark demo site", linksHome: false,
            [
                .text(
                    """
                    This site is a part of the proxy. Its pages are simple; their HTTP is what matters. Open \
                    one, then look at it in Hark.
                    """),
                .text("From a terminal, tell curl about the proxy once (the address is the one Hark printed):"),
                .code("export http_proxy=http://127.0.0.1:8888 https_proxy=http://127.0.0.1:8888"),
                .cards(cards),
                .heading("HTTPS"),
                .text(
                    """
                    The same site over TLS, and eight servers whose certificates each have a different fault. Hark \
                    rejects them as a careful client does, and its error page explains the fault. Your client must \
                    trust Hark first; hark run starts it so that it does.
                    """),
                .cards(SecureHost.cards),
                .link("How to trust Hark in other clients", to: "http://hark.test/trust"),
                .link("Hark itself: status, and how to set the proxy in other programs", to: "http://hark.test/"),
            ]
        ).response(for: request)
    }
}
