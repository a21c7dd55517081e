import Bytes
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// Messages inside of an exchange, in entries and out of them.
@Suite struct InnerMessagesTests {
    private static let start = Instant(nanoseconds: Story.start)

    private func message(
        _ from: MessageKind, _ form: InnerMessage.Form, _ bytes: Bytes, at micro: Int64, size: UInt64? = nil
    ) -> FlowEvent.Fact {
        let frame = InnerMessage.Frame(
            isFinal: true, reserved: 0, mask: from == .request ? 0x0102_03FF : nil, size: UInt64(bytes.count),
            time: Self.start.advanced(byMicroseconds: micro))
        return .innerMessage(
            InnerMessage(
                from: from, form, at: Self.start.advanced(byMicroseconds: micro), offset: 4, size: size, bytes: bytes,
                frames: [frame]))
    }

    private func socket() -> Story {
        var story = Story()
        story.at(
            0,
            .requestHeadReceived(
                requestHead("GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n"), Framing(.none, rule: 7)))
        story.at(
            8_000,
            .responseHeadReceived(responseHead("HTTP/1.1 101 Switching Protocols\r\n\r\n"), Framing(.tunnel, rule: 1)))
        story.at(8_000, .tunnelOpened(protocol: "websocket"))
        return story
    }

    @Test func aWebSocketIsWrittenAsChromeDoes() throws {
        var story = socket()
        story.at(9_000, message(.request, .text, "hi \u{1B}\u{2028}", at: 9_000))
        story.at(9_500, message(.response, .binary, Bytes([0, 255]), at: 9_500))
        story.at(9_900, message(.response, .close(1001), "later", at: 9_900))
        let end = InnerReadingEnd(
            from: .request, code: "missingMask", offset: 77, closeCode: 1002, text: "A client's frame has no mask.",
            spec: "RFC 6455 §5.1")
        story.at(9_950, .innerReadingEnded(end))
        story.at(20_000, .finished(Outcome(.complete, by: .client, .ok)))
        let entry = try story.entry()
        #expect(entry["_resourceType"].string == "websocket")
        let messages = entry["_webSocketMessages"]
        #expect(messages.count == 3)
        #expect(messages[0]["type"].string == "send" && messages[0]["opcode"].int == 1)
        #expect(messages[0]["data"].string == "hi \u{1B}\u{2028}")
        // Seconds since 1970, as Chrome has them.
        #expect(messages[0]["time"].double.map { abs($0 - 1_700_000_000.132456) < 1e-5 } == true)
        #expect(messages[0]["_frames"][0]["mask"].string == "AQID/w==")
        #expect(messages[1]["data"].string == "AP8=" && messages[1]["type"].string == "receive")
        #expect(!messages[1]["_frames"][0]["mask"].exists)
        #expect(messages[2]["_code"].int == 1001 && messages[2]["_reason"].string == "later")
        #expect(entry["_readingEnds"][0]["closeCode"].int == 1002)
        #expect(!entry["_eventSourceMessages"].exists && !entry["_grpc"].exists && !entry["_lines"].exists)
    }

    @Test func whatIsWrittenIsReadAsTheSame() throws {
        var story = socket()
        story.at(9_000, message(.request, .text, "hello", at: 9_000))
        story.at(9_001, message(.response, .ping, "x", at: 9_001))
        story.at(9_002, message(.response, .binary, Bytes([1]), at: 9_002, size: 5_000))
        story.at(9_003, message(.response, .close(nil), Bytes(), at: 9_003))
        story.at(9_004, .innerMessagesOmitted(sent: 2, received: 3))
        story.at(20_000, .finished(Outcome(.complete, by: .client, .ok)))
        let file = HARReader.read(Bytes(har([try story.text()])))
        #expect(file.damage.map(\.text) == [])
        let record = try #require(file.flows.first)
        let told = story.record.inner
        #expect(record.inner.count == told.count && record.inner.omitted == 5)
        #expect(record.inner.list.map(\.form) == told.list.map(\.form))
        #expect(record.inner.list.map(\.bytes) == told.list.map(\.bytes))
        #expect(record.inner.list.map(\.size) == told.list.map(\.size))
        #expect(record.inner.list.map { $0.frames.first?.mask } == told.list.map { $0.frames.first?.mask })
        let times = record.inner.list.map { $0.time.microseconds(since: record.openedAt) }
        #expect(times == [9_000, 9_001, 9_002, 9_003])
    }

