import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import HTTPWire
import Rules
import TestKit
import Testing

/// What a rule writes with `raw`, where one side or both speak HTTP/2.
@Suite struct RawRulesAcrossVersionsTests {
    @Test func ofWhatIsMeantAServersStreamGetsWhatHasAForm() async throws {
        let origin = try RuledProxy.echo()
        let rule = """
            r: do raw set-request-header "X: a\\u0000", raw set-request-header "Transfer-Encoding: chunked", \
            raw set-request-header "Trailer: X-Sum", raw set-path "/a\\r"
            """
        try await withEngine(RuledProxy.proxy(rule, to: origin, speaking: .http20)) { engine in
            let client = try engine.connect()
            try client.send("GET /old HTTP/1.1\r\nHost: a.test\r\n\r\n")
            let answer = try client.receive(through: "0\r\n\r\n")
            #expect(answer.contains(":method: GET|:authority: a.test|:scheme: http|:path: /old|trailer: X-Sum|"))
            #expect(!answer.contains("x: ") && !answer.contains("transfer-encoding: chunked|"))
            let acts = try engine.finished(1)[0].ruleActs
            let formless = acts.filter { $0.text == RuleOrders.formlessText }.map(\.action)
            #expect(
                formless == [
                    "raw set-request-header \"X: a\\u0000\"", "raw set-request-header \"Transfer-Encoding: chunked\"",
                    "raw set-path \"/a\\r\"",
                ])
        }
    }

    @Test func aStreamsRequestThatIsMeantGoesOutInLines() async throws {
        let origin = try RuledProxy.oldEcho()
        let rule = "r: do raw set-request-header \"X: a\\u0001\", raw set-method \"G T\""
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request("/a", scheme: "http"))
            #expect(answer.text == "G T /a HTTP/1.1|host: origin.test|X: a\u{1}||")
            #expect(!(try engine.finished(1)[0].ruleActs.contains { $0.text == RuleOrders.formlessText }))
        }
    }

    @Test func ofWhatIsMeantForAStreamItGetsWhatHasAForm() async throws {
        let origin = try ScriptedOrigin(answering: reply("x"))
        let rule =
            "r: do raw set-response-header \"X: a\\u0000\", raw set-response-header \"Connection: y\", "
            + "raw set-response-header \"Y: 1\""
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request(scheme: "http"))
            #expect(answer.fields == [":status: 200", "content-length: 1", "y: 1"])
            #expect(answer.text == "x" && answer.hasEnded)
            // The connection goes on.
            #expect(try client.message(on: client.request(scheme: "http")).text == "x")
            let formless = try engine.finished(2)[0].ruleActs.filter { $0.text == RuleOrders.formlessText }
            #expect(formless.count == 2)
        }
    }

    @Test func anAnswerThatIsMeantReachesAStreamAsFarAsItHasAForm() async throws {
        let origin = try RuledProxy.oldEcho()
        let rules = [
            "a: when path = /a do raw respond 299 \"X: a\\r\\nb\" \"Upgrade: x\" \"Y: 1\" text abc",
            "b: when path = /b do raw respond 150 text abc",
        ]
        try await withEngine(RuledProxy.proxy(rules[0], rules[1], to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request("/a", scheme: "http"))
            #expect(answer.status == "299" && answer.text == "abc")
            #expect(answer.fields.contains("y: 1") && !answer.fields.contains { $0.hasPrefix("x: ") })
            let refused = try client.message(on: client.request("/b", scheme: "http"))
            #expect(refused.status == "403")
            #expect(refused.text.contains("150 ends no HTTP/2 exchange"))
            let told = try engine.finished(2)[0].ruleActs.map(\.text)
            #expect(told.contains { $0.hasPrefix("X: HTTP/2 cannot represent it") })
            #expect(told.contains { $0.hasPrefix("Upgrade: HTTP/2 cannot represent it") })
        }
    }

    @Test(arguments: [
        ("raw set-method \"G\\r\", raw set-path /new", "GET", "/new?q=1"),
        ("raw set-path /new, raw set-method \"G\\r\"", "GET", "/new?q=1"),
        ("raw set-path \"/new\\r\", set-method PUT", "PUT", "/old?q=1"),
        ("raw set-path \"/new\\r\", raw set-method \"G\\r\"", "GET", "/old?q=1"),
    ])
    func aServersStreamGetsTheMethodOrThePathThatHasAForm(
        actions: String, method: String, path: String
    ) async throws {
        let origin = try RuledProxy.echo()
        try await withEngine(RuledProxy.proxy("r: do \(actions)", to: origin, speaking: .http20)) { engine in
            let old = try engine.connect()
            try old.send("GET /old?q=1 HTTP/1.1\r\nHost: a.test\r\n\r\n")
            let answer = try old.receive(through: "0\r\n\r\n")
            let sent = ":method: \(method)|:authority: a.test|:scheme: http|:path: \(path)|"
            #expect(answer.contains(sent), "\(answer)")
            let client = HTTP2Peer(.client, try engine.connect())
            let message = try client.message(on: client.request("/old?q=1", scheme: "http"))
            #expect(message.text.hasPrefix(":method: \(method)|") && message.text.contains("|:path: \(path)|"))
            // What is as it came is no rule's doing.
            for flow in try engine.finished(2) {
                for (name, value, received) in [(":method", method, "GET"), (":path", path, "/old?q=1")] {
                    let isByRule = flow.request.edits.contains { edit in
                        if case .owed = edit.reason { return false }
                        return "\(edit.action)".contains("\(name): ")
                    }
                    #expect(isByRule == (value != received), "\(name) in \(flow.request.edits)")
                }
            }
        }
    }
}
