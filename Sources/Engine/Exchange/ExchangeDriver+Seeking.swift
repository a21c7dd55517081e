internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor

/// What is spoken with a server, and how exchanges share what was found.
extension ExchangeDriver: ConnectionAwaiter {
    /// What the seeker found.
    func found(_ connection: ServerConnection) {
        seeker = nil
        switch connection {
        case .http1(let connection):
            lease(connection, reused: false)
            stopSeeking(serverIsOld: true)
        case .http2(let connection):
            lease(from: connection, reused: false)
            stopSeeking(serverIsOld: false, found: connection)
        }
    }

    /// Many streams that ask a server at once make one connection to it. Whether this is to find it: else it hears of
    /// what another one found.
    func isFirstToSeek(_ route: Route, _ reuse: Exchange.Reuse) -> Bool {
        guard serverProtocol(along: route) != .http1 else { return true }
        guard shard.pool.join(route, self) else {
            awaited = (route, reuse)
            return false
        }
        sought = route
        return true
    }

    /// - Parameters:
    ///   - serverIsOld: it speaks HTTP/1, so that each has to find a connection of its own.
    ///   - found: one that all can use.
    func stopSeeking(serverIsOld: Bool, found: HTTP2ServerConnection? = nil) {
        awaited = nil
        guard let route = sought else { return }
        sought = nil
        for driver in shard.pool.endSeeking(route, serverIsOld: serverIsOld) {
            driver.seekAgain(route, found)
        }
    }

    func seekAgain(_ sought: Route, _ found: HTTP2ServerConnection?) {
        // It may have stopped waiting for that one, and may wait for another by now.
        guard let (route, reuse) = awaited, route == sought else { return }
        awaited = nil
        if let found, found.canOpenStream { return lease(from: found, reused: true) }
        seek(along: route, reuse)
    }

    /// A stream on this connection, if it serves for what is asked for; else HTTP/1.1 does.
    func lease(from connection: HTTP2ServerConnection, reused: Bool) {
        guard let wanted = exchange?.request.connectProtocol else { return lease(connection.open(), reused: reused) }
        let flow = flow
        connection.whenSettled { [weak self] allowsExtendedConnect in
            guard let self, self.flow == flow, exchange != nil, upstream == nil else { return }
            if allowsExtendedConnect { return lease(connection.open(), reused: reused) }
            // RFC 8441 §3: it must not be asked so. HTTP/1.1 has a way to a WebSocket alone (RFC 6455 §4.1).
            guard wanted.equalsIgnoringCase("websocket") else {
                let detail =
                    "The server does not offer extended CONNECT (RFC 8441 §3), and HTTP/1.1 cannot open "
                    + "\(wanted.text)."
                return handle(.connectFailed(Outcome(.refused, by: .client, .unsupportedMethod, detail: detail)))
            }
            needsHTTP1 = true
            seek(along: connection.route, .none)
        }
    }

    /// A connection of HTTP/2 that others use too, or the one that was made for the client's CONNECT.
    func sharedConnection(_ route: Route) -> HTTP2ServerConnection? {
        let wanted = serverProtocol(along: route)
        guard wanted != .http1 else { return nil }
        if let connection = shard.pool.sharedConnection(route) { return connection }
        guard wanted == .http2, !route.destination.isSecure, let mine = bound.take(for: route) else { return nil }
        mine.detach()
        let connection = HTTP2ServerConnection(
            shard: shard, leg: mine.leg, route: route, address: mine.address, isLocal: mine.isLocal, tls: nil,
            number: mine.number)
        connection.begin()
        return connection
    }

    /// The server is offered what the client offered, so that Hark makes nobody speak what it would not speak without.
    func serverProtocol(of server: Destination) -> ServerProtocol {
        // Read in place: binding the exchange, or the configuration, would copy all of it.
        guard shard.configuration.speaksHTTP2, server.isSecure || !server.isBuiltIn, !needsHTTP1,
            let request = exchange?.request, !request.asksForTunnel, !shard.pool.requiresHTTP1(server)
        else { return .http1 }
        if liveRules?.forcesHTTP1 == true { return .http1 }
        if shard.configuration.upstreamHTTP2 { return .http2 }
        guard request.version.major >= 2 else { return .http1 }
        guard server.isSecure else { return speaksByPriorKnowledge ? .http2 : .http1 }
        // A forward proxy agreed with its client on what is spoken with the proxy (RFC 7301 §3.1), which says nothing
        // of the server.
        guard !policy.isForwardProxy, let offer = origin.tls?.offer?.protocols else { return .either }
        return ServerProtocol(http1: offer.contains { $0.isExactly("http/1.1") }, http2: true)
    }

    /// In cleartext a server cannot choose: without `--upstream-http2`, only the client of a tunnel who began with the
    /// preface knows that its server speaks HTTP/2 (RFC 9113 §3.3).
    private var speaksByPriorKnowledge: Bool {
        if case .inside(let server, _) = policy.mode { !server.isSecure } else { false }
    }
}
