import FilterTestKit
import Flow
import Page
import PageTestKit
import Testing

@testable import Screen

/// What caches would have answered, in the list.
@Suite struct GhostTests {
    private static let fresh = "HTTP/1.1 200 OK\nCache-Control: max-age=600\nContent-Length: 5"

    private static func flow(_ number: UInt64, _ response: String, content: String = "hello") -> FlowRecord {
        ScreenScene.flow(
            number, "GET http://shop.test/logo HTTP/1.1\nHost: shop.test", response, content: content,
            at: Int64(number) * 100)
    }

    private static let twice = [flow(1, fresh), flow(2, fresh)]

    private func bar(_ play: ScreenPlay, _ number: Int) throws -> String {
        String(try #require(play.line(number)).dropFirst(63))
    }

    @Test func theListSaysWhatCachesWouldHaveSaved() throws {
        let play = try ScreenPlay(Self.twice)
        #expect(play.row("◷ Either cache would have answered 1, saving 50") == 22, "just above the keys: \(play.text)")
    }

    @Test func aRowSaysItOfItself() throws {
        var play = try ScreenPlay(Self.twice)
        play.press("j")
        #expect(play.row("◷ Either cache would have answered this, saving 50") != nil, "\(play.text)")
        // The first had to be asked for; what is said of it is that it could be kept.
        play.press("k")
        #expect(play.row("◷ Either cache could answer this until") != nil)
        #expect(play.row("would have answered") == nil)
    }

    /// The pale line behind a bar reaches as far as the answer is fresh; a sign tells who need not have been asked.
    @Test func marksStandBehindTheBarOfTheSelectedRow() throws {
        var play = try ScreenPlay(Self.twice)
        play.press("g")
        #expect(try bar(play, 1).contains("┄") && !bar(play, 1).contains("◷"))
        #expect(try !bar(play, 2).contains("┄") && !bar(play, 2).contains("◷"), "not of the others: \(play.text)")
        let short = [Self.flow(1, Self.fresh), Self.flow(2, Self.fresh), Self.flow(9, Self.fresh)]
        var near = try ScreenPlay(short)
        near.press("gj")
        #expect(try bar(near, 2).contains("◷") && !bar(near, 1).contains("┄"), "\(near.text)")
    }

    @Test func freshnessThatEndsIsSeenToEnd() throws {
        let brief = "HTTP/1.1 200 OK\nCache-Control: max-age=2\nContent-Length: 5"
        var flows = [Self.flow(1, brief)]
        flows.append(
            ScreenScene.flow(
                2, "GET http://shop.test/other HTTP/1.1\nHost: shop.test",
                "HTTP/1.1 200 OK\nCache-Control: no-store\nContent-Length: 2", at: 50, waits: 3_900))
        var play = try ScreenPlay(flows, columns: 139)
        play.press("g")
        let line = try #require(play.line(1))
        #expect(line.contains("┄") && line.count < 137, "two of four seconds: \(line)")
    }

    @Test(arguments: ["no-store", "no-cache", "private=\"x\", max-age=0"])
    func nothingIsSaidWhereNothingIsSaved(control: String) throws {
        let response = "HTTP/1.1 200 OK\nCache-Control: \(control)\nContent-Length: 5"
        var play = try ScreenPlay([Self.flow(1, response), Self.flow(2, response)])
        play.press("k")
        #expect(!play.text.contains("┄") && play.row("cache would") == nil && play.row("cache could") == nil)
        #expect(play.lines[22].isEmpty)
    }

    @Test func withoutUnicodeTheyAreASCII() throws {
        var play = try ScreenPlay(MemorySource(Self.twice), colours: .none, isUnicode: false)
        play.press("g")
        #expect(try bar(play, 1).contains("'"))
        play.press("j")
        #expect(play.row("c Either cache would have answered") != nil, "\(play.text)")
        #expect(play.grid.cells.allSatisfy { $0.text.unicodeScalars.allSatisfy(\.isASCII) })
    }

    /// Listing is not held up: while an answer is awaited nothing more is asked, and in a flood little is looked at.
    @Test func oneOrderAtATime() throws {
        var ghosts = ListGhosts()
        let first = ghosts.step([1, 2], last: 5_000, openCount: 0, rate: 0)
        #expect(ghosts.step([3, 4], last: 5_001, openCount: 0, rate: 0) == nil)
        ghosts.take(GhostsFound(pairs: [:], words: nil, lacks: true))
        #expect(ghosts.step([1, 2], last: 5_000, openCount: 0, rate: 0) == nil, "not before some time has passed")
        ghosts.tick()
        let flood = ghosts.step([1, 2], last: 5_000, openCount: 0, rate: 5_000)
        #expect(try #require(flood) < #require(first) / 4)
        ghosts.take(.none)
        ghosts.tick()
        #expect(ghosts.step([1, 2], last: 5_000, openCount: 0, rate: 5_000) == nil, "as nothing changed")
    }

    @Test func aSessionOfManyIsLookedAtPieceByPiece() throws {
        let flows = (1...2_500).map { Self.flow(UInt64($0), Self.fresh) }
        var play = try ScreenPlay(flows)
        #expect(play.model.isWaiting)
        play.tick(PageTick())
        play.tick(PageTick())
        #expect(!play.model.isWaiting)
        #expect(play.row("answered 2499") != nil || play.row("answered 2,499") != nil)
    }
}
