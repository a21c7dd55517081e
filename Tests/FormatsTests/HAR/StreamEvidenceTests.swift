import Bytes
import Flow
import HTTPModel
import HTTPWire
import Messages
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// What HTTP/2 was on the wire, in entries and out of them.
@Suite struct StreamEvidenceTests {
    private static let list: Bytes = ":method: GET\r\n:scheme: https\r\n:authority: a.test\r\n:path: /\r\nx: y\r\n\r\n"
    private static let block = HeadBlock(
        bytes: Bytes([0x3F, 0xE1, 0x1F, 0x82, 0x87, 0xBE, 0x84, 0x40]),
        places: [
            HeadBlock.Place(offset: 3, length: 1, form: .indexed, index: 2, isHuffman: false, origin: nil),
            HeadBlock.Place(
                offset: 5, length: 1, form: .indexed, index: 62, isHuffman: false,
                origin: HeadBlock.Origin(stream: 1, field: 3)),
        ], sizeUpdates: [HeadBlock.SizeUpdate(offset: 0, length: 3, size: 4_096)])

    private func story() -> Story {
        var story = Story()
        story.at(0, .requestHeadReceived(RecordedHead.request(Self.list).head, Framing(.none, rule: 0)))
        story.at(0, .streamNumbered(.request, 5))
        story.at(0, .fieldBlockReceived(.request, Self.block))
        var frame = StreamFrame(type: 1, flags: 0x45, size: 8, padding: nil)
        frame.quirks = [StreamFrame.Quirk(code: "undefinedFlags", offset: 4, length: 1)]
        story.at(0, .framePassed(.request, frame))
        story.connects()
        story.at(7_000, .requestForwarded(sent: Self.list, edits: []))
        story.at(7_000, .fieldBlockForwarded(.request, Bytes([0x82])))
        var sent = StreamFrame(type: 0, flags: 8, size: 20, padding: 4)
        sent.isSent = true
        sent.window = 65_515
        sent.connectionWindow = -1
        story.at(7_500, .framePassed(.request, sent))
        let (start, end) = (Instant(nanoseconds: Story.start), Instant(nanoseconds: Story.start + 3_000_000))
        story.at(8_000, .streamWaited(.request, StreamWait(.connectionWindow, from: start, to: end, count: 9)))
        story.at(8_000, .streamNumbered(.response, 3))
        story.at(9_000, .framePassed(.response, StreamFrame(type: 3, flags: 0, size: 4, code: 8)))
        story.at(9_500, .finished(.reset(by: .upstream, code: 8)))
        return story
    }

    private func readBack(_ story: Story) throws -> FlowRecord {
        let file = HARReader.read(Bytes(har([String(decoding: story.line(), as: UTF8.self)])))
        #expect(file.damage.map(\.text) == [])
        return try #require(file.flows.first)
    }

    @Test func theHeadIsItsFieldBlock() throws {
        let request = try story().entry()["request"]
        #expect(Base64.decode(Bytes(request["_raw"].string ?? "")).map { Bytes($0) } == Self.block.bytes)
        #expect(request["headersSize"].int == 8)
        #expect(request["_fields"].count == 2 && request["_fields"][1]["entered"]["stream"].int == 1)
        #expect(!request["_fields"][0]["entered"].exists)
        #expect(request["_sizeUpdates"][0]["size"].int == 4_096)
        #expect(request["_sent"].string == "gg==")
        #expect(request["headers"][0]["name"].string == ":method")
        let frame = request["_frames"][0]
        #expect(frame["flags"][0].string == "END_STREAM" && frame["flags"][2].string == "0x40")
        #expect(frame["quirks"][0]["code"].string == "undefinedFlags")
        #expect(request["_frames"].count == 1 && request["_framesSent"].count == 1)
        #expect(request["_framesSent"][0]["window"].int == 65_515)
        #expect(request["_waits"][0]["for"].string == "connectionWindow" && request["_waits"][0]["duration"].int == 3)
    }

