import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Explain

/// What an explanation says of an exchange's streams, and what it does not say where nothing was wrong.
@Suite struct StreamReasoningTests {
    private static let list: Bytes =
        ":method: GET\r\n:scheme: https\r\n:authority: a.test\r\n:path: /\r\npriority: u=1\r\n\r\n"

    private func exchange(_ change: (inout FlowRecord) -> Void = { _ in }) -> FlowRecord {
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        record.requestHead = RecordedHead.request(Self.list).head
        record.request.stream = 5
        record.response.stream = 3
        record.request.block = HeadBlock(
            bytes: Bytes([0x82, 0xBE]),
            places: [
                HeadBlock.Place(offset: 0, length: 1, form: .indexed, index: 2, isHuffman: false, origin: nil),
                HeadBlock.Place(
                    offset: 1, length: 1, form: .indexed, index: 62, isHuffman: false,
                    origin: HeadBlock.Origin(stream: 1, field: 0)),
            ])
        change(&record)
        return record
    }

    private func words(_ record: FlowRecord) -> [(rule: String, text: String, isFault: Bool)] {
        StreamReasoning.steps(about: record).map { ($0.rule, $0.text.text, $0.isFault) }
    }

    private func wait(_ cause: StreamWait.Cause, milliseconds: UInt64) -> StreamWait {
        StreamWait(
            cause, from: Instant(nanoseconds: 0), to: Instant(nanoseconds: milliseconds * 1_000_000), count: 9)
    }

    @Test func streamsAndSavingsAreTold() {
        let told = words(exchange())
        #expect(told.map(\.rule) == ["streams", "rules of the request", "fields of the request", "priority"])
        #expect(told[0].text.contains("stream 5 of the client's connection and stream 3 of the server's"))
        #expect(told[1].text.contains(":method: GET and the parts of the URL came first, each once."))
        #expect(told[2].text.contains("2 bytes instead of 75: 97 % less"))
        #expect(told[2].text.contains("1 field of 2 had been sent before"))
        #expect(told[3].text.contains("did not wait for other responses"))
        #expect(!told.contains { $0.isFault })
    }

    @Test func aWaitIsAFaultOnlyWhenSomebodyFeelsItAndTheReceiverCausedIt() {
        for (cause, milliseconds, isFault) in [
            (StreamWait.Cause.streamWindow, 99 as UInt64, false), (.streamWindow, 100, true),
            (.connectionWindow, 2_000, true), (.streamLimit, 100, true), (.transport, 60_000, false),
        ] {
            let told = words(exchange { $0.response.waits = [wait(cause, milliseconds: milliseconds)] })
            let waited = told.filter { $0.rule == "waited" }
            #expect(waited.map(\.isFault) == [isFault], "\(cause)")
        }
    }

    @Test(arguments: [
        ("connection: close", "an HTTP/1.1 connection", "RFC 9113 §8.2.2"),
        (":path: /b", "more than once", "RFC 9113 §8.3"),
        ("X-A: b", "capital letter", "RFC 9113 §8.2.1"),
    ])
    func aListThatWasRefusedBreaksTheRuleThatIsNamed(line: String, words: String, spec: String) throws {
        let record = exchange { record in
            record.requestHead = nil
            record.request.malformedHead = Bytes(
                ":method: GET\r\n:scheme: https\r\n:authority: a.test\r\n:path: /\r\n\(line)\r\n\r\n")
        }
        let step = try #require(StreamReasoning.steps(about: record).first { $0.rule == "rules of the request" })
        #expect(step.isFault && step.spec == spec && step.text.text.hasSuffix(" It is \(line)."))
        #expect(step.text.text.contains(words))
    }

    @Test func aWindowThatWasUsedUpIsNamed() {
        func windows(_ stream: Int, _ connection: Int) -> [String] {
            self.words(
                exchange { record in
                    var frame = StreamFrame(type: 0, flags: 0, size: 10)
                    frame.isSent = true
                    (frame.window, frame.connectionWindow) = (stream, connection)
                    record.response.frames = [(frame, Instant(nanoseconds: 1))]
                }
            ).filter { $0.rule == "windows" }.map(\.text)
        }
        #expect(
            windows(0, 900) == [
                "The client's window for the stream was full at times; the connection had 900 bytes left."
            ])
        #expect(windows(80, 0).first?.contains("window for the connection was full") == true)
        #expect(windows(80, 900).first?.contains("had room all the time") == true)
    }

    @Test func aResetIsTheDoingOfWhoeverSentIt() {
        for (kind, isSent, code, words, isFault) in [
            (MessageKind.request, false, 8 as UInt32, "The client reset the stream. CANCEL", false),
            (.response, false, 2, "The server reset the stream. INTERNAL_ERROR", true),
            (.response, true, 0, "Hark, towards the client, reset the stream. NO_ERROR", false),
        ] {
            let told = self.words(
                exchange { record in
                    var frame = StreamFrame(type: 3, flags: 0, size: 4, code: code)
                    frame.isSent = isSent
                    record[kind].frames = [(frame, Instant(nanoseconds: 5))]
                })
            let reset = told.filter { $0.rule == "reset" }
            #expect(reset.count == 1 && reset[0].text.hasPrefix(words) && reset[0].isFault == isFault)
        }
    }

    @Test func nothingIsSaidWhereHTTP2WasNotSpoken() {
        #expect(
            words(
                exchange {
                    $0.request.stream = nil
                    $0.response.stream = nil
                }
            ).isEmpty)
    }
}
