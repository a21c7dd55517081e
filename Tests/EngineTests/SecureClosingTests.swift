import Bytes
import Engine
import Flow
import HTTPModel
import TLS
import TLSTestKit
import TestKit
import Testing

/// Clients that leave, with a close or a reset, in every state of a TLS connection: one flow tells of it, and the
/// engine keeps nothing.
@Suite struct SecureClosingTests {
    /// An origin that serves whoever asks, over TLS.
    private static func serve(_ lab: TLSLab) throws -> ScriptedOrigin {
        try ScriptedOrigin(secure: lab.origin, as: lab.good) { connection, _ in
            while let head = try? connection.receiveHead() {
                if head.hasPrefix("GET /half") {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")
                    _ = try? connection.receiveToEnd()
                    return
                }
                try connection.send(reply("hello"))
            }
        }
    }

    /// Carries out `act` and answers with the flows, the first of which is the CONNECT's.
    private func flows(
        _ count: Int, handshake: Duration = .seconds(10), servesOneCommand: Bool = false,
        _ act: (EngineHost, TLSLab) throws -> Void
    ) async throws -> [FlowRecord] {
        let lab = try TLSLab.shared.get()
        let origin = try Self.serve(lab)
        var flows: [FlowRecord] = []
        let configuration = ProxyConfiguration.leading("origin.test", to: origin.port) {
            $0.timeouts.handshake = handshake
            $0.servesOneCommand = servesOneCommand
            $0.timeouts.tunnelHalfClosed = .seconds(2)
        }
        try await withEngine(configuration, tls: lab.service()) { host in
            try act(host, lab)
            flows = try host.finished(count)
            #expect(flows.count == count)
            // Nobody else is disturbed.
            let other = try host.secure()
            try other.get()
            #expect(try other.receiveResponse().body == "hello")
            other.close()
        }
        return flows
    }

    private func leave(_ connection: RawConnection, resetting: Bool) {
        resetting ? connection.reset() : connection.close()
    }

    @Test(arguments: [false, true])
    func afterConnect(resetting: Bool) async throws {
        let flows = try await flows(1) { host, _ in leave(try host.tunnel(), resetting: resetting) }
        #expect(flows[0].outcome?.kind == (resetting ? .aborted : .tunnel))
    }

    @Test(arguments: [false, true])
    func withinTheClientHello(resetting: Bool) async throws {
        let flows = try await flows(1) { host, _ in
            let client = try host.tunnel()
            try client.send(HostileClientTests.hello("origin.test").records().prefix(50))
            leave(client, resetting: resetting)
        }
        let outcome = try #require(flows[0].outcome)
        #expect(outcome.by == .client)
        #expect(resetting ? outcome.kind == .aborted : outcome.code == .closedInHandshake)
    }

    /// It has seen our certificate, and says nothing: most likely it did not like it.
    @Test(arguments: [false, true])
    func afterOurCertificate(resetting: Bool) async throws {
        let flows = try await flows(1) { host, _ in
            let client = try host.tunnel()
            try client.send(HostileClientTests.hello("origin.test").records())
            #expect(try client.receive(exactly: 1) == [22])
            leave(client, resetting: resetting)
        }
        #expect(flows[0].outcome?.code == .clientDoesNotTrust)
        #expect(flows[0].outcome?.text.contains("hark run") == true)
        #expect(flows[0].clientTLS?.failure?.code == "clientDoesNotTrust")
    }

    @Test(arguments: [false, true])
    func afterTheHandshake(resetting: Bool) async throws {
        let flows = try await flows(1) { host, _ in
            let client = try host.secure()
            resetting ? client.raw.reset() : client.raw.close()
        }
        #expect(flows[0].outcome?.code == .closedUnused && flows[0].outcome?.by == .client)
        #expect(flows[0].clientTLS?.agreement != nil)
    }

    /// Under `hark run` the advice to use it would be of no use.
    @Test(arguments: ["", "User-Agent: curl/8.5\r\n"])
    func aClientThatWasStartedByHarkIsNotToldToBe(fields: String) async throws {
        let flows = try await flows(1, servesOneCommand: true) { host, _ in
            let client = try host.tunnel(fields: fields)
            try client.send(HostileClientTests.hello("origin.test").records())
            #expect(try client.receive(exactly: 1) == [22])
            client.close()
        }
        let text = try #require(flows[0].outcome?.text)
        #expect(flows[0].outcome?.code == .clientDoesNotTrust)
        #expect(!text.contains("start it with") && !text.contains("Start the client"))
        #expect(text.contains(fields.isEmpty ? "SSL_CERT_FILE" : "--cacert"))
    }

