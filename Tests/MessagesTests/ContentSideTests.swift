import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import TestKit
import Testing

@testable import Messages

/// Events, parts and lines of contents that arrive: the same however they are cut, and to where they can be read.
@Suite struct ContentSideTests {
    private func read(
        _ fields: String, _ content: [UInt8], of kind: MessageKind = .response, step: Int? = nil, ends: Bool = true
    ) -> InnerMessages {
        var flow = FollowedFlow()
        let request = kind == .request ? "POST / HTTP/1.1\r\nHost: a\r\n\(fields)" : "GET / HTTP/1.1\r\nHost: a\r\n"
        flow.answer(kind == .response ? fields : "", to: request)
        flow.content(content, of: kind, step: step)
        if ends { flow.happen(.messageEnded(kind, wireSize: nil)) }
        return flow.record.inner
    }

    /// All but the times, which tell how it was cut.
    private func told(_ inner: InnerMessages) -> [String] {
        inner.list.map { "\($0.form) \($0.offset) \($0.size) \($0.bytes.text)" } + inner.ends.map { "\($0)" }
    }

    private func isTheSameAtEverySplit(_ fields: String, _ content: String, of kind: MessageKind = .response) -> Bool {
        let bytes = Array(content.utf8)
        let whole = told(read(fields, bytes, of: kind))
        return (1...bytes.count).allSatisfy { told(read(fields, bytes, of: kind, step: $0)) == whole }
    }

    // MARK: Event streams

