import Bytes
import FilterTestKit
import Flow
import Page
import PageTestKit
import Testing
import Workbench

@testable import Screen

/// A request is edited elsewhere, and goes when a person says so, once.
@Suite struct SendingTests {
    private static func source() -> MemorySource {
        MemorySource([
            MadeFlow.make(
                "POST http://shop.test/cart?key=secret-1 HTTP/1.1\nHost: shop.test\nContent-Length: 2", body: "hi",
                "HTTP/1.1 200 OK", number: 1)
        ])
    }

    /// As the loop does it, with what a person made of the request.
    private static func edited(_ play: inout ScreenPlay, _ change: (String) -> String) throws -> ReplayedRequest {
        play.press("E")
        let order = try #require(
            play.orders.compactMap { if case .editRequest(let request) = $0 { request } else { nil } }.last)
        return try order.edited(Bytes(change(order.bytes.text)))
    }

    @Test func enterSendsWhatWasEdited() throws {
        let source = Self.source()
        var play = try ScreenPlay(source)
        let request = try Self.edited(&play) { $0.replacing("/cart", with: "/basket") }
        play.take(edited: request)
        #expect(play.text.contains("Send the edited POST request?") && !play.text.contains("basket?key=secret-1"))
        #expect(source.with { $0.sent.isEmpty })
        play.press("<enter>")
        #expect(source.with { $0.sent.count } == 1)
        #expect(source.with { $0.sent.first?.request.bytes.text.hasPrefix("POST ") } == true)
        #expect(source.with { $0.sent.first?.request.bytes.text.contains("/basket") } == true)
        // The question is answered: Enter opens the exchange again.
        play.press("<enter>")
        #expect(source.with { $0.sent.count } == 1)
    }

    @Test(arguments: ["x", "q", "<esc>", "E", " "])
    func anyOtherKeySendsNothing(key: String) throws {
        let source = Self.source()
        var play = try ScreenPlay(source)
        play.take(edited: try Self.edited(&play) { $0 })
        play.press(key)
        #expect(source.with { $0.sent.isEmpty } && play.text.contains("Nothing was sent."))
        #expect(!play.model.hasEnded)
    }

    @Test func whatIsNoRequestIsRefused() throws {
        var play = try ScreenPlay(Self.source())
        #expect(throws: ReplayProblem.self) { _ = try Self.edited(&play) { _ in "no request" } }
    }

    @Test func theListIsSortedAndAsRecordedAgain() throws {
        let sizes = [30, 10, 20]
        let flows = sizes.enumerated().map { place, size in
            MadeFlow.make(
                "GET http://h\(3 - place).test/ HTTP/1.1\nHost: h\(3 - place).test",
                "HTTP/1.1 20\(place) OK\nContent-Length: \(size)", content: String(repeating: "x", count: size),
                number: UInt64(place + 1))
        }
        var play = try ScreenPlay(flows)
        let recorded = play.model.view.numbers
        var seen: [[UInt32]] = []
        for _ in 0..<4 {
            play.press("S")
            seen.append(play.model.view.numbers.map { UInt32($0) })
            #expect(play.model.cursor == 0)
        }
        #expect(seen[1] == [1, 3, 2], "by size")
        #expect(seen[2] == [3, 2, 1], "by status")
        #expect(Set(seen[3]) == [1, 2, 3] && seen.allSatisfy { $0.count == 3 })
        play.press("S")
        #expect(play.model.view.numbers == recorded && play.text.contains("As recorded"))
    }

    /// A sorted list is a snapshot: what comes is counted, and moves no row.
    @Test func aSortedListDoesNotGrow() throws {
        let source = Self.source()
        var play = try ScreenPlay(source)
        play.press("SS")
        let before = play.model.view.numbers
        var tick = PageTick()
        tick.began = [2]
        tick.ended = [2]
        play.tick(tick)
        #expect(play.model.view.numbers == before)
    }
}
