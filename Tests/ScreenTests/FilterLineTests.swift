import Page
import PageTestKit
import Testing

@testable import Screen

/// The filter while it is written, and what it does.
@Suite struct FilterLineTests {
    @Test func aFilterSaysItselfInWordsAndLists() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("/status >= 300")
        #expect(play.lines[22].contains("filter: status >= 300"))
        #expect(play.lines[23].contains("Flows where the status is 300 or more."))
        // It is not applied before it is taken.
        #expect(play.line(1) != nil)
        play.press("<enter>")
        #expect(play.row("Flows where the status is 300 or more.") == 1)
        #expect(play.lines[0].contains("1 shown"))
        #expect(play.line(1) == nil && play.lines[3].contains("shop.test/old"))
        play.press("<esc>")
        #expect(play.lines[0].contains("4 exchanges") && !play.lines[0].contains("shown"))
    }

    @Test func anErrorIsShownAtItsPlace() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("/method = GET and stauts = 200")
        #expect(play.lines[23].contains("status"))
        let row = play.grid.row(22)
        let marked = row.enumerated().filter { $0.element.style.isUnderlined }.map(\.offset)
        // ` filter: ` and 17 characters stand before the word.
        #expect(marked == Array(26..<32))
        // What is wrong is not taken, and nothing is lost.
        play.press("<enter>")
        #expect(play.lines[22].contains("stauts"))
        play.press("<esc>")
        #expect(play.lines[0].contains("4 exchanges") && play.line(1) != nil)
    }

    @Test func tabCompletes() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("/outc<tab>")
        #expect(play.lines[22].contains("filter: outcome"))
        play.press(" = compl<tab><enter>")
        #expect(play.lines[0].contains("3 shown"))
    }

    @Test func valuesThatOccurAreOffered() throws {
        let source = MemorySource(ScreenScene.shop)
        let other = ScreenScene.flow(
            5, "GET http://other.test/x HTTP/1.1\nHost: other.test", "HTTP/1.1 200 OK\nContent-Length: 0", content: "",
            at: 300)
        source.with { $0.flows.append(other) }
        var play = try ScreenPlay(source)
        play.press("/host")
        #expect(!play.lines[23].contains("shop.test"))
        play.press(" = ")
        // The most frequent first.
        let line = play.lines[23]
        let (frequent, rare) = (line.firstRange(of: "shop.test"), line.firstRange(of: "other.test"))
        #expect(try #require(frequent).lowerBound < #require(rare).lowerBound)
        play.press("o<tab><enter>")
        #expect(play.lines[0].contains("1 shown") && play.line(5) != nil, "\(play.text)")
        // They are looked up once for a filter, however much is written.
        #expect(play.orders.count { if case .values = $0 { true } else { false } } == 1)
    }

    /// What the language knows itself is offered without a look at what passed, and of numbers nothing is.
    @Test func nothingIsLookedUpWhereNothingCanBe() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("/status = 3<esc>/response.size > 1<esc>/header.x-a = b<esc>")
        #expect(!play.orders.contains { if case .values = $0 { true } else { false } })
    }

    @Test func aValueActsOnNoTerminalAndTellsNoSecret() throws {
        let source = MemorySource(ScreenScene.shop)
        let other = ScreenScene.flow(
            5, "GET http://shop.test/?token=verysecretvalue HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 200 O\u{202E}K\nContent-Length: 0", content: "", at: 300)
        source.with { $0.flows.append(other) }
        var play = try ScreenPlay(source)
        play.press("/reason = ")
        #expect(play.lines[23].contains("Moved Permanently") && !play.text.contains("\u{202E}"))
        for field in ["url", "query"] {
            play.press("<esc>/\(field) = ")
            #expect(!play.text.contains("verysecret"), "\(field)")
        }
    }

    @Test func theLineIsEdited() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("/xstatus = 20<left><left><home><delete><end>0<left><right>")
        #expect(play.lines[22].contains("filter: status = 200"))
        #expect(play.grid.cursor == Grid.Place(row: 22, column: 9 + 12))
        play.press("<backspace><backspace><backspace>301<enter>")
        #expect(play.lines[0].contains("1 shown"))
    }

    /// The keys of the list are letters here.
    @Test func lettersAreNoCommands() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("/qjkge?:")
        #expect(!play.model.hasEnded && play.lines[22].contains("filter: qjkge?:"))
    }

    @Test func aLongFilterScrollsToItsCursor() throws {
        var play = try ScreenPlay(ScreenScene.shop)
        play.press("/" + String(repeating: "a", count: 300) + "zz")
        #expect(play.lines[22].contains("zz"))
        let cursor = try #require(play.grid.cursor)
        #expect(cursor.column < 80)
        play.press("<home>")
        #expect(play.grid.cursor?.column == 9)
    }

    @Test func flowsThatComeAreAskedWhetherTheyMatch() throws {
        let source = MemorySource(ScreenScene.shop)
        var play = try ScreenPlay(source)
        play.press("/status = 200<enter>")
        #expect(play.lines[0].contains("2 shown"))
        let (right, wrong) = (
            ScreenScene.flow(5, at: 300),
            ScreenScene.flow(
                6, "GET http://shop.test/x HTTP/1.1\nHost: shop.test", "HTTP/1.1 404 Not Found\nContent-Length: 0",
                content: "", at: 310)
        )
        source.with { $0.flows += [right, wrong] }
        play.tick(.init(began: [5, 6], ended: [5, 6], changed: [wrong, right]))
        for _ in 0..<4 { play.tick(.init()) }
        #expect(play.lines[0].contains("6 exchanges") && play.lines[0].contains("3 shown"))
        #expect(play.line(5) != nil && play.line(6) == nil)
    }
}
