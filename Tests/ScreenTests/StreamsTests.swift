import Bytes
import Flow
import PageTestKit
import Testing

@testable import Screen

/// What HTTP/2 was on the wire, in words: settings, waits, who ran at once.
@Suite struct StreamsTests {
    /// One on a connection of both sides; the second had to wait for the first.
    private static func flow(_ number: UInt64, at milliseconds: Int64, waits: Bool = false) -> FlowRecord {
        var flow = ScreenScene.flow(number, at: milliseconds)
        flow.opening = FlowEvent.Opening(wallClock: 0, client: "127.0.0.1:5000", clientConnection: 7)
        flow.request.stream = UInt32(2 * number - 1)
        guard waits else { return flow }
        func moment(_ milliseconds: UInt64) -> Instant {
            Instant(nanoseconds: flow.openedAt.nanoseconds + milliseconds * 1_000_000)
        }
        flow.response.waits = [StreamWait(.connectionWindow, from: moment(2), to: moment(14), count: 500)]
        return flow
    }

    private static func source() -> MemorySource {
        let source = MemorySource([flow(1, at: 0), flow(2, at: 10, waits: true)])
        var record = ConnectionRecord(.client, number: 7, wallClock: 0, openedAt: Instant(nanoseconds: 0))
        record.run = flow(1, at: 0).run
        record.add([.init(number: 3, value: 123)], isSent: false)
        record.add(ConnectionRecord.GoAway(isSent: false, last: 5, code: 0, debug: "so\u{1B}[2Jlong"))
        let known = [record]
        source.with { $0.connections = known }
        return source
    }

    @Test func framesTellSettingsAndWaits() throws {
        var play = try ScreenPlay(Self.source(), columns: 120, rows: 60)
        play.press("G<enter>9<enter>")
        #expect(play.model.exchange?.tab == .frames)
        #expect(play.row("500 bytes waited 12.0 ms for the receiver to open the connection's window.") != nil)
        #expect(play.row("The client announced:") != nil && play.row("MAX_CONCURRENT_STREAMS = 123") != nil)
        #expect(play.row("Its text: so") != nil && !play.text.contains("\u{1B}"))
    }

    @Test func lanesTellWhoRanAtOnceAndWhoWaited() throws {
        var play = try ScreenPlay(Self.source(), columns: 120, rows: 40)
        play.press("l")
        #expect(play.row("#1 #2 · HTTP/2, 2 at once") != nil, "\(play.text)")
        #expect(
            play.row("#2 waited 12.0 ms for the receiver to open the connection's window, while #1 was under way.")
                != nil, "\(play.text)")
    }

    @Test func ofHTTP1NothingOfThatIsSaid() throws {
        var play = try ScreenPlay(ScreenScene.shop, columns: 120, rows: 40)
        play.press("l")
        #expect(!play.text.contains("HTTP/2") && !play.text.contains("waited"))
    }
}
