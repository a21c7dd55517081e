import FilterTestKit
import Flow
import Testing

@testable import Workbench

/// Streams of HTTP/2 on their connection: which ran at once, and who waited while whom.
@Suite struct LaneStreamsTests {
    private static let opened: UInt64 = 1_000_000

    private static func at(_ microseconds: Int64) -> Instant {
        Instant(nanoseconds: opened + UInt64(microseconds) * 1_000)
    }

    /// An exchange from one moment to another, both in microseconds, on the same connections as the others.
    private static func flow(
        _ number: UInt64, _ from: Int64, _ to: Int64, isHTTP2: Bool = true, outcome: Outcome = .complete,
        waits: [StreamWait] = [], requestWaits: [StreamWait] = []
    ) -> FlowRecord {
        MadeFlow.make(
            "GET http://a.test/p HTTP/1.1\nHost: a.test", "HTTP/1.1 200 OK\nContent-Length: 0", number: number,
            at: MadeFlow.noon + from, outcome: outcome
        ) { record in
            record.upstream = .init(connection: 7, address: "192.0.2.1:80", reused: true, isLocal: false)
            record.times.finished = at(to - from)
            record.times.latest = at(to - from)
            guard isHTTP2 else { return }
            record.request.stream = UInt32(2 * number - 1)
            record.response.stream = UInt32(2 * number + 1)
            record.response.waits = waits
            record.request.waits = requestWaits
        }
    }

    private static func wait(_ cause: StreamWait.Cause, _ from: Int64, _ to: Int64) -> StreamWait {
        StreamWait(cause, from: at(from), to: at(to), count: 9)
    }

    @Test func thoseThatRunAtOnceLieInRows() throws {
        let flows = [Self.flow(1, 0, 100), Self.flow(2, 10, 50), Self.flow(3, 20, 30), Self.flow(4, 60, 90)]
        let lane = try #require(Lanes(flows, since: MadeFlow.noon).client.first)
        #expect(lane.blocks.map(\.row) == [0, 1, 2, 1] && lane.rowCount == 3)
        #expect(lane.blocks.map(\.stream) == [1, 3, 5, 7])
        #expect(lane.words.hasPrefix("4 exchanges; HTTP/2, 3 at once"))
        // What runs at once there waits for nobody.
        #expect(lane.remarks.isEmpty)
    }

    @Test func whoWaitedIsToldWithWhoRanMeanwhile() throws {
        let wait = Self.wait(.connectionWindow, 10, 30)
        let flows = [
            Self.flow(1, 0, 45), Self.flow(2, 20, 100, waits: [wait]), Self.flow(3, 60, 90), Self.flow(4, 0, 29),
        ]
        let lane = try #require(Lanes(flows, since: MadeFlow.noon).client.first)
        let block = try #require(lane.blocks.first { $0.flow == 2 })
        #expect(block.waits.map(\.from) == [30] && block.waits.map(\.to) == [50])
        // The third came later, the fourth had ended.
        #expect(block.waits.map(\.meanwhile) == [[1]])
        #expect(
            block.waits[0].words
                == "waited 20 µs for the receiver to open the connection's window, while #1 was under way")
        #expect(
            lane.remarks == ["1 exchange waited, 20 µs in total, for the receiver to open the connection's window."])
        #expect(lane.blocks.flatMap(\.waits).count == 1)
    }

    /// Its own window is between the stream and its receiver alone.
    @Test func aWindowOfTheStreamIsNobodyElsesDoing() throws {
        let flows = [Self.flow(1, 0, 100), Self.flow(2, 0, 100, waits: [Self.wait(.streamWindow, 10, 30)])]
        let lane = try #require(Lanes(flows, since: MadeFlow.noon).client.first)
        #expect(lane.blocks.flatMap(\.waits).map(\.meanwhile) == [[]])
    }

    @Test func aRequestWaitsOnTheServersSideAlone() throws {
        let flows = [Self.flow(1, 0, 100, requestWaits: [Self.wait(.streamLimit, 1, 2)])]
        let lanes = Lanes(flows, since: MadeFlow.noon)
        #expect(lanes.server.first?.blocks.first?.waits.count == 1)
        #expect(lanes.client.first?.blocks.first?.waits.isEmpty == true)
    }

    @Test func onHTTP1TheNextOneWaitsBehind() throws {
        let flows = [Self.flow(1, 0, 50, isHTTP2: false), Self.flow(2, 40, 90, isHTTP2: false)]
        let lane = try #require(Lanes(flows, since: MadeFlow.noon).client.first)
        #expect(lane.rowCount == 1 && lane.blocks.map(\.row) == [0, 0])
        #expect(lane.remarks == ["1 exchange waited for another one on this connection."])
        #expect(!lane.words.contains("HTTP/2"))
    }

    /// RFC 9113 §5.4.2: a stream that is reset leaves its connection as it was.
    @Test func aResetStreamClosesNoConnection() throws {
        let reset = Self.flow(1, 0, 50, outcome: .reset(by: .client, code: 8))
        let lane = try #require(Lanes([reset], since: MadeFlow.noon).client.first)
        #expect(lane.closedBy == nil && lane.why == nil)
    }
}
