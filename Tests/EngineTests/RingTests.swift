import Bytes
import Engine
import Flow
import TestKit
import Testing

/// Two proxies that stand in for each other: one request would take every descriptor there is.
@Suite struct RingTests {
    private static func standIn(for port: UInt16) -> ProxyConfiguration {
        .with {
            let server = Destination(host: "127.0.0.1", port: port)
            $0.policy = ForwardingPolicy(mode: .reverse(server, preserveHost: false))
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
