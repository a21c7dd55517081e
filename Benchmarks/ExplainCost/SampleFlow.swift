import Bytes
import Flow
import HTTPModel
import HTTPWire

/// Finished flows as the live view gets them.
struct SampleFlow {
    let record: FlowRecord

    static let plain = SampleFlow(answer: ["Content-Type: text/plain; charset=utf-8", "Content-Length: 13"])
    static let cached = SampleFlow(answer: [
        "Date: Sat, 21 Nov 2026 11:04:20 GMT", "Cache-Control: public, max-age=600, s-maxage=60", "ETag: \"v1\"",
        "Vary: Accept-Encoding", "Age: 5", "Content-Type: text/html", "Content-Length: 13",
    ])
    static let cookies = SampleFlow(
        asked: ["Cookie: theme=dark; visited=1"],
        answer: [
            "Set-Cookie: sid=f3b1c0d4e5a697887766554433221100; Path=/; HttpOnly; SameSite=Lax",
            "Set-Cookie: remember=1; Max-Age=2592000; Path=/; Domain=shop.example; Priority=High",
            "Set-Cookie: track=x; SameSite=None",
            "Set-Cookie: old=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Version=1",
            "Set-Cookie: cart=17; Path=/cart", "Content-Type: text/html", "Content-Length: 13",
        ])

    private init(asked: [String] = [], answer: [String]) {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 1_000_000_000))
        func apply(_ microseconds: UInt64, _ fact: FlowEvent.Fact) {
            let time = Instant(nanoseconds: 1_000_000_000 + microseconds * 1000)
            record.apply(FlowEvent(flow: record.id, time: time, fact: fact))
        }
        apply(
            0,
            .opened(
                .init(
                    wallClock: 1_795_259_072_000_000, client: "127.0.0.1:50000", listener: "127.0.0.1:8888",
                    clientConnection: 1, requestNumber: 1)))
        let first = [
            "GET http://shop.example/catalogue/shoes HTTP/1.1", "Host: shop.example", "User-Agent: curl/8.5.0",
            "Accept: */*",
        ]
        if case .requestHead(let head, let framing)? = Self.part(first + asked, .request) {
            apply(100, .requestHeadReceived(head, framing))
            apply(200, .upstreamSought(host: "shop.example", port: 80))
            apply(300, .requestForwarded(sent: head.raw, edits: []))
            apply(300, .messageEnded(.request, wireSize: 0))
        }
        if case .responseHead(let head, let framing)? = Self.part(["HTTP/1.1 200 OK"] + answer, .response) {
            apply(1000, .responseHeadReceived(head, framing))
            apply(1100, .contentReceived(.response, count: 13, bytes: nil))
            apply(1100, .messageEnded(.response, wireSize: 13))
            apply(1200, .finished(.complete))
        }
        self.record = record
    }

    private static func part(_ lines: [String], _ role: HTTP1Decoder.Role) -> MessagePart? {
        var decoder = HTTP1Decoder(role: role)
        let head = Bytes(lines.joined(separator: "\r\n") + "\r\n\r\n")
        return try? head.withSpan { span in try decoder.decode(span)?.part }
    }
}
