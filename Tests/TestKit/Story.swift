package import Bytes
package import Flow
package import HTTPModel
import HTTPWire

/// Builds a flow: its events, and the record that they make. The clock starts at one second, so that zero is never
/// right by chance.
package struct Story {
    package static let start: UInt64 = 1_000_000_000
    package private(set) var events: [FlowEvent] = []
    package private(set) var record: FlowRecord

    /// - Parameter opening: nil: nobody says where it began.
    package init(
        _ id: UInt64 = 1, run: RunID? = nil, openedAt: Instant = Instant(nanoseconds: start),
        opening: FlowEvent.Opening?
    ) {
        record = FlowRecord(id: FlowID(id), run: run, openedAt: openedAt)
        if let opening { happen(.opened(opening), at: openedAt) }
    }

    package init(_ id: UInt64 = 1, wallClock: Int64 = 1_700_000_000_123_456) {
        self.init(
            id,
            opening: FlowEvent.Opening(
                wallClock: wallClock, client: "127.0.0.1:50000", listener: "127.0.0.1:8888", clientConnection: 3,
                requestNumber: 2))
    }

    package var id: FlowID { record.id }

    @discardableResult
    package mutating func happen(_ fact: FlowEvent.Fact, at time: Instant) -> FlowEvent {
        let event = FlowEvent(flow: id, time: time, fact: fact)
        record.apply(event)
        events.append(event)
        return event
    }

    /// At the moment it began.
    package mutating func happen(_ fact: FlowEvent.Fact) {
        happen(fact, at: record.openedAt)
    }

    /// So many microseconds after the clock started.
    package mutating func at(_ micro: UInt64, _ fact: FlowEvent.Fact) {
        happen(fact, at: Instant(nanoseconds: Self.start + micro * 1000))
    }

    // MARK: Parts

    /// A connection of its own, made in 6 ms.
    package mutating func connects(address: String = "93.184.216.34:80", reused: Bool = false) {
        if !reused {
            at(1_000, .upstreamSought(host: "example.com", port: 80))
            at(3_000, .nameResolved)
        }
        at(6_000, .upstreamConnected(.init(connection: 7, address: address, reused: reused, isLocal: false)))
    }

    package mutating func content(_ micro: UInt64, _ kind: MessageKind, _ bytes: Bytes) {
        at(micro, .contentReceived(kind, count: bytes.count, bytes: bytes))
    }

    /// Content that the record has, whole.
    package mutating func keeps(_ kind: MessageKind, _ content: Bytes) {
        happen(.contentReceived(kind, count: content.count, bytes: nil))
        happen(.contentKept(kind, .inline(content), isTruncated: false))
    }

    /// A head as the proxy reads it; false when it refuses it.
    package mutating func decodeRequest(_ text: Bytes) -> Bool {
        guard case .requestHead(let head, let framing)? = TestHead.decoded(text) else { return false }
        happen(.requestHeadReceived(head, framing))
        return true
    }

    /// The same of the response to the request that came.
    package mutating func decodeResponse(_ text: Bytes) -> Bool {
        let part = TestHead.decoded(text, answering: record.requestHead?.method ?? .get)
        guard case .responseHead(let head, let framing)? = part else { return false }
        happen(.responseHeadReceived(head, framing))
        return true
    }

    /// A GET that was answered with this head and content.
    package static func get(_ response: String, _ content: Bytes = "", id: UInt64 = 1) -> Story {
        var story = Story(id)
        story.at(
            0,
            .requestHeadReceived(
                TestHead.request("GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n"),
                Framing(.none, rule: 7)))
        story.at(10, .messageEnded(.request, wireSize: 0))
        story.connects()
        story.at(7_000, .requestForwarded(sent: "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", edits: []))
        let head = TestHead.response(Bytes(response))
        story.at(27_500, .responseHeadReceived(head, Framing(.length(UInt64(content.count)), rule: 6)))
        story.at(27_500, .responseForwarded(sent: head.raw, edits: []))
        if !content.isEmpty { story.content(28_000, .response, content) }
        story.at(30_000, .messageEnded(.response, wireSize: UInt64(content.count)))
        story.at(30_100, .finished(.complete))
        return story
    }
}
