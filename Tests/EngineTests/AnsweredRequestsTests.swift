import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// A request that a rule answers is read to its end, as by a server: the record has its content, and whoever sends all
/// of it before reading finds the answer.
@Suite struct AnsweredRequestsTests {
    private static let large = String(repeating: "0123456789abcdef", count: 1 << 16)

    /// What the record has of the one request.
    private static func recorded(_ engine: EngineHost) throws -> (flow: FlowRecord, content: Bytes) {
        let flow = try engine.finished(1)[0]
        return (flow, engine.content(of: flow.id, .request))
    }

    private static func proxy(_ action: String, _ origin: ScriptedOrigin) throws -> ProxyConfiguration {
        try RuledProxy.proxy("mock: do \(action)", to: origin)
    }

    private static func origin() throws -> ScriptedOrigin { try ScriptedOrigin(answering: reply("of the server")) }

    @Test(arguments: [
        ("respond 200 text \"hi\"", "200"), ("respond 503 text \"busy\"", "503"),
        ("redirect 307 https://b.test/", "307"),
        ("block", "403"), ("bad-gateway", "502"), ("dns-fail", "502"), ("upgrade-insecure", "307"),
        ("respond 204", "204"), ("delay response 20ms, respond 200 text \"hi\"", "200"),
    ])
    func whatWasSentIsInTheRecord(action: String, status: String) async throws {
        let origin = try Self.origin()
        for framing in [
            "Content-Length: 12\r\n\r\n{\"n\": \"abc\"}",
            "Transfer-Encoding: chunked\r\n\r\nc\r\n{\"n\": \"abc\"}\r\n0\r\n\r\n",
        ] {
            try await withEngine(Self.proxy(action, origin)) { engine in
                let client = try engine.connect()
                try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\n\(framing)")
                #expect(try client.receiveHead().hasPrefix("HTTP/1.1 \(status) "))
                let (flow, content) = try Self.recorded(engine)
                #expect(content.text == "{\"n\": \"abc\"}")
                #expect(flow.request.hasEnded, "it is whole")
                #expect(flow.outcome == Outcome(.complete, by: .proxy, .answeredLocally))
            }
        }
        #expect(origin.connectionCount == 0)
    }

    /// It sends a megabyte and reads only then.
    @Test func aClientThatReadsLastFindsItsAnswer() async throws {
        try await withEngine(Self.proxy("respond 200 text \"hi\"", Self.origin())) { engine in
            let client = try engine.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Length: \(Self.large.utf8.count)\r\n\r\n")
            for piece in 0..<16 {
                let size = Self.large.utf8.count / 16
                try client.send(Array(Self.large.utf8)[piece * size..<(piece + 1) * size])
            }
            let (text, end) = try client.receiveToEnd()
            #expect(text.hasSuffix("\r\n\r\nhi") && end == .closed)
            #expect(try Self.recorded(engine).content.count == Self.large.utf8.count)
        }
    }

    @Test(arguments: ["respond 200 text \"hi\"", "block"])
    func aClientThatWaitsForA100IsToldToGoOn(action: String) async throws {
        try await withEngine(Self.proxy(action, Self.origin())) { engine in
            let client = try engine.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 100 "))
            try client.send("hello")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 \(action == "block" ? "403" : "200") "))
            #expect(try Self.recorded(engine).content.text == "hello")
        }
    }

    /// RFC 9110 §10.1.1: what would not be read in any case is not asked for.
    @Test func whoWouldSendFarTooMuchIsAnsweredAtOnce() async throws {
        try await withEngine(Self.proxy("respond 200 text \"hi\"", Self.origin())) { engine in
            let client = try engine.connect()
            try client.send(
                "POST /a HTTP/1.1\r\nHost: a.test\r\nExpect: 100-continue\r\nContent-Length: 99999999999\r\n\r\n")
            let (text, end) = try client.receiveToEnd()
            #expect(text.hasPrefix("HTTP/1.1 200 ") && text.hasSuffix("hi") && end == .closed)
            #expect(try Self.recorded(engine).flow.outcome?.code == .answeredLocally)
        }
    }

