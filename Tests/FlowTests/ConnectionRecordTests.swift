import Flow
import Testing

/// Which connections of HTTP/2 belong to an exchange.
@Suite struct ConnectionRecordTests {
    private static let run = RunID(5)

    private static func connection(
        _ leg: ConnectionRecord.Leg, _ number: UInt64, run: RunID = run, lost flow: FlowID? = nil
    ) -> ConnectionRecord {
        var record = ConnectionRecord(leg, number: number, wallClock: 0, openedAt: Instant(nanoseconds: 0))
        record.run = run
        if let flow { record.add(ConnectionRecord.Lost(stream: 3, flow: flow)) }
        return record
    }

    /// The client's second connection, and the server's third.
    private static var flow: FlowRecord {
        var flow = FlowRecord(id: FlowID(7), run: run, openedAt: Instant(nanoseconds: 0))
        flow.opening = FlowEvent.Opening(wallClock: 0, clientConnection: 2)
        flow.upstream = FlowEvent.UpstreamLease(connection: 3, address: nil, reused: false, isLocal: false)
        flow.request.stream = 1
        flow.response.stream = 1
        return flow
    }

    private static func names(_ all: [ConnectionRecord], lost: Bool = true) -> [String] {
        ConnectionRecord.those(of: flow, among: all, lost: lost).map { "\($0.leg.rawValue) \($0.number)" }
    }

    /// Which of them ended first is chance, and a file has them in that order.
    @Test func theyStandInOneOrderWhicheverEndedFirst() {
        let all = [
            Self.connection(.upstream, 3), Self.connection(.upstream, 1, lost: FlowID(7)), Self.connection(.client, 2),
        ]
        let expected = ["client 2", "upstream 1", "upstream 3"]
        for shift in all.indices {
            let turned = Array(all[shift...] + all[..<shift])
            #expect(Self.names(turned) == expected)
            #expect(Self.names(turned.reversed()) == expected)
        }
        #expect(Self.names(all, lost: false) == ["client 2", "upstream 3"])
    }

    @Test func thoseOfOthersAreNotAmongThem() {
        let all = [
            Self.connection(.client, 3), Self.connection(.upstream, 2), Self.connection(.client, 2, run: RunID(6)),
            Self.connection(.upstream, 1, lost: FlowID(8)),
            Self.connection(.upstream, 1, run: RunID(6), lost: FlowID(7)),
        ]
        #expect(Self.names(all).isEmpty)
    }
}
