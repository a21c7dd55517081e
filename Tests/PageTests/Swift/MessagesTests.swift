import Bytes
import FilterTestKit
import Flow
import HTTPModel
import Page
import PageTestKit
import Testing

/// The messages inside of an exchange, as the page asks for them.
@Suite struct MessagesTests {
    private static func chat(_ messages: [InnerMessage], isOpen: Bool = false) -> FlowRecord {
        MadeFlow.make(
            "GET http://shop.test/chat HTTP/1.1\nHost: shop.test\nUpgrade: websocket\nConnection: Upgrade",
            "HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\nConnection: Upgrade", number: 7,
            outcome: isOpen ? nil : .complete
        ) { record in
            for message in messages {
                record.apply(FlowEvent(flow: record.id, time: message.time, fact: .innerMessage(message)))
            }
        }
    }

    private static func text(_ bytes: Bytes, _ from: MessageKind = .request, at millisecond: UInt64 = 5) -> InnerMessage
    {
        // A flow of these tests was opened one millisecond after the clock's beginning.
        InnerMessage(from: from, .text, at: Instant(nanoseconds: (millisecond + 1) * 1_000_000), bytes: bytes)
    }

    @Test func eachHasItsRow() throws {
        let closing = InnerMessage(
            from: .response, .close(1001), at: Instant(nanoseconds: 41_000_000), bytes: "bye")
        let binary = InnerMessage(
            from: .response, .binary, at: Instant(nanoseconds: 21_000_000), bytes: Bytes([0, 0xFF, 0x41]))
        let asker = try PageAsker([Self.chat([Self.text("hello"), binary, closing])])
        let answer = try asker.ask("GET", "/api/flows/7/messages")
        let rows = answer.list("messages")
        #expect(rows.map { $0["title"] as? String } == ["text", "binary", "close 1001"])
        #expect(rows.map { $0["from"] as? String } == ["request", "response", "response"])
        #expect(rows.map { $0["at"] as? Double } == [5, 20, 40])
        #expect(rows.map { $0["text"] as? String } == ["hello", "00 ff 41", "bye"])
        #expect(rows.map { $0["meaning"] as? String } == ["", "", "Going Away"])
        #expect(rows.map { $0["control"] as? Bool } == [false, false, true])
        #expect(answer.json["sent"] as? Int == 1 && answer.json["received"] as? Int == 2)
        #expect(answer.json["omitted"] as? Int == 0 && answer.list("ends").isEmpty)
        let flow = try asker.ask("GET", "/api/flows/7").json["inner"] as? [String: Any]
        #expect(flow?["count"] as? Int == 3)
    }

    @Test func aWindowHasNoMoreThanWasAskedFor() throws {
        let asker = try PageAsker([Self.chat((0..<1_000).map { Self.text(Bytes("m\($0)")) })])
        func texts(_ query: String) throws -> [String] {
            try asker.ask("GET", "/api/flows/7/messages?\(query)").list("messages").compactMap { $0["text"] as? String }
        }
        #expect(try texts("first=998&count=9") == ["m998", "m999"])
        #expect(try texts("first=3&count=2") == ["m3", "m4"])
        #expect(try texts("first=1000") == [] && texts("first=0&count=0") == [])
        #expect(try texts("").count == 500)
        #expect(try asker.ask("GET", "/api/flows/7/messages?count=501").status == 400)
        #expect(try asker.ask("GET", "/api/flows/7/messages?first=-1").status == 400)
    }

    @Test func whatIsLongIsCutBetweenCharacters() throws {
        let long = String(repeating: "é🎉", count: 150)
        let asker = try PageAsker([Self.chat([Self.text(Bytes(long)), Self.text("short")])])
        let texts = try asker.ask("GET", "/api/flows/7/messages").list("messages").compactMap { $0["text"] as? String }
        #expect(texts == [String(repeating: "é🎉", count: 100) + "…", "short"])
    }

