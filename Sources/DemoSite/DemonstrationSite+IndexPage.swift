import Bytes
import Site

extension DemonstrationSite {
    /// `/`: every page with what to watch. Listed by hand from the pages themselves, so that it is never incomplete.
    static let indexPage = DemoPage(name: "") { request, _ in
        let cards = DemonstrationSite.pages.flatMap { $0.cards }
        return SitePage(
            "Hark demo site", linksHome: false,
            [
                .text(
                    "This site lives inside the proxy. Its pages are plain; what matters is the HTTP they "
                        + "are made of. Open one, then look at what Hark shows of it."),
                .text("From a terminal, tell curl about the proxy once (the address is the one Hark printed):"),
                .code("export http_proxy=http://127.0.0.1:8888 https_proxy=http://127.0.0.1:8888"),
                .cards(cards),
                .heading("HTTPS"),
                .text(
                    "The same site over TLS, and eight servers whose certificates are wrong in one way each. Hark "
                        + "refuses them as a careful client does, and the answer in their place says what is the "
                        + "matter. Your client has to trust Hark first; hark run starts it so that it does."),
                .cards(SecureHost.cards),
                .link("How to trust Hark in other clients", to: "http://hark.test/trust"),
                .link("Hark itself: status, and how to set the proxy in other programs", to: "http://hark.test/"),
            ]
        ).response(for: request)
    }
}
