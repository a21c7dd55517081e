import Bytes
import Engine
import Flow
import Foundation
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What slows down, cuts off, stalls and spoils responses does so to those that rules make themselves.
@Suite struct ShapedAnswersTests {
    enum Version: String, CaseIterable, Sendable {
        case http1, http2
    }

    /// Content and the end of what a client got, and how long it took.
    struct Got {
        var content = ""
        var isWhole = false
        var time = 0.0
    }

    private static func ask(_ engine: EngineHost, _ version: Version) throws -> Got {
        let start = Date()
        var got = Got()
        switch version {
        case .http1:
            let client = try engine.connect()
            try client.send("GET /a HTTP/1.1\r\nHost: a.test\r\nConnection: close\r\n\r\n")
            let text = try client.receiveToEnd().text
            let head = try #require(text.range(of: "\r\n\r\n"))
            got.content = String(text[head.upperBound...])
            got.isWhole = text.contains("Content-Length: \(got.content.utf8.count)\r\n")
        case .http2:
            let peer = HTTP2Peer(.client, try engine.connect())
            let message = try peer.message(on: peer.request("/a", scheme: "http"))
            got.content = message.text
            got.isWhole = message.hasEnded && message.reset == nil
        }
        got.time = Date().timeIntervalSince(start)
        return got
    }

    private static func play(
        _ rules: String..., version: Version, _ look: (Got, FlowRecord) throws -> Void
    ) async throws {
        let origin = try ScriptedOrigin(answering: reply("of the server"))
        let configuration = try RuledProxy.proxy(rules.joined(separator: "\n"), to: origin)
        try await withEngine(configuration) { engine in
            let got = try ask(engine, version)
            try look(got, try engine.finished(1)[0])
        }
    }

    private static let text = String(repeating: "0123456789", count: 100)

    /// Wherever the rule stands that says how.
    @Test(
        arguments: [
            ["m: do respond 200 text \"\(text)\", throttle 2000B/s"],
            ["t: do throttle 2000B/s", "m: do respond 200 text \"\(text)\""],
            ["m: do respond 200 text \"\(text)\"", "t: do throttle 2000B/s"],
        ], Version.allCases)
    func anAnswerGoesSlowly(rules: [String], version: Version) async throws {
        try await Self.play(rules.joined(separator: "\n"), version: version) { got, flow in
            #expect(got.content == Self.text && got.isWhole)
            #expect(got.time > 0.4 && got.time < 3, "\(got.time)")
            #expect(flow.outcome?.code == .answeredLocally && flow.outcome?.kind == .complete)
            #expect(flow.ruleActs.filter { $0.text == "The transfer rate was limited." }.count == 1)
        }
    }

    @Test(
        arguments: [
            "m: do respond 200 text \"\(text)\", delay response 300ms",
            "m: do respond 200 text \"\(text)\", throttle 1MB/s up 300ms",
            "m: do respond 200 text \"\(text)\", delay each-chunk 300ms",
        ], Version.allCases)
    func anAnswerIsLate(rule: String, version: Version) async throws {
        try await Self.play(rule, version: version) { got, flow in
            #expect(got.content == Self.text && got.isWhole && got.time > 0.25, "\(got.time)")
            #expect(flow.outcome?.kind == .complete)
        }
    }

    /// Nobody is slow but the rule: neither the client nor the server is given up for it.
    @Test(
        arguments: ["m: do respond 200 text \"\(text)\", delay each-chunk 2s", "m: do delay each-chunk 2s"],
        Version.allCases)
    func longerThanAnybodyIsWaitedFor(rule: String, version: Version) async throws {
        let origin = try ScriptedOrigin(answering: reply(Self.text))
        let configuration = try RuledProxy.proxy(rule, to: origin) {
            ($0.timeouts.body, $0.timeouts.flush) = (.milliseconds(400), .milliseconds(400))
        }
        try await withEngine(configuration) { engine in
            let got = try Self.ask(engine, version)
            #expect(got.content == Self.text && got.isWhole && got.time > 1.9, "\(got.time)")
            #expect(try engine.finished(1)[0].outcome?.kind == .complete)
        }
    }

