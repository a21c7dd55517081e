import Bytes
import Explain
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

/// What Hark writes is read back as it was.
@Suite struct RoundTripTests {
    private func read(_ story: Story, bodyLimit: Int = 16 << 20) throws -> FlowRecord {
        let recording = LogReader.read(Bytes(story.line(bodyLimit: bodyLimit) + [0x0A]))
        #expect(recording.damage.map(\.text) == [])
        return try #require(recording.flows.first)
    }

    @Test func whatRulesDidComesBack() throws {
        var story = Story.get("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "")
        let act = RuleAct(
            rule: "a", file: "x.rules", line: 3, action: "comment \"é\"", text: "The flow got a comment.")
        story.at(2_500, .ruleActed(act))
        let flow = try read(story)
        let found = try #require(flow.ruleActs.first)
        #expect(flow.ruleActs.count == 1)
        #expect([found.rule, found.file, found.action, found.text] == [act.rule, act.file, act.action, act.text])
        #expect(found.line == 3 && found.time.microseconds(since: flow.openedAt) == 2_500)
        #expect(try read(.get("HTTP/1.1 200 OK\r\n\r\n", "")).ruleActs.isEmpty)
    }

    private static let forms =
        "POST http://example.com/form HTTP/1.1\r\nHost:  example.com\r\nCONTENT-length: 3\r\n\r\n"

    @Test func headsContentTimesAndConnectionComeBack() throws {
        let head = "HTTP/1.1 200 Sure\r\nContent-Type: text/plain\r\nX-a:  spaced  \r\nContent-Length: 5\r\n\r\n"
        let entry = try read(.get(head, "hello"))
        let exchange = entry
        #expect(entry.id == FlowID(1))
        #expect(exchange.index == 0)
        #expect(exchange.url == "http://example.com/")
        #expect(exchange.requestHead?.raw == "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n")
        #expect(exchange.method == .get)
        #expect(exchange.requestHead?.target.form == .absolute)
        #expect(exchange.responseHead?.raw == Bytes(head))
        #expect(exchange.responseHead?.reason == "Sure")
        #expect(entry.isRecorded(.requestBytes) && entry.isRecorded(.responseBytes))
        #expect(entry.request.sent == "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n")
        #expect(exchange.request.content.bytes == Bytes() && exchange.request.content.size == 0)
        #expect(exchange.response.content.bytes == "hello")
        #expect(exchange.response.content.size == 5 && exchange.response.wireSize == 5)
        #expect(exchange.response.content.decodedSize == 5 && !exchange.response.content.isTruncated)
        #expect(exchange.connection == FlowRecord.Connection(client: 3, upstream: 7, reused: false))
        #expect(exchange.outcome == .complete)
        // The story's clock: sought at 1 ms, resolved at 3, connected at 6, sent at 7, answered at 27.5, ended at 30.
        #expect(exchange.startedAt == 1_700_000_000_123_456)
        #expect(exchange.responseReceivedAt == 1_700_000_000_150_956)
        let phases = exchange.phases.map { "\($0.name.rawValue) \($0.duration)" }
        #expect(
            phases == ["blocked 1000", "dns 2000", "connect 3000", "send 1000", "wait 20500", "receive 2500"])
        #expect(WireMessage(entry, .response)?.bytes == Bytes(head + "hello"))
        #expect(WireMessage(entry, .response)?.remarks == [])
        #expect(WireMessage(entry, .request)?.remarks == [])
    }

    @Test(
        arguments: [
            ([0x61, 0x00, 0xFF], 16 << 20, false), (Array("pl\u{E4}in\n\"text\"\\".utf8), 16 << 20, false),
            ([1, 2, 3, 4, 5], 2, true),
        ] as [([UInt8], Int, Bool)])
    func contentComesBackToTheByte(content: [UInt8], limit: Int, isTruncated: Bool) throws {
        var story = Story()
        let head = requestHead(Self.forms)
        story.at(0, .requestHeadReceived(head, Framing(.length(UInt64(content.count)), rule: 6)))
        story.content(5, .request, Bytes(content))
        story.at(10, .messageEnded(.request, wireSize: UInt64(content.count)))
        story.connects()
        story.at(7_000, .requestForwarded(sent: head.raw, edits: []))
        story.at(8_000, .finished(Outcome(.failed, by: .upstream, .emptyResponse, detail: "it said nothing")))
        let entry = try read(story, bodyLimit: limit)
        #expect(entry.requestHead?.raw == head.raw)
        #expect(entry.request.content.bytes == Bytes(Array(content.prefix(limit))))
        #expect(entry.request.content.size == UInt64(content.count))
        #expect(entry.request.content.isTruncated == isTruncated)
        #expect(entry.responseHead == nil)
        #expect(entry.responseReceivedAt == nil)
        #expect(entry.outcome == Outcome(.failed, by: .upstream, .emptyResponse, detail: "it said nothing"))
        #expect(WireMessage(entry, .request)?.remarks.isEmpty == !isTruncated)
        #expect(WireMessage(entry, .response) == nil)
    }

