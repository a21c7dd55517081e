import Bytes

extension DemonstrationSite {
    /// `/`: every page with what to watch. Listed by hand from the pages themselves, so that it is never incomplete.
    static let indexPage = DemoPage(name: "") { request, _ in
        let cards = DemonstrationSite.pages.flatMap { $0.cards }
        return SitePage(
            "Hark demo site", linksHome: false,
            [
                .text(
                    "This site lives inside the proxy. Its pages are plain; what is worth a look is the HTTP they "
                        + "are made of. Open one, then look at what Hark shows of it."),
                .text("From a terminal, tell curl about the proxy once (the address is the one Hark printed):"),
                .code("export http_proxy=http://127.0.0.1:8888"),
                .cards(cards),
                .link("Hark itself: status, and how to set the proxy in other programs", to: "http://hark.test/"),
            ]
        ).response(for: request)
    }
}
