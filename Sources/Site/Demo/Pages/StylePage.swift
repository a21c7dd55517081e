/// `/style.css`: the style sheet that the early hints announce; fresh for an hour.
enum StylePage {
    static let page = DemoPage(name: "style.css") { request, _ in
        guard request.segments.count == 1 else { return nil }
        return SiteResponse(
            200, [("Cache-Control", "max-age=3600"), ("X-Content-Type-Options", "nosniff")],
            type: "text/css; charset=utf-8", "h1::after{content:\" \\2713\"}\n")
    }
}