    /// Browsers open connections ahead of need; one that finished its handshake has trusted the certificate.
    @Test(arguments: [false, true])
    func anUnusedTunnelOfABrowserIsNotTakenForDistrust(saysGoodbye: Bool) async throws {
        let browser = "User-Agent: Mozilla/5.0 (X11; Linux x86_64) Chrome/126.0.0.0 Safari/537.36\r\n"
        let flows = try await flows(1) { host, _ in
            let lab = try TLSLab.shared.get()
            let client = try SecureConnection(
                host.tunnel(fields: browser), connecting: lab.trusting, to: "origin.test")
            saysGoodbye ? client.close() : client.raw.close()
        }
        #expect(flows[0].outcome?.code == .closedUnused)
        #expect(flows[0].outcome?.text.contains("trust") == false)
    }

    /// Node looks at the certificate when the handshake is over; who resumes a session has done so before.
    @Test func anUnusedTunnelOfAClientThatJudgesLateMayBeDistrust() async throws {
        let flows = try await flows(1) { host, _ in
            let lab = try TLSLab.shared.get()
            let client = try SecureConnection(
                host.tunnel(fields: "User-Agent: node\r\n"), connecting: lab.client(), to: "origin.test")
            client.close()
        }
        #expect(flows[0].outcome?.text.contains("NODE_EXTRA_CA_CERTS") == true)
    }

    @Test func afterTheHandshakeWithCloseNotify() async throws {
        let flows = try await flows(1) { host, _ in try host.secure().close() }
        #expect(flows[0].outcome?.code == .closedUnused)
    }

    @Test func withinARequestsHead() async throws {
        let flows = try await flows(3) { host, _ in
            let client = try host.secure()
            try client.get()
            _ = try client.receiveResponse()
            try client.send("GET /sec")
            client.close()
        }
        #expect(flows[1].outcome == .complete)
        #expect(flows[2].outcome?.code == .clientClosed && flows[2].request.malformedHead == "GET /sec")
    }

    @Test(arguments: [false, true])
    func withinARequestsBody(resetting: Bool) async throws {
        let flows = try await flows(2) { host, _ in
            let client = try host.secure()
            try client.send("PUT / HTTP/1.1\r\nHost: origin.test\r\nContent-Length: 100\r\n\r\nhello")
            _ = try client.receiveResponse()
            resetting ? client.raw.reset() : client.raw.close()
        }
        #expect(flows[0].outcome?.code == .opened)
        #expect(flows[1].outcome?.by == .upstream || flows[1].outcome?.by == .client)
        #expect(!flows[1].request.hasEnded)
    }

    @Test(arguments: [false, true])
    func withinAResponse(resetting: Bool) async throws {
        let flows = try await flows(2) { host, _ in
            let client = try host.secure()
            try client.get("/half")
            _ = try client.receive(through: "hello")
            resetting ? client.raw.reset() : client.raw.close()
        }
        #expect(flows[1].outcome?.kind == .aborted)
        #expect(flows[1].outcome?.code == .clientClosed && flows[1].outcome?.by == .client)
    }

    /// The server's handshake takes its time, and the client does not wait for it.
    @Test(arguments: [false, true])
    func whileTheServersHandshakeRuns(resetting: Bool) async throws {
        let lab = try TLSLab.shared.get()
        let arrived = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receive(exactly: 1)
            arrived.put(())
            _ = try? connection.receiveToEnd()
        }
        let configuration = ProxyConfiguration.leading("origin.test", to: origin.port) {
            $0.timeouts.handshake = .milliseconds(2_000)
        }
        try await withEngine(configuration, tls: lab.service()) { host in
            let client = try host.tunnel()
            try client.send(HostileClientTests.hello("origin.test").records())
            try arrived.take("the server is asked")
            leave(client, resetting: resetting)
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome?.by == .client)
        }
    }

    @Test func aProxyThatStopsWithinHandshakesSaysSo() async throws {
        let lab = try TLSLab.shared.get()
        let arrived = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receive(exactly: 1)
            arrived.put(())
            _ = try? connection.receiveToEnd()
        }
        let configuration = ProxyConfiguration.leading("origin.test", to: origin.port) {
            $0.timeouts.grace = .milliseconds(100)
            // However long the machine takes: the proxy is stopped before.
            $0.timeouts.handshake = .seconds(600)
        }
        let host = try await EngineHost.start(configuration, tls: lab.service())
        try await onThreads {
            let client = try host.tunnel()
            try client.send(HostileClientTests.hello("origin.test").records())
            try arrived.take("the server is asked")
            await host.stop()
            // It was there all the time.
            client.close()
        }
        #expect(host.flows.map { $0.outcome?.code } == [.shuttingDown])
        #expect(host.disorder.isEmpty)
    }
}
