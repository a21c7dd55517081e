import Bytes
import Engine
import Flow
import Foundation
import HTTPModel
import TLS
import TLSTestKit
import TestKit
import Testing

/// What passes without TLS passes with it on both legs: all kinds of bodies, both directions, at the readers' pace.
@Suite struct SecureTransferTests {
    /// An engine before a TLS origin with this script.
    private func through(
        _ script: @escaping ScriptedOrigin.SecureScript, _ test: (EngineHost) async throws -> Void
    ) async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good, script)
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service(), test)
        #expect(origin.problems.isEmpty)
    }

    /// Bytes that a mistake in order or count would show in.
    private static func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &* 7) }
    }

    @Test func aPostWithALengthIsAnsweredWithWhatItSent() async throws {
        try await through { connection, _ in
            let head = try connection.receiveHead()
            let body = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
            try connection.send(reply(String(decoding: body, as: UTF8.self)))
        } _: { host in
            let client = try host.secure()
            try client.send("POST /p HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 11\r\n\r\nhello ")
            try client.send("there")
            #expect(try client.receiveResponse().body == "hello there")
            client.close()
            let flow = try #require(try host.finished(2).last)
            #expect(flow.request.contentSize == 11 && flow.response.contentSize == 11)
            #expect(host.content(of: flow.id, .request) == "hello there")
            #expect(flow.upstream?.reused == false)
        }
    }

    @Test func chunksPassAsTheyAre() async throws {
        let chunks = "5;a=b\r\nhello\r\n6\r\n there\r\n0\r\nX-Sum: 1\r\n\r\n"
        try await through { connection, _ in
            _ = try connection.receiveHead()
            let body = try connection.receive(through: "\r\n\r\n")
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body)
        } _: { host in
            let client = try host.secure()
            try client.send("POST / HTTP/1.1\r\nHost: origin.test\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
            _ = try client.receiveHead()
            #expect(try client.receive(through: "\r\n\r\n") == chunks)
            client.close()
            let flow = try #require(try host.finished(2).last)
            #expect(flow.request.chunkCount == 3 && flow.response.chunkCount == 3)
            #expect(flow.response.contentSize == 11 && flow.response.trailers != nil)
        }
    }

    @Test func interimResponsesAndHeadHaveNoBody() async throws {
        try await through { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
            _ = try connection.receiveHead()
            try connection.send(reply("after"))
        } _: { host in
            let client = try host.secure()
            try client.send("HEAD / HTTP/1.1\r\nHost: origin.test\r\n\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 103 "))
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
            try client.get()
            #expect(try client.receiveResponse().body == "after")
            client.close()
            let flows = try host.finished(3)
            #expect(flows[1].interim.count == 1 && flows[2].outcome == .complete)
            #expect(flows[1].upstream?.connection == flows[2].upstream?.connection)
            #expect(flows.map { $0.upstream?.reused } == [false, false, true])
        }
    }

    @Test func anUpgradedConnectionIsRelayedInsideOfTLS() async throws {
        try await through { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(
                "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\nhi ")
            let line = try connection.receive(through: "\n")
            try connection.send(line)
            try connection.closeNotify()
        } _: { host in
            let client = try host.secure()
            try client.send(
                "GET /chat HTTP/1.1\r\nHost: origin.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 101 "))
            try client.send("echo\n")
            #expect(try client.receiveToEnd() == ("hi echo\n", .closed))
            client.close()
            let flow = try #require(try host.finished(2).last)
            #expect(flow.tunnelProtocol == "websocket" && flow.outcome?.kind == .complete)
            #expect(flow.relayedSent == 5 && flow.relayedReceived == 8)
        }
    }

    @Test(arguments: [false, true])
    func twentyMegabytesPassBothWays(sources: Bool) async throws {
        let body = Self.pattern(20_000_000)
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            let head = try connection.receiveHead()
            let got = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(got.count)\r\n\r\n")
            try connection.send(got)
        }
        let configuration = ProxyConfiguration.leading("origin.test", to: origin.port) {
            $0.usesDispatchSources = sources
        }
        try await withEngine(configuration, tls: lab.service()) { host in
            let client = try host.secure()
            try client.send("PUT / HTTP/1.1\r\nHost: origin.test\r\nContent-Length: \(body.count)\r\n\r\n")
            try client.send(body)
            _ = try client.receiveHead()
            let same = try client.receive(exactly: body.count) == body
            #expect(same)
            client.close()
            #expect(try host.finished(2).last?.outcome == .complete)
        }
        #expect(origin.problems.isEmpty)
    }

    /// Nobody reads, so after a while nobody can write: what the engine holds is bounded.
    @Test func aSlowReaderSlowsItsServer() async throws {
        let lab = try TLSLab.shared.get()
        let sent = Handover<Int>()
        let go = Handover<Void>()
        let piece = [UInt8](repeating: 0x61, count: 65_536)
        let total = 1024 * piece.count
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
            var count = 0
            var isStopped = false
            while count < total {
                var records: [UInt8] = []
                try piece.withUnsafeBytes { try connection.session.write($0) { records += $0 } }
                var rest = records[...]
                while !rest.isEmpty {
                    let taken = try connection.raw.sendSome(Array(rest), givingUpAfter: isStopped ? 30 : 1)
                    if taken == 0, !isStopped {
                        isStopped = true
                        sent.put(count)
                        try go.take("reading begins")
                    }
                    rest = rest.dropFirst(taken)
                }
                count += piece.count
            }
            if !isStopped { sent.put(count) }
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let raw = try host.connect(receiveBuffer: 65_536)
            try raw.send("CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test:443\r\n\r\n")
            _ = try raw.receiveHead()
            let client = try SecureConnection(raw, connecting: lab.trusting, to: "origin.test")
            try client.get()
            // The buffers of two sockets hold some of it; far from all.
            #expect(try sent.take("the server is stopped") < total / 2)
            go.put(())
            _ = try client.receiveHead()
            var left = total
            while left > 0 {
                let count = min(left, 1_000_000)
                _ = try client.receive(exactly: count)
                left -= count
            }
            client.close()
            #expect(try host.finished(2).last?.outcome == .complete)
        }
        #expect(origin.problems.isEmpty)
    }

    /// Nobody ends one side of TLS alone: whoever says goodbye behind a request waits for no answer, and the server is
    /// let go at once.
    @Test(arguments: [(true, false), (true, true), (false, true)])
    func aClientThatSaysGoodbyeTakesItsServerAlong(notifies: Bool, ends: Bool) async throws {
        let asked = Handover<Void>()
        let ended = Handover<Void>()
        try await through { connection, _ in
            _ = try connection.receiveHead()
            asked.put(())
            _ = try? connection.receiveToEnd()
            ended.put(())
        } _: { host in
            let client = try host.secure()
            try client.get()
            try asked.take("the request is there")
            if notifies { try client.closeNotify() }
            if ends { client.raw.shutdownSending() }
            try ended.take("the server is let go")
            let outcome = try host.finished(2).last?.outcome
            #expect(outcome?.kind == .aborted && outcome?.by == .client && outcome?.code == .clientClosed)
        }
    }

    @Test func plainRequestsInATunnelAreReadThoughTheClientEndedAtOnce() async throws {
        let origin = try ScriptedOrigin(answering: reply("plain"))
        try await withEngine(tls: TLSLab.shared.get().service()) { host in
            let client = try host.connect()
            try client.send(
                "CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
            client.shutdownSending()
            _ = try client.receiveHead()
            #expect(try client.receiveResponse().body == "plain")
            #expect(try client.receiveToEnd() == ("", .closed))
            #expect(try host.finished(2).map { $0.outcome?.code } == [.opened, .ok])
        }
    }
}
