import Bytes
import Engine
import Flow
import HTTPModel
import TLSTestKit
import TestKit
import Testing

/// A CONNECT may be given a kept connection on which the server was verified before; what turns out to need another
/// gets it.
@Suite struct KeptTunnelTests {
    /// An engine before a TLS origin that answers every request, with one connection kept and no client left.
    private func withKeptConnection(_ test: (EngineHost, ScriptedOrigin) async throws -> Void) async throws {
        let lab = try TLSLab.shared.get()
        let origin = try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            while (try? connection.receiveHead()) != nil { try connection.send(reply("hello")) }
        }
        try await withEngine(.leading("origin.test", to: origin.port), tls: lab.service()) { host in
            let first = try host.secure()
            try first.get()
            #expect(try first.receiveResponse().body == "hello")
            first.close()
            _ = try host.finished(2)
            try await test(host, origin)
        }
    }

    @Test func aSecondTunnelUsesTheConnectionOfTheFirst() async throws {
        try await withKeptConnection { host, _ in
            let client = try host.secure()
            try client.get()
            #expect(try client.receiveResponse().body == "hello")
            client.close()
            let flows = try host.finished(4)
            #expect(flows.map { $0.upstream?.reused } == [false, false, true, true])
            #expect(Set(flows.map { $0.upstream?.connection }).count == 1)
            // What is known of the server's certificate is told with each of them.
            #expect(flows.allSatisfy { $0.upstreamTLS?.isVerified == true })
            #expect(flows.map { $0.outcome?.code } == [.opened, .ok, .opened, .ok])
        }
    }

    @Test func anotherNameInsideHasTheServerAskedAnew() async throws {
        try await withKeptConnection { host, _ in
            let client = try host.secure(asking: "www.origin.test")
            try client.get(host: "www.origin.test")
            // The origin has no certificate for that name.
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 502 "))
            client.close()
            let flows = try host.finished(4)
            #expect(flows[3].outcome?.code == .wrongHost)
            let flow = flows[2]
            #expect(flow.request.quirks.map(\.code) == [.serverNameDisagrees])
            #expect(flow.upstream?.reused == false)
        }
    }

    @Test func whatIsNotTLSGetsAConnectionOfItsOwn() async throws {
        try await withKeptConnection { host, _ in
            let client = try host.tunnel()
            try client.send("\u{1}neither\n")
            // The origin speaks TLS and ends what is not.
            _ = try? client.receiveToEnd()
            client.close()
            let flow = try host.finished(3)[2]
            #expect(flow.outcome?.kind == .tunnel)
            #expect(flow.upstream?.reused == false && flow.relayedSent == 9)
            // The kept one is still there for who can use it.
            let next = try host.secure()
            try next.get()
            #expect(try next.receiveResponse().body == "hello")
            next.close()
            #expect(try host.finished(5).last?.upstream?.reused == true)
        }
    }

    @Test func aClientThatLeavesGivesItBack() async throws {
        try await withKeptConnection { host, _ in
            let leaving = try host.tunnel()
            leaving.close()
            _ = try host.finished(3)
            let next = try host.secure()
            try next.get()
            #expect(try next.receiveResponse().body == "hello")
            next.close()
            let flows = try host.finished(5)
            #expect(Set(flows.map { $0.upstream?.connection }).count == 1)
            #expect(flows[2].outcome?.kind == .tunnel && flows[2].relayedSent == 0)
        }
    }
}
