import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TLS
import TLSTestKit
import TestKit
import Testing

/// Clients that speak HTTP/2, with servers that do not.
@Suite struct HTTP2ClientTests {
    /// A port that stands in for a server.
    private static func reverse(
        to origin: ScriptedOrigin, _ change: (inout ProxyConfiguration) -> Void = { _ in }
    ) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            change(&configuration)
        }
    }

    @Test func manyStreamsAreExchangesOfTheirOwn() async throws {
        // Answers in the reverse order, so that no stream waits for another.
        let gate = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                let path = head.split(separator: " ")[1]
                if path == "/1" { try gate.take("the other answer was given") }
                try connection.send(reply("answer to \(path)"))
                if path == "/2" { gate.put(()) }
            }
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let first = try client.request("/1", scheme: "http")
            let second = try client.request("/2", scheme: "http")
            #expect(try client.message(on: second).text == "answer to /2")
            #expect(try client.message(on: first).text == "answer to /1")
            let flows = try engine.finished(2)
            #expect(flows.map(\.requestHead?.version) == [.http20, .http20])
            #expect(flows.map(\.opening?.requestNumber) == [1, 2])
            #expect(Set(flows.map(\.request.stream)) == [first, second])
            #expect(flows.allSatisfy { $0.outcome == .complete })
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func aBodyGoesInChunksAndTrailersWithIt() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            let body = try connection.receive(through: "\r\n\r\n")
            try connection.send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: x-t\r\n\r\n3\r\nabc\r\n0\r\nX-T: 1\r\n\r\n")
            guard head.contains("transfer-encoding: chunked\r\n"), body == "4\r\nping\r\n0\r\nx-sum: 9\r\n\r\n" else {
                throw Failure(head + body)
            }
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(method: "POST", scheme: "http", body: "ping", ends: false)
            client.wire.sendFields(HTTP2Peer.fields([("x-sum", "9")]), on: stream, ends: true)
            try client.flush()
            let answer = try client.message(on: stream)
            #expect(answer.status == "200")
            #expect(answer.text == "abc")
            #expect(answer.trailers == ["x-t: 1"])
            #expect(!answer.fields.contains { $0.hasPrefix("transfer-encoding") })
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome == .complete)
            #expect(flow.request.trailers?.lines.count == 1)
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func interimResponsesPass() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n")
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request(scheme: "http"))
            #expect(answer.heads.map(\.first) == [":status: 103", ":status: 204"])
        }
    }

    // MARK: - What is refused

    static let malformed: [(name: String, fields: [(String, String)], rule: String)] = [
        ("a line break in a value", [("x", "a\r\nEvil: 1")], "line break"),
        ("a capital letter", [("X-A", "1")], "capital"),
        ("a field of one connection", [("connection", "close")], "connection"),
        ("transfer-encoding", [("transfer-encoding", "chunked")], ""),
        ("another Host", [("host", "evil.test")], "Host"),
        ("two lengths", [("content-length", "1"), ("content-length", "2")], "Content-Length"),
        ("a late pseudo-header field", [("x", "1"), (":path", "/evil")], ""),
    ]

    @Test(arguments: malformed.indices)
    func aMalformedRequestIsAnsweredAndReachesNoServer(_ index: Int) async throws {
        let (_, fields, rule) = Self.malformed[index]
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(scheme: "http", fields)
            let answer = try client.message(on: stream)
            #expect(answer.status == "400")
            #expect(answer.text.contains(rule))
            // The connection goes on.
            #expect(try client.message(on: client.request(scheme: "http")).text == "good")
            let flows = try engine.finished(2)
            #expect(flows[0].outcome?.code == .malformedRequest)
            #expect(flows[0].request.malformedHead?.isEmpty == false)
        }
        #expect(origin.connectionCount == 1)
    }

    @Test func contentThatIsNotWhatItsLengthSaysCutsTheServerOff() async throws {
        let ended = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in ended.put(try connection.receiveToEnd().text) }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(
                method: "POST", scheme: "http", [("content-length", "3")], body: "abcd", ends: true)
            #expect(try client.message(on: stream).status == "400")
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .malformedRequest)
        }
        // Never four bytes where three were announced: they would be the next request.
        #expect(try !ended.take("the server's connection ended").hasSuffix("abcd"))
    }

    @Test func framesThatBreakTheConnectionEndItWithAFlowThatSaysWhy() async throws {
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            // DATA on stream 0 (RFC 9113 §6.1).
            try client.send(raw: [0, 0, 0, 0, 0, 0, 0, 0, 0])
            try client.wait("GOAWAY") { client.goAway != nil }
            #expect(client.goAway == .protocolError)
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .malformedRequest)
            #expect(flow.outcome?.detail.contains("missingStream") == true)
        }
    }

    @Test func aPrefaceIsNothingToWhoSpeaksHTTP1Alone() async throws {
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await withEngine(Self.reverse(to: origin) { $0.speaksHTTP2 = false }) { engine in
            let client = try engine.connect()
            try client.send("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 "))
        }
        #expect(origin.connectionCount == 0)
    }

    // MARK: - Ends

    /// RFC 9113 §6.8: a request that is on its way when the end is announced is still looked at.
    @Test func theEndIsToldInTwoStepsAndLosesNoRequest() async throws {
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await withEngine(Self.reverse(to: origin) { $0.timeouts.idle = .milliseconds(200) }) { engine in
            let raw = try engine.connect()
            let client = HTTP2Peer(.client, raw)
            let first = try client.request(scheme: "http")
            #expect(try client.message(on: first).text == "good")
            // Read past the client, which does not know of it and answers no PING.
            var passed: [UInt8] = []
            while passed.ranges(of: [0x7F, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]).isEmpty {
                passed += try #require(try raw.receive())
            }
            let second = try client.request(scheme: "http")
            #expect(try client.message(on: second).text == "good")
            try client.wait("the last GOAWAY") { client.goAway != nil }
            #expect(client.lastStreams == [second] && client.goAway == .noError)
            #expect(try engine.finished(2).allSatisfy { $0.outcome == .complete })
        }
    }

    @Test func aClientThatHeardOfTheEndIsTheLastToSpeak() async throws {
        let origin = try ScriptedOrigin(answering: reply("good"))
        try await withEngine(Self.reverse(to: origin) { $0.timeouts.idle = .milliseconds(200) }) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(scheme: "http")
            #expect(try client.message(on: stream).text == "good")
            try? client.wait("the end") { false }
            #expect(client.lastStreams == [0x7FFF_FFFF, stream])
        }
    }

    @Test func aResetIsTheClientsDoingAndFreesTheServer() async throws {
        let came = Handover<Void>()
        let ended = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            came.put(())
            _ = try? connection.receiveToEnd()
            ended.put(())
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(scheme: "http")
            try came.take("the request came")
            client.wire.reset(stream, .cancel)
            try client.flush()
            try ended.take("the server was let go")
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .resetByClient)
            #expect(flow.outcome?.by == .client)
            #expect(flow.outcome?.detail.hasPrefix("CANCEL: ") == true)
        }
    }

    @Test func aResponseThatIsCutOffIsNoEnd() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc")
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let answer = try client.message(on: client.request(scheme: "http"))
            #expect(answer.text == "abc")
            #expect(!answer.hasEnded)
            #expect(answer.reset == .internalError)
            #expect(try engine.finished(1)[0].outcome?.code == .upstreamClosed)
        }
    }

    @Test func aShutWindowHoldsOneStreamAndNoOther() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                let count = head.hasPrefix("GET /big") ? 4 << 20 : 3
                try connection.send(reply(String(repeating: "x", count: count)))
            }
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            var limits = HTTP2Limits()
            limits.streamWindow = 1000
            limits.largestStreamWindow = 1000
            let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
            client.consumes = false
            _ = try client.request("/big", scheme: "http")
            let small = try client.request("/small", scheme: "http")
            #expect(try client.message(on: small).text == "xxx")
        }
    }

    @Test func aStalledUploadStopsNoOther() async throws {
        let release = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                if head.hasPrefix("POST") {
                    // Reads nothing of it until the other one is answered.
                    try release.take("the other was answered")
                    _ = try connection.receive(exactly: 2 << 20)
                }
                try connection.send(reply("ok"))
            }
        }
        try await withEngine(Self.reverse(to: origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let size = 2 << 20
            let upload = try client.request(
                method: "POST", scheme: "http", [("content-length", "\(size)")], ends: false)
            let body = [UInt8](repeating: 120, count: size)
            var sent = client.wire.sendData(body.span, on: upload, ends: true)
            try client.flush()
            #expect(sent < size)
            #expect(try client.message(on: client.request(scheme: "http")).text == "ok")
            release.put(())
            while sent < size {
                try client.wait("a window") { client.wire.sendable(on: upload) > 0 }
                sent += client.wire.sendData(body.span.extracting(sent..<size), on: upload, ends: true)
                try client.flush()
            }
            #expect(try client.message(on: upload).text == "ok")
        }
        #expect(origin.problems.isEmpty)
    }

    /// Its last bytes wait for the client's window, and leave behind the end of its flow.
    @Test func nothingIsToldOfATunnelBehindItsEnd() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receive(exactly: 5)
            try connection.send([UInt8](repeating: 120, count: 5_000))
        }
        try await withEngine { engine in
            var limits = HTTP2Limits()
            limits.streamWindow = 1000
            limits.largestStreamWindow = 1000
            let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
            client.consumes = false
            let stream = try client.connect([(":method", "CONNECT"), (":authority", origin.host)])
            try client.send("hello", on: stream, ends: true)
            try client.wait("as much as fits") { client.messages[stream]?.body.count == 1000 }
            let flow = try #require(try engine.finished(1).first)
            #expect(flow.outcome?.kind == .tunnel)
            client.consumes = true
            client.wire.consumed(1000, on: stream)
            try client.flush()
            #expect(try client.message(on: stream).body.count == 5_000)
            // The head that granted it is in the record nevertheless.
            #expect(flow.response.sentBlock != nil)
            guard case .finished? = engine.facts(of: flow.id).last else {
                throw Failure("something came behind the end")
            }
        }
        #expect(origin.problems.isEmpty)
    }

    // MARK: - TLS

    @Test func aServerThatKnowsOnlyHTTP1DecidesForTheClient() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin { raw, _ in
            let lab = try TLSLab.shared.get()
            let connection = try SecureConnection(raw, accepting: lab.origin, as: lab.good)
            while (try? connection.receiveHead()) != nil { try connection.send(reply("old")) }
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: try lab.service()) { engine in
            let client = try engine.secure(as: lab.client(protocols: ["h2", "http/1.1"]))
            #expect(client.session.chosenProtocol == "http/1.1")
            try client.get()
            #expect(try client.receiveResponse().body == "old")
        }
    }
}