    /// The same of a request: its client has sent all there is.
    @Test func aRequestThatGoesSlowlierThanAnybodyIsWaitedFor() async throws {
        let origin = try RuledProxy.oldEcho()
        let rule = "m: do throttle 1MB/s down 400B/s up"
        let configuration = try RuledProxy.proxy(rule, to: origin) { $0.timeouts.body = .milliseconds(300) }
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 1000\r\n\r\n" + Self.text)
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
            #expect(try engine.finished(1)[0].outcome?.kind == .complete)
        }
    }

    @Test(arguments: [0, 1, 500, 999], Version.allCases)
    func anAnswerIsCutOff(count: Int, version: Version) async throws {
        try await Self.play("m: do respond 200 text \"\(Self.text)\", cut-response after \(count)", version: version) {
            got, flow in
            #expect(got.content == Self.text.prefix(count) && !got.isWhole)
            #expect(flow.outcome?.code == .refusedByRule)
            #expect(flow.ruleActs.contains { $0.text == "The response is truncated after \(count) bytes." })
        }
    }

    @Test(arguments: Version.allCases)
    func anAnswerThatIsShorterIsNotCut(version: Version) async throws {
        try await Self.play("m: do respond 200 text short, cut-response after 6", version: version) { got, flow in
            #expect(got.content == "short" && got.isWhole && flow.outcome?.kind == .complete)
        }
    }

    @Test(arguments: Version.allCases)
    func bytesOfAnAnswerAreSpoiled(version: Version) async throws {
        try await Self.play("m: do respond 200 text \"\(Self.text)\", corrupt-response 3", version: version) {
            got, flow in
            #expect(flow.ruleActs.filter { $0.text.hasPrefix("Changed bytes ") }.count == 1)
            #expect(flow.outcome?.kind == .complete && got.content != Self.text)
        }
    }

    /// It stays open and silent until the client ends its side.
    @Test func anAnswerStalls() async throws {
        let origin = try ScriptedOrigin(answering: reply("of the server"))
        let rule = "m: do respond 200 text \"\(Self.text)\", stall-response after 10"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            try client.send("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            #expect(String(decoding: try client.receive(exactly: 10), as: UTF8.self) == "0123456789")
            #expect(try engine.begun().isFinished == false)
            client.shutdownSending()
            #expect(try client.receiveToEnd().text.isEmpty)
            #expect(try engine.finished(1)[0].outcome?.code == .clientClosed)
        }
        #expect(origin.connectionCount == 0)
    }

    /// What a rule makes of a server's response, by that response, is an answer like the others.
    @Test(arguments: Version.allCases)
    func anAnswerInPlaceOfAResponseIsChangedAndCutOff(version: Version) async throws {
        let answer = "respond 203 \"X-A: 1\" text 0123456789"
        try await Self.play(
            "m: when status = 200 do \(answer), set-response-header \"X-B: 2\", cut-response after 4", version: version
        ) { got, flow in
            #expect(got.content == "0123" && !got.isWhole)
            #expect(flow.response.sent?.text.lowercased().contains("x-b: 2") == true)
            #expect(flow.ruleActs.filter { $0.text == "The response is truncated after 4 bytes." }.count == 1)
        }
    }

    /// A client that leaves has not had its answer.
    @Test func whoLeavesASlowAnswerIsSaidToHave() async throws {
        let origin = try ScriptedOrigin(answering: reply("of the server"))
        let rule = "m: do respond 200 text \"\(Self.text)\", throttle 500B/s"
        try await withEngine(RuledProxy.proxy(rule, to: origin)) { engine in
            let client = try engine.connect()
            try client.send("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n")
            _ = try client.receiveHead()
            client.reset()
            let outcome = try engine.finished(1)[0].outcome
            #expect(outcome?.kind == .aborted && outcome?.by == .client)
        }
    }
}
