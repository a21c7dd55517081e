import Bytes
import Engine
import Flow
import TLSTestKit
import TestKit
import Testing

/// A client that ends its side behind a whole request: gone, or only done with sending.
@Suite(.timeLimit(.minutes(10))) struct LeavingClientsTests {
    /// Where the client leaves.
    enum Moment: CaseIterable {
        case beforeTheResponse, withinTheResponse
    }

    private static let stream = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n"

    /// A server that is silent before or within its response, and says when it was let go.
    private static func origin(_ moment: Moment, _ ended: Handover<Void>) throws -> ScriptedOrigin {
        try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            if moment == .withinTheResponse { try connection.send(stream) }
            _ = try? connection.receiveToEnd()
            ended.put(())
        }
    }

    private static func ask(_ host: EngineHost, _ origin: ScriptedOrigin, _ moment: Moment) throws -> RawConnection {
        let client = try host.connect()
        try client.get(origin.url)
        if moment == .withinTheResponse {
            _ = try client.receive(through: "data: 1\n\n")
        } else {
            try eventually("the server is asked") { host.flows.first?.request.sent != nil }
        }
        return client
    }

    private static func expectLeft(_ flow: FlowRecord?) {
        #expect(flow?.outcome?.kind == .aborted && flow?.outcome?.by == .client)
        #expect(flow?.outcome?.code == .clientClosed)
        #expect(flow?.outcome?.detail.isEmpty == false)
    }

    @Test(arguments: Moment.allCases, [false, true])
    func whoClosesTakesItsServerAlong(moment: Moment, usesSources: Bool) async throws {
        let ended = Handover<Void>()
        let origin = try Self.origin(moment, ended)
        // As long as anything else that could end it would take.
        try await withEngine(
            .with {
                $0.usesDispatchSources = usesSources
                $0.timeouts.halfClose = .seconds(3600)
            }
        ) { host in
            let client = try Self.ask(host, origin, moment)
            client.close()
            try ended.take("the server is let go")
            Self.expectLeft(try host.finished(1).first)
        }
    }

    /// It ends its side first, and closes later: nothing on the wire tells of that.
    @Test(arguments: Moment.allCases)
    func whoClosesLaterIsFoundOut(moment: Moment) async throws {
        let ended = Handover<Void>()
        let origin = try Self.origin(moment, ended)
        try await withEngine(.with { $0.timeouts.halfClose = .seconds(3600) }) { host in
            let client = try Self.ask(host, origin, moment)
            client.shutdownSending()
            try await Task.sleep(for: .milliseconds(300))
            #expect(host.flows.first?.isFinished == false)
            client.close()
            try ended.take("the server is let go")
            Self.expectLeft(try host.finished(1).first)
        }
    }

    /// RFC 9112 §9.6: whoever still has its socket is answered, however short the time for others is.
    @Test(arguments: Moment.allCases)
    func whoReadsOnIsServed(moment: Moment) async throws {
        let go = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            if moment == .withinTheResponse { try connection.send(Self.stream) }
            try go.take("the time has passed")
            try connection.send(moment == .withinTheResponse ? "data: 2\n\n" : reply("late"))
        }
        try await withEngine(.with { $0.timeouts.halfClose = .milliseconds(50) }) { host in
            let client = try Self.ask(host, origin, moment)
            client.shutdownSending()
            try await Task.sleep(for: .milliseconds(400))
            go.put(())
            #expect(try client.receiveToEnd().text.hasSuffix(moment == .withinTheResponse ? "data: 2\n\n" : "late"))
            #expect(try host.finished(1).first?.outcome == .complete)
        }
    }

    /// While the server is yet to be reached there is nobody to let go, and nobody to be asked in vain.
    @Test func whoClosesBeforeTheServerIsReachedAsksNobody() async throws {
        let origin = try ScriptedOrigin { connection, _ in _ = try? connection.receiveToEnd() }
        try await withEngine { host in
            let client = try host.connect()
            try client.send("GET \(origin.url) HTTP/1.1\r\nHost: x\r\n\r\n")
            client.close()
            Self.expectLeft(try host.finished(1).first)
        }
    }

    /// Requests that stand behind each other in one write, and the client reads on: all are answered.
    @Test func pipelinedRequestsOfWhoReadsOnAreAllAnswered() async throws {
        let origin = try ScriptedOrigin(answering: reply("here"))
        try await withEngine(.with { $0.timeouts.halfClose = .milliseconds(20) }) { host in
            let client = try host.connect()
            for _ in 0..<5 { try client.get(origin.url) }
            client.shutdownSending()
            for _ in 0..<5 { #expect(try client.receiveResponse().body == "here") }
            #expect(try host.finished(5).allSatisfy { $0.outcome == .complete })
        }
    }

    /// How the end follows the ClientHello.
    enum Leaving: CaseIterable {
        case later, halfLater, atOnce, withTheConnect
    }

    /// Half-closed or not: without its next message a handshake never ends, and its server is not kept until it would.
    @Test(arguments: Leaving.allCases)
    func whoLeavesWithinItsHandshakeTakesItsSilentServerAlong(how: Leaving) async throws {
        let lab = try TLSLab.shared.get()
        let ended = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try? connection.receiveToEnd()
            ended.put(())
        }
        let configuration = ProxyConfiguration.leading("origin.test", to: origin.port) {
            $0.timeouts.handshake = .seconds(3600)
        }
        try await withEngine(configuration, tls: lab.service()) { host in
            let hello = HostileClientTests.hello("origin.test").records()
            let client: RawConnection
            if how == .withTheConnect {
                client = try host.connect()
                let connect = "CONNECT origin.test:443 HTTP/1.1\r\nHost: origin.test:443\r\n\r\n"
                try client.send(Array(connect.utf8) + hello)
            } else {
                client = try host.tunnel()
                try client.send(hello)
            }
            if how == .later || how == .halfLater { try await Task.sleep(for: .milliseconds(200)) }
            if how == .later { client.close() } else { client.shutdownSending() }
            try ended.take("the server is let go")
            let flow = try #require(try host.finished(1).first)
            #expect(flow.outcome?.by == .client && flow.outcome?.kind != .tunnel)
            #expect(flow.outcome?.code == .closedInHandshake || how == .withTheConnect)
        }
    }
}
