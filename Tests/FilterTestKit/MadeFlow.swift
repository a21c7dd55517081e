import Bytes
package import Flow
import HTTPModel
import HTTPWire

/// Flows for tests of filters: heads as text with `\n` for line ends.
package enum MadeFlow {
    /// 2026-11-21T12:00:00Z in microseconds.
    package static let noon: Int64 = 1_795_262_400_000_000

    package static func make(
        _ request: String? = "GET http://shop.example.com/a HTTP/1.1\nHost: shop.example.com", body: String = "",
        _ response: String? = "HTTP/1.1 200 OK\nContent-Type: text/plain", content: String = "", number: UInt64 = 1,
        at moment: Int64 = noon, outcome: Outcome? = .complete, change: (inout FlowRecord) -> Void = { _ in }
    ) -> FlowRecord {
        var record = FlowRecord(id: FlowID(number), run: RunID(1), openedAt: Instant(nanoseconds: 1_000_000))
        func tell(_ fact: FlowEvent.Fact) {
            record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: fact))
        }
        func tell(_ kind: MessageKind, _ content: String) {
            guard !content.isEmpty else { return }
            let bytes = Bytes(content)
            tell(.contentReceived(kind, count: bytes.count, bytes: nil))
            tell(.contentKept(kind, .inline(bytes), isTruncated: false))
        }
        tell(
            .opened(
                .init(wallClock: moment, client: "127.0.0.1:50000", listener: "127.0.0.1:8888", clientConnection: 3)))
        if let request, case .requestHead(let head, let framing)? = part(request, HTTP1Decoder(role: .request)) {
            tell(.requestHeadReceived(head, framing))
            tell(.request, body)
            if let response {
                var decoder = HTTP1Decoder(role: .response)
                decoder.expectResponse(to: head.method)
                if case .responseHead(let head, let framing)? = part(response, decoder) {
                    tell(.responseHeadReceived(head, framing))
                    tell(.response, content)
                }
            }
        }
        if let outcome { tell(.finished(outcome)) }
        change(&record)
        return record
    }

    private static func part(_ head: String, _ decoder: HTTP1Decoder) -> MessagePart? {
        var decoder = decoder
        let bytes = Bytes(head.replacing("\n", with: "\r\n") + "\r\n\r\n")
        return try? bytes.withSpan { span in try decoder.decode(span)?.part }
    }
}
