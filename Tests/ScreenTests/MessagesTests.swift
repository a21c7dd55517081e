import Bytes
import FilterTestKit
import Flow
import Page
import PageTestKit
import Testing

@testable import Screen

/// The messages inside of an exchange: their part is there where they are.
@Suite struct MessagesTests {
    /// A chat that kept its messages.
    private static func chat(_ number: UInt64, _ texts: [Bytes], isOpen: Bool = false) -> FlowRecord {
        MadeFlow.make(
            "GET http://shop.test/chat HTTP/1.1\nHost: shop.test\nUpgrade: websocket\nConnection: Upgrade",
            "HTTP/1.1 101 Switching Protocols\nUpgrade: websocket\nConnection: Upgrade", number: number,
            outcome: isOpen ? nil : .complete
        ) { record in
            for text in texts {
                let message = InnerMessage(
                    from: .request, .text, at: Instant(nanoseconds: 6_000_000), bytes: text)
                record.apply(FlowEvent(flow: record.id, time: message.time, fact: .innerMessage(message)))
            }
        }
    }

    private static let flows = [
        ScreenScene.flow(1), chat(2, ["hello inside"]), chat(3, []),
        ScreenScene.flow(
            4, "GET http://shop.test/events HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 200 OK\nContent-Type: text/event-stream\nContent-Length: 13", content: "data: ticks\n\n"),
    ]

    private func opened(_ number: Int, _ keys: String = "") throws -> ScreenPlay {
        var play = try ScreenPlay(Self.flows, columns: 160, rows: 40)
        play.press("g" + String(repeating: "j", count: number - 1) + "<enter>" + keys)
        return play
    }

    /// The line with the names of the parts.
    private func tabs(_ play: ScreenPlay) -> String { play.lines.first { $0.contains(" Story ") } ?? "" }

    @Test(arguments: [(2, "hello inside"), (4, "ticks")])
    func whereThereAreMessagesTheyHaveAPart(number: Int, words: String) throws {
        var play = try opened(number)
        #expect(tabs(play).contains("TLS Messages") || tabs(play).contains("TLS  Messages"), "\(tabs(play))")
        play.press("9")
        #expect(play.model.exchange?.tab == .messages && play.text.contains(words), "\(play.text)")
        play.press("<tab>")
        #expect(play.model.exchange?.tab == .story)
        play.press("<backTab>")
        #expect(play.model.exchange?.tab == .messages)
        play.press("[")
        #expect(play.model.exchange?.tab == .tls && tabs(play).contains("Messages"))
    }

    /// A channel that carried nothing has none either.
    @Test(arguments: [1, 3])
    func whereThereAreNoneNoKeyLeadsToThem(number: Int) throws {
        var play = try opened(number, "7")
        #expect(tabs(play).contains("TLS") && !tabs(play).contains("Messages"), "\(tabs(play))")
        play.press("9")
        #expect(play.model.exchange?.tab == .cache && !play.text.contains("There are none."))
        play.press("<tab><tab>")
        #expect(play.model.exchange?.tab == .story)
        play.press("<backTab>")
        #expect(play.model.exchange?.tab == .tls)
    }

    /// Going along the list one does not lose what one looks at, and no other exchange gets a part that it lacks.
    @Test func theListIsGoneAlongWithTheMessages() throws {
        var play = try opened(2, "79")
        play.press("j")
        #expect(play.model.exchange?.number == 3 && play.model.exchange?.tab == .cache)
        #expect(!tabs(play).contains("Messages"))
        play.press("j")
        #expect(play.model.exchange?.number == 4 && play.model.exchange?.tab == .messages)
        #expect(play.text.contains("ticks"))
    }

    /// Whoever types ahead of every answer comes to the messages that there are, and nowhere where there are none.
    @Test func whoTypesAheadFindsThem() {
        for hasMessages in [true, false] {
            var exchange = OpenExchange(1)
            exchange.tab = .timing
            exchange.tab = .messages
            #expect(exchange.orders(width: 78).count == 1 && exchange.tab == .messages)
            exchange.take(.tab(1, .messages, width: 78, .empty, parts: hasMessages ? [.messages] : []))
            #expect(exchange.tab == (hasMessages ? .messages : .timing))
            #expect(exchange.orders(width: 78).count == (hasMessages ? 0 : 1))
            #expect(exchange.tabs.contains(.messages) == hasMessages)
        }
    }

    /// The first message of an exchange that is open brings the part.
    @Test func thePartComesWithTheFirstMessage() {
        var exchange = OpenExchange(1)
        #expect(exchange.orders(width: 78).count == 1)
        exchange.take(.tab(1, .story, width: 78, .empty, parts: []))
        #expect(!exchange.tabs.contains(.messages))
        exchange.isOld = true
        #expect(exchange.orders(width: 78).count == 1)
        // An answer about another exchange says nothing of this one.
        exchange.take(.tab(2, .story, width: 78, .empty, parts: [.messages]))
        #expect(!exchange.tabs.contains(.messages))
        exchange.take(.tab(1, .story, width: 78, .empty, parts: [.messages]))
        #expect(exchange.tabs.last == .messages && exchange.tab == .story)
        exchange.show(2)
        #expect(!exchange.tabs.contains(.messages))
    }

    private static func longChat(_ count: Int) -> FlowRecord {
        chat(1, (1...count).map { Bytes("word \($0).") }, isOpen: true)
    }

    @Test func whoLooksAtTheNewestSeesWhatComes() throws {
        let source = MemorySource([Self.longChat(60)])
        var play = try ScreenPlay(source, columns: 100, rows: 30)
        func grow(to count: Int) {
            let grown = [Self.longChat(count)]
            source.with { $0.flows = grown }
            play.tick(.init(changed: grown))
        }
        play.press("g<enter>9")
        #expect(play.text.contains("word 1.") && !play.text.contains("word 60."))
        // What one looks at stays.
        grow(to: 61)
        #expect(play.text.contains("word 1.") && !play.text.contains("word 61."))
        play.press(String(repeating: " ", count: 40))
        #expect(play.text.contains("word 61."))
        grow(to: 62)
        #expect(play.text.contains("word 62.") && !play.text.contains("word 1."))
    }
}