    @Test func anEntryComesBackAsItWas() throws {
        let original = try #require(FlowRecord(story().events))
        let read = try readBack(story())
        for kind in MessageKind.allCases {
            #expect(read[kind].stream == original[kind].stream)
            #expect(read[kind].block == original[kind].block)
            #expect(read[kind].sentBlock == original[kind].sentBlock)
            #expect(read[kind].frames.map(\.frame) == original[kind].frames.map(\.frame))
            #expect(read[kind].waits.map(\.cause) == original[kind].waits.map(\.cause))
            #expect(read[kind].sent == original[kind].sent)
        }
        #expect(read.requestHead?.raw == Self.list && read.requestHead?.version == .http20)
    }

    /// What passes on a stream after CONNECT; the server speaks HTTP/1.1 or HTTP/2, and accepts it or does not.
    @Test(
        arguments: [":protocol: websocket\r\n:scheme: https\r\n:path: /chat?a=b\r\n", ""],
        [
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", ":status: 200\r\n\r\n",
            ":status: 403\r\n\r\n",
        ])
    func aConnectOnAStreamComesBackAsOne(pseudoFields: String, answer: String) throws {
        let list = Bytes(
            ":method: CONNECT\r\n\(pseudoFields):authority: a.test:443\r\norigin: https://b.test\r\n\r\n")
        let isWebSocket = !pseudoFields.isEmpty
        let isOpened = !answer.contains("403")
        var story = Story()
        story.at(0, .requestHeadReceived(RecordedHead.request(list).head, Framing(.frames, rule: 0)))
        story.at(0, .streamNumbered(.request, 5))
        story.at(0, .fieldBlockReceived(.request, Self.block))
        story.at(0, .framePassed(.request, StreamFrame(type: 1, flags: 4, size: 8)))
        story.connects()
        story.at(7_000, .requestForwarded(sent: list, edits: []))
        let head = try #require(RecordedHead.response(Bytes(answer), to: .connect).head)
        story.at(8_000, .responseHeadReceived(head, nil))
        if isOpened { story.at(8_000, .tunnelOpened(protocol: isWebSocket ? "websocket" : "CONNECT")) }
        story.at(9_500, .finished(.complete))
        let original = try #require(FlowRecord(story.events))
        let log = LogReader.read(Bytes(story.line() + [0x0A]))
        #expect(log.damage.map(\.text) == [])
        for read in [try readBack(story), try #require(log.flows.first)] {
            #expect(read.requestHead?.raw == list && read.requestHead == original.requestHead)
            #expect(read.method == .connect && read.url == original.url)
            #expect(read.url == (isWebSocket ? "https://a.test:443/chat?a=b" : "http://a.test:443"))
            #expect(read.requestHead?.connectProtocol == (isWebSocket ? "websocket" : nil))
            #expect(read.requestHead?.asksForTunnel == !isWebSocket)
            #expect(read.responseHead?.raw == original.responseHead?.raw && read.status == original.status)
            #expect(read.tunnelProtocol == original.tunnelProtocol && read.outcome == original.outcome)
            #expect(read.isRecorded(.requestBytes) && read.request.malformedHead == nil)
        }
    }

