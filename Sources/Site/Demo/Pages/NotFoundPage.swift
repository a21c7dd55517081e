import Bytes

/// 404: what was asked for, and what there is instead.
enum NotFoundPage {
    static func response(for request: SiteRequest) -> SiteResponse {
        let path = request.path.text
        let shown = path.count > 200 ? path.prefix(200) + "…" : path
        let asked = request.segments.first ?? ""
        let near = DemonstrationSite.pages.flatMap { $0.cards }.filter { card in
            card.path.split(separator: "/").first.map(String.init) == asked
        }
        var blocks: [SitePage.Block] = [.text("There is no page at \(shown).")]
        if !near.isEmpty {
            blocks += [.heading("Similar pages"), .cards(near)]
        }
        blocks.append(.link("All pages", to: "/"))
        return SitePage("Not found", blocks).response(404, for: request)
    }
}
