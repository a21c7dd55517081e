import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TLS
import TLSTestKit
import TestKit
import Testing

/// Servers that speak HTTP/2.
@Suite struct HTTP2ServerTests {
    /// An origin with TLS that chooses HTTP/2.
    private static func origin(_ script: @escaping @Sendable (HTTP2Peer, Int) throws -> Void) throws -> ScriptedOrigin {
        let context = try TLSContext(serverWith: ["h2", "http/1.1"], securityLevel: 0)
        return try ScriptedOrigin { raw, number in
            let secure = try SecureConnection(raw, accepting: context, as: TLSLab.shared.get().good)
            try script(HTTP2Peer(.server, secure), number)
        }
    }

    private static func cleartext(_ script: @escaping @Sendable (HTTP2Peer, Int) throws -> Void) throws
        -> ScriptedOrigin
    {
        try ScriptedOrigin { raw, number in try script(HTTP2Peer(.server, raw), number) }
    }

    private static func upstream(_ origin: ScriptedOrigin) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: origin.port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            configuration.upstreamHTTP2 = true
        }
    }

    /// Answers requests in order, each with its own path.
    private static func echo(_ peer: HTTP2Peer) throws {
        var count = 0
        while let (stream, message) = try? peer.nextRequest(after: count) {
            count += 1
            let path = message.fields.first { $0.hasPrefix(":path: ") } ?? ""
            try peer.respond(200, on: stream, [("x-secret", "s")], body: "\(path) \(message.text)")
        }
    }

    @Test func bothLegsSpeakIt() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try Self.origin { peer, _ in try Self.echo(peer) }
        try await withEngine(.leading("origin.test", to: origin.port), tls: try lab.service()) { engine in
            let secure = try engine.secure(as: lab.client(protocols: ["h2", "http/1.1"]))
            #expect(secure.session.chosenProtocol == "h2")
            let client = HTTP2Peer(.client, secure)
            let first = try client.request("/a", method: "POST", [("te", "trailers")], body: "1")
            let second = try client.request("/b")
            #expect(try client.message(on: first).text == ":path: /a 1")
            #expect(try client.message(on: second).text == ":path: /b ")
            let flows = try engine.finished(3).filter { $0.requestHead?.method != .connect }
            #expect(flows.allSatisfy { $0.outcome == .complete && $0.responseHead?.version == .http20 })
            // Nothing had to be changed.
            #expect(flows.allSatisfy { $0.request.edits.isEmpty && $0.response.edits.isEmpty })
            #expect(flows.map(\.request.stream) == [1, 3])
            #expect(flows.map(\.request.wireSize) == [10, 0])
            #expect(flows.map(\.response.stream) == [1, 3])
            #expect(Set(flows.map(\.upstream?.connection)).count == 1)
        }
        #expect(origin.connectionCount == 1)
    }

    @Test func aClientThatDidNotOfferItMakesNobodySpeakIt() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin { raw, _ in
            let context = try TLSContext(serverWith: ["h2", "http/1.1"], securityLevel: 0)
            let connection = try SecureConnection(raw, accepting: context, as: TLSLab.shared.get().good)
            guard connection.session.chosenProtocol == "http/1.1" else { throw Failure("h2 was chosen") }
            while (try? connection.receiveHead()) != nil { try connection.send(reply("old")) }
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: try lab.service()) { engine in
            let client = try engine.secure()
            try client.get()
            #expect(try client.receiveResponse().body == "old")
        }
        #expect(origin.problems.isEmpty)
    }

    @Test func fieldsThatAreNeverIndexedStaySo() async throws {
        let forms = Handover<[Representation.Form]>()
        let origin = try Self.cleartext { peer, _ in
            let (stream, _) = try peer.nextRequest()
            forms.put(peer.forms(of: stream, named: "x-secret"))
            try peer.respond(204, on: stream)
            // Closing before everything was read would be a reset.
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(scheme: "http", [("x-secret", "s")])
            #expect(try client.message(on: stream).status == "204")
        }
        #expect(try forms.take("the request came") == [.never])
    }

    @Test func paddingIsKept() async throws {
        let seen = Handover<[Int?]>()
        let origin = try Self.cleartext { peer, _ in
            let (stream, message) = try peer.nextRequest()
            seen.put(message.padding)
            try peer.respond(204, on: stream)
            // Closing before everything was read would be a reset.
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(method: "POST", scheme: "http", ends: false)
            let body = Array("abc".utf8)
            client.wire.sendData(body.span, on: stream, padding: 7, ends: false)
            client.wire.sendData(body.span, on: stream, ends: true)
            try client.flush()
            #expect(try client.message(on: stream).status == "204")
        }
        #expect(try seen.take("the request came") == [7, nil])
    }

    @Test func aClientOfHTTP1IsTranslated() async throws {
        let seen = Handover<[String]>()
        let origin = try Self.cleartext { peer, _ in
            let (stream, message) = try peer.nextRequest()
            seen.put(message.fields + (message.trailers ?? []) + [message.text])
            peer.wire.sendFields(HTTP2Peer.fields([(":status", "103"), ("link", "</a>")]), on: stream, ends: false)
            peer.wire.sendFields(HTTP2Peer.fields([(":status", "200"), ("x-a", "b")]), on: stream, ends: false)
            try peer.send("pong", on: stream, ends: false)
            peer.wire.sendFields(HTTP2Peer.fields([("x-t", "1")]), on: stream, ends: true)
            try peer.flush()
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = try engine.connect()
            try client.send(
                "POST /x HTTP/1.1\r\nHost: a.test\r\nTransfer-Encoding: chunked\r\nX-Big: 1\r\n\r\n"
                    + "4\r\nping\r\n0\r\nX-S: 2\r\n\r\n"
            )
            #expect(try client.receiveHead() == "HTTP/1.1 103 \r\nlink: </a>\r\n\r\n")
            #expect(
                try client.receiveHead() == "HTTP/1.1 200 \r\nx-a: b\r\ntransfer-encoding: chunked\r\n\r\n")
            #expect(try client.receive(through: "\r\n\r\n") == "4\r\npong\r\n0\r\nx-t: 1\r\n\r\n")
            #expect(try engine.finished(1)[0].outcome == .complete)
        }
        #expect(
            try seen.take("the request came") == [
                ":method: POST", ":authority: a.test", ":scheme: http", ":path: /x", "x-big: 1", "x-s: 2", "ping",
            ])
    }

    @Test func exchangesShareAConnection() async throws {
        let origin = try Self.cleartext { peer, _ in try Self.echo(peer) }
        try await withEngine(Self.upstream(origin)) { engine in
            for round in 1...3 {
                let client = try engine.connect()
                try client.get("/\(round)")
                #expect(try client.receive(through: "\r\n0\r\n\r\n").contains(":path: /\(round) "))
            }
            #expect(Set(try engine.finished(3).map(\.upstream?.connection)).count == 1)
        }
        #expect(origin.connectionCount == 1)
    }

    @Test func streamsThatAskAtOnceMakeOneConnection() async throws {
        let origin = try Self.cleartext { peer, _ in try Self.echo(peer) }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let streams = try (1...20).map { try client.request("/\($0)", scheme: "http") }
            for (number, stream) in zip(1..., streams) {
                #expect(try client.message(on: stream).text == ":path: /\(number) ")
            }
            #expect(try engine.finished(20).allSatisfy { $0.outcome == .complete })
        }
        #expect(origin.connectionCount == 1)
    }

    // MARK: - Ends

    @Test func aRefusedStreamIsAskedForAgainOnANewConnection() async throws {
        let origin = try Self.cleartext { peer, number in
            let (stream, message) = try peer.nextRequest()
            if number == 1 {
                peer.wire.reset(stream, .refusedStream)
                try peer.flush()
                try? peer.wait("the end") { false }
            } else {
                try peer.respond(200, on: stream, [("content-length", "1")], body: String(message.fields.count % 10))
                try? peer.wait("the end") { false }
            }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = try engine.connect()
            try client.send("POST / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.receiveResponse().status == "HTTP/1.1 200 ")
            let flow = try engine.finished(1)[0]
            #expect(flow.wasRetried)
            #expect(flow.outcome == .complete)
        }
        #expect(origin.connectionCount == 2)
    }

    @Test func whatALeavingServerDidNotLookAtIsAskedForAgain() async throws {
        let origin = try Self.cleartext { peer, number in
            let (stream, _) = try peer.nextRequest()
            if number == 1 {
                // GOAWAY, last stream 0.
                try peer.send(raw: [0, 0, 8, 7, 0, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 8))
                try? peer.wait("the end") { false }
            } else {
                try peer.respond(204, on: stream)
                try? peer.wait("the end") { false }
            }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = try engine.connect()
            try client.get("/")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 204 "))
            #expect(try engine.finished(1)[0].wasRetried)
        }
    }

    @Test func aResetIsTheServersDoing() async throws {
        let origin = try Self.cleartext { peer, _ in
            let (stream, _) = try peer.nextRequest()
            peer.wire.reset(stream, .internalError)
            try peer.flush()
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = try engine.connect()
            try client.get("/")
            let answer = try client.receiveResponse()
            #expect(answer.status == "HTTP/1.1 502 Bad Gateway")
            #expect(answer.body.contains("INTERNAL_ERROR"))
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .resetByUpstream)
            #expect(flow.outcome?.by == .upstream)
        }
        #expect(origin.connectionCount == 1)
    }

    static let malformed: [[(String, String)]] = [
        [(":status", "200"), ("x", "a\r\nSet-Cookie: evil=1")], [(":status", "200"), ("Connection", "close")],
        [(":status", "200"), ("transfer-encoding", "chunked")], [("x", "1")], [(":status", "101")],
        [(":status", "200"), (":path", "/")],
    ]

    @Test(arguments: malformed.indices)
    func aMalformedResponseIsNotPassedOn(_ index: Int) async throws {
        let origin = try Self.cleartext { peer, _ in
            let (stream, _) = try peer.nextRequest()
            peer.wire.sendFields(HTTP2Peer.fields(Self.malformed[index]), on: stream, ends: false)
            try peer.send("secret", on: stream, ends: true)
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = try engine.connect()
            try client.get("/")
            let answer = try client.receiveResponse()
            #expect(answer.status == "HTTP/1.1 502 Bad Gateway")
            #expect(!answer.body.contains("secret") && !answer.body.contains("evil"))
            let flow = try engine.finished(1)[0]
            #expect(flow.outcome?.code == .malformedResponse)
        }
    }

    @Test func aLongerBodyThanWasSaidIsCutOff() async throws {
        let origin = try Self.cleartext { peer, _ in
            let (stream, _) = try peer.nextRequest()
            try peer.respond(200, on: stream, [("content-length", "3")], body: "abcHTTP/1.1 200 OK")
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = try engine.connect()
            try client.get("/")
            let (text, _) = try client.receiveToEnd()
            #expect(!text.contains("abcHTTP"))
            #expect(try engine.finished(1)[0].outcome?.code == .malformedResponse)
        }
    }

    @Test func aRequestForAnotherServerIsMisdirected() async throws {
        let lab = try TLSLab.shared.get()
        let origin = try Self.origin { peer, _ in try Self.echo(peer) }
        try await withEngine(.leading("origin.test", to: origin.port), tls: try lab.service()) { engine in
            let client = HTTP2Peer(.client, try engine.secure(as: lab.client(protocols: ["h2", "http/1.1"])))
            let stream = try client.request(authority: "other.test")
            #expect(try client.message(on: stream).status == "421")
            let flow = try engine.finished(2)[1]
            #expect(flow.outcome?.code == .misdirectedRequest)
        }
    }

    /// The server leaves once it has said all; a client that is slow gets all of it nevertheless.
    @Test func aWholeResponseOutlivesItsConnection() async throws {
        let size = 250_000
        let left = Handover<Void>()
        let origin = try Self.cleartext { peer, number in
            guard number == 1 else { return try Self.echo(peer) }
            let (stream, _) = try peer.nextRequest()
            // All of it fits into the window.
            try peer.wait("the window") { peer.wire.peerSettings.initialWindowSize > size }
            let body = String(repeating: "x", count: size / 5)
            peer.wire.sendFields(HTTP2Peer.fields([(":status", "200")]), on: stream, ends: false)
            try peer.wait("the connection's window") { peer.wire.sendable(on: stream) >= size }
            for piece in 1...5 { try peer.send(body, on: stream, ends: piece == 5) }
            try peer.ping()
            left.put(())
        }
        try await withEngine(Self.upstream(origin)) { engine in
            var limits = HTTP2Limits()
            limits.streamWindow = 1000
            limits.largestStreamWindow = 1000
            let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
            client.consumes = false
            let stream = try client.request(scheme: "http")
            try client.wait("as much as fits") { client.messages[stream]?.body.count == 1000 }
            try left.take("the server has left")
            // Whoever is asked next is asked on another connection, so that the end of the first was seen.
            let next = try client.request("/next", scheme: "http")
            #expect(try client.message(on: next).text == ":path: /next ")
            client.consumes = true
            client.wire.consumed(1000, on: stream)
            try client.flush()
            let message = try client.message(on: stream)
            #expect(message.body.count == size && message.hasEnded && message.reset == nil)
            #expect(try engine.finished(2).allSatisfy { $0.outcome == .complete })
        }
        #expect(origin.problems.isEmpty && origin.connectionCount == 2)
    }

    @Test func fieldsOfOneHopStayBehind() async throws {
        let seen = Handover<[String]>()
        let origin = try Self.cleartext { peer, _ in
            let (stream, message) = try peer.nextRequest()
            seen.put(message.fields)
            try peer.respond(200, on: stream, [("http2-settings", "AAA"), ("x-a", "b")], body: "first")
            let (second, _) = try peer.nextRequest(after: 1)
            try peer.respond(200, on: second, body: "second")
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            let stream = try client.request(
                scheme: "http", [("http2-settings", "AAA"), ("proxy-authorization", "Basic YTpi"), ("x-b", "c")])
            let message = try client.message(on: stream)
            #expect(message.text == "first" && message.fields.contains("x-a: b"))
            #expect(!message.fields.contains { $0.hasPrefix("http2-settings") })
            #expect(try client.message(on: client.request(scheme: "http")).text == "second")
            #expect(try engine.finished(2).allSatisfy { $0.outcome == .complete })
        }
        let fields = try seen.take("the request came")
        #expect(fields.contains("x-b: c"))
        #expect(!fields.contains { $0.hasPrefix("http2-settings") || $0.hasPrefix("proxy-authorization") })
        #expect(origin.connectionCount == 1)
    }

    /// RFC 9113 §5.4.2: what ends in the turn in which it begins need not be told to the server, and leaves nothing.
    @Test func aRequestThatIsTakenBackAtOnceNeverGoesOut() async throws {
        let paths = Handover<[String]>()
        let origin = try Self.cleartext { peer, _ in
            var seen: [String] = []
            while seen.count < 2, let (stream, message) = try? peer.nextRequest(after: seen.count) {
                seen.append(message.fields.first { $0.hasPrefix(":path") } ?? "")
                try peer.respond(200, on: stream, body: "ok")
            }
            paths.put(seen)
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.upstream(origin)) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            #expect(try client.message(on: client.request("/1", scheme: "http")).text == "ok")
            let fields = HTTP2Peer.fields([
                (":method", "POST"), (":scheme", "http"), (":authority", "origin.test"), (":path", "/gone"),
            ])
            guard let gone = client.wire.openStream(fields, method: .post, ends: false) else {
                throw Failure("no stream could be opened")
            }
            client.wire.reset(gone, .cancel)
            try client.flush()
            #expect(try client.message(on: client.request("/2", scheme: "http")).text == "ok")
        }
        #expect(try paths.take("both came") == [":path: /1", ":path: /2"])
    }
}
