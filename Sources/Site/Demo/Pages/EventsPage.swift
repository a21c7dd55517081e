import Bytes
import HTTPModel

/// `/events`: server-sent events, one a second; `count` and `every` choose how many and how fast.
enum EventsPage {
    static let page = DemoPage(
        name: "events",
        cards: [
            SitePage.Card(
                path: "/events?count=10", title: "Server-sent events",
                watch: "One response that continues: each event is sent at once, and Hark shows it immediately.",
                curl: "curl -N 'http://demo.hark.test/events?count=5&every=500'")
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        let count = request.number("count", in: 1...100, standard: 20)
        let every = request.number("every", in: 0...SiteAnswer.longestWait, standard: 1_000)
        // A client that lost the connection says which event it saw last, and gets the rest.
        let last = request.head.fields.values(named: "last-event-id").first?.decimal ?? 0
        let first = min(Int(clamping: last), count) + 1
        var pieces = [SiteResponse.Piece(data: Array("retry: 3000\n\n".utf8))]
        for number in stride(from: first, through: count, by: 1) {
            let text = "id: \(number)\nevent: tick\ndata: event \(number) of \(count)\n\n"
            pieces.append(SiteResponse.Piece(wait: number == first ? 0 : every, data: Array(text.utf8)))
        }
        pieces.append(SiteResponse.Piece(data: Array("event: end\ndata: that was all\n\n".utf8)))
        let fields: [SiteResponse.Field] = [
            ("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"),
        ]
        return SiteResponse(200, fields, body: .chunked(pieces, trailers: []))
    }
}
