import Bytes
import HTTPModel

/// `/flaky`: of three requests in a row, one fails; which one follows from the request's number.
enum FlakyPage {
    static let page = DemoPage(
        name: "flaky",
        cards: [
            SitePage.Card(
                path: "/flaky", title: "Fails one time in three",
                watch: "Every third request gets 503. Retry, and see how Hark separates the failures.",
                curl: "for i in 1 2 3; do curl -i http://demo.hark.test/flaky; done"),
            SitePage.Card(
                path: "/flaky?how=cut", title: "Truncated response",
                watch: "Content-Length is 1000, but the connection ends before that.",
                curl: "for i in 1 2 3; do curl 'http://demo.hark.test/flaky?how=cut'; done"),
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        let fields: [SiteResponse.Field] = [("Cache-Control", "no-store")]
        guard request.requestNumber % 3 == 0 else {
            return .plain(200, fields, "Request \(request.requestNumber) succeeded.\n")
        }
        if request.query("how") == "cut" {
            let type: SiteResponse.Field = ("Content-Type", "text/plain; charset=utf-8")
            let start = Array("Here begins a text of 1000 bytes, of wh".utf8)
            return SiteResponse(200, fields + [type], body: .cutShort(start, promised: 1_000))
        }
        return .plain(
            503, fields + [("Retry-After", "1")], "Request \(request.requestNumber) failed, like every third one.\n")
    }
}
