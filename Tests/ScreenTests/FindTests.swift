import Bytes
import FilterTestKit
import Flow
import PageTestKit
import Testing

@testable import Screen

/// A text is looked for in what is open.
@Suite struct FindTests {
    private static func play(rows: Int = 24, columns: Int = 80) throws -> ScreenPlay {
        let items = (1...60).map { "\"item \($0)\": \"\($0 % 20 == 0 ? "Grün" : "red")\"" }.joined(separator: ", ")
        let flow = MadeFlow.make(
            "GET http://shop.test/list HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 200 OK\nContent-Type: application/json", content: "{\(items)}", number: 1)
        return try ScreenPlay([flow], columns: columns, rows: rows)
    }

    @Test func matchesAreGoneToOneAfterTheOther() throws {
        var play = try Self.play()
        play.press("<enter>b")
        #expect(play.row("item 20") == nil || play.row("item 60") == nil, "it is longer than the screen")
        play.press("FGRÜN<enter>")
        #expect(play.text.contains("1 of 3 lines with it") && play.row("item 20") != nil, "\(play.text)")
        play.press("n")
        #expect(play.text.contains("2 of 3") && play.row("item 40") != nil)
        play.press("nn")
        // After the last comes the first.
        #expect(play.text.contains("1 of 3") && play.row("item 20") != nil)
        play.press("N")
        #expect(play.text.contains("3 of 3") && play.row("item 60") != nil)
    }

    @Test func whatIsFoundStandsOutAndNothingElse() throws {
        var play = try Self.play()
        play.press("<enter>bFitem 3<enter>")
        let row = try #require(play.row("item 3\""))
        let cells = play.grid.row(row).filter { $0.style == $0.style.reversed }
        #expect(cells.map(\.text).joined() == "item 3")
        let other = try #require(play.row("item 4\""))
        #expect(!play.grid.row(other).contains { $0.style == $0.style.reversed })
    }

    @Test func whatIsNotThereIsSaidAndMovesNothing() throws {
        var play = try Self.play()
        play.press("<enter>b")
        let before = play.lines.dropLast()
        play.press("Fblue<enter>")
        #expect(play.text.contains("No match for “blue”."))
        #expect(play.lines.dropLast() == before)
    }

    @Test func escapeLeavesTheLineAndWhatWasFoundBefore() throws {
        var play = try Self.play()
        play.press("<enter>bFgrün<enter>Fother")
        #expect(play.text.contains("find: grünother"))
        play.press("<esc>n")
        #expect(play.text.contains("2 of 3") && !play.model.hasEnded)
        // Keys that are commands elsewhere are letters here.
        play.press("Fq<esc>")
        #expect(!play.model.hasEnded)
    }

    @Test func pagesAboutSeveralAreSearched() throws {
        var play = try Self.play()
        play.press("l")
        play.press("Fshop<enter>")
        #expect(play.text.contains("with it") || play.text.contains("No match"), "\(play.text)")
        #expect(!play.text.contains("Open an exchange"))
    }

    @Test func withoutTextThereIsNothingToFindIn() throws {
        var play = try Self.play()
        play.press("F")
        #expect(play.text.contains("Open an exchange to find text in it."))
        play.press("<enter>2F")
        #expect(play.text.contains("Bytes are not searched"))
        #expect(play.model.finder.line == nil)
    }

    /// With nothing to look for, n goes on as before.
    @Test func nStillGoesToTheNextNote() throws {
        var play = try Self.play()
        play.press("<enter>bn")
        #expect(!play.text.contains("with it") && !play.text.contains("No match"))
    }
}
