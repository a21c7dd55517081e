import Engine
import Flow
import TLSTestKit
import TestKit
import Testing

/// A server that breaks off in the middle of its response: what had come to Hark by then goes to the client first,
/// however slowly it reads, and then the client sees that this was not all.
@Suite(.timeLimit(.minutes(2))) struct ResponseResetTests {
    /// What is on its way when the reset comes: more than Hark reads ahead, so that a part of it waits unread.
    private static let large = 1 << 20
    /// Less than that: everything was read before the reset.
    private static let small = 100_000

    /// How a body says where it ends.
    enum Body: CaseIterable, Sendable {
        case untilClose, length, chunked

        var field: String {
            switch self {
            case .untilClose: ""
            case .length: "Content-Length: 9000000\r\n"
            case .chunked: "Transfer-Encoding: chunked\r\n"
            }
        }

        /// What stands before the content that is sent.
        var start: String { self == .chunked ? "895440\r\n" : "" }
        /// How the client sees that something is missing.
        var end: RawConnection.End { self == .untilClose ? .reset : .closed }
    }

    private struct Broken: Sendable {
        let origin: ScriptedOrigin
        /// How much of the body the system of Hark has got, which only Hark could lose.
        let acknowledged = Handover<Int>()
        let mayGo = Handover<Void>()

        init(_ body: Body, _ size: Int) throws {
            let (acknowledged, mayGo) = (acknowledged, mayGo)
            origin = try ScriptedOrigin { connection, _ in
                _ = try connection.receiveHead()
                try connection.send("HTTP/1.1 200 OK\r\n\(body.field)\r\n\(body.start)")
                try connection.send([UInt8](repeating: 0x61, count: size))
                acknowledged.put(size - connection.unacknowledged)
                try mayGo.take("the client has waited")
                connection.reset()
            }
        }
    }

    /// Returns when the loop has taken what was sent before: an exchange needs several of its turns.
    private func letTheLoopTurn(_ host: EngineHost, _ site: ScriptedOrigin) throws {
        for _ in 0..<3 {
            let other = try host.connect()
            try other.get(site.url)
            _ = try other.receiveResponse()
        }
    }

    @Test(arguments: Body.allCases, [small, large])
    func whatHadComeArrivesBeforeTheBreakIsSeen(body: Body, size: Int) async throws {
        let site = try ScriptedOrigin(answering: reply("turn"))
        let broken = try Broken(body, size)
        try await withEngine { host in
            let client = try host.connect(receiveBuffer: 16_384)
            try client.get(broken.origin.url)
            _ = try client.receiveHead()
            let owed = try broken.acknowledged.take("the server has said something")
            try letTheLoopTurn(host, site)
            broken.mayGo.put(())
            try letTheLoopTurn(host, site)
            let (text, end) = try client.receiveToEnd()
            let count = text.utf8.count { $0 == 0x61 }
            #expect(count >= owed, "\(count) of \(size) arrived, \(owed) had come to Hark")
            #expect(end == body.end)
            #expect(!text.contains("\r\n0\r\n"), "no last chunk was made up")
            let flow = try #require(try host.finished(4).first)
            #expect(flow.outcome?.kind == .aborted && flow.outcome?.by == .upstream)
            #expect(!flow.response.hasEnded && flow.response.contentSize == UInt64(count))
        }
        #expect(broken.origin.problems.isEmpty)
    }

    /// HTTP/1.0 knows no chunks, so that the end of the connection ends the body for such a client.
    @Test func aClientThatKnowsNoChunksSeesTheBreakToo() async throws {
        let site = try ScriptedOrigin(answering: reply("turn"))
        let broken = try Broken(.chunked, Self.small)
        try await withEngine { host in
            let client = try host.connect(receiveBuffer: 16_384)
            try client.send("GET \(broken.origin.url)/ HTTP/1.0\r\nHost: x\r\n\r\n")
            _ = try client.receiveHead()
            let owed = try broken.acknowledged.take("the server has said something")
            broken.mayGo.put(())
            try letTheLoopTurn(host, site)
            let (text, end) = try client.receiveToEnd()
            #expect(text.utf8.count >= owed && text.utf8.allSatisfy { $0 == 0x61 })
            #expect(end == .reset)
        }
    }

    /// With TLS a goodbye would call it whole.
    @Test(arguments: [Body.untilClose, .length])
    func insideOfTLSNoGoodbyeEndsABodyThatEndsWithTheConnection(body: Body) async throws {
        let lab = try TLSLab.shared.get()
        let acknowledged = Handover<Void>()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\(body.field)\r\n")
            try connection.send(String(repeating: "a", count: Self.small))
            try eventually("Hark's system has it") { connection.raw.unacknowledged == 0 }
            acknowledged.put(())
            connection.raw.reset()
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try SecureConnection(
                host.tunnel(receiveBuffer: 16_384), connecting: lab.trusting, to: "origin.test")
            try client.get()
            try acknowledged.take("the server has broken off")
            try eventually("the exchange is over") { host.flows.contains { $0.outcome?.code == .upstreamClosed } }
            let (text, end) = try client.receiveToEnd()
            #expect(text.utf8.count { $0 == 0x61 } >= Self.small)
            #expect(end == (body == .untilClose ? .cutOff : .closed))
        }
    }

    /// A proxy that is stopped has no time for the rest; what it cuts off is no end.
    @Test func aStopThatCutsOffIsSeenToo() async throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\n\r\n")
            try connection.send([UInt8](repeating: 0x61, count: Self.large))
            _ = try? connection.receiveToEnd()
        }
        try await onThreads {
            let host = try await EngineHost.start(.with { $0.timeouts.grace = .milliseconds(100) })
            let client = try host.connect(receiveBuffer: 4096)
            try client.get(origin.url)
            _ = try client.receiveHead()
            await host.stop()
            #expect(try client.receiveToEnd().end == .reset)
            #expect(host.flows.map { $0.outcome?.code } == [.shuttingDown])
        }
    }
}
