import Bytes
import FilterTestKit
import Flow
import HTTPModel
import PageAPI
import PageTestKit
import Testing

/// The connections of HTTP/2 that an exchange went over, as scripts ask for them.
@Suite struct ConnectionsTests {
    private static func flow(_ number: UInt64, isHTTP2: Bool) -> FlowRecord {
        MadeFlow.make("GET http://shop.test/ HTTP/1.1\nHost: shop.test", "HTTP/1.1 204 No Content", number: number) {
            record in
            record.opening = .init(wallClock: 0, clientConnection: 7)
            if isHTTP2 { record.request.stream = 5 }
        }
    }

    private static func connection(_ leg: ConnectionRecord.Leg, _ number: UInt64) -> ConnectionRecord {
        var record = ConnectionRecord(leg, number: number, wallClock: 0, openedAt: Instant(nanoseconds: 0))
        record.run = RunID(1)
        record.add([.init(number: 3, value: 100)], isSent: true)
        record.add(ConnectionRecord.GoAway(isSent: false, last: 5, code: 0, debug: "bye\u{1B}"))
        record.add(ConnectionRecord.Lost(stream: 7, flow: FlowID(3)))
        return record
    }

    @Test func thoseThatItWentOverAreTold() throws {
        let asker = try PageAsker([Self.flow(1, isHTTP2: true)])
        asker.source.with { $0.connections = [Self.connection(.client, 7), Self.connection(.client, 8)] }
        let answer = try asker.ask("GET", "/api/flows/1/connections")
        let found = answer.list("connections")
        #expect(found.map { $0["number"] as? Int } == [7])
        let settings = (found.first?["settings"] as? [String: Any])?["own"] as? [[String: Any]]
        #expect(settings?.first?["name"] as? String == "MAX_CONCURRENT_STREAMS")
        #expect((found.first?["lost"] as? [[String: Any]])?.first?["stream"] as? Int == 7)
        #expect(!answer.text.contains("\u{1B}"))
    }

    @Test func anExchangeOfHTTP1WentOverNone() throws {
        let asker = try PageAsker([Self.flow(1, isHTTP2: false)])
        asker.source.with { $0.connections = [Self.connection(.client, 7)] }
        #expect(try asker.ask("GET", "/api/flows/1/connections").list("connections").isEmpty)
        #expect(try asker.ask("GET", "/api/flows/9/connections").status == 404)
    }
}