    /// Of two that say the same at the same time, the one that a person sent is known, and only that one.
    @Test func whatWasSentByHandIsWrittenAndReadAsSuch() throws {
        var story = socket()
        let time = Self.start.advanced(byMicroseconds: 9_000)
        for isByHand in [false, true, false] {
            let message = InnerMessage(from: .request, .text, at: time, bytes: "hi", frameCount: 1, isByHand: isByHand)
            story.at(9_000, .innerMessage(message))
        }
        story.at(20_000, .finished(Outcome(.complete, by: .client, .ok)))
        let messages = try story.entry()["_webSocketMessages"]
        #expect(messages.count == 3 && messages[1]["_byHand"].exists)
        #expect(!messages[0]["_byHand"].exists && !messages[2]["_byHand"].exists)
        let record = try #require(HARReader.read(Bytes(har([try story.text()]))).flows.first)
        #expect(record.inner.list.map(\.isByHand) == [false, true, false])
    }

    @Test func chromesOwnMessagesAreRead() throws {
        let more = """
            ,"_resourceType":"websocket","_webSocketMessages":[\
            {"type":"send","time":1704067201.5,"opcode":1,"data":"hi"},\
            {"type":"receive","time":1704067202,"opcode":2,"data":"AAE="},\
            {"type":"receive","time":1704067203,"opcode":-1,"data":"odd"},\
            {"type":"wrong","time":0,"opcode":1,"data":"odd"},{"opcode":1},7]
            """
        let file = HARReader.read(Bytes(har([foreignEntry("/", more)])))
        let record = try #require(file.flows.first)
        #expect(record.tunnelProtocol == "websocket")
        #expect(record.inner.list.map(\.bytes) == ["hi", Bytes([0, 1])])
        #expect(record.inner.list.map(\.from) == [.request, .response])
        #expect(record.inner.list.first?.time.microseconds(since: record.openedAt) == 1_500_000)
        // They are known now, and not written a second time among what others said.
        let again = try JSONTree(text(of: record).utf8)
        #expect(again["_webSocketMessages"].count == 2)
        #expect(again["_resourceType"].string == "websocket")
    }

    @Test func eventsAreWrittenAndReadAsChromeDoes() throws {
        let more = """
            ,"_eventSourceMessages":[{"time":1704067201,"eventName":"tick","eventId":"7","data":"a\\nb"},\
            {"time":1704067201,"eventName":"tick"}]
            """
        let record = try #require(HARReader.read(Bytes(har([foreignEntry("/", more)]))).flows.first)
        #expect(record.inner.list.map(\.form) == [.event(.init(name: "tick", id: "7"))])
        #expect(record.inner.list.map(\.bytes) == ["a\nb"])
        let again = try JSONTree(text(of: record).utf8)
        #expect(again["_eventSourceMessages"][0]["eventName"].string == "tick")
        #expect(!again["_webSocketMessages"].exists)
    }

    /// From a MiB on it is written to a file in between, which nobody sees in the text.
    @Test func manyMessagesMakeOneEntry() throws {
        let opened = try #require(HARReader.read(Bytes(har([foreignEntry("/", "")]))).flows.first)
        let text = Bytes([UInt8](repeating: 0x61, count: 100))
        for form in [InnerMessage.Form.text, .event(.init(name: "tick")), .line, .call(isCoded: false)] {
            var record = opened
            for _ in 0..<20_000 {
                let message = InnerMessage(from: .response, form, at: record.openedAt, bytes: text)
                record.apply(FlowEvent(flow: record.id, time: record.openedAt, fact: .innerMessage(message)))
            }
            let spool = MemorySpool()
            var writer = JSONWriter { spool }
            HAREntry.write(record, to: &writer)
            #expect(spool.count > 1 << 20)
            var all: [UInt8] = []
            _ = writer.forEachPiece {
                all += $0
                return true
            }
            let entry = try JSONTree(all)
            let lists = [
                entry["_webSocketMessages"], entry["_eventSourceMessages"], entry["_lines"], entry["_grpc"]["messages"],
            ]
            #expect(lists.reduce(0) { $0 + ($1.count ?? 0) } == 20_000)
        }
    }

    private func text(of record: FlowRecord) -> String {
        var writer = JSONWriter()
        HAREntry.write(record, to: &writer)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

extension Story {
    /// The entry as text.
    fileprivate func text() throws -> String {
        var writer = JSONWriter()
        HAREntry.write(record, to: &writer)
        return writer.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}

private final class MemorySpool: JSONSpool {
    private var bytes: [UInt8] = []
    var count: Int { bytes.count }

    func append(_ more: UnsafeRawBufferPointer) -> Bool {
        bytes += more
        return true
    }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        bytes.withUnsafeBytes(body)
    }
}
