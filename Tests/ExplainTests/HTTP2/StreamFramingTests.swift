import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Explain

/// Where a message of HTTP/2 ends, told by its frames; and what is not said of one whose frames are not known.
@Suite struct StreamFramingTests {
    private static func frame(_ type: UInt8, _ flags: UInt8 = 0, _ size: Int = 5, padding: Int? = nil) -> StreamFrame {
        StreamFrame(type: type, flags: flags, size: size, padding: padding)
    }

    private static let head = frame(1, 4)

    private func record(
        _ frames: [StreamFrame], fields: String = "", method: String = "GET", status: Int = 200, dropped: Int = 0,
        outcome: Outcome? = .complete, interim: Int = 0
    ) -> FlowRecord {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        let list = ":method: \(method)\r\n:scheme: https\r\n:authority: a.test\r\n:path: /\r\n\r\n"
        record.requestHead = RecordedHead.request(Bytes(list)).head
        record.responseHead = RecordedHead.response(Bytes(":status: \(status)\r\n\(fields)\r\n"), to: .get).head
        record.response.frames = frames.map { ($0, Instant(nanoseconds: 1)) }
        record.response.frameCount = frames.count + dropped
        record.interimOmitted = interim
        record.outcome = outcome
        return record
    }

    private func told(_ record: FlowRecord) -> Reasoning? {
        Reasonings.reasoning(.framing, about: record, in: SessionContext([]))
    }

    private func faults(_ record: FlowRecord) -> [String] {
        told(record)?.steps.filter(\.isFault).map(\.rule) ?? []
    }

    @Test func theFrameWithEndStreamIsNamed() throws {
        for (frames, interim, conclusion) in [
            ([Self.frame(1, 5)], 0, "No body: the frame of the head has END_STREAM."),
            (
                [Self.head, Self.frame(0, 0, 7), Self.frame(0, 1, 0)], 0,
                "The body ends with the DATA frame that has END_STREAM, after 7 bytes of content."
            ),
            (
                [Self.head, Self.frame(0, 0, 7), Self.frame(1, 5)], 0,
                "The body ends with the trailers, whose frame has END_STREAM, after 7 bytes of content."
            ),
            // Behind an interim head it is the head's, not that of trailers.
            ([Self.head, Self.frame(1, 5)], 1, "No body: the frame of the head has END_STREAM."),
        ] {
            let record = record(frames, interim: interim)
            #expect(told(record)?.conclusion.text == conclusion)
            #expect(faults(record) == [])
        }
    }

    /// A stream that becomes a tunnel or a WebSocket is not cut off because no frame ends it.
    @Test(arguments: [true, false], [200, 403])
    func aConnectHasNoBodyThatCouldBeCutOff(isExtended: Bool, status: Int) throws {
        let more = isExtended ? ":protocol: websocket\r\n:scheme: https\r\n:path: /\r\n" : ""
        let list = ":method: CONNECT\r\n\(more):authority: a.test:443\r\n\r\n"
        var record = record([Self.head], status: status)
        record.requestHead = RecordedHead.request(Bytes(list)).head
        record.request.frames = [(Self.head, Instant(nanoseconds: 1))]
        record.request.frameCount = 1
        #expect(record.method == .connect)
        let request = try #require(StreamFraming.reasoning(about: record, .request))
        let conclusion = "No body: after the head the stream is a tunnel."
        #expect(request.conclusion.text == conclusion)
        #expect(request.steps.filter(\.isFault).isEmpty)
        // A refusal is an answer like any other, and can be cut off.
        let response = try #require(StreamFraming.reasoning(about: record, .response))
        #expect(response.steps.filter(\.isFault).isEmpty == (status != 403))
        let messages = RecordedMessages(record)
        let message = try #require(messages.message(.request, to: .get, at: 0))
        #expect(message.explanation.request?.method == .connect)
        #expect(message.explanation.request?.connectProtocol == (isExtended ? "websocket" : nil))
        #expect(!message.spans.contains { !$0.malformedLeaves.isEmpty })
        let explained = ExplainedInput(recorded: [messages], in: SessionContext([record]))
        #expect(explained.exchanges.first?.method == .connect)
        #expect(!explained.messages.flatMap(\.allReasonings).contains { $0.conclusion.text.contains(":method:") })
    }

    /// The stream of an ordinary request is cut off all the same.
    @Test func anotherRequestWithoutAnEndIsCutOff() throws {
        var record = record([Self.head])
        record.request.frames = [(Self.head, Instant(nanoseconds: 1))]
        record.request.frameCount = 1
        let request = try #require(StreamFraming.reasoning(about: record, .request))
        #expect(!request.steps.filter(\.isFault).isEmpty)
    }

