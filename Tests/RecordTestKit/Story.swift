package import Bytes
package import Flow
import Formats
import HTTPModel
import JSON

/// Builds the events of one flow. The clock starts at one second, so that zero is never right by chance.
package struct Story {
    package static let start: UInt64 = 1_000_000_000
    package let id: FlowID
    package private(set) var events: [FlowEvent] = []

    package init(_ id: UInt64 = 1, wallClock: Int64 = 1_700_000_000_123_456) {
        self.id = FlowID(id)
        at(
            0,
            .opened(
                FlowEvent.Opening(
                    wallClock: wallClock, client: "127.0.0.1:50000", listener: "127.0.0.1:8888", clientConnection: 3,
                    requestNumber: 2)))
    }

    package mutating func at(_ micro: UInt64, _ fact: FlowEvent.Fact) {
        events.append(FlowEvent(flow: id, time: Instant(nanoseconds: Self.start + micro * 1000), fact: fact))
    }

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

    /// A GET that was answered with this head and content.
    package static func get(_ response: String, _ content: Bytes = "", id: UInt64 = 1) -> Story {
        var story = Story(id)
        story.at(
            0,
            .requestHeadReceived(
                requestHead("GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n"), Framing(.none, rule: 7)))
        story.at(10, .messageEnded(.request, wireSize: 0))
        story.connects()
        story.at(7_000, .requestForwarded(sent: "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n", edits: []))
        let head = responseHead(response)
        story.at(27_500, .responseHeadReceived(head, Framing(.length(UInt64(content.count)), rule: 6)))
        story.at(27_500, .responseForwarded(sent: head.raw, edits: []))
        if !content.isEmpty { story.content(28_000, .response, content) }
        story.at(30_000, .messageEnded(.response, wireSize: UInt64(content.count)))
        story.at(30_100, .finished(.complete))
        return story
    }

    package var record: FlowRecord {
        var record = FlowRecord(id: id, openedAt: events[0].time)
        for event in events { record.apply(event) }
        return record
    }

    /// The record as it is when the flow has ended: with what is kept of its content, up to `bodyLimit` of each
    /// message, and in a file (so it says) from `spoolThreshold` on.
    package func finished(bodyLimit: Int = 16 << 20, spoolThreshold: Int = 1 << 20) -> FlowRecord {
        var record = record
        for kind in [MessageKind.request, .response] where record[kind].contentSize > 0 {
            var kept: [UInt8] = []
            for event in events {
                guard case .contentReceived(kind, _, let bytes?) = event.fact else { continue }
                kept += bytes.prefix(bodyLimit - kept.count)
            }
            let size = kept.count
            record[kind].content.kept = size > spoolThreshold ? .spooled(Spooled(kept)) : .inline(Bytes(kept))
            record[kind].content.isTruncated = UInt64(size) < record[kind].contentSize
        }
        return record
    }

    /// The entry's bytes.
    package func line(bodyLimit: Int = 16 << 20, spoolThreshold: Int = 1 << 20) -> [UInt8] {
        finished(bodyLimit: bodyLimit, spoolThreshold: spoolThreshold).entryLine
    }

    package func entry(bodyLimit: Int = 16 << 20, spoolThreshold: Int = 1 << 20) throws -> JSONTree {
        try JSONTree(line(bodyLimit: bodyLimit, spoolThreshold: spoolThreshold))
    }
}

extension FlowRecord {
    /// As a HAR or a log has it.
    package var entryLine: [UInt8] {
        var writer = JSONWriter()
        HAREntry.write(self, to: &writer)
        return writer.withBytes { Array($0) }
    }
}

/// Content that is not in memory, so it says.
private final class Spooled: SpooledContent {
    private let bytes: Bytes

    init(_ bytes: [UInt8]) {
        self.bytes = Bytes(bytes)
    }

    var count: Int { bytes.count }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        ContentRef.inline(bytes).forEachPiece(of: pieceSize, body)
    }
}
