import Bytes
import FilterTestKit
import Flow
import HTTPModel
import Judge
import Testing

@testable import Fleet

/// Flows as spans: what is in them, and what is not.
@Suite struct SpanTests {
    private func spans(_ record: FlowRecord, fields: [String] = []) throws -> [ReadMessage] {
        let flow = FlowTelemetry(record, fields: fields)
        let all = SpanWriter.spans(flow, record, findings: Checks.findings(of: record), SpanIDs(flow))
        return try all.map { item in
            let scoped = try #require(ReadMessage(item))
            return try #require(scoped.message(2))
        }
    }

    private func server(
        _ head: String = "GET http://shop.example.com/a HTTP/1.1\nHost: shop.example.com",
        _ answer: String = "HTTP/1.1 200 OK\nContent-Type: text/plain", outcome: Outcome = .complete
    ) throws -> ReadMessage {
        try #require(try spans(MadeFlow.make(head, answer, content: "x", outcome: outcome)).first)
    }

    @Test func anExchangeIsASpanOfAServer() throws {
        let span = try server("GET http://shop.example.com/a?b=c HTTP/1.1\nHost: shop.example.com\nUser-Agent: u/1")
        #expect(span.text(5) == "GET" && span.number(6) == 2)
        #expect(span.run(1)?.count == 16 && span.run(2)?.count == 8 && span.run(4) == nil)
        #expect(span.number(7) == 1_795_262_400_000_000_000)
        #expect(try #require(span.number(8)) >= 1_795_262_400_000_000_000)
        let attributes = span.attributes(9)
        let expected = [
            "http.request.method": "GET", "url.scheme": "http", "url.path": "/a", "url.query": "b=c",
            "http.response.status_code": "200", "server.address": "shop.example.com", "server.port": "80",
            "client.address": "127.0.0.1", "network.peer.address": "127.0.0.1", "network.peer.port": "50000",
            "network.protocol.version": "1.1", "user_agent.original": "u/1", "hark.flow": "0000000000000001:1",
            "hark.outcome": "complete", "hark.outcome.by": "upstream",
        ]
        #expect(attributes == expected)
        // Nothing failed, so nothing says how (trace.proto: status unset).
        #expect(span.message(15) == nil)
    }

    @Test(arguments: [
        (200, nil), (304, nil), (404, nil), (499, nil), (500, "500"), (503, "503"),
    ])
    func aServersErrorIsAStatusFrom500On(status: Int, error: String?) throws {
        let span = try server("GET http://a.test/ HTTP/1.1\nHost: a.test", "HTTP/1.1 \(status) X")
        #expect(span.attributes(9)["error.type"] == error)
        #expect(span.message(15)?.number(3) == (error == nil ? nil : 2))
    }

    @Test func aClientThatLeftIsNoError() throws {
        let left = try server(outcome: Outcome(.aborted, by: .client, .clientClosed))
        #expect(left.attributes(9)["error.type"] == nil && left.message(15) == nil)
        let failed = try server(outcome: Outcome(.failed, by: .proxy, .nameNotFound))
        #expect(failed.attributes(9)["error.type"] == Outcome.Code.nameNotFound.rawValue)
        #expect(failed.message(15)?.number(3) == 2)
    }

    @Test func methodsThatNobodyKnowsHaveOneName() throws {
        let span = try server("BREW http://a.test/ HTTP/1.1\nHost: a.test")
        #expect(span.text(5) == "HTTP")
        #expect(span.attributes(9)["http.request.method"] == "_OTHER")
        #expect(span.attributes(9)["http.request.method_original"] == "BREW")
    }

    @Test func whatProvesWhoOneIsIsNotInAnySpan() throws {
        let record = MadeFlow.make(
            """
            GET http://ann:hunter2@a.test/x?access_token=hunter2&q=1 HTTP/1.1
            Host: a.test
            Authorization: Bearer hunter2
            Cookie: sid=hunter2
            """.replacing("\r", with: ""),
            "HTTP/1.1 302 Found\nLocation: http://a.test/?api_key=hunter2\nSet-Cookie: sid=hunter2")
        let flow = FlowTelemetry(record)
        let ids = SpanIDs(flow)
        let all =
            SpanWriter.spans(flow, record, findings: Checks.findings(of: record), ids).joined()
            + LogWriter.record(flow, ids, isSampled: true, line: "GET")
        let text = String(decoding: Array(all), as: UTF8.self)
        #expect(text.contains("q=1"))
        #expect(!text.contains("hunter2"))
    }

