import Bytes
import Engine
import Flow
import Reactor
import TestKit
import Testing

/// Two proxies that stand in for each other: one request would take every descriptor there is.
@Suite struct RingTests {
    private static func standIn(for port: UInt16) -> ProxyConfiguration {
        .with {
            let server = Destination(host: "127.0.0.1", port: port)
            $0.listeners[0].policy = ForwardingPolicy(mode: .reverse(server, preserveHost: false))
            // The machine may be busy with other tests.
            $0.ringLink = .seconds(60)
        }
    }

    /// By a way that no address told: the far end is known by the near one.
    @Test func aConnectionOfTheProxysOwnIsNotServedWhenItComesBack() async throws {
        try await onThreads {
            let shared = OwnConnections()
            let back = try await EngineHost.start(ProxyConfiguration(), ownConnections: shared)
            let out = try await EngineHost.start(Self.standIn(for: back.port), ownConnections: shared)
            let client = try out.connect()
            try client.send("GET http://127.0.0.1:9/ HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.receiveResponse().status == "HTTP/1.1 403 Forbidden")
            // Anybody else is served as ever.
            let other = try back.connect()
            try other.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try other.receiveHead().hasPrefix("HTTP/1.1 400"))
            let returned = try #require(try back.finished(1).first)
            #expect(returned.outcome?.code == .loop && returned.outcome?.by == .client)
            await out.stop()
            await back.stop()
        }
    }

    @Test func aRequestThatGoesRoundAndRoundIsEnded() async throws {
        try await onThreads {
            let port = try Loopback.freePort()
            let one = try await EngineHost.start(Self.standIn(for: port))
            let other = try await EngineHost.start(Self.standIn(for: one.port), port: port)
            let client = try one.connect()
            try client.send("GET /round HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(try client.receiveResponse().status == "HTTP/1.1 508 Loop Detected")
            await one.stop()
            await other.stop()
            let flows = one.flows + other.flows
            #expect(flows.count { $0.outcome?.code == .ring } == 1)
            #expect(flows.count < 4 * RingGuard.limit)
            #expect(one.disorder.isEmpty && other.disorder.isEmpty)
        }
    }
}