    @Test func oneIsLaidOut() throws {
        let asker = try PageAsker([Self.chat([Self.text(#"{"a": 1}"#), Self.text("plain")])])
        let json = try asker.ask("GET", "/api/flows/7/messages/0").json
        #expect(json["kind"] as? String == "json" && json["count"] as? Int == 3)
        #expect(try asker.ask("GET", "/api/flows/7/messages/1").json["kind"] as? String == "text")
        for place in ["2", "-1", "x"] {
            #expect(try asker.ask("GET", "/api/flows/7/messages/\(place)").code == "part")
        }
    }

    /// Events are found again in the content of a flow that keeps none of them beside it.
    @Test func eventsAreReadFromAContent() throws {
        let flow = MadeFlow.make(
            "GET http://shop.test/news HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 200 OK\nContent-Type: text/event-stream",
            content: "id: 7\nevent: tick\ndata: a\n\ndata: never ended\n", number: 8)
        let asker = try PageAsker([flow, MadeFlow.make(number: 9)])
        let rows = try asker.ask("GET", "/api/flows/8/messages").list("messages")
        #expect(rows.map { $0["title"] as? String } == ["event tick (id 7)"])
        #expect(try asker.ask("GET", "/api/flows/9/messages").json["count"] as? Int == 0)
    }

    /// The newer state of an open exchange is told, not what a file has of it.
    @Test func whatIsOpenComesFromWhereItHappens() throws {
        let now = Self.chat([Self.text("one"), Self.text("two")], isOpen: true)
        let asker = try PageAsker([Self.chat([Self.text("one")], isOpen: true)], live: Live(flow: now))
        #expect(try asker.ask("GET", "/api/flows/7/messages").json["count"] as? Int == 2)
        #expect(try asker.ask("GET", "/api/flows/7/messages/1").status == 200)
    }

    private struct Live: PageLive {
        let flow: FlowRecord
        var openCount: Int { 1 }
        func record(_ number: UInt64) -> FlowRecord? { number == flow.id.number ? flow : nil }
    }

    // MARK: - Finding

    @Test func thoseThatContainATextAreListedWithTheirPlaces() throws {
        let binary = InnerMessage(
            from: .response, .binary, at: Instant(nanoseconds: 21_000_000), bytes: Bytes([0, 0xFF, 0x41]))
        let asker = try PageAsker([
            Self.chat([Self.text("hello"), Self.text("Bye"), binary, Self.text("say HELLO"), Self.text("grüße")])
        ])
        func places(_ query: String) throws -> [Int] {
            let answer = try asker.ask("GET", "/api/flows/7/messages?\(query)")
            #expect(answer.json["sent"] as? Int == 4 && answer.json["received"] as? Int == 1)
            return answer.list("messages").compactMap { $0["place"] as? Int }
        }
        #expect(try places("") == [0, 1, 2, 3, 4])
        #expect(try places("find=hello") == [0, 3] && places("find=bYe") == [1])
        #expect(try places("find=gr%C3%BC%C3%9Fe") == [4])
        // Bytes by what their row shows, and a kind by its name.
        #expect(try places("find=00%20ff") == [2] && places("find=binary") == [2])
        #expect(try places("find=hello&first=1&count=5") == [3])
        let none = try asker.ask("GET", "/api/flows/7/messages?find=nothing")
        #expect(none.status == 200 && none.json["count"] as? Int == 0 && none.list("messages").isEmpty)
        #expect(try asker.ask("GET", "/api/flows/7/messages?find=hello").json["count"] as? Int == 2)
        // The place is that of one message, whatever was looked for.
        #expect(try asker.ask("GET", "/api/flows/7/messages/3").text.contains("say HELLO"))
    }

    // MARK: - Sending

    private static func asker(_ isOpen: Bool = true, refusing refusal: PageError? = nil) throws -> (
        PageAsker, MemoryRules
    ) {
        let rules = try MemoryRules()
        if isOpen { rules.open([7], refusing: refusal) }
        return (try PageAsker([chat([text("hello")], isOpen: isOpen)], rules: rules), rules)
    }

    @Test func aMessageIsSentToEitherSide() throws {
        let (asker, rules) = try Self.asker()
        #expect(try (asker.ask("GET", "/api/flows/7").json["inner"] as? [String: Any])?["open"] as? Bool == true)
        let sent = try asker.ask("POST", "/api/flows/7/messages", #"{"to": "server", "text": "grüße"}"#)
        #expect(sent.status == 200 && sent.json["to"] as? String == "server" && sent.json["size"] as? Int == 7)
        #expect(try asker.ask("POST", "/api/flows/7/messages", #"{"to": "client", "content": "AP8="}"#).status == 200)
        #expect(try asker.ask("POST", "/api/flows/7/messages", #"{"to": "client", "text": ""}"#).status == 200)
        #expect(
            rules.sent == [
                PageSocketMessage(flow: 7, receiver: .request, isText: true, content: "grüße"),
                PageSocketMessage(flow: 7, receiver: .response, isText: false, content: Bytes([0, 0xFF])),
                PageSocketMessage(flow: 7, receiver: .response, isText: true, content: ""),
            ])
    }

    @Test(arguments: [
        #"{"text": "a"}"#, #"{"to": "both", "text": "a"}"#, #"{"to": "server"}"#,
        #"{"to": "server", "text": "a", "content": "AP8="}"#, #"{"to": "server", "content": "n!o"}"#,
        #"{"to": "server", "text": 5}"#, "[]", "",
    ])
    func whatIsNoMessageIsNotSent(body: String) throws {
        let (asker, rules) = try Self.asker()
        let answer = try asker.ask("POST", "/api/flows/7/messages", body)
        #expect(answer.status == 400 && answer.code == "request", "\(answer.text)")
        #expect(rules.sent.isEmpty)
    }

    @Test func whatIsTooLongIsNotSent() throws {
        let (asker, rules) = try Self.asker()
        func send(_ count: Int) throws -> PageAsker.Answer {
            let text = String(repeating: "a", count: count)
            return try asker.ask("POST", "/api/flows/7/messages", #"{"to": "server", "text": "\#(text)"}"#)
        }
        #expect(try send(512 << 10).status == 200 && rules.sent.count == 1)
        let answer = try send(512 << 10 + 1)
        #expect(answer.status == 413 && answer.code == "size" && answer.text.contains("512 KiB"))
        #expect(rules.sent.count == 1)
    }

    /// Each reason has its words: no proxy, no such flow, none of this kind, one that has ended, one that is refused.
    @Test func whereNothingCanBeSentTheReasonIsSaid() throws {
        let body = #"{"to": "server", "text": "a"}"#
        func answer(_ asker: PageAsker, _ flow: Int = 7) throws -> String {
            let answer = try asker.ask("POST", "/api/flows/\(flow)/messages", body)
            let text = (answer.json["error"] as? [String: Any])?["text"] as? String ?? answer.text
            return "\(answer.status) \(answer.code ?? "") \(text)"
        }
        let file = try PageAsker([Self.chat([], isOpen: true)])
        #expect(try answer(file).hasPrefix("409 read-only"))
        #expect(try (file.ask("GET", "/api/flows/7").json["inner"] as? [String: Any])?["open"] as? Bool == false)
        let (ended, endedRules) = try Self.asker(false)
        #expect(try answer(ended, 8).hasPrefix("404 flow"))
        // It never became a WebSocket, as far as is recorded.
        #expect(try answer(ended) == "409 open Flow 7 is not a WebSocket.")
        let (refusing, refusingRules) = try Self.asker(refusing: PageError(409, .open, "It is full."))
        #expect(try answer(refusing) == "409 open It is full.")
        #expect(endedRules.sent.isEmpty && refusingRules.sent.isEmpty)
    }

    /// Of messages that say the same at the same time, the one that was sent by hand is known, and no other.
    @Test func whoSentAMessageIsTold() throws {
        let record = MadeFlow.make(
            "GET http://shop.test/chat HTTP/1.1\nHost: shop.test", "HTTP/1.1 101 Switching Protocols", number: 7
        ) { record in
            for isByHand in [false, true, false] {
                let time = Instant(nanoseconds: 10_000_000)
                let message = InnerMessage(from: .request, .text, at: time, bytes: "a", isByHand: isByHand)
                record.apply(FlowEvent(flow: record.id, time: message.time, fact: .innerMessage(message)))
            }
            let time = Instant(nanoseconds: 10_000_000)
            record.apply(FlowEvent(flow: record.id, time: time, fact: .ruleActed(.sentMessage(to: .request))))
        }
        let asker = try PageAsker([record])
        let rows = try asker.ask("GET", "/api/flows/7/messages").list("messages")
        #expect(rows.map { $0["byHand"] as? Bool } == [false, true, false])
    }
}
