import Bytes
import Flow
import HTTPModel
import HTTPWire
import Testing

/// The way to a server that becomes known while it is sought.
@Suite struct ReroutedTests {
    private func begun(
        _ text: String, _ actions: inout [Exchange.Action], asks: Question.Stages = []
    ) throws -> Exchange {
        var decoder = HTTP1Decoder(role: .request)
        let decoded = try Bytes(text).withSpan { span throws(WireError) in try decoder.decode(span) }
        guard case .requestHead(let head, let framing)? = decoded?.part else { throw WayMissing() }
        var exchange = Exchange(
            request: head, framing: framing, persistent: true, policy: ForwardingPolicy(), asks: asks,
            interimLimit: 8)
        exchange.handle(.began, &actions)
        return exchange
    }

    private struct WayMissing: Error {}

    private func way(_ actions: [Exchange.Action]) throws -> Route {
        guard case .connect(let route, _)? = actions.last else { throw WayMissing() }
        return route
    }

    private func sent(_ actions: [Exchange.Action]) throws -> String {
        guard case .forwardRequest(let edits, _)? = actions.last else { throw WayMissing() }
        return edits.map { "\($0)" }.joined(separator: "\n")
    }

    @Test func aProxyThatReadsRequestsIsSentThemForAProxy() throws {
        var actions: [Exchange.Action] = []
        let text = "GET http://a.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n"
        var exchange = try begun(text, &actions)
        let straight = try way(actions)
        let proxy = try UpstreamProxy(url: "http://me:secret@p.example:3128")
        exchange.handle(.rerouted(Route(through: [.forward(proxy)], to: straight.destination)), &actions)
        #expect(exchange.waiting == .connection, "it is sought still")
        exchange.handle(.upstreamConnected(reused: false), &actions)
        let through = try sent(actions)
        #expect(through.contains("Proxy-Authorization"))

        var other: [Exchange.Action] = []
        var direct = try begun(text, &other)
        direct.handle(.upstreamConnected(reused: false), &other)
        #expect(try sent(other) != through && !(try sent(other)).contains("Proxy-Authorization"))

        // And back again, as when the proxy cannot be reached and the next way is straight.
        var third: [Exchange.Action] = []
        var back = try begun(text, &third)
        back.handle(.rerouted(Route(through: [.forward(proxy)], to: straight.destination)), &third)
        back.handle(.rerouted(straight), &third)
        back.handle(.upstreamConnected(reused: false), &third)
        #expect(try sent(third) == sent(other))
    }

    @Test func aTunnelStaysOne() throws {
        var actions: [Exchange.Action] = []
        var exchange = try begun("CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n", &actions)
        let straight = try way(actions)
        let proxy = try UpstreamProxy(url: "http://p.example:3128")
        exchange.handle(.rerouted(Route(through: [.connect(proxy)], to: straight.destination)), &actions)
        exchange.handle(.upstreamConnected(reused: false), &actions)
        #expect(actions.last == .openTunnel(.connect))
    }

    /// Asked before any server is sought, a tunnel leads where the answer says, or nowhere.
    @Test func aTunnelIsAskedAboutFirst() throws {
        let text = "CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n"
        let other = Route(Destination(host: "b.example", port: 8_443))
        for verdict in [Verdict.pass, .reroute(other), .hangUp(isReset: false, reason: "no")] {
            var actions: [Exchange.Action] = []
            var exchange = try begun(text, &actions, asks: .requestHead)
            #expect(actions.count == 1 && exchange.waiting == .verdict)
            guard case .ask(.requestHead)? = actions.first else { throw WayMissing() }
            exchange.handle(.answered(verdict, to: .requestHead), &actions)
            if case .hangUp = verdict {
                #expect(throws: WayMissing.self) { try way(actions) }
                continue
            }
            #expect(try way(actions).destination.host == (verdict == .pass ? "a.example" : "b.example"))
            exchange.handle(.upstreamConnected(reused: false), &actions)
            #expect(actions.last == .openTunnel(.connect))
        }
    }

    /// A proxy that was dialed and then said nothing: the time for the next way begins anew.
    @Test func theNextWayHasATimeOfItsOwn() throws {
        var actions: [Exchange.Action] = []
        var exchange = try begun("GET http://a.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n", &actions)
        let straight = try way(actions)
        let proxy = try UpstreamProxy(url: "http://p.example:3128")
        let through = Route(through: [.forward(proxy)], to: straight.destination)
        for route in [through, straight, straight] {
            exchange.handle(.seekReached(.handshake), &actions)
            #expect(exchange.waiting == .handshake)
            exchange.handle(.rerouted(route), &actions)
            #expect(exchange.waiting == .connection, "\(route)")
        }
    }

    /// Once a server is connected, the way is what it is.
    @Test func itComesTooLateForWhatWasSent() throws {
        var actions: [Exchange.Action] = []
        var exchange = try begun("GET http://a.example/x HTTP/1.1\r\nHost: a.example\r\n\r\n", &actions)
        let straight = try way(actions)
        exchange.handle(.upstreamConnected(reused: false), &actions)
        let count = actions.count
        let proxy = try UpstreamProxy(url: "http://p.example:3128")
        let before = exchange.standing
        exchange.handle(.rerouted(Route(through: [.forward(proxy)], to: straight.destination)), &actions)
        #expect(actions.count == count && exchange.standing.waiting == before.waiting)
    }
}
