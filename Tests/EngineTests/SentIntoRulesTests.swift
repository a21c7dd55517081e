import Bytes
import Filter
import Flow
import HTTPWire
import Rules
import Synchronization
import TestKit
import Testing

@testable import Engine

/// Messages of a person's in a WebSocket whose messages rules look at: each goes between two others and is told of when
/// it goes, or it is refused and not told of at all.
@Suite struct SentIntoRulesTests {
    private static let looking = "a: when message.text = none do drop-message"
    private static let slow = "a: when message.text = slow do delay message 10m"

    /// What was said of letters, in the order in which it was said.
    private final class Answers: Sendable {
        private let all = Mutex<[String]>([])

        func put(_ text: String, _ refusal: WebSocketRefusal?) {
            all.withLock { $0.append(refusal.map { "\(text): \($0)" } ?? "\(text): sent") }
        }

        var said: [String] { all.withLock { $0 } }
    }

    /// A client, its server, and who sends between them.
    private struct Scene {
        let client: RawConnection
        let server: RawConnection
        let host: EngineHost
        let sockets: OpenWebSockets
        let answers = Answers()

        func send(_ text: String, to receiver: MessageKind) {
            sockets.send(Bytes(text), isText: true, to: receiver, of: 1) { [answers] in
                answers.put(text.count > 20 ? "long" : text, $0)
            }
        }

        /// What is sent to the server goes at once: with its answer, all that was sent before has been looked at.
        func sendAndLook(_ text: String) throws {
            let before = answers.said.count { $0 == "look: sent" }
            send(text, to: .response)
            send("look", to: .request)
            try eventually("it was looked at") { answers.said.count { $0 == "look: sent" } > before }
        }

        var others: [String] { answers.said.filter { $0 != "look: sent" } }

        /// The proxy has read so many bytes of the server's.
        func hasRead(_ count: Int) throws {
            try eventually("\(count) bytes are read") {
                host.facts(of: FlowID(1)).reduce(0) { sum, fact in
                    if case .tunnelBytes(.response, let bytes) = fact { sum + bytes.count } else { sum }
                } >= count
            }
        }
    }

    private static func book(_ rule: String) throws -> RuleBook {
        var loader = RuleLoader { _ throws(RuleLoader.Unreadable) in rule }
        try loader.add(file: "test.rules")
        return loader.book(FilterClock(now: 0))
    }

    /// - Returns: the messages to the client that the record says were sent by hand.
    private static func play(
        _ rule: String?, held: Int = HeldMemory.usual, _ test: @Sendable (Scene) throws -> Void
    ) async throws -> [String] {
        let (servers, over) = (Handover<RawConnection>(), Handover<Void>())
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
            servers.put(connection)
            try over.take("the end of the test")
        }
        let live = LiveRules(try book(rule ?? ""), seed: 1, takesMessages: true)
        let configuration = try RuledProxy.proxy(looking, to: origin) { configuration in
            configuration.rules = live
            configuration.held = HeldMemory(limit: held)
        }
        var told: [String] = []
        try await withEngine(configuration) { host in
            let client = try host.connect()
            try client.send("GET /chat HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
            _ = try client.receiveHead()
            let server = try servers.take("the server")
            let sockets = try #require(live.webSockets)
            try eventually("it is open") { sockets.isOpen(1) }
            try test(Scene(client: client, server: server, host: host, sockets: sockets))
            client.reset()
            over.put(())
            let flow = try #require(try host.finished(1).first)
            told = flow.inner.list.filter { $0.isByHand && $0.from == .response }.map(\.bytes.text)
            let acts = flow.ruleActs.count { $0.text == "A message to the client was sent by hand." }
            #expect(acts == told.count)
        }
        #expect(origin.problems.isEmpty)
        return told
    }

    private static func frame(_ first: UInt8, _ payload: String) -> [UInt8] {
        var bytes = WebSocketFrame.whole(.text, Bytes(payload)).array
        bytes[0] = first
        return bytes
    }

