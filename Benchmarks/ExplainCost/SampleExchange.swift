import Bytes
import Explain
import Flow
import HTTPModel
import Judge

/// An ordinary exchange with a head of 1 KiB each way, explained completely.
enum SampleExchange {
    /// Every byte named, every reasoning, every note; counted, so that none of it can be left out.
    static func explained() -> (spans: Int, steps: Int, notes: Int) {
        let messages = MessageReader().read(input).messages
        guard messages.count == 2, let exchange = record(messages) else { return (0, 0, 0) }
        let reasonings = Reasonings.all(about: exchange, in: [exchange])
        let spans = messages[0].spans.count + messages[1].spans.count
        let steps = reasonings.reduce(0) { $0 + $1.steps.count }
        return (spans, steps, Checks.notes(about: exchange).count)
    }

    /// The same, read already.
    static let recorded = record(MessageReader().read(input).messages)

    private static func record(_ messages: [Explanation]) -> FlowRecord? {
        guard messages.count == 2, let request = messages[0].request, let response = messages[1].response else {
            return nil
        }
        var exchange = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        exchange.opening = FlowEvent.Opening(wallClock: 1_795_259_072_000_000)
        exchange.toldURL = "https://shop.example/catalogue/shoes?size=42&colour=dark%20red"
        exchange.requestHead = request
        exchange.responseHead = response
        exchange.times.responseHead = exchange.openedAt.advanced(byMicroseconds: 180_000)
        exchange.response.wireSize = 13
        exchange.response.content = .init(bytes: content, size: 13, decodedSize: 13)
        return exchange
    }

    private static let content: Bytes = "<p>Shoes</p>\r\n"
    static let input = Bytes(head(requestLines) + head(responseLines) + content.array.prefix(13))

    /// CRLF line ends, and a last line that fills the head up to 1 KiB.
    private static func head(_ lines: [String]) -> [UInt8] {
        let head = lines.joined(separator: "\r\n") + "\r\nX-Trace: "
        let room = 1024 - head.utf8.count - 4
        return Array((head + String(repeating: "7f", count: room / 2) + (room % 2 == 0 ? "" : "0") + "\r\n\r\n").utf8)
    }

    private static let requestLines = [
        "GET /catalogue/shoes?size=42&colour=dark%20red HTTP/1.1",
        "Host: shop.example",
        "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "Accept-Language: en-GB,en;q=0.7,de;q=0.3",
        "Accept-Encoding: gzip, deflate, br, zstd",
        "Referer: https://shop.example/catalogue",
        "Cookie: sid=f3b1c0d4e5a697887766554433221100; theme=dark; visited=1",
        "If-None-Match: \"v41\"",
        "Sec-Fetch-Dest: document",
        "Sec-Fetch-Mode: navigate",
        "Sec-Fetch-Site: same-origin",
        "Priority: u=0, i",
        "Connection: keep-alive",
    ]

    private static let responseLines = [
        "HTTP/1.1 200 OK",
        "Date: Sat, 21 Nov 2026 11:04:32 GMT",
        "Server: Apache/2.4.62 (Debian)",
        "Content-Type: text/html; charset=utf-8",
        "Content-Length: 13",
        "Cache-Control: private, max-age=600, stale-while-revalidate=30",
        "Vary: Accept-Encoding, Cookie",
        "ETag: \"v42\"",
        "Last-Modified: Fri, 20 Nov 2026 08:00:00 GMT",
        "Set-Cookie: visited=2; Path=/; Max-Age=2592000; Secure; HttpOnly; SameSite=Lax",
        "Strict-Transport-Security: max-age=63072000; includeSubDomains",
        "Content-Security-Policy: default-src 'self'; img-src *",
        "X-Content-Type-Options: nosniff",
        "Link: </style.css>; rel=preload; as=style",
    ]
}
