import Bytes

/// `/slow?ms=`: an answer that takes its time before the first byte.
enum SlowPage {
    static let page = DemoPage(
        name: "slow",
        cards: [
            SitePage.Card(
                path: "/slow?ms=1500", title: "A slow server",
                watch: "Nothing for a while, then everything at once: the server takes the time, not the network.",
                curl: "curl 'http://demo.hark.test/slow?ms=1500'")
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        let delay = request.number("ms", in: 0...SiteAnswer.longestWait, standard: 1_000)
        var response = SiteResponse.plain(
            200, [("Cache-Control", "no-store"), ("Server-Timing", "thinking;dur=\(delay)")],
            "That took \(delay) milliseconds.\n")
        response.delay = delay
        return response
    }
}
