import Bytes
package import Flow
import HTTPModel
import TestKit

/// Flows for tests of filters: heads as text with `\n` for line ends.
package enum MadeFlow {
    /// 2026-11-21T12:00:00Z in microseconds.
    package static let noon: Int64 = 1_795_262_400_000_000

    package static func make(
        _ request: String? = "GET http://shop.example.com/a HTTP/1.1\nHost: shop.example.com", body: String = "",
        _ response: String? = "HTTP/1.1 200 OK\nContent-Type: text/plain", content: String = "", number: UInt64 = 1,
        at moment: Int64 = noon, outcome: Outcome? = .complete, change: (inout FlowRecord) -> Void = { _ in }
    ) -> FlowRecord {
        var story = Story(
            number, run: RunID(1), openedAt: Instant(nanoseconds: 1_000_000),
            opening: .init(
                wallClock: moment, client: "127.0.0.1:50000", listener: "127.0.0.1:8888", clientConnection: 3))
        if let request, story.decodeRequest(Bytes(request)) {
            if !body.isEmpty { story.keeps(.request, Bytes(body)) }
            if let response, story.decodeResponse(Bytes(response)), !content.isEmpty {
                story.keeps(.response, Bytes(content))
            }
        }
        if let outcome { story.happen(.finished(outcome)) }
        var record = story.record
        change(&record)
        return record
    }
}