    /// Unknown opcodes, and reserved bits that nothing was agreed on for.
    @Test(arguments: [0x83, 0x8B, 0xA1, 0xC1, 0x91] as [UInt8], [looking, nil])
    func nothingIsWrittenIntoAFrameThatCannotBeRead(first: UInt8, rule: String?) async throws {
        let told = try await Self.play(rule) { scene in
            let frame = Self.frame(first, "hello")
            try scene.server.send(frame.prefix(4))
            let got = try scene.client.receive(exactly: 4)
            scene.send("mine", to: .response)
            try eventually("it is answered") { !scene.answers.said.isEmpty }
            #expect(scene.answers.said == ["mine: unreadable"])
            try scene.server.send(frame.dropFirst(4))
            scene.server.shutdownSending()
            var rest: [UInt8] = []
            while let more = try scene.client.receive() { rest += more }
            #expect(got + rest == frame)
        }
        #expect(told.isEmpty)
    }

    private static let ends: [(end: [UInt8]?, answer: String)] = [
        (frame(0x80, "end"), "sent"), (frame(0x83, "odd"), "unreadable"), (frame(0x88, "\u{3}\u{e8}"), "ended"),
        ([], "ended"), (nil, "closed"),
    ]

    /// A message passes in pieces, as there is no room to look at it: another one waits for its end, for good if it has
    /// none, and is told of only when it goes.
    @Test(arguments: 0..<5) func whatWaitsForTheEndOfAMessageIsToldOfWhenItGoes(place: Int) async throws {
        let (end, answer) = Self.ends[place]
        let told = try await Self.play(Self.looking, held: 64) { scene in
            let part = Self.frame(0x01, String(repeating: "a", count: 120))
            try scene.server.send(part)
            let passed = try scene.client.receive(exactly: part.count)
            #expect(passed == part)
            try scene.sendAndLook("mine")
            #expect(scene.others.isEmpty)
            let isRecorded = scene.host.facts(of: FlowID(1)).contains { fact in
                if case .innerMessage(let message) = fact { message.from == .response } else { false }
            }
            #expect(!isRecorded)
            if let end {
                if end.isEmpty { scene.server.shutdownSending() } else { try scene.server.send(end) }
            } else {
                scene.client.reset()
            }
            try eventually("it is answered") { !scene.others.isEmpty }
            #expect(scene.others == ["mine: \(answer)"])
            guard let end, !end.isEmpty else { return }
            let mine = answer == "sent" ? Self.frame(0x81, "mine") : []
            let following = try scene.client.receive(exactly: end.count + mine.count)
            #expect(following == end + mine)
        }
        #expect(told == (answer == "sent" ? ["mine"] : []))
    }

    /// Nothing overtakes a message that a rule delays.
    @Test(arguments: [true, false]) func whatWaitsForADelayIsToldOfWhenItGoes(goes: Bool) async throws {
        let told = try await Self.play(Self.slow) { scene in
            let slow = Self.frame(0x81, "slow")
            try scene.server.send(slow)
            try scene.hasRead(slow.count)
            try scene.sendAndLook("mine")
            #expect(scene.others.isEmpty)
            if goes { scene.server.shutdownSending() } else { scene.client.reset() }
            try eventually("it is answered") { !scene.others.isEmpty }
            #expect(scene.others == [goes ? "mine: sent" : "mine: closed"])
            guard goes else { return }
            let wanted = slow + Self.frame(0x81, "mine")
            let got = try scene.client.receive(exactly: wanted.count)
            #expect(got == wanted)
        }
        #expect(told == (goes ? ["mine"] : []))
    }

    @Test func onlySoManyWait() async throws {
        let told = try await Self.play(Self.slow) { scene in
            try scene.server.send(Self.frame(0x81, "slow"))
            try scene.hasRead(6)
            for _ in 0..<WebSocketMailbox.most { try scene.sendAndLook("mine") }
            #expect(scene.others.isEmpty)
            try scene.sendAndLook("more")
            #expect(scene.others == ["more: tooMany"])
        }
        #expect(told.isEmpty)
    }

    @Test func onlySoMuchWaits() async throws {
        let told = try await Self.play(Self.slow) { scene in
            try scene.server.send(Self.frame(0x81, "slow"))
            try scene.hasRead(6)
            for _ in 0..<3 { try scene.sendAndLook(String(repeating: "m", count: 500_000)) }
            #expect(scene.others.isEmpty)
            try scene.sendAndLook("more")
            #expect(scene.others == ["more: congested"])
        }
        #expect(told.isEmpty)
    }

    /// Without a page no WebSocket is read for it.
    @Test func whereNoPageIsNobodySends() throws {
        #expect(LiveRules(try Self.book(""), seed: 1).webSockets == nil)
        #expect(LiveRules(try Self.book(""), seed: 1, takesMessages: true).webSockets != nil)
    }
}