    @Test func compressedContentComesBackAsItWasTransferredAndDecoded() throws {
        // printf hello | gzip -n
        let gzip: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x86,
            0xA6, 0x10, 0x36, 0x05, 0x00, 0x00, 0x00,
        ]
        let entry = try read(.get("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", Bytes(gzip)))
        #expect(entry.response.content.bytes == Bytes(gzip))
        #expect(entry.response.content.size == 25)
        // The bytes as they were transferred are here: nobody has to tell their size without the coding.
        #expect(entry.response.content.decodedSize == nil)
        #expect(entry.response.content.decoded == "hello")
        let unknown = try read(.get("HTTP/1.1 200 OK\r\nContent-Encoding: dcb\r\nContent-Length: 2\r\n\r\n", "????"))
        #expect(unknown.response.content.bytes == "????")
        #expect(unknown.response.content.decodedSize == nil)
        #expect(unknown.response.content.decoded == nil)
    }

    @Test func chunksTrailersAndInterimResponsesComeBack() throws {
        let head = responseHead("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        let interim = responseHead("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        // Zeros in front, capital letters, and spaces where they are not usual.
        let body = "005;x=1\r\nhello\r\n0B \r\n and more..\r\n000\r\nX-Sum:9  \r\n\r\n"
        var story = Story()
        story.at(0, .requestHeadReceived(requestHead("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), Framing(.none, rule: 7)))
        story.at(0, .messageEnded(.request, wireSize: 0))
        story.connects()
        story.at(8_000, .interimReceived(interim))
        story.at(9_000, .responseHeadReceived(head, Framing(.chunked, rule: 4)))
        story.at(9_000, .chunkStarted(.response, try #require(Chunk(offset: 0, line: "005;x=1"))))
        story.content(9_000, .response, "hello")
        story.at(9_000, .chunkStarted(.response, try #require(Chunk(offset: 16, line: "0B "))))
        story.content(9_000, .response, " and more..")
        story.at(9_000, .chunkStarted(.response, try #require(Chunk(offset: 34, line: "000"))))
        story.at(9_000, .trailersReceived(.response, trailers("X-Sum:9  \r\n\r\n")))
        story.at(9_500, .messageEnded(.response, wireSize: UInt64(body.utf8.count)))
        story.at(9_600, .finished(.complete))
        let entry = try read(story)
        #expect(entry.interim.map(\.head.raw) == [interim.raw])
        #expect(entry.response.chunks.map(\.chunk.size) == [5, 11, 0])
        #expect(entry.response.trailers?.raw == "X-Sum:9  \r\n\r\n")
        let wire = try #require(WireMessage(entry, .response))
        #expect(wire.bytes == Bytes(head.raw.text + body))
        #expect(wire.remarks == [])
    }

    @Test func aMalformedRequestKeepsItsBytes() throws {
        var story = Story()
        let error = WireError(.malformedMethod, offset: 0, length: 1, bytes: "@")
        story.at(0, .malformedHeadReceived(.request, "@@@ what\r\n"))
        story.at(5, .finished(Outcome(.refused, by: .client, .malformedRequest, error: error)))
        let entry = try read(story)
        #expect(entry.request.malformedHead == "@@@ what\r\n")
        #expect(entry.outcome == Outcome(.refused, by: .client, .malformedRequest, error: error))
        #expect(WireMessage(entry, .request)?.bytes == "@@@ what\r\n")
        #expect(entry.responseHead == nil)
    }

    @Test func aTunnelKeepsTheAnswerThatItsClientGot() throws {
        var story = Story()
        story.at(
            0,
            .requestHeadReceived(
                requestHead("CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"),
                Framing(.none, rule: 7)))
        story.connects()
        story.at(7_000, .tunnelOpened(protocol: "CONNECT"))
        story.at(7_000, .responseForwarded(sent: "HTTP/1.1 200 Connection Established\r\n\r\n", edits: []))
        story.at(8_000, .finished(Outcome(.tunnel, by: .client, .ok)))
        let entry = try read(story)
        #expect(entry.method == .connect)
        #expect(entry.url == "http://example.com:443")
        #expect(entry.response.sent == "HTTP/1.1 200 Connection Established\r\n\r\n")
        #expect(entry.outcome == Outcome(.tunnel, by: .client, .ok))
    }

    @Test(arguments: Outcome.Code.allCases)
    func everyOutcomeComesBack(code: Outcome.Code) throws {
        for detail in ["", "a (detail) of it"] {
            var story = Story()
            let outcome = Outcome(.failed, by: .upstream, code, detail: detail)
            story.at(5, .finished(outcome))
            let back = try #require(read(story).outcome)
            #expect(back.kind == outcome.kind && back.by == outcome.by && back.code == outcome.code)
            #expect(back.text == outcome.text)
        }
    }

    private static let stories: [Story] = {
        var chunked = Story(4)
        chunked.at(
            0, .requestHeadReceived(requestHead("GET /c HTTP/1.1\r\nHost: a\r\n\r\n"), Framing(.none, rule: 7)))
        chunked.at(0, .messageEnded(.request, wireSize: 0))
        chunked.connects(reused: true)
        chunked.at(7_000, .requestForwarded(sent: "GET /c HTTP/1.1\r\nHost: a\r\n\r\n", edits: []))
        let hints = responseHead("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        chunked.at(9_000, .interimReceived(hints))
        chunked.at(
            9_000,
            .interimForwarded(
                index: 0, sent: "HTTP/1.1 103 Early Hints\r\n\r\n",
                edits: [Change(.remove(line: 0), .owed(spec: "RFC 9110 §7.6.1", text: "it is for one connection"))]))
        chunked.at(9_000, .interimReceived(responseHead("HTTP/1.1 102 Processing\r\n\r\n")))
        chunked.at(9_000, .interimDropped(index: 1, .owed(spec: "RFC 9110 §15.2", text: "HTTP/1.0 has none")))
        let head = responseHead("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        chunked.at(9_000, .responseHeadReceived(head, Framing(.chunked, rule: 4)))
        chunked.at(9_000, .responseForwarded(sent: head.raw, edits: []))
        chunked.at(9_000, .chunkStarted(.response, Chunk(offset: 0, size: 5, extension: ";x=1")))
        chunked.content(9_000, .response, "hello")
        chunked.at(9_500, .chunkStarted(.response, Chunk(offset: 14, size: 0)))
        chunked.at(9_500, .trailersReceived(.response, trailers("X-Sum: 9\r\n\r\n")))
        chunked.at(9_500, .messageEnded(.response, wireSize: 29))
        chunked.at(
            9_500, .trailersForwarded(.response, sent: "", edits: [Change(.remove(line: 0), .rule("no trailers"))]))
        chunked.at(9_500, .quirkFound(.response, Quirk(.bytesAfterLastMessage, offset: 3, length: 2)))
        chunked.at(9_500, .finished(.complete))
        var failed = Story(5)
        failed.at(
            0, .requestHeadReceived(requestHead("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n"), Framing(.none, rule: 7)))
        failed.at(0, .messageEnded(.request, wireSize: 0))
        failed.at(1_000, .upstreamSought(host: "a", port: 80))
        failed.at(41_000, .finished(Outcome(.failed, by: .upstream, .nameNotFound, detail: "a")))
        var refused = Story(6)
        refused.at(0, .malformedHeadReceived(.request, "GET /x HTTP/1.1\r\nHost : b\r\n\r\n"))
        refused.at(
            0, .requestLineRead(RefusedRequest(method: "GET", target: "/x", version: "HTTP/1.1", host: "b")))
        let error = WireError(.spaceBeforeColon, offset: 21, length: 1, bytes: " ")
        refused.at(10, .finished(Outcome(.refused, by: .client, .malformedRequest, error: error)))
        return [
            .get("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n", "abc"),
            .get("HTTP/1.1 404 No\r\nContent-Length: 0\r\n\r\n"),
            .get("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 2\r\n\r\n", Bytes([0xFF, 0x00])), chunked,
            failed, refused,
        ]
    }()

    /// Read and written again, a record is the same to the byte: what a HAR carries of it is all there.
    @Test(arguments: stories.indices)
    func whatWasReadIsWrittenAsItWas(index: Int) throws {
        let line = Self.stories[index].line()
        let flow = try #require(LogReader.read(Bytes(line + [0x0A])).flows.first)
        #expect(String(decoding: flow.entryLine, as: UTF8.self) == String(decoding: line, as: UTF8.self))
    }

    @Test func aRefusedRequestIsToldWithMethodAndURL() throws {
        let entry = try Self.stories[5].entry()
        #expect(entry["request"]["method"].string == "GET")
        #expect(entry["request"]["url"].string == "http://b/x")
        let flow = try read(Self.stories[5])
        #expect(flow.requestHead == nil && flow.refusedRequest?.method == "GET")
    }
}
