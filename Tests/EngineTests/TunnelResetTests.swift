import Engine
import Flow
import TLSTestKit
import TestKit
import Testing

/// A server that ends its side and is gone answers late bytes with a reset. What it had said before is still the
/// client's, however slowly the client reads; and what is no whole does not look like one.
@Suite(.timeLimit(.minutes(2))) struct TunnelResetTests {
    /// What is on its way when the reset comes: more than Hark reads ahead, so that the end waits unread behind it.
    private static let large = 4 << 20
    /// Less than that: the end was read before the reset.
    private static let small = 100_000

    /// Returns when the loop has taken what was sent before: an exchange needs several of its turns.
    private func letTheLoopTurn(_ host: EngineHost, _ site: ScriptedOrigin) throws {
        for _ in 0..<3 {
            let other = try host.connect()
            try other.get(site.url)
            _ = try other.receiveResponse()
        }
    }

    @Test(arguments: [small, large])
    func whatAServerSaidBeforeItResetArrives(total: Int) async throws {
        let site = try ScriptedOrigin(answering: reply("turn"))
        let acknowledged = Handover<Int>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receive(exactly: 5)
            try connection.send([UInt8](repeating: 0x61, count: total))
            // What the other system has got by now cannot be lost any more but by Hark.
            acknowledged.put(total - connection.unacknowledged)
        }
        try await withEngine { host in
            let client = try host.connect(receiveBuffer: 16_384)
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\nhello")
            _ = try client.receiveHead()
            let owed = try acknowledged.take("the server has said everything")
            try letTheLoopTurn(host, site)
            try client.send("too late")
            try letTheLoopTurn(host, site)
            try client.send("later still")
            try letTheLoopTurn(host, site)
            let (text, end) = try client.receiveToEnd()
            #expect(text.utf8.count >= owed, "\(text.utf8.count) of \(total) arrived, \(owed) had come to Hark")
            if text.utf8.count < total { #expect(end == .reset) }
            if total == Self.small {
                #expect(text.utf8.count == total)
                #expect(end == .closed)
            }
            let flow = try #require(try host.finished(1).first { $0.outcome?.kind == .tunnel })
            #expect(flow.outcome?.by == .upstream)
            #expect(flow.relayedReceived == UInt64(text.utf8.count))
        }
        #expect(origin.problems.isEmpty)
    }

    @Test(arguments: [small, large])
    func theSameInsideOfTLS(total: Int) async throws {
        let lab = try TLSLab.shared.get()
        let site = try ScriptedOrigin(answering: reply("turn"))
        let acknowledged = Handover<Int>()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            // It speaks first, and so no HTTP.
            try connection.send([UInt8](repeating: 0x61, count: total))
            try connection.closeNotify()
            acknowledged.put(connection.raw.unacknowledged == 0 ? total : 0)
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let client = try SecureConnection(
                host.tunnel(receiveBuffer: 16_384), connecting: lab.trusting, to: "origin.test")
            let owed = try acknowledged.take("the server has said everything")
            try letTheLoopTurn(host, site)
            try client.send("too late")
            try letTheLoopTurn(host, site)
            try client.send("later still")
            try letTheLoopTurn(host, site)
            let (text, end) = try client.receiveToEnd()
            #expect(text.utf8.count >= owed)
            // Not without close_notify: the client would have to take a part for the whole.
            #expect((end == .closed) == (text.utf8.count == total), "\(text.utf8.count) of \(total), \(end)")
            if total == Self.small { #expect(text.utf8.count == total) }
        }
    }

    /// A server that breaks off in the middle is no end either: the client gets what there was, and sees the break.
    @Test func aServerThatBreaksOffIsSeenToHaveBrokenOff() async throws {
        let site = try ScriptedOrigin(answering: reply("turn"))
        let acknowledged = Handover<Int>()
        let mayGo = Handover<Bool>()
        let origin = try ScriptedOrigin { connection, _ in
            try connection.send([UInt8](repeating: 0x61, count: 1 << 20))
            acknowledged.put((1 << 20) - connection.unacknowledged)
            _ = try mayGo.take("the client has waited")
            connection.reset()
        }
        try await withEngine { host in
            let client = try host.connect(receiveBuffer: 16_384)
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\n")
            _ = try client.receiveHead()
            let owed = try acknowledged.take("the server has said something")
            try letTheLoopTurn(host, site)
            mayGo.put(true)
            try letTheLoopTurn(host, site)
            let (text, end) = try client.receiveToEnd()
            #expect(text.utf8.count >= owed)
            #expect(end == .reset)
        }
    }

    /// A tunnel that its client resets has ended; what it upgraded to has not, and is cut off by its client.
    @Test(arguments: [true, false])
    func aClientThatResetsAbortsAnUpgradeAndEndsATunnel(isUpgrade: Bool) async throws {
        let origin = try ScriptedOrigin { connection, _ in
            if isUpgrade {
                _ = try connection.receiveHead()
                try connection.send(
                    "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: chat\r\n\r\nhi ")
            } else {
                try connection.send("hi ")
            }
            _ = try? connection.receiveToEnd()
        }
        try await withEngine { host in
            let client = try host.connect()
            let start =
                isUpgrade
                ? "GET \(origin.url) HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: Upgrade\r\nUpgrade: chat\r\n\r\n"
                : "CONNECT \(origin.host) HTTP/1.1\r\nHost: x\r\n\r\n"
            try client.send(start)
            _ = try client.receiveHead()
            #expect(try client.receive(exactly: 3) == Array("hi ".utf8))
            client.reset()
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome?.kind == (isUpgrade ? .aborted : .tunnel))
            #expect(flow.outcome?.by == .client)
        }
    }
}
