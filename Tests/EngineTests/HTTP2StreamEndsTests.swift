import Bytes
import Engine
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Ends of streams that come at an awkward moment: each ends its own stream, once, and leaves nothing behind.
@Suite struct HTTP2StreamEndsTests {
    private static func reverse(
        to port: UInt16, _ change: (inout ProxyConfiguration) -> Void = { _ in }
    ) -> ProxyConfiguration {
        .with { configuration in
            let server = Destination(host: "127.0.0.1", port: port)
            configuration.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: true))
            change(&configuration)
        }
    }

    // MARK: - Behind an answer of Hark's that waits for a window

    /// A request of three octets to a server that is not there: its answer has come as far as its head.
    private static func answered(_ engine: EngineHost) throws -> (client: HTTP2Peer, stream: UInt32) {
        var limits = HTTP2Limits()
        limits.streamWindow = 0
        let client = HTTP2Peer(.client, try engine.connect(), limits: limits)
        let stream = try client.request(method: "POST", scheme: "http", [("content-length", "3")], ends: false)
        try client.wait("the head of the answer") { client.messages[stream]?.status == "502" }
        try client.ping()
        #expect(client.messages[stream]?.hasEnded == false && client.messages[stream]?.body.isEmpty == true)
        #expect(try engine.finished(1).count == 1)
        return (client, stream)
    }

    @Test func contentThatBreaksARuleIsNoSecondRequest() async throws {
        try await withEngine(Self.reverse(to: try Loopback.freePort())) { engine in
            let (client, stream) = try Self.answered(engine)
            try client.send("abcd", on: stream, ends: false)
            try client.ping()
            client.wire.setStreamWindow(1 << 20)
            try client.flush()
            try client.wait("the end of the stream") { client.messages[stream]?.reset != nil }
            let message = try #require(client.messages[stream])
            // The first answer, all of it and no other, and then what RFC 9113 §8.1.1 asks for.
            #expect(message.heads.count == 1 && message.hasEnded && !message.body.isEmpty)
            #expect(message.reset == .protocolError)
            #expect(engine.flows.count == 1 && client.goAway == nil)
            // The connection goes on.
            #expect(try client.message(on: client.request(scheme: "http")).status == "502")
        }
    }

    @Test func aResetFreesItsPlaceAtOnce() async throws {
        try await withEngine(Self.reverse(to: try Loopback.freePort()) { $0.http2.streams = 1 }) { engine in
            let (client, stream) = try Self.answered(engine)
            client.wire.reset(stream, .cancel)
            client.wire.setStreamWindow(1 << 20)
            try client.flush()
            let next = try client.message(on: client.request(scheme: "http"))
            #expect(next.status == "502" && next.reset == nil)
            #expect(try engine.finished(2).count == 2)
        }
    }

    // MARK: - Connections that end

    @Test func aConnectionThatEndsWithinAFrameSaysSo() async throws {
        let came = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            came.put(())
            _ = try? connection.receiveToEnd()
        }
        try await withEngine(Self.reverse(to: origin.port)) { engine in
            let raw = try engine.connect()
            let client = HTTP2Peer(.client, raw)
            _ = try client.request(scheme: "http")
            try came.take("the request came")
            try client.send(raw: [0, 0, 8, 6, 0])
            raw.shutdownSending()
            let flow = try #require(try engine.finished(1).first)
            #expect(flow.outcome?.code == .clientClosed)
            #expect(flow.outcome?.detail.contains("truncated") == true)
        }
    }

    @Test func aServerThatEndsWithinAFrameSaysSo() async throws {
        let origin = try ScriptedOrigin { raw, _ in
            let peer = HTTP2Peer(.server, raw)
            let (stream, _) = try peer.nextRequest()
            peer.wire.sendFields(HTTP2Peer.fields([(":status", "200")]), on: stream, ends: false)
            try peer.send(raw: [0, 0, 9, 0, 1])
            raw.shutdownSending()
            _ = try? raw.receiveToEnd()
        }
        try await withEngine(Self.reverse(to: origin.port) { $0.upstreamHTTP2 = true }) { engine in
            let client = try engine.connect()
            try client.get("/")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
            let flow = try #require(try engine.finished(1).first)
            #expect(flow.outcome?.code == .upstreamClosed)
            #expect(flow.outcome?.detail.contains("truncated") == true)
        }
    }

    /// RFC 9113 §7: the server is asked in HTTP/1.1, then and from there on.
    @Test(arguments: [true, false])
    func whoWantsHTTP1GetsIt(byGoAway: Bool) async throws {
        let origin = try ScriptedOrigin { raw, number in
            guard number == 1 else {
                while (try? raw.receiveHead()) != nil { try raw.send(reply("old")) }
                return
            }
            let peer = HTTP2Peer(.server, raw)
            let (stream, _) = try peer.nextRequest()
            if byGoAway {
                // GOAWAY, last stream 0, HTTP_1_1_REQUIRED.
                try peer.send(raw: [0, 0, 8, 7, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 13])
            } else {
                peer.wire.reset(stream, .http11Required)
                try peer.flush()
            }
            try? peer.wait("the end") { false }
        }
        try await withEngine(Self.reverse(to: origin.port) { $0.upstreamHTTP2 = true }) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            for _ in 0..<2 {
                let message = try client.message(on: client.request(scheme: "http"))
                #expect(message.status == "200" && message.text == "old")
            }
            let flows = try engine.finished(2)
            #expect(flows.map(\.wasRetried) == [true, false])
            #expect(flows.allSatisfy { $0.outcome == .complete && $0.responseHead?.version == .http11 })
        }
        #expect(origin.problems.isEmpty && origin.connectionCount == 2)
    }

    // MARK: - Limits of servers

    /// Who finds all of a connection's streams taken is asked on another one, and takes none that the server refused.
    @Test func moreStreamsThanAServerTakesMakeASecondConnection() async throws {
        let gate = Handover<Void>()
        let origin = try ScriptedOrigin { raw, _ in
            var limits = HTTP2Limits()
            limits.streams = 1
            let peer = HTTP2Peer(.server, raw, limits: limits)
            var count = 0
            while let (stream, message) = try? peer.nextRequest(after: count) {
                count += 1
                if message.fields.contains(":path: /held") { try gate.take("the other was answered") }
                try peer.respond(200, on: stream, body: "ok")
                peer.wire.release(stream)
            }
            if let failure = peer.failure { throw Failure("\(failure)") }
        }
        try await withEngine(Self.reverse(to: origin.port) { $0.upstreamHTTP2 = true }) { engine in
            let client = HTTP2Peer(.client, try engine.connect())
            // The server's settings are known.
            #expect(try client.message(on: client.request("/first", scheme: "http")).text == "ok")
            let held = try client.request("/held", scheme: "http")
            #expect(try client.message(on: client.request("/next", scheme: "http")).text == "ok")
            gate.put(())
            #expect(try client.message(on: held).text == "ok")
            let flows = try engine.finished(3)
            #expect(flows.allSatisfy { $0.outcome == .complete && !$0.wasRetried })
            #expect(Set(flows.map(\.upstream?.connection)).count == 2)
        }
        #expect(origin.problems.isEmpty && origin.connectionCount == 2)
    }

    // MARK: - Windows of servers

    @Test func aServerThatOpensNoWindowIsGivenUp() async throws {
        let ending = Handover<HTTP2ErrorCode?>()
        let origin = try ScriptedOrigin { raw, _ in
            var limits = HTTP2Limits()
            limits.streamWindow = 0
            let peer = HTTP2Peer(.server, raw, limits: limits)
            peer.consumes = false
            try peer.wait("the end of the stream") { peer.messages[1]?.reset != nil }
            ending.put(peer.messages[1]?.reset)
            // Never more than the window that everybody has at first (RFC 9113 §6.9.2).
            try Failure.unless(peer.messages[1]?.body.count ?? 0 <= 65_535, "more than the window came")
            try? peer.wait("the end") { false }
        }
        let configuration = Self.reverse(to: origin.port) {
            $0.upstreamHTTP2 = true
            $0.http2.stall = .milliseconds(300)
        }
        try await withEngine(configuration) { engine in
            let client = try engine.connect()
            let size = 200_000
            try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
            try client.send([UInt8](repeating: 120, count: size))
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 504 "))
            let flow = try #require(try engine.finished(1).first)
            #expect(flow.outcome?.code == .receiverStalled && flow.outcome?.by == .upstream)
        }
        #expect(try ending.take("the stream ended") == .cancel)
        #expect(origin.problems.isEmpty)
    }
}