    @Test func theCallersTraceIsContinued() throws {
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let span = try server(
            """
            GET http://a.test/ HTTP/1.1
            Host: a.test
            traceparent: 00-\(trace)-00f067aa0ba902b7-01
            tracestate: a=1
            tracestate: b=2
            """)
        #expect(span.run(1).map { Hex.text($0) } == trace)
        #expect(span.run(4).map { Hex.text($0) } == "00f067aa0ba902b7")
        #expect(span.text(3) == "a=1,b=2")
        // The parent is another process's (bits 8 and 9), and the span is sampled (bit 0).
        #expect(span.number(16) == 0x301)
        #expect(try server().number(16) == 0x101)
    }

    @Test func askedForHeadersAreTold() throws {
        let record = MadeFlow.make(
            "GET http://a.test/ HTTP/1.1\nHost: a.test\nX-Team: red\nX-Team: blue",
            "HTTP/1.1 200 OK\nX-Cache: HIT\nX-Other: no")
        let attributes = try #require(try spans(record, fields: ["x-team", "x-cache"]).first).attributes(9)
        #expect(attributes["http.request.header.x-team"] == "red|blue")
        #expect(attributes["http.response.header.x-cache"] == "HIT")
        #expect(!attributes.keys.contains { $0.contains("x-other") })
    }

    @Test func identifiersAreTheSameWheneverAFlowIsExported() {
        let ids = (1...100).map { SpanIDs(FlowTelemetry(MadeFlow.make(number: UInt64($0)))) }
        let again = (1...100).map { SpanIDs(FlowTelemetry(MadeFlow.make(number: UInt64($0)))) }
        #expect(ids == again)
        #expect(Set(ids.map(\.trace)).count == 100)
        #expect(Set(ids.flatMap { [$0.server, $0.client] }).count == 200)
    }

    @Test func eventsHaveALimitThatIsCounted() throws {
        let record = MadeFlow.make { record in
            record.ruleActs = (0..<40).map {
                RuleAct(rule: "r\($0)", file: "f", line: $0, action: "pin", text: "It was pinned.")
            }
        }
        let span = try #require(try spans(record).first)
        #expect(span.messages(11).count == 32)
        #expect(try #require(span.number(12)) >= 8)
        #expect(span.messages(11)[0].text(2) == "hark.rule")
        #expect(span.messages(11)[0].attributes(3) == ["hark.rule.name": "r0", "hark.rule.action": "pin"])
    }

    @Test func aLogRecordBelongsToItsSpan() throws {
        for (status, severity, name) in [(200, 9, "INFO"), (404, 13, "WARN"), (502, 17, "ERROR")]
            as [(Int, UInt64, String)]
        {
            let record = MadeFlow.make(
                "GET http://a.test/ HTTP/1.1\nHost: a.test", "HTTP/1.1 \(status) X")
            let flow = FlowTelemetry(record)
            let ids = SpanIDs(flow)
            let item = LogWriter.record(flow, ids, isSampled: status != 404, line: "GET http://a.test/")
            let log = try #require(ReadMessage(item)?.message(2))
            #expect(log.number(2) == severity && log.text(3) == name)
            #expect(log.message(5)?.text(1) == "GET http://a.test/")
            #expect(log.run(9) == ids.trace && log.run(10) == ids.server)
            // W3C Trace Context, section 3.2.2.5: whether there is a span to look for.
            #expect(log.number(8) == (status == 404 ? nil : 1))
        }
    }

    @Test func samplersDecideAsTheirNamesSay() throws {
        func sampled(_ name: String, _ argument: String? = nil, flags: String? = nil) throws -> Int {
            let sampler = try #require(TraceSampler(name, argument: argument))
            return (1...400).count { number in
                let parent = flags.map { "\ntraceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-\($0)" }
                let record = MadeFlow.make(
                    "GET http://a.test/ HTTP/1.1\nHost: a.test\(parent ?? "")", number: UInt64(number))
                let flow = FlowTelemetry(record)
                return sampler.samples(flow, SpanIDs(flow))
            }
        }
        #expect(try sampled("always_on") == 400 && sampled("always_off") == 0)
        #expect(try sampled("parentbased_always_on", flags: "00") == 0)
        #expect(try sampled("parentbased_always_off", flags: "01") == 400)
        #expect(try sampled("always_on", flags: "00") == 400)
        #expect(try (100...300).contains(sampled("traceidratio", "0.5")))
        #expect(try sampled("traceidratio", "0") == 0 && sampled("traceidratio", "x") == 400)
        #expect(TraceSampler("sometimes", argument: nil) == nil)
    }
}
