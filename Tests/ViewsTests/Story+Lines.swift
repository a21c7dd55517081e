import Bytes
import Flow
import HTTPModel
import TestKit

/// Flows as the samples of lines tell them: at given milliseconds.
extension Story {
    /// 2026-11-21T11:04:32Z in microseconds.
    static let wallClock: Int64 = 1_795_259_072_000_000

    init(id: UInt64 = 1, client: String = "127.0.0.1:50000", at start: Double = 0) {
        self.init(
            id, openedAt: Self.instant(start),
            opening: .init(
                wallClock: Self.wallClock + Int64(start * 1000), client: client, listener: "127.0.0.1:8888",
                clientConnection: 1, requestNumber: 1))
    }

    static func instant(_ milliseconds: Double) -> Instant {
        Instant(nanoseconds: start + UInt64(milliseconds * 1_000_000))
    }

    @discardableResult
    mutating func apply(_ milliseconds: Double, _ fact: FlowEvent.Fact) -> FlowEvent {
        happen(fact, at: Self.instant(milliseconds))
    }

    mutating func request(_ text: Bytes, at time: Double = 0.1, framing: Framing = Framing(.none, rule: 7)) {
        apply(time, .requestHeadReceived(TestHead.request(text), framing))
        apply(time, .upstreamSought(host: "demo.hark.test", port: 80))
        apply(time, .requestForwarded(sent: text, edits: []))
    }

    /// The response head, a body of `size` bytes, and the ends of both messages and of the flow.
    mutating func response(_ text: Bytes, size: Int = 0, framing: Framing? = nil, at time: Double = 1.2) {
        let framing = framing ?? (size > 0 ? Framing(.length(UInt64(size)), rule: 6) : Framing(.none, rule: 1))
        apply(time, .messageEnded(.request, wireSize: record.request.contentSize))
        apply(time, .responseHeadReceived(TestHead.response(text), framing))
        if size > 0 { apply(time, .contentReceived(.response, count: size, bytes: nil)) }
        apply(time, .messageEnded(.response, wireSize: UInt64(size)))
        apply(time, .finished(.complete))
    }
}
