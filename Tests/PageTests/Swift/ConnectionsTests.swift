import Bytes
import FilterTestKit
import Flow
import HTTPModel
import Page
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

    // MARK: As the page shows them

    @Test func lanesAndConnectionsAreToldInWords() throws {
        var flow = Self.flow(1, isHTTP2: true)
        let moment = { (milliseconds: UInt64) in
            Instant(nanoseconds: flow.openedAt.nanoseconds + milliseconds * 1_000_000)
        }
        var data = StreamFrame(type: 0, flags: 1, size: 12)
        data.isSent = true
        (data.window, data.connectionWindow) = (88, 1_000)
        flow.response.frames = [(data, moment(5))]
        flow.response.frameCount = 3
        flow.response.waits = [StreamWait(.streamWindow, from: moment(2), to: moment(4), count: 12)]
        let asker = try PageAsker([flow])
        asker.source.with { $0.connections = [Self.connection(.client, 7)] }
        let answer = try asker.ask("GET", "/api/flows/1/frames")
        let lane = try #require(answer.list("lanes").first)
        #expect(answer.list("lanes").count == 1 && lane["title"] as? String == "Between the client and Hark · stream 5")
        let rows = try #require(lane["rows"] as? [[String: Any]])
        #expect(rows.map { $0["at"] as? Double } == [2, 5])
        #expect(rows.map { $0["name"] as? String } == [nil, "DATA"])
        #expect(rows[0]["text"] as? String == "12 bytes waited 2.0 ms for the receiver to open the stream's window.")
        #expect(rows[1]["text"] as? String == "END_STREAM · 12 bytes · window 88, connection 1000")
        #expect(rows[1]["window"] as? Int == 88 && rows[0]["window"] == nil)
        #expect(answer.json["left"] as? [String] == ["… 2 more frames of the response, counted but not stored."])
        let connection = try #require(answer.list("connections").first)
        let remarks = try #require(connection["remarks"] as? [[String: Any]])
        #expect((connection["announced"] as? [[String: Any]])?.map { $0["title"] as? String } == ["Hark announced"])
        #expect(remarks.first?["said"] as? String == "bye\u{1B}")
        // Escaped on its way, as in all of JSON.
        #expect(!answer.text.contains("\u{1B}"))
    }

    @Test func anExchangeOfHTTP1HasNoFrames() throws {
        let asker = try PageAsker([Self.flow(1, isHTTP2: false)])
        asker.source.with { $0.connections = [Self.connection(.client, 7)] }
        let answer = try asker.ask("GET", "/api/flows/1/frames")
        #expect(answer.list("lanes").isEmpty && answer.list("connections").isEmpty)
        #expect(try asker.ask("GET", "/api/flows/9/frames").status == 404)
    }
}
