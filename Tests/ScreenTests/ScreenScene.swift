import Bytes
import FilterTestKit
import Flow

/// Flows as the tests of the screen need them.
enum ScreenScene {
    /// A flow that begins so many milliseconds after noon, waits and receives for some.
    static func flow(
        _ number: UInt64, _ request: String = "GET http://shop.test/ HTTP/1.1\nHost: shop.test",
        _ response: String? = "HTTP/1.1 200 OK\nContent-Type: text/plain\nContent-Length: 2", content: String = "ok",
        at milliseconds: Int64 = 0, waits: UInt64 = 30, receives: UInt64 = 10, outcome: Outcome? = .complete,
        body: String = ""
    ) -> FlowRecord {
        MadeFlow.make(
            request, body: body, response, content: content, number: number,
            at: MadeFlow.noon + milliseconds * 1_000, outcome: outcome
        ) { record in
            let start = record.openedAt.nanoseconds
            func after(_ milliseconds: UInt64) -> Instant { Instant(nanoseconds: start + milliseconds * 1_000_000) }
            record.times.requestHead = after(0)
            record.times.requestEnded = after(0)
            record.request.hasEnded = true
            record.times.upstreamSought = after(0)
            record.times.upstreamConnected = after(5)
            record.times.requestForwarded = after(10)
            if response != nil {
                record.times.responseHead = after(10 + waits)
                record.times.responseEnded = after(10 + waits + receives)
            }
            if outcome != nil { record.times.finished = after(10 + waits + receives) }
            record.times.latest = after(10 + waits + receives)
        }
    }

    /// A visit to a shop: pages, a redirect, a failure, one that goes on.
    static let shop: [FlowRecord] = [
        flow(1),
        flow(
            2, "GET http://shop.test/old HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 301 Moved Permanently\nLocation: /new\nContent-Length: 0", content: "", at: 50),
        flow(
            3, "GET http://shop.test/new HTTP/1.1\nHost: shop.test\nCookie: sid=verysecretvalue",
            "HTTP/1.1 200 OK\nContent-Type: application/json\nCache-Control: max-age=600\nContent-Length: 14",
            content: "{\"price\": 1.5}", at: 100, waits: 60),
        flow(
            4, "POST http://shop.test/cart HTTP/1.1\nHost: shop.test\nContent-Length: 4", nil, content: "", at: 200,
            outcome: Outcome(.failed, by: .upstream, .upstreamClosed),
            body: "a=12"),
    ]
}
