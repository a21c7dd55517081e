internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import Rules

/// Finds the server of an exchange: carries out what its course says, and tells it what was found.
///
/// Owned by the exchange's driver, on its loop.
final class ServerFinder: DriverPart, ServerRequester {
    /// How the exchange comes to its server.
    var course = ServerCourse()
    private var seeker: ServerSeeker?
    /// Reused, so that an exchange costs no array.
    private var spare: [ServerCourse.Action] = []

    var shard: ShardState { driver.shard }
    var origin: ClientOrigin { driver.origin }
    var scriptedRecord: FlowRecord? { driver.tunnel.scriptedRecord }

    func publish(_ fact: @autoclosure () -> FlowEvent.Fact) { driver.publish(fact()) }

    /// - Parameter found: the connection that the event is about, where others can use it.
    func course(_ event: ServerCourse.Event, found: HTTP2ServerConnection? = nil) {
        var actions: [ServerCourse.Action] = []
        swap(&actions, &spare)
        course.handle(event, &actions)
        // What is done may end the exchange, and with it all that holds the driver.
        withExtendedLifetime(driver) {
            for action in actions { perform(action, found) }
        }
        actions.removeAll(keepingCapacity: true)
        swap(&actions, &spare)
    }

    private func perform(_ action: ServerCourse.Action, _ found: HTTP2ServerConnection?) {
        switch action {
        case .askScript(let server): askScript(server)
        case .reroute(let route): driver.handle(.rerouted(route))
        case .take(let route, let reuse, let sources): take(route, reuse, from: sources)
        case .join(let route): course(.joined(route, isFirst: driver.shard.pool.join(route, driver)))
        case .dial(let route):
            let seeker = ServerSeeker(route, client: self)
            self.seeker = seeker
            afterConnectDelay { if self.seeker === seeker { seeker.begin() } }
        case .cancel: cancelSeeker()
        case .leaseFound: if let found { lease(from: found, reused: true) }
        case .leave(let route, let isOld, let isFound):
            for other in driver.shard.pool.endSeeking(route, serverIsOld: isOld) {
                other.seekAgain(route, isFound ? found : nil)
            }
        case .blame(let proxy): driver.shard.proxies.failed(proxy, now: driver.shard.loop.now)
        case .goWithout: driver.handle(.upstreamConnected(reused: false, version: .http11))
        case .giveUp(let outcome): driver.handle(.connectFailed(outcome))
        }
    }

    /// The exchange wants a server.
    func connect(along route: Route, _ reuse: Exchange.Reuse) {
        if let dead = driver.upstream {
            // The retry: the kept connection is gone, and the request goes out again.
            dead.close()
            driver.upstream = nil
            driver.publish(.retried)
        }
        driver.publish(.upstreamSought(host: route.destination.host.text, port: route.destination.port))
        course(.wanted(route, reuse, other: tunnelRoute(to: route.destination)))
    }

    /// The route that a rule names for a CONNECT. Requests ask their rules before.
    private func tunnelRoute(to server: Destination) -> Route? {
        guard let request = driver.request, request.asksForTunnel,
            let way = driver.shard.tunnelWay(request, driver.origin)
        else {
            return nil
        }
        let route = driver.policy.route(to: server, via: way.proxy, isTunnel: true)
        // Hark's own names are asked here, whatever a rule wants.
        if !route.hops.isEmpty {
            for act in way.acts { driver.publish(.ruleActed(act)) }
        }
        return route
    }

    private func askScript(_ server: Destination) {
        let flow = driver.flow
        let isConnect = driver.request?.asksForTunnel == true
        driver.shard.ways(
            to: server, by: driver.policy.way, isTunnel: driver.policy.isInside || isConnect, isUnknown: isConnect
        ) {
            [weak self] result in
            guard let self, driver.flow == flow, driver.exchange != nil else { return }
            switch result {
            case .success(let routes): course(.named(routes))
            case .failure(let mistake): course(.unnamed(mistake.text, canSpare: driver.tunnel.canSpareServer))
            }
        }
    }

    // MARK: - Connections that are there

    private func take(_ route: Route, _ reuse: Exchange.Reuse, from sources: [ServerCourse.Source]) {
        let driver = driver
        let route = driver.tunnel.scriptedRoute(route)
        guard !route.destination.isSecure || driver.shard.tls != nil else {
            return notFound(Outcome(.refused, by: .client, .unsupportedScheme, detail: "https"))
        }
        let isConnect = driver.request?.asksForTunnel == true
        if !isConnect, delaysConnection(along: route, reuse) {
            return afterConnectDelay { self.take(route, reuse, from: sources) }
        }
        for source in sources {
            switch source {
            case .shared:
                if let connection = sharedConnection(route) { return lease(from: connection, reused: true) }
            case .bound: if let mine = driver.bound.take(for: route) { return lease(mine, reused: true) }
            case .pool:
                let reuse = isConnect ? tunnelReuse(route.destination) : .init(reuse)
                guard let kept = driver.shard.pool.take(route, reuse, now: driver.shard.loop.now) else { break }
                return lease(kept, reused: true)
            }
        }
        course(.noneThere(route, mayShare: serverProtocol(along: route) != .http1))
    }