    @Test func eventsAreReadWithNameIdAndRetry() {
        let stream = ": hello\n\nretry: 500\nevent: tick\nid: 7\ndata: a\ndata: b\n\ndata:c\r\n\r\ndata: cut off"
        let type = "Content-Type: text/event-stream; charset=utf-8\r\n"
        let inner = read(type, Array(stream.utf8))
        #expect(
            inner.list.map(\.form) == [
                .event(.init(name: "tick", id: "7", retry: 500)), .event(.init(name: "message", id: "7", retry: 500)),
            ])
        // What no empty line has ended is no event.
        #expect(inner.list.map(\.bytes) == ["a\nb", "c"])
        #expect(inner.ends.isEmpty)
        #expect(isTheSameAtEverySplit(type, stream))
    }

    @Test func anEventStreamIsNoneWhereItIsSent() {
        #expect(read("Content-Type: text/event-stream\r\n", Array("data: a\n\n".utf8), of: .request).isEmpty)
    }

    @Test func otherTypesHaveNoMessages() {
        for type in ["text/plain", "application/json", "text/event-streams", "multipart/mixed", "image/png"] {
            #expect(read("Content-Type: \(type)\r\n", Array("data: a\n\n{}\n".utf8)).isEmpty)
        }
        #expect(read("", Array("data: a\n\n".utf8)).isEmpty)
    }

    @Test func aCodedStreamIsReadAsItArrives() {
        let stream = (0..<50).map { "id: \($0)\ndata: number \($0)\n\n" }.joined()
        let coded = Deflated.gzip(Array(stream.utf8))
        let fields = "Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\n"
        for step in [1, 7, coded.count] {
            let inner = read(fields, coded, step: step)
            #expect(inner.list.map(\.bytes) == (0..<50).map { Bytes("number \($0)") })
            #expect(inner.ends.isEmpty)
        }
    }

    @Test func aDamagedCodingIsToldWithWhatCameBefore() {
        var coded = Deflated.gzip(Array("data: a\n\n".utf8))
        coded[coded.count / 2] ^= 0xFF
        let inner = read("Content-Type: text/event-stream\r\nContent-Encoding: gzip\r\n", coded)
        #expect(inner.ends.map(\.code) == ["malformedCoding"])
        let unknown = read("Content-Type: text/event-stream\r\nContent-Encoding: x-own\r\n", Array("data: a\n\n".utf8))
        #expect(unknown.ends.map(\.code) == ["unknownCoding"])
        #expect(unknown.count == 0)
    }

    @Test func whatIsNotKeptIsNotRead() {
        var flow = FollowedFlow()
        flow.answer("Content-Type: text/event-stream\r\n")
        flow.content("data: a\n\n".utf8)
        flow.happen(.contentReceived(.response, count: 9, bytes: nil))
        flow.content("data: b\n\n".utf8)
        #expect(flow.record.inner.list.map(\.bytes) == ["a"])
        #expect(flow.record.inner.ends.map(\.code) == ["notKept"])
        #expect(flow.record.inner.ends.first?.offset == 9)
    }

    // MARK: Parts

    private static let mixed = "Content-Type: multipart/x-mixed-replace; boundary=\"a b\"\r\n"

    @Test func partsAreFoundOneByOne() {
        let content =
            "preamble\r\n--a b\r\nContent-Type: text/plain\r\n\r\none\r\n--a b \r\n\r\ntwo\r\n--a bc\r\n"
            + "still two\r\n--a b--\r\nepilogue\r\n--a b\r\n\r\nnone\r\n--a b--"
        let inner = read(Self.mixed, Array(content.utf8))
        #expect(inner.list.map(\.bytes) == ["one", "two\r\n--a bc\r\nstill two"])
        #expect(inner.list.first?.form == .part(head: "Content-Type: text/plain\r\n\r\n"))
        #expect(inner.list.first?.offset == 17)
        #expect(isTheSameAtEverySplit(Self.mixed, content))
    }

    @Test func aPartIsToldAsSoonAsItsBoundaryCame() {
        let open = read(Self.mixed, Array("--a b\r\n\r\none\r\n--a b\r\n\r\ntw".utf8), ends: false)
        #expect(open.list.map(\.bytes) == ["one"])
        let ended = read(Self.mixed, Array("--a b\r\n\r\none\r\n--a b\r\n\r\ntw".utf8))
        #expect(ended.list.map(\.bytes) == ["one", "tw"])
    }

    @Test func aFormThatIsSentHasParts() {
        let type = "Content-Type: multipart/form-data; boundary=b\r\n"
        let content = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n"
        let inner = read(type, Array(content.utf8), of: .request)
        #expect(inner.sent == 1 && inner.received == 0)
        #expect(isTheSameAtEverySplit(type, content, of: .request))
    }

    /// The two readers of multipart contents agree.
    @Test(arguments: 0..<300)
    func readingAsItArrivesIsReadingAtOnce(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let pieces = ["--b", "--b--", "--", "b", "\r\n", "\n", "\r", "X: y", " ", "text", "\r\n\r\n", "--b\r\n\r\n"]
        let content = (0..<Int.random(in: 1...25, using: &generator)).map { _ in
            pieces.randomElement(using: &generator) ?? ""
        }.joined()
        let whole = Multipart(Bytes(content), boundary: "b").parts.filter(\.headIsWhole)
        var reader = MultipartReader(boundary: "b", limit: 1 << 20)
        var parts: [MultipartReader.Part] = []
        for byte in content.utf8 { parts += reader.take(Bytes([byte])) }
        parts += reader.end()
        let heads = parts.filter {
            $0.head.hasEnding("\n\r\n") || $0.head.hasEnding("\n\n") || $0.head.count <= 2 && !$0.head.isEmpty
        }
        for part in whole where !part.content.isEmpty {
            #expect(
                heads.contains { $0.content == part.content && $0.isWhole == part.isWhole },
                "\(content.debugDescription)")
        }
    }

    @Test func aLargePartIsCountedAndKeptInPart() {
        let content = Array("--a b\r\n\r\n".utf8) + [UInt8](repeating: 10, count: 200_000) + Array("\r\n--a b--".utf8)
        let inner = read(Self.mixed, content)
        #expect(inner.list.map(\.size) == [200_000])
        #expect(inner.list.first?.bytes.count == PartParser.limit)
    }

    // MARK: Lines

    @Test func linesAreMessages() {
        let type = "Content-Type: application/x-ndjson\r\n"
        let content = "{\"a\":1}\n\n  \r\n{\"b\":2}\r\n{\"c\":3}"
        let inner = read(type, Array(content.utf8))
        #expect(inner.list.map(\.bytes) == ["{\"a\":1}", "{\"b\":2}", "{\"c\":3}"])
        #expect(inner.list.map(\.offset) == [0, 13, 22])
        #expect(isTheSameAtEverySplit(type, content))
        // Before its end nobody knows whether the last line is whole.
        #expect(read(type, Array(content.utf8), ends: false).count == 2)
    }

    @Test func aSequenceHasSeparatorsBeforeItsTexts() {
        let type = "Content-Type: application/json-seq\r\n"
        let content = "\u{1E}{\"a\":1}\n\u{1E}[2]\n"
        #expect(read(type, Array(content.utf8)).list.map(\.bytes) == ["{\"a\":1}", "[2]"])
        #expect(isTheSameAtEverySplit(type, content))
    }

    @Test func aLongLineIsKeptInPart() {
        let line = [UInt8](repeating: 0x61, count: 100_000)
        let inner = read("Content-Type: application/jsonl\r\n", line + [10] + line)
        #expect(inner.list.map(\.size) == [100_000, 100_000])
        #expect(inner.list.map(\.bytes.count) == [TextGatherer.limit, TextGatherer.limit])
    }

    // MARK: Bounds

    @Test func beyondTheLimitsMessagesAreCounted() {
        var limits = RecordLimits()
        limits.messages = 3
        limits.messageBytes = 5
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0), limits: limits)
        for number in 0..<10 {
            let message = InnerMessage(
                from: number % 2 == 0 ? .request : .response, .text, at: Instant(nanoseconds: 0), bytes: "four")
            record.apply(FlowEvent(flow: FlowID(1), time: Instant(nanoseconds: 0), fact: .innerMessage(message)))
        }
        #expect(record.inner.list.map(\.bytes) == ["four", "f", ""])
        #expect(record.inner.list.map(\.isTruncated) == [false, true, true])
        #expect(record.inner.count == 10 && record.inner.omitted == 7)
        #expect(record.inner.last?.from == .response)
    }

    @Test func namesIdsHeadsAndFramesAreBoundedToo() {
        var limits = RecordLimits()
        limits.messageBytes = 1000
        let time = Instant(nanoseconds: 0)
        func record(_ messages: [InnerMessage]) -> [InnerMessage] {
            var record = FlowRecord(id: FlowID(1), openedAt: time, limits: limits)
            for message in messages {
                record.apply(FlowEvent(flow: FlowID(1), time: time, fact: .innerMessage(message)))
            }
            return Array(record.inner.list)
        }
        // An id that is said once is that of each event behind it.
        let id = Bytes([UInt8](repeating: 0x61, count: 400))
        let event = InnerMessage(from: .response, .event(.init(name: "tick", id: id)), at: time, bytes: "x")
        let head = Bytes([UInt8](repeating: 0x62, count: 700))
        let part = InnerMessage(from: .response, .part(head: head), at: time, bytes: "x")
        let frame = InnerMessage.Frame(isFinal: false, reserved: 0, mask: 1, size: 0, time: time)
        let text = InnerMessage(
            from: .request, .text, at: time, bytes: "x", frames: [InnerMessage.Frame](repeating: frame, count: 500))
        for message in [event, part, text] {
            let kept = record([InnerMessage](repeating: message, count: 10))
            #expect(kept.count == 10 && kept.reduce(0) { $0 + $1.sizeBeside } <= 1000)
            // Their bytes have room of their own.
            #expect(kept.allSatisfy { $0.bytes == "x" && $0.frameCount == message.frameCount })
        }
        #expect(record([event, event]) == [event, event])
    }

    @Test func aContentThatStandsForTooMuchIsReadNoFurther() {
        let fields = "Content-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\n"
        let bomb = read(fields, Deflated.gzip([UInt8](repeating: 0x61, count: 70 << 20)))
        #expect(bomb.list.isEmpty && bomb.ends.map(\.code) == ["compressionBomb"])
        let large = read(fields, Deflated.gzip([UInt8](repeating: 0x61, count: 50 << 20)))
        #expect(large.list.map(\.size) == [50 << 20] && large.ends.isEmpty)
    }

    @Test func aFewBytesThatStandForManyMessagesAreReadToTheirEnd() {
        let coded = Deflated.gzip(Array(String(repeating: "1\n", count: 150_000).utf8))
        let inner = read("Content-Type: application/x-ndjson\r\nContent-Encoding: gzip\r\n", coded)
        #expect(inner.count == 150_000 && inner.list.count == RecordLimits().messages)
        #expect(inner.last?.bytes == "1" && inner.ends.isEmpty)
    }

    /// Each message costs something, however small it is: kept, shown, looked through for secrets.
    @Test func fewBytesThatStandForMillionsOfMessagesAreReadNoFurther() {
        let lines = Array(String(repeating: "1\n", count: 3_000_000).utf8)
        for type in ["application/x-ndjson", "text/event-stream"] {
            let content =
                type == "text/event-stream" ? Array(String(repeating: "data\n\n", count: 1_000_000).utf8) : lines
            let coded = read("Content-Type: \(type)\r\nContent-Encoding: gzip\r\n", Deflated.gzip(content))
            #expect((262_000..<300_000).contains(coded.count) && coded.ends.map(\.code) == ["compressionBomb"])
        }
        // As it is, it is as much as it is.
        let plain = read("Content-Type: application/x-ndjson\r\n", Array(lines.prefix(1_000_000)))
        #expect(plain.count == 500_000 && plain.ends.isEmpty)
    }

    // MARK: Found again

    /// What a file has is found again as far as a record keeps it.
    @Test func millionsOfMessagesInAFileAreCounted() {
        var flow = FollowedFlow()
        flow.answer("Content-Type: application/jsonl\r\n")
        var record = flow.record
        record.response.content = FlowRecord.Content(bytes: Bytes(Array(String(repeating: "1\n", count: 300_000).utf8)))
        let found = InnerContent.messages(of: record)
        #expect(found.list.count == RecordLimits().messages && found.count == 300_000)
    }

    @Test func whatWasCutIsFoundInTheContentAgain() {
        var flow = FollowedFlow()
        flow.answer("Content-Type: application/jsonl\r\n")
        let line = [UInt8](repeating: 0x61, count: 100_000)
        flow.content(line + [10])
        var record = flow.record
        #expect(record.inner.list.map(\.isTruncated) == [true])
        record.response.content.kept = .inline(Bytes(line + [10]))
        // The parser's own limit holds there, too: whoever wants all of it has the content.
        #expect(InnerContent.messages(of: record).count == 1)
        record.inner = InnerMessages()
        #expect(InnerContent.messages(of: record).list.map(\.size) == [100_000])
    }
}
