import Flow
import Library
import Page
import PageTestKit
import Testing

@testable import Screen

/// Moving in the list, and what happens to it while flows pass.
@Suite struct MovingTests {
    private static func many(_ count: UInt64) -> [FlowRecord] {
        (1...count).map { ScreenScene.flow($0, at: Int64($0) * 10) }
    }

    @Test func keysMoveAndPagesTurn() throws {
        var play = try ScreenPlay(Self.many(100))
        #expect(play.model.selected == 100)
        play.press("g")
        #expect(play.model.selected == 1 && play.line(1) != nil && play.line(100) == nil)
        play.press("jj<down>k")
        #expect(play.model.selected == 3)
        play.press(" ")
        // A page is the list's rows but one: 24 without the line above, the heading and the keys.
        #expect(play.model.selected == 3 + 20)
        play.press("<pageUp>")
        #expect(play.model.selected == 3)
        play.press("G")
        #expect(play.model.selected == 100 && play.model.isFollowing)
        play.press("k")
        #expect(!play.model.isFollowing)
        play.press("gkkkk")
        #expect(play.model.selected == 1)
    }

    /// What one looks at stays where it is, whatever comes.
    @Test func newFlowsMoveNoRowUnlessTheyAreFollowed() throws {
        let source = MemorySource(Self.many(50))
        var play = try ScreenPlay(source)
        play.press("g")
        let before = Array(play.lines[1...22])
        let new = ScreenScene.flow(51, at: 600)
        source.with { $0.flows.append(new) }
        play.tick(PageTick(began: [51], ended: [51], changed: [new]))
        #expect(Array(play.lines[1...22]) == before)
        #expect(play.lines[0].contains("51 exchanges"))
        play.press("f")
        #expect(play.line(51) != nil && play.model.selected == 51)
        let next = ScreenScene.flow(52, at: 700)
        source.with { $0.flows.append(next) }
        play.tick(PageTick(began: [52], ended: [52], changed: [next]))
        #expect(play.model.selected == 52 && play.line(52) != nil)
    }

    @Test func aFlowThatGoesOnIsReadAgain() throws {
        let open = ScreenScene.flow(
            1, "GET http://shop.test/slow HTTP/1.1\nHost: shop.test", nil, content: "", outcome: nil)
        let source = MemorySource([open])
        var play = try ScreenPlay(source)
        #expect(play.line(1)?.contains(" … ") == true)
        let done = ScreenScene.flow(1, "GET http://shop.test/slow HTTP/1.1\nHost: shop.test")
        source.with { $0.flows = [done] }
        play.tick(PageTick(ended: [1]))
        #expect(play.line(1)?.contains("200") == true)
    }

    /// The file has flows later than they pass; counting never goes back for that.
    @Test func aFilterForgetsNoFlow() throws {
        let source = MemorySource(Self.many(3))
        var play = try ScreenPlay(source)
        play.tick(PageTick(began: [4, 5], changed: []))
        #expect(play.lines[0].contains("5 exchanges"))
        play.press("/status = 200<enter>")
        #expect(play.lines[0].contains("5 exchanges"))
        source.with { $0.flows.removeAll() }
        var tick = PageTick()
        tick.change = .shrunk
        play.tick(tick)
        #expect(play.lines[0].contains("0 exchanges"))
    }

    /// A proxy listens before its screen is there: what the file has not yet is counted and listed, and nothing twice.
    @Test func whatPassedBeforeTheScreenWasThereIsListed() throws {
        let source = MemorySource(Self.many(3))
        var play = try ScreenPlay(source)
        play.takeMissed([3, 4])
        source.with { $0.flows = Self.many(5) }
        play.tick(PageTick(began: [5], ended: [5]))
        #expect(play.lines[0].contains("5 exchanges"), "\(play.text)")
        #expect((1...5).allSatisfy { play.line($0) != nil }, "\(play.text)")
        play.press("/status = 200<enter><esc>")
        #expect(play.lines[0].contains("5 exchanges"), "\(play.text)")
    }

    /// What is open is what is selected, whatever becomes of the list.
    @Test func theOpenExchangeIsTheSelectedOne() throws {
        var play = try ScreenPlay(ScreenScene.shop, columns: 140, rows: 40)
        play.press("g<enter>/status >= 300<enter>")
        #expect(play.model.selected == 2 && play.model.exchange?.number == 2)
        play.press("fj")
        #expect(play.model.exchange?.number == play.model.selected)
    }

    @Test func whatIsDeletedIsSaidToBe() throws {
        let source = MemorySource(Self.many(3))
        var play = try ScreenPlay(source)
        source.with { $0.flows.removeAll { $0.id.number == 2 } }
        var tick = PageTick()
        tick.change = .shrunk
        play.tick(tick)
        #expect(play.line(2) == nil && play.line(1) != nil)
        tick.change = .deleted
        play.tick(tick)
        #expect(play.lines[23].contains("The session file was deleted"))
    }

    @Test func anIdleScreenIsNotDrawn() throws {
        var play = try ScreenPlay(Self.many(3))
        var model = play.model
        _ = model.draw()
        #expect(!model.isChanged)
        model.tick(PageTick(openCount: 0))
        #expect(!model.isChanged && model.takeOrders().isEmpty)
        play.press("j")
        #expect(play.model.isChanged)
    }

    /// As many as a session may have; nothing is asked for but what is seen.
    @Test func aMillionRowsCostTheWindow() throws {
        let source = EndlessSource(1_000_000)
        var play = try ScreenPlay(source, columns: 140, rows: 50)
        #expect(play.line(1_000_000) != nil)
        for keys in ["g", "G", "g      ", "G<pageUp><pageUp>"] { play.press(keys) }
        #expect(play.lines[0].contains("1,000,000 exchanges"))
        // Eleven windows of 47 rows, and once some to see what caches would have answered.
        #expect(source.read < 600 + 1_000)
        #expect(play.model.rows.count <= 2_000)
    }

    @Test func theNextThatIsWorthALookIsFound() throws {
        var flows = Self.many(30)
        flows[19] = ScreenScene.flow(20, outcome: Outcome(.failed, by: .upstream, .upstreamClosed))
        var play = try ScreenPlay(flows)
        play.press("gn")
        #expect(play.model.selected == 20)
        play.press("n")
        #expect(play.model.selected == 20 && play.lines[23].contains("No further failure"))
        play.press("GN")
        #expect(play.model.selected == 20)
    }
}