    /// Of a conversation each side may wait for the other: the answer comes, and the rest is received beside it.
    @Test func aClientThatWaitsForTheAnswerGetsItAndMayGoOn() async throws {
        try await withEngine(Self.proxy("respond 200 text \"hi\"", Self.origin())) { engine in
            let client = try engine.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
            #expect(try !engine.begun().isFinished, "more may come")
            try client.send("3\r\ntwo\r\n0\r\n\r\n")
            #expect(try client.receiveToEnd().text == "hi")
            #expect(try Self.recorded(engine).content.text == "onetwo")
        }
    }

    @Test func aClientThatLeavesWithinItsContentIsNotTakenForOneThatWasAnswered() async throws {
        try await withEngine(Self.proxy("respond 200 text \"hi\"", Self.origin())) { engine in
            let client = try engine.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 50\r\n\r\nhello")
            try eventually("it is read") { engine.flows.first.map { engine.content(of: $0.id, .request).count } == 5 }
            client.reset()
            let (flow, content) = try Self.recorded(engine)
            #expect(content.text == "hello" && flow.outcome?.kind == .aborted && flow.outcome?.by == .client)
        }
    }

    @Test func contentThatIsNoneIsRefusedAndNotAnswered() async throws {
        try await withEngine(Self.proxy("respond 200 text \"hi\"", Self.origin())) { engine in
            let client = try engine.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 400 "))
            #expect(try Self.recorded(engine).flow.outcome?.code == .malformedRequest)
        }
    }

    /// A connection that is dropped or reset is so at once: nobody waits for what is sent on it.
    @Test(arguments: ["drop", "reset"])
    func whoIsHungUpOnIsNotReadOn(action: String) async throws {
        try await withEngine(Self.proxy(action, Self.origin())) { engine in
            let client = try engine.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 5000\r\n\r\nhello")
            #expect(try client.receiveToEnd().text.isEmpty)
            #expect(try Self.recorded(engine).flow.outcome?.code == .refusedByRule)
        }
    }

    // MARK: - HTTP/2

    @Test(arguments: [("respond 200 text \"hi\"", "200", "hi"), ("redirect 307 https://b.test/", "307", "")])
    func aStreamIsReadToItsEnd(action: String, status: String, text: String) async throws {
        try await withEngine(Self.proxy(action, Self.origin())) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request("/a", method: "POST", scheme: "http", body: "one", ends: false)
            try client.send("two", on: stream, ends: true)
            let message = try client.message(on: stream)
            #expect(message.status == status && message.text == text && message.reset == nil)
            let (flow, content) = try Self.recorded(engine)
            #expect(content.text == "onetwo" && flow.request.hasEnded)
        }
    }

    /// It gets the answer, and then goes on.
    @Test func aStreamThatWaitsForItsAnswerGetsIt() async throws {
        try await withEngine(Self.proxy("respond 200 text \"hi\"", Self.origin())) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request("/a", method: "POST", scheme: "http", body: "one", ends: false)
            try client.wait("the answer") { client.messages[stream]?.text == "hi" }
            #expect(try !engine.begun().isFinished)
            try client.send("two", on: stream, ends: true)
            #expect(try Self.recorded(engine).content.text == "onetwo")
        }
    }

    // MARK: - Answers in place of a server's

    /// The server has answered without reading, and a rule answers in its place: the request is read nevertheless.
    @Test func aRequestWhoseResponseIsReplacedIsReadToItsEnd() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(reply("early"))
            while try connection.receive() != nil {}
        }
        let configuration = try RuledProxy.proxy("mock: when status = 200 do respond 500 text \"no\"", to: origin)
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            try client.send("POST /a HTTP/1.1\r\nHost: a.test\r\nContent-Length: 10\r\n\r\nhello")
            try eventually("the server was asked") { engine.flows.first?.responseHead != nil }
            try client.send("again")
            #expect(try client.receiveToEnd().text.hasSuffix("no"))
            #expect(try Self.recorded(engine).content.text == "helloagain")
        }
    }
}
