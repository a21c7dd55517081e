import FilterTestKit
import Flow
import PageTestKit
import Testing

@testable import Screen

/// The mouse does what keys do, and nothing where nothing is.
@Suite struct PointerTests {
    private static func play(_ count: Int = 100, columns: Int = 80) throws -> ScreenPlay {
        var play = try ScreenPlay(
            (1...count).map {
                MadeFlow.make("GET http://a.test/\($0) HTTP/1.1\nHost: a.test", "HTTP/1.1 200 OK", number: UInt64($0))
            },
            columns: columns)
        play.press("g")
        return play
    }

    @Test func aPressSelectsTheRowUnderItAndAnotherOpensIt() throws {
        var play = try Self.play()
        let area = try #require(play.model.listArea)
        play.point(.press(row: area.row + 4, column: 10))
        #expect(play.model.selected == 4 && play.model.exchange == nil)
        play.point(.press(row: area.row + 4, column: 10))
        #expect(play.model.exchange?.number == 4)
        // The row is where it was seen, also once the list is scrolled.
        play.press("<esc>G")
        play.press("k")
        let top = play.model.top
        play.point(.press(row: area.row + 2, column: 0))
        #expect(play.model.selected == UInt64(top + 2))
    }

    @Test func besideTheRowsNothingHappens() throws {
        var play = try Self.play(3)
        let area = try #require(play.model.listArea)
        for row in [-1, 0, area.row, area.row + 5, area.row + area.rows, 999] {
            play.point(.press(row: row, column: 5))
            #expect(play.model.selected == 1 && play.model.exchange == nil, "\(row)")
        }
        play.point(.press(row: area.row + 2, column: 80))
        #expect(play.model.selected == 1)
        play.press("?")
        play.point(.press(row: area.row + 2, column: 5))
        play.press("<esc>")
        #expect(play.model.selected == 1)
    }

    @Test func theWheelScrollsWhatIsUnderIt() throws {
        var play = try Self.play(100, columns: 160)
        let area = try #require(play.model.listArea)
        play.point(.wheel(by: 3, row: area.row + 1, column: 3))
        #expect(play.model.selected == 4)
        play.point(.wheel(by: -30, row: area.row + 1, column: 3))
        #expect(play.model.selected == 1)
        play.press("<enter>b")
        let open = try #require(play.model.exchangeArea)
        play.point(.wheel(by: 3, row: open.row, column: open.column + 1))
        #expect(play.model.selected == 1, "the list is scrolled by what is beside it")
    }

    @Test func whoIsAskedAnswersByAKey() throws {
        var play = try Self.play()
        play.press("E")
        let request = try #require(
            play.orders.compactMap { if case .editRequest(let request) = $0 { request } else { nil } }.last)
        play.take(edited: request)
        let area = try #require(play.model.listArea)
        play.point(.press(row: area.row + 3, column: 3))
        play.point(.wheel(by: 3, row: area.row + 3, column: 3))
        #expect(play.model.selected == 1 && play.text.contains("Enter sends it"))
    }
}
