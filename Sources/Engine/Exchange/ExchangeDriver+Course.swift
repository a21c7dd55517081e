internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import Rules
internal import TLSModel

/// The course to the server: carries out what it says, and tells it what was found.
extension ExchangeDriver: ConnectionAwaiter {
    /// - Parameter found: the connection that the event is about, where others can use it.
    func course(_ event: ServerCourse.Event, found: HTTP2ServerConnection? = nil) {
        var actions: [ServerCourse.Action] = []
        swap(&actions, &courseActions)
        course.handle(event, &actions)
        for action in actions { perform(action, found) }
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &courseActions)
    }

    private func perform(_ action: ServerCourse.Action, _ found: HTTP2ServerConnection?) {
        switch action {
        case .askScript(let server): askScript(server)
        case .reroute(let route): handle(.rerouted(route))
        case .take(let route, let reuse, let sources): take(route, reuse, from: sources)
        case .join(let route): course(.joined(route, isFirst: shard.pool.join(route, self)))
        case .dial(let route):
            let seeker = ServerSeeker(route, client: self)
            self.seeker = seeker
            afterConnectDelay { if $0.seeker === seeker { seeker.begin() } }
        case .cancel: cancelSeeker()
        case .leaseFound: if let found { lease(from: found, reused: true) }
        case .leave(let route, let isOld, let isFound):
            for driver in shard.pool.endSeeking(route, serverIsOld: isOld) {
                driver.seekAgain(route, isFound ? found : nil)
            }
        case .blame(let proxy): shard.proxies.failed(proxy, now: shard.loop.now)
        case .goWithout: handle(.upstreamConnected(reused: false, version: .http11))
        case .giveUp(let outcome): handle(.connectFailed(outcome))
        }
    }

    /// The exchange wants a server.
    func connect(along route: Route, _ reuse: Exchange.Reuse) {
        if let dead = upstream {
            // The retry: the kept connection is gone, and the request goes out again.
            dead.close()
            upstream = nil
            publish(.retried)
        }
        publish(.upstreamSought(host: route.destination.host.text, port: route.destination.port))
        course(.wanted(route, reuse, other: tunnelRoute(to: route.destination)))
    }

    /// The route that a rule names for a CONNECT. Requests ask their rules before.
    private func tunnelRoute(to server: Destination) -> Route? {
        guard let request = exchange?.request, request.asksForTunnel,
            let way = shard.tunnelWay(request, origin)
        else {
            return nil
        }
        let route = policy.route(to: server, via: way.proxy, isTunnel: true)
        // Hark's own names are asked here, whatever a rule wants.
        if !route.hops.isEmpty {
            for act in way.acts { publish(.ruleActed(act)) }
        }
        return route
    }

    private func askScript(_ server: Destination) {
        let flow = flow
        let isConnect = exchange?.request.asksForTunnel == true
        shard.ways(
            to: server, by: policy.way, isTunnel: policy.isInside || isConnect, isUnknown: isConnect
        ) {
            [weak self] result in
            guard let self, self.flow == flow, exchange != nil else { return }
            switch result {
            case .success(let routes): course(.named(routes))
            case .failure(let mistake): course(.unnamed(mistake.text, canSpare: canSpareServer))
            }
        }
    }

    // MARK: - Connections that are there

    private func take(_ route: Route, _ reuse: Exchange.Reuse, from sources: [ServerCourse.Source]) {
        let route = scriptedRoute(route)
        guard !route.destination.isSecure || shard.tls != nil else {
            return notFound(Outcome(.refused, by: .client, .unsupportedScheme, detail: "https"))
        }
        let isConnect = exchange?.request.asksForTunnel == true
        if !isConnect, delaysConnection(along: route, reuse) {
            return afterConnectDelay { $0.take(route, reuse, from: sources) }
        }
        for source in sources {
            switch source {
            case .shared:
                if let connection = sharedConnection(route) { return lease(from: connection, reused: true) }
            case .bound: if let mine = bound.take(for: route) { return lease(mine, reused: true) }
            case .pool:
                let reuse = isConnect ? tunnelReuse(route.destination) : .init(reuse)
                guard let kept = shard.pool.take(route, reuse, now: shard.loop.now) else { break }
                return lease(kept, reused: true)
            }
        }
        course(.noneThere(route, mayShare: serverProtocol(along: route) != .http1))
    }

    /// A connection on which the server has shown itself to be the right one spares a handshake where a CONNECT will be
    /// opened. What else may be inside gets a connection of its own.
    private func tunnelReuse(_ destination: Destination) -> ServerPool.Reuse {
        guard let service = shard.tls, !service.relays(destination.host), !tunnelOrders.isRelayed else {
            return .none
        }
        return .verified
    }

    /// Rules may want a connection that was made for this exchange, and has carried none before, to take its time.
    private func delaysConnection(along route: Route, _ reuse: Exchange.Reuse) -> Bool {
        guard liveRules?.delaysConnection == true, reuse != .none else { return false }
        if serverProtocol(along: route) != .http1, let shared = shard.pool.sharedConnection(route) {
            return !shared.hasServed
        }
        return bound.hasNew(for: route)
    }

    private func afterConnectDelay(_ connect: @escaping (ExchangeDriver) -> Void) {
        guard let liveRules, liveRules.delaysConnection else { return connect(self) }
        let flow = flow
        liveRules.beforeConnecting { [weak self] in
            guard let self, self.flow == flow, exchange != nil, upstream == nil else { return }
            // The connection has its whole time from here on, not what the delay has left of it.
            armTimer()
            connect(self)
        }
    }

    /// A connection of HTTP/2 that others use too, or the one that was made for the client's CONNECT.
    private func sharedConnection(_ route: Route) -> HTTP2ServerConnection? {
        let wanted = serverProtocol(along: route)
        guard wanted != .http1 else { return nil }
        if let connection = shard.pool.sharedConnection(route) { return connection }
        guard wanted == .http2, !route.destination.isSecure, let mine = bound.take(for: route) else {
            return nil
        }
        mine.detach()
        let connection = HTTP2ServerConnection(
            shard: shard, leg: mine.leg, route: route, address: mine.address, isLocal: mine.isLocal,
            tls: nil,
            number: mine.number)
        connection.begin()
        return connection
    }

    // MARK: - Connections that are made

    var mayReachThisMachine: Bool {
        if case .reverse = policy.mode { return true }
        return origin.isLocal
    }

    func seekReached(_ step: Exchange.SeekStep) {
        handle(.seekReached(step))
    }

    /// What the seeker found.
    func found(_ connection: ServerConnection) {
        seeker = nil
        switch connection {
        case .http1(let connection):
            lease(connection, reused: false)
            course(.found(isOld: true))
        case .http2(let connection):
            lease(from: connection, reused: false)
            course(.found(isOld: false), found: connection)
        }
    }

    func notFound(_ outcome: Outcome) {
        seeker = nil
        course(.notFound(outcome, canSpare: canSpareServer))
    }

    /// What another one found that looked along the same route.
    func seekAgain(_ route: Route, _ found: HTTP2ServerConnection?) {
        course(.othersFound(route, isUsable: found?.canOpenStream == true), found: found)
    }

    func cancelSeeker() {
        seeker?.cancel()
        seeker = nil
    }

    /// - Parameter reused: it was not made for this request, so it may have died since.
    private func lease(_ stream: any ServerStream, reused: Bool) {
        upstream = stream
        publish(.upstreamConnected(stream.lease))
        if let tls = stream.tls { publish(.handshakeEnded(tls)) }
        stream.begin(for: self)
        isRequestDue = true
        handle(.upstreamConnected(reused: reused, version: stream.version))
    }

    /// A stream on this connection, if it serves for what is asked for; else HTTP/1.1 may.
    private func lease(from connection: HTTP2ServerConnection, reused: Bool) {
        guard let wanted = exchange?.request.connectProtocol else {
            return lease(connection.open(), reused: reused)
        }
        let flow = flow
        connection.whenSettled { [weak self] allowsExtendedConnect in
            guard let self, self.flow == flow, exchange != nil, upstream == nil else { return }
            if allowsExtendedConnect { return lease(connection.open(), reused: reused) }
            course(.cannotExtend(connection.route, wanted))
        }
    }

    func serverProtocol(of server: Destination) -> ServerProtocol {
        // Read in place: binding the exchange, or the configuration, would copy all of it.
        guard shard.configuration.speaksHTTP2, !course.needsHTTP1, liveRules?.forcesHTTP1 != true,
            let request = exchange?.request, !shard.pool.requiresHTTP1(server)
        else { return .http1 }
        return ServerProtocol(
            for: request, to: server, insists: shard.configuration.upstreamHTTP2,
            offer: policy.isForwardProxy ? nil : origin.tls?.offer?.protocols,
            isKnown: speaksByPriorKnowledge)
    }

    private var speaksByPriorKnowledge: Bool {
        if case .inside(let server, _) = policy.mode { !server.isSecure } else { false }
    }
}
