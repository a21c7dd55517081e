import Bytes
import Filter
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Rules
import Testing

@testable import Engine

/// Rules about messages, byte by byte: what no rule changes goes on as it came, wherever it was cut.
@Suite struct WebSocketFilterTests {
    private static func run(_ rules: String) throws -> MessageRun {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in rules }
        try loader.add(file: "test.rules")
        let book = loader.book(FilterClock(now: 0))
        var record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        record.requestHead = RecordedHead.request("GET /chat HTTP/1.1\r\nHost: a.example\r\n\r\n").head
        record.responseHead =
            RecordedHead.response("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n", to: .get).head
        final class Counting: RuleCounting {
            func next(_ name: String) -> UInt64 { 1 }
        }
        return try #require(MessageRun(RuleRun(book, counting: Counting(), seed: 1), record))
    }

    private static func frame(_ first: UInt8, _ payload: String, mask: UInt32? = nil) -> Bytes {
        var bytes = WebSocketFrame.whole(.text, Bytes(payload), mask: mask).array
        bytes[0] = first
        return Bytes(bytes)
    }

    private static func passed(
        _ input: Bytes, _ rules: String, from: MessageKind = .response, cutAt cuts: [Int] = []
    ) throws -> [UInt8] {
        var filter = WebSocketFilter(from: from, try run(rules), nil)
        var output: [WebSocketFilter.Output] = []
        var start = 0
        for end in cuts + [input.count] {
            filter.take(input.slice(start..<end), at: Instant(nanoseconds: 0), &output) { _ in }
            start = end
        }
        filter.end(&output)
        return output.flatMap { $0.bytes.array }
    }

    /// A message in two frames with a ping between them, another one, and the close.
    private static let talk = [
        frame(0x01, "hel"), frame(0x89, "?"), frame(0x80, "lo"), frame(0x81, "other"), frame(0x88, "\u{3}\u{e8}"),
    ]

    @Test func whatNoRuleMeansPassesAsItCameAtEverySplit() throws {
        let input = Bytes(Self.talk.flatMap(\.array))
        // The ping does not wait for the message that it came into (RFC 6455 §5.4).
        let wanted = [1, 0, 2, 3, 4].flatMap { Self.talk[$0].array }
        for cut in 0...input.count {
            #expect(try Self.passed(input, "a: when message.text = none do drop-message", cutAt: [cut]) == wanted)
        }
    }

    @Test func aMessageThatIsReplacedBecomesOneFrameAtEverySplit() throws {
        let input = Bytes(Self.talk.flatMap(\.array))
        let wanted =
            Self.talk[1].array + Self.frame(0x81, "bye").array + Self.talk[3].array + Self.talk[4].array
        for cut in 0...input.count {
            let rules = "a: when message.text = hello do replace-message text bye"
            #expect(try Self.passed(input, rules, cutAt: [cut]) == wanted)
        }
    }

    @Test func aClientsMessageIsMaskedAnew() throws {
        let input = Self.frame(0x81, "hello", mask: 0x0102_0304)
        let output = try Self.passed(input, "a: do replace-message text bye", from: .request)
        #expect(output.count == 2 + 4 + 3)
        #expect(Array(output[0..<2]) == [0x81, 0x80 | 3])
        let mask = Array(output[2..<6])
        #expect(output[6...].enumerated().map { $1 ^ mask[$0 % 4] } == Array("bye".utf8))
        let others = try (0..<4).map { _ in
            Array(try Self.passed(input, "a: do replace-message text bye", from: .request)[2..<6])
        }
        #expect(Set(others + [mask]).count > 1)
    }

    @Test func whatIsNoFrameEndsTheRulesAndPassesAsItCame() throws {
        let input = Bytes(Self.talk[0].array + [0x83, 0x00] + Array("rest".utf8))
        for cut in 0...input.count {
            #expect(try Self.passed(input, "a: do drop-message", cutAt: [cut]) == input.array)
        }
    }

    @Test func anUnfinishedMessageGoesOnAtTheEnd() throws {
        let input = Bytes(Self.talk[0].array + [0x80])
        #expect(try Self.passed(input, "a: do drop-message") == input.array)
    }

    @Test func aMessageThatIsTooLongPassesInPieces() throws {
        let long = Self.frame(0x82, String(repeating: "x", count: 17 << 20))
        let output = try Self.passed(Bytes(long.array + Self.talk[3].array), "a: do drop-message")
        #expect(output == long.array)
    }

    /// Messages without an end, of many connections at once: together they hold what there is room for, then they pass
    /// as they come, with why; a message that comes when there is room again is seen by rules.
    @Test func whatHasNoRoomPassesInPieces() throws {
        let memory = HeldMemory(limit: 100_000)
        let rules = try Self.run("a: when message.text contains \"x\" do replace-message text y")
        var filters = (0..<10).map { _ in WebSocketFilter(from: .response, rules, nil, holding: memory) }
        var sent: [[UInt8]] = Array(repeating: [], count: 10)
        var passed = sent
        for piece in 0..<40 {
            for place in filters.indices {
                let frame = Self.frame(piece == 0 ? 0x01 : 0x00, String(repeating: "x", count: 1_000))
                sent[place] += frame.array
                var output: [WebSocketFilter.Output] = []
                filters[place].take(frame, at: Instant(nanoseconds: 0), &output) { _ in }
                passed[place] += output.flatMap(\.bytes.array)
                #expect(memory.used <= memory.limit)
            }
        }
        var reasons: [WebSocketFilter.Unseen] = []
        for place in filters.indices {
            var output: [WebSocketFilter.Output] = []
            filters[place].take(Self.frame(0x80, ""), at: Instant(nanoseconds: 0), &output) { _ in }
            sent[place] += Self.frame(0x80, "").array
            passed[place] += output.flatMap(\.bytes.array)
            reasons += filters[place].takeUnseen()
        }
        for (sent, passed) in zip(sent, passed) {
            #expect(passed == sent || passed == Self.frame(0x81, "y").array)
        }
        #expect(reasons.count >= 8 && reasons.allSatisfy { if case .room = $0 { true } else { false } })
        #expect(memory.used == 0)
        var output: [WebSocketFilter.Output] = []
        filters[0].take(Self.frame(0x81, "x"), at: Instant(nanoseconds: 0), &output) { _ in }
        #expect(output.flatMap(\.bytes.array) == Self.frame(0x81, "y").array)
        #expect(filters[0].takeUnseen().isEmpty)
    }

    // MARK: - Between rules and scripts

    private static func settled(
        _ frames: [Bytes], _ deflate: WebSocketDeflate? = nil, cutAt cut: Int = 0, _ decide: (Bytes) -> Bytes?
    ) -> [Bytes] {
        var filter = WebSocketFilter(from: .response, nil, deflate, hasScripts: true)
        var output: [WebSocketFilter.Output] = []
        let all = Bytes(frames.flatMap(\.array))
        filter.take(all.slice(0..<cut), at: Instant(nanoseconds: 0), &output) { _ in }
        filter.take(all.slice(cut..<all.count), at: Instant(nanoseconds: 0), &output) { _ in }
        filter.end(&output)
        return output.compactMap { piece in
            guard let message = piece.message else { return piece.bytes }
            return filter.settle(piece, decide(message.content))
        }
    }

    @Test func whatScriptsLeaveAsItIsKeepsItsFramesAtEverySplit() {
        let wanted = [1, 0, 2, 3, 4].flatMap { Self.talk[$0].array }
        for cut in 0...wanted.count {
            #expect(Self.settled(Self.talk, cutAt: cut) { $0 }.flatMap(\.array) == wanted)
        }
    }

    @Test func whatScriptsDropOrChangeGoesOtherwiseAndNothingElseDoes() {
        let passed = Self.settled(Self.talk) { $0 == "hello" ? nil : Bytes($0.text + "!") }
        let wanted = Self.talk[1].array + Self.frame(0x81, "other!").array + Self.talk[4].array
        #expect(passed.flatMap(\.array) == wanted)
    }

    @Test func aBinaryMessageStaysBinary() {
        let passed = Self.settled([Self.frame(0x82, "abc")]) { _ in "text" }
        #expect(passed == [Self.frame(0x82, "text")])
    }

    /// Later messages refer back to one that the receiver does not get: they go without compression, however late it is
    /// known that it was dropped.
    @Test func afterADroppedMessageNoneRefersBackToIt() throws {
        let head = RecordedHead.response(
            "HTTP/1.1 101 Switching Protocols\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n", to: .get
        ).head
        let deflate = try #require(head.flatMap { WebSocketHandshake.deflate($0.fields) })
        // RFC 7692 §7.2.3.2: the same text twice, the second time by its distance in the window.
        let first = Bytes([0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00] as [UInt8])
        let second = Bytes([0xC1, 0x05, 0xF2, 0x00, 0x11, 0x00, 0x00] as [UInt8])
        #expect(Self.settled([first, second], deflate) { $0 } == [first, second])
        var count = 0
        let passed = Self.settled([first, second], deflate) { content in
            count += 1
            return count == 1 ? nil : content
        }
        #expect(passed == [Self.frame(0x81, "Hello")])
    }
}