    @Test func paddingIsNoContent() throws {
        let record = record([Self.head, Self.frame(0, 9, 16, padding: 5)], fields: "content-length: 10\r\n")
        let steps = try #require(told(record)).steps
        #expect(steps.contains { $0.rule == "DATA" && $0.text.text == "1 DATA frame carried 10 bytes of content." })
        #expect(steps.contains { $0.rule == "padding" && $0.text.text.contains("6 bytes") })
        #expect(steps.contains { $0.rule == "Content-Length" && $0.held == true })
        #expect(faults(record) == [])
    }

    @Test func aLengthThatIsNotTheSumIsAFault() {
        let frames = [Self.head, Self.frame(0, 1, 9)]
        #expect(faults(record(frames, fields: "content-length: 10\r\n")) == ["Content-Length"])
        #expect(faults(record(frames, fields: "content-length: 9\r\n")) == [])
        #expect(faults(record(frames)) == [])
    }

    @Test func whatHasNoContentByItsNatureIsNoFault() {
        #expect(faults(record([Self.frame(1, 5)], fields: "content-length: 10\r\n", method: "HEAD")) == [])
        #expect(faults(record([Self.frame(1, 5)], fields: "content-length: 10\r\n", status: 304)) == [])
        #expect(faults(record([Self.frame(1, 5)], fields: "content-length: 10\r\n")) == ["Content-Length"])
    }

    @Test func aMessageWithoutItsEndIsCutOffOnlyWhenNothingMoreComes() {
        let frames = [Self.head, Self.frame(0, 0, 9)]
        let cut = Outcome(.aborted, by: .upstream, .resetByUpstream)
        #expect(faults(record(frames, fields: "content-length: 10\r\n", outcome: cut)) == ["END_STREAM"])
        #expect(faults(record(frames, fields: "content-length: 10\r\n", outcome: nil)) == [])
        // The frame that ended it may be among those that were not kept.
        #expect(faults(record(frames, fields: "content-length: 10\r\n", dropped: 3)) == [])
    }

    @Test func whatWasSentIsNotTakenForWhatCame() {
        var sent = Self.frame(0, 1, 9)
        sent.isSent = true
        let record = record([Self.head, Self.frame(0, 1, 2), sent], fields: "content-length: 2\r\n")
        #expect(faults(record) == [])
        // An answer that came in HTTP/1.1 has frames that went alone.
        var other = self.record([sent])
        other.responseHead = RecordedHead.response("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n", to: .get).head
        #expect(told(other)?.conclusion.text.contains("by Content-Length") == true)
    }

    // MARK: - A list that was refused

    private func refused(_ list: Bytes) -> ExplainedMessage? {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        record.request.stream = 1
        record.request.malformedHead = list
        record.outcome = Outcome(.refused, by: .client, .malformedRequest)
        let input = ExplainedInput(recorded: [RecordedMessages(record)], in: SessionContext([record]))
        return input.messages.first
    }

    private static let list = ":method: GET\r\n:scheme: https\r\n:authority: a.test\r\n:path: /\r\n"

    @Test func aRefusedListIsNamedLineByLineWithItsFaultInPlace() throws {
        for (line, wrong) in [
            ("connection: close\r\n", "connection"), ("X-A: b\r\n", "X-A"), ("te: gzip\r\n", "gzip"),
            (":path: /b\r\n", ":path"),
        ] {
            let list = Bytes(Self.list + line + "accept: */*\r\n\r\n")
            let message = try #require(refused(list))
            #expect(message.spans.first?.offset == 0)
            for (left, right) in zip(message.spans, message.spans.dropFirst()) {
                #expect(left.range.upperBound == right.offset)
            }
            #expect(message.spans.last?.range.upperBound == list.count)
            let flaws = message.spans.flatMap(\.malformedLeaves)
            #expect(flaws.map { list.slice($0.range).text } == [wrong])
            #expect(flaws.first?.offset == Self.list.utf8.count || wrong == "gzip")
        }
    }

    @Test func aListOfHTTP2IsNotReadAsARequestLine() throws {
        let message = try #require(refused(Bytes(Self.list + "connection: close\r\n\r\n")))
        #expect(message.spans.allSatisfy { $0.rule == "field-line" || $0.rule == "CRLF" })
        #expect(message.notes.isEmpty)
    }
}
