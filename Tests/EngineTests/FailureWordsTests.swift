import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// What a failure says is what happened: in the record, and in the answer that the client gets.
@Suite struct FailureWordsTests {
    private static func leading(to origin: ScriptedOrigin, http2: Bool = false) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            configuration.upstreamHTTP2 = http2
        }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }

    private static func goAway(last: UInt32, code: UInt32, _ said: String) -> [UInt8] {
        let payload = bytes(last) + bytes(code) + said.utf8
        return [0, 0, UInt8(payload.count), 7, 0, 0, 0, 0, 0] + payload
    }

    /// Ends each connection with GOAWAY as soon as a request has come.
    private static func leaving(last: UInt32, code: UInt32, _ said: String = "too_many_pings") throws -> ScriptedOrigin
    {
        try ScriptedOrigin { raw, _ in
            let peer = HTTP2Peer(.server, raw)
            _ = try peer.nextRequest()
            try peer.send(raw: goAway(last: last, code: code, said))
            // Closed with bytes unread it would be reset, which may overtake the frame.
            raw.shutdownSending()
            try? peer.wait("the end") { false }
        }
    }

    private static let codes: [(code: UInt32, name: String, status: Int, outcome: Outcome.Code)] = [
        (11, "ENHANCE_YOUR_CALM (11)", 503, .serverOverloaded), (1, "PROTOCOL_ERROR (1)", 502, .serverGoingAway),
        (2, "INTERNAL_ERROR (2)", 502, .serverGoingAway), (0, "NO_ERROR (0)", 502, .serverGoingAway),
    ]

    @Test(arguments: codes.indices, [UInt32(0), 1])
    func aGoAwayIsNamedToAClientOfHTTP1(_ place: Int, last: UInt32) async throws {
        let (code, name, status, outcome) = Self.codes[place]
        let origin = try Self.leaving(last: last, code: code)
        try await withEngine(Self.leading(to: origin, http2: true)) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            let answer = try client.receiveResponse()
            #expect(answer.status.hasPrefix("HTTP/1.1 \(status) "))
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == outcome && flow.outcome?.by == .upstream)
            for words in [answer.body, flow.outcome?.text ?? ""] {
                #expect(words.contains("GOAWAY") && words.contains(name) && words.contains("“too_many_pings”"))
                #expect(!words.contains("RST_STREAM") && !words.contains("REFUSED") && !words.contains("close_notify"))
            }
            // RFC 9113 §8.7: what the server did not look at is sent again, once; what it did look at is not, as a
            // POST.
            #expect(flow.wasRetried == (last == 0))
        }
        #expect(origin.connectionCount == (last == 0 ? 2 : 1))
    }

    @Test(arguments: codes.indices)
    func aClientOfHTTP2IsAnsweredAndNotAskedToTryAgain(_ place: Int) async throws {
        let (code, name, status, _) = Self.codes[place]
        let origin = try Self.leaving(last: 0, code: code)
        try await withEngine(Self.leading(to: origin, http2: true)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request("/a"))
            if code == 0 {
                // A server that ends a connection in good order looks at the request on another.
                #expect(answer.reset == .refusedStream)
            } else {
                #expect(answer.status == "\(status)" && answer.reset != .refusedStream)
                #expect(answer.text.contains("GOAWAY \(name)") || answer.text.contains(name))
            }
        }
        #expect(origin.connectionCount == 2)
    }

    @Test func whatAServerSaysWithGoAwayDoesNothingElsewhere() async throws {
        let origin = try Self.leaving(last: 1, code: 2, "a\r\nSet-Cookie: evil=1\u{1B}[2J")
        try await withEngine(Self.leading(to: origin, http2: true)) { engine in
            let client = try engine.connect()
            try client.get("/")
            let (answer, _) = try client.receiveToEnd()
            #expect(!answer.contains("\r\nSet-Cookie") && !answer.contains("\u{1B}"))
            #expect(try engine.finished(1)[0].outcome?.text.contains("\u{1B}") == false)
        }
    }

    @Test func aFieldThatMakesAMessageMalformedIsNamed() async throws {
        let origin = try ScriptedOrigin { raw, _ in
            let peer = HTTP2Peer(.server, raw)
            let (stream, _) = try peer.nextRequest()
            peer.wire.sendFields(
                HTTP2Peer.fields([(":status", "200"), ("server", "s"), ("x-note", "a\u{1}b")]), on: stream, ends: true)
            try peer.flush()
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.leading(to: origin, http2: true)) { engine in
            let client = try engine.connect()
            try client.get("/")
            let answer = try client.receiveResponse()
            #expect(answer.body.contains("“x-note”") && answer.body.contains("RFC 9113 §8.2.1"))
            #expect(!answer.body.contains("are not valid HTTP") && !answer.body.contains(".)) "))
        }
    }

    // MARK: - HTTP/1

    /// Answers once and then does as told when the next request has come.
    private static func once(_ then: @escaping @Sendable (RawConnection) throws -> Void) throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            _ = try connection.receive()
            try then(connection)
        }
    }

    @Test(arguments: [false, true])
    func aServerThatSpokeHTTPIsNotTakenForOneOfTLS(resets: Bool) async throws {
        let origin = try Self.once { connection in if resets { connection.reset() } }
        try await withEngine(Self.leading(to: origin)) { engine in
            let client = try engine.connect()
            try client.get("/")
            #expect(try client.receiveResponse().status == "HTTP/1.1 200 OK")
            try client.send("POST /b HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
            let answer = try client.receiveResponse()
            #expect(answer.status == "HTTP/1.1 502 Bad Gateway")
            let flow = try engine.finished(2)[1]
            #expect(flow.outcome?.code == .emptyResponse)
            for words in [answer.body, flow.outcome?.text ?? ""] {
                #expect(!words.contains("TLS") && !words.contains("https://"))
                #expect(words.contains("reused connection") && words.contains("POST is not retried"))
            }
        }
    }

    @Test(arguments: [false, true])
    func aServerThatNeverSpokeMayBeOneOfTLS(resets: Bool) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receive()
            if resets { connection.reset() }
        }
        try await withEngine(Self.leading(to: origin)) { engine in
            let client = try engine.connect()
            try client.get("/")
            let answer = try client.receiveResponse()
            #expect(answer.body.contains("If this port expects TLS, use https://."))
            #expect(!answer.body.contains("reused connection"))
        }
    }
}
