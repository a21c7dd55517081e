import Bytes
import FilterTestKit
import Flow
import Page
import PageTestKit
import Rules
import Testing

@testable import Screen

/// Rules and held messages on the screen.
@Suite struct RulesTests {
    private static let text = """
        look: when method = DELETE do break request
        german: when host = shop.test do set-request-header "Accept-Language: de"

        """

    private static func play(_ rules: MemoryRules, columns: Int = 120) throws -> ScreenPlay {
        var tools = ScreenTools()
        tools.rules = rules
        tools.steady = { 10_000_000_000 }
        let flow = MadeFlow.make(
            "GET http://shop.test/a HTTP/1.1\nHost: shop.test\nAccept-Language: en",
            "HTTP/1.1 200 OK\nContent-Length: 0", number: 1)
        return try ScreenPlay(MemorySource([flow]), columns: columns, tools: tools)
    }

    private static func held(_ number: UInt64) -> PageHeld {
        MemoryRules.held(
            MadeFlow.make("DELETE http://shop.test/\(number) HTTP/1.1\nHost: shop.test", nil, number: number),
            since: 4_000_000_000, until: 70_000_000_000)
    }

    @Test func rulesStandWithTheirSwitchTheirHitsAndWhatTheyDo() throws {
        var play = try Self.play(try MemoryRules(Self.text))
        play.press("r")
        #expect(play.row("[x] look  3 hits  page:1") != nil, "\(play.text)")
        #expect(play.row("When the method is DELETE: holds the request until you decide.") != nil)
        play.press("<esc>")
        #expect(play.row("[x] look") == nil)
    }

    @Test func aRuleIsSwitchedOffAndNoOther() throws {
        let rules = try MemoryRules(Self.text)
        var play = try Self.play(rules)
        play.press("rj ")
        #expect(rules.state().off == ["german"])
        #expect(play.row("[ ] german") != nil && play.row("[x] look") != nil)
        play.press(" ")
        #expect(rules.state().off.isEmpty)
    }

    @Test func rulesChangePlaces() throws {
        let rules = try MemoryRules(Self.text)
        var play = try Self.play(rules)
        play.press("rj<")
        #expect(rules.state().rules.map(\.name) == ["german", "look"])
        // It is the first already.
        play.press("<")
        #expect(rules.state().rules.map(\.name) == ["german", "look"])
    }

    @Test func aRuleIsWrittenWithWhatItWouldHaveChanged() throws {
        let rules = try MemoryRules(Self.text)
        var play = try Self.play(rules)
        play.press("gra" + "x: when host = shop.test do set-request-header \"Accept-Language: fr\"")
        #expect(play.row("- Accept-Language: en") != nil && play.row("+ Accept-Language: fr") != nil, "\(play.text)")
        #expect(rules.text == Self.text)
        play.press("<enter>")
        #expect(rules.text == Self.text + "x: when host = shop.test do set-request-header \"Accept-Language: fr\"\n")
        #expect(play.row("[x] x") != nil)
    }

    @Test func aFaultyRuleIsNotTakenAndSaysWhy() throws {
        let rules = try MemoryRules(Self.text)
        var play = try Self.play(rules)
        play.press("rax: do brek request<enter>")
        #expect(play.row("Did you mean 'break'?") != nil, "\(play.text)")
        #expect(rules.text == Self.text)
        play.press("<esc><esc>")
        #expect(rules.text == Self.text)
    }

    @Test func whatMayComeNextIsCompleted() throws {
        var play = try Self.play(try MemoryRules())
        play.press("rax: do set-request-h<tab>")
        #expect(play.row("x: do set-request-header") != nil, "\(play.text)")
    }

    @Test func aRuleIsChangedInItsLineAndTakenAway() throws {
        let rules = try MemoryRules(Self.text)
        var play = try Self.play(rules)
        play.press("re<home>my-<enter>")
        #expect(rules.text.hasPrefix("my-look: when"))
        play.press("e" + String(repeating: "<backspace>", count: 60) + "<enter>")
        #expect(rules.state().rules.map(\.name) == ["german"])
    }

    @Test func aRuleIsMadeOfTheSelectedExchange() throws {
        let rules = try MemoryRules(Self.text)
        var play = try Self.play(rules)
        play.press("gr")
        #expect(
            play.row("For #1: 1 answer this request with this response  2 hold such exchanges at a breakpoint") != nil,
            "\(play.text)")
        play.press("1")
        #expect(rules.text.hasSuffix("answer-1: when method = GET and url = \"http://shop.test/a\" do respond 200\n"))
    }

    @Test func heldMessagesShowWhoWaits() throws {
        let rules = try MemoryRules(Self.text, held: [Self.held(7), Self.held(8)])
        var play = try Self.play(rules)
        play.press("r")
        #expect(play.row("#7 DELETE http://shop.test/7 HTTP/1.1  by look") != nil, "\(play.text)")
        #expect(play.row("no server was contacted · is forwarded in 1:00") != nil)
    }

    @Test func aClientThatEndedItsSideIsShown() throws {
        var message = Self.held(7)
        message.clientEndedAt = 7_000_000_000
        var play = try Self.play(try MemoryRules(Self.text, held: [message]))
        play.press("r")
        #expect(
            play.row("client closed its side 0:03 ago and may have left · no server was contacted") != nil,
            "\(play.text)")
        #expect(play.row("client waits") == nil)
    }

    @Test(arguments: [
        ("s", PageVerdict.send), ("x", .drop), ("b<enter>", .respond("503 text \"busy\"")),
    ])
    func oneIsDecidedAndTheOtherStaysHeld(keys: String, verdict: PageVerdict) throws {
        let rules = try MemoryRules(Self.text, held: [Self.held(7), Self.held(8)])
        var play = try Self.play(rules)
        play.press("r" + keys)
        #expect(rules.decided == [.init(flow: 7, verdict: verdict)])
        #expect(play.row("#8 DELETE") != nil && play.row("#7 DELETE") == nil)
    }

    @Test func allAreLetGo() throws {
        let rules = try MemoryRules(Self.text, held: [Self.held(7), Self.held(8)])
        var play = try Self.play(rules)
        play.press("rS")
        #expect(Set(rules.decided) == [.init(flow: 7, verdict: .send), .init(flow: 8, verdict: .send)])
    }

    @Test func anEditorIsAskedForAndNothingIsDecidedMeanwhile() throws {
        let rules = try MemoryRules(Self.text, held: [Self.held(7)])
        var play = try Self.play(rules)
        play.press("re")
        let isAsked = play.orders.contains { order in
            if case .editHeld(7) = order { true } else { false }
        }
        #expect(isAsked)
        #expect(rules.decided.isEmpty)
    }

    @Test func withoutAProxyItIsSaidAndNothingIsThere() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("r")
        #expect(play.row("No proxy is running here") != nil, "\(play.text)")
    }

    /// What came over the wire moves no cursor here either.
    @Test func aHostileStartLineIsDrawnAsSigns() throws {
        var message = Self.held(7)
        message.start = "DEL\u{1B}[2J\u{202E} /a"
        var play = try Self.play(try MemoryRules("look: do break request", held: [message]))
        play.press("r")
        #expect(!play.text.contains("\u{1B}") && !play.text.contains("\u{202E}"))
        #expect(play.row("#7 DEL") != nil)
    }
}