    /// Of another recorder, which lists the fields and keeps no bytes.
    @Test func aListedExtendedConnectIsReadAsOne() throws {
        let fields = [
            (":method", "CONNECT"), (":protocol", "websocket"), (":scheme", "https"), (":authority", "a.test"),
            (":path", "/chat"), ("origin", "https://b.test"),
        ]
        let headers = fields.map { #"{"name":"\#($0.0)","value":"\#($0.1)"}"# }.joined(separator: ",")
        let entry =
            #"{"startedDateTime":"2026-01-01T00:00:00Z","time":1,"request":{"method":"CONNECT","#
            + #""url":"wss://a.test/chat","httpVersion":"h2","headers":[\#(headers)]},"response":{"status":200,"#
            + #""httpVersion":"h2","headers":[]}}"#
        let file = HARReader.read(Bytes(har([entry])))
        let flow = try #require(file.flows.first)
        #expect(flow.requestHead?.connectProtocol == "websocket" && flow.requestHead?.asksForWebSocket == true)
        #expect(flow.url == "wss://a.test/chat")
    }

    @Test func aConnectionComesBackFromAHARAndALog() throws {
        let opened = Instant(nanoseconds: 0)
        var record = ConnectionRecord(.upstream, number: 7, wallClock: 1_700_000_000_000_000, openedAt: opened)
        record.run = RunID(0x1234)
        record.add([.init(number: 3, value: 100), .init(number: 999, value: 1)], isSent: false)
        record.add([.init(number: 3, value: 50)], isSent: false)
        record.add([.init(number: 2, value: 0)], isSent: true)
        record.add(ConnectionRecord.GoAway(isSent: true, last: 0x7FFF_FFFF, code: 77, debug: "why\u{1B}"))
        record.add(ConnectionRecord.Lost(stream: 7, flow: FlowID(12)))
        record.add(ConnectionRecord.Lost(stream: 9, flow: nil))
        var update = StreamFrame(type: 8, flags: 0, size: 4)
        update.increment = 5
        update.isSent = true
        record.add(update, at: opened.advanced(byMicroseconds: 1_500))
        record.add(StreamFrame(type: 4, flags: 1, size: 0), at: opened.advanced(byMicroseconds: 2_500))
        record.sent.add(13)
        record.streams = 2
        record.endedAt = opened.advanced(byMicroseconds: 9_000)
        record.end = "It ended."
        var line = JSONWriter()
        line.connection(record)
        let text = String(decoding: line.withBytes { Array($0) }, as: UTF8.self)
        let entry = String(decoding: story().line(), as: UTF8.self)
        let files: [(RecordingReader.Form, String)] = [
            (.har, #"{"log":{"version":"1.2","entries":[\#(entry)],"_connections":[\#(text),{"leg":"none"},7]}}"#),
            (.log, "{\"_connection\":\(text)}\n\(entry)\n{\"_connection\":{}}\n"),
        ]
        for (form, file) in files {
            let reader = RecordingReader(Bytes(Array(file.utf8)), form)
            var count = 0
            let damage = try reader.forEachFlow { _, _ in
                count += 1
                return true
            }
            // What is no exchange is not told as a broken one.
            #expect(count == 1 && damage.map(\.text) == [])
            let found = reader.connections()
            try #require(found.count == 1)
            #expect(found[0].name == record.name && found[0].streams == 2 && found[0].end == "It ended.")
            #expect(found[0].peerSettings == record.peerSettings && found[0].ownSettings == record.ownSettings)
            #expect(found[0].peerSettings.map(\.value) == [1, 50])
            #expect(found[0].goAways == record.goAways && found[0].sent == record.sent)
            #expect(found[0].lost == record.lost)
            #expect(found[0].frames.map(\.frame) == record.frames.map(\.frame))
            #expect(found[0].endedAt == record.endedAt)
        }
    }

    /// Files that earlier versions wrote have the lines where the block is now.
    @Test func aHeadWithoutABlockIsItsLines() throws {
        var story = Story()
        story.at(0, .requestHeadReceived(RecordedHead.request(Self.list).head, Framing(.none, rule: 0)))
        story.at(0, .requestForwarded(sent: Self.list, edits: []))
        story.at(9_500, .finished(.complete))
        let entry = try story.entry()
        #expect(Base64.decode(Bytes(entry["request"]["_raw"].string ?? "")).map { Bytes($0) } == Self.list)
        #expect(!entry["request"]["_fields"].exists && !entry["request"]["_rawLines"].exists)
        let read = try readBack(story)
        #expect(read.requestHead?.raw == Self.list && read.request.block == nil && read.request.sentBlock == nil)
    }
}