    /// A connection on which the server has shown itself to be the right one spares a handshake where a CONNECT will be
    /// opened. What else may be inside gets a connection of its own.
    private func tunnelReuse(_ destination: Destination) -> ServerPool.Reuse {
        guard let service = driver.shard.tls, !service.relays(destination.host), !driver.tunnel.isRelayed else {
            return .none
        }
        return .verified
    }

    /// Rules may want a connection that was made for this exchange, and has carried none before, to take its time.
    private func delaysConnection(along route: Route, _ reuse: Exchange.Reuse) -> Bool {
        guard driver.liveRules?.delaysConnection == true, reuse != .none else { return false }
        if serverProtocol(along: route) != .http1, let shared = driver.shard.pool.sharedConnection(route) {
            return !shared.hasServed
        }
        return driver.bound.hasNew(for: route)
    }

    private func afterConnectDelay(_ connect: @escaping () -> Void) {
        guard let rules = driver.liveRules, rules.delaysConnection else { return connect() }
        let flow = driver.flow
        rules.beforeConnecting { [weak self] in
            guard let self, driver.flow == flow, driver.exchange != nil, driver.upstream == nil else { return }
            // The connection has its whole time from here on, not what the delay has left of it.
            driver.clock.arm()
            connect()
        }
    }

    /// A connection of HTTP/2 that others use too, or the one that was made for the client's CONNECT.
    private func sharedConnection(_ route: Route) -> HTTP2ServerConnection? {
        let wanted = serverProtocol(along: route)
        guard wanted != .http1 else { return nil }
        if let connection = driver.shard.pool.sharedConnection(route) { return connection }
        guard wanted == .http2, !route.destination.isSecure, let mine = driver.bound.take(for: route) else {
            return nil
        }
        mine.detach()
        let connection = HTTP2ServerConnection(
            shard: driver.shard, leg: mine.leg, route: route, address: mine.address, isLocal: mine.isLocal,
            tls: nil,
            number: mine.number)
        connection.begin()
        return connection
    }

    // MARK: - Connections that are made

    var mayReachThisMachine: Bool {
        if case .reverse = driver.policy.mode { return true }
        return driver.origin.isLocal
    }

    func seekReached(_ step: Exchange.SeekStep) {
        driver.handle(.seekReached(step))
    }

    /// What the seeker found.
    func found(_ connection: ServerConnection) {
        let driver = driver
        defer { withExtendedLifetime(driver) {} }
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
        course(.notFound(outcome, canSpare: driver.tunnel.canSpareServer))
    }

    /// What another one found that looked along the same route.
    func seekAgain(_ route: Route, _ found: HTTP2ServerConnection?) {
        course(.othersFound(route, isUsable: found?.canOpenStream == true), found: found)
    }

    /// The exchange needs no server any more.
    func release() {
        cancelSeeker()
        course(.released)
    }

    /// Whether the wait for one route ends with the next, or a script's with that it did not answer.
    func triesMore(_ waiting: Exchange.Waiting) -> Bool {
        guard driver.upstream == nil, [.lookUp, .connection, .handshake].contains(waiting), course.triesMore else {
            return false
        }
        course(.timePassed(canSpare: driver.tunnel.canSpareServer))
        return true
    }

    private func cancelSeeker() {
        seeker?.cancel()
        seeker = nil
    }

    /// - Parameter reused: it was not made for this request, so it may have died since.
    private func lease(_ stream: any ServerStream, reused: Bool) {
        let driver = driver
        driver.upstream = stream
        driver.publish(.upstreamConnected(stream.lease))
        if let tls = stream.tls { driver.publish(.handshakeEnded(tls)) }
        stream.begin(for: driver)
        driver.pending.isRequestDue = true
        driver.handle(.upstreamConnected(reused: reused, version: stream.version))
    }

    /// A stream on this connection, if it serves for what is asked for; else HTTP/1.1 may.
    private func lease(from connection: HTTP2ServerConnection, reused: Bool) {
        guard let wanted = driver.request?.connectProtocol else {
            return lease(connection.open(), reused: reused)
        }
        let flow = driver.flow
        connection.whenSettled { [weak self] allowsExtendedConnect in
            guard let self, driver.flow == flow, driver.exchange != nil, driver.upstream == nil else { return }
            if allowsExtendedConnect { return lease(connection.open(), reused: reused) }
            course(.cannotExtend(connection.route, wanted))
        }
    }

    func serverProtocol(of server: Destination) -> ServerProtocol {
        let driver = driver
        // Read in place: binding the exchange, or the configuration, would copy all of it.
        guard driver.shard.configuration.speaksHTTP2, !course.needsHTTP1, driver.liveRules?.forcesHTTP1 != true,
            let request = driver.request, !driver.shard.pool.requiresHTTP1(server)
        else { return .http1 }
        return ServerProtocol(
            for: request, to: server, insists: driver.shard.configuration.upstreamHTTP2,
            offer: driver.policy.isForwardProxy ? nil : driver.origin.tls?.offer?.protocols,
            isKnown: speaksByPriorKnowledge)
    }

    private var speaksByPriorKnowledge: Bool {
        if case .inside(let server, _) = driver.policy.mode { !server.isSecure } else { false }
    }
}
