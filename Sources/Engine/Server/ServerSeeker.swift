internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import Rules
internal import Site

/// Finds a new connection to a server: a built-in site, an address given with `--resolve`, or what the name resolves
/// to.
///
/// Belongs to who waits for it; calls `found` or `notFound` once, unless cancelled. The wait is limited by the client's
/// own timer.
final class ServerSeeker {
    /// Under which the connection is known.
    private let sought: Route
    /// The way that is taken.
    private var route: Route
    private var destination: Destination { route.destination }
    private unowned let client: any ServerRequester
    private let shard: ShardState
    private var ticket: ShardState.LookUp?
    private var connector: Connector?
    /// The user said where it is (`--resolve`).
    private var isOverridden = false
    /// While a handshake runs on it.
    private var leg: PlainStream?
    /// While proxies are passed.
    private var passage: HopPassage?
    /// Who is dialed: the first proxy, or the server itself.
    private var dialed: Destination
    /// While they are asked where the connection is to lead.
    private var scripts: ConnectionScripts?

    init(_ route: Route, client: any ServerRequester) {
        (sought, self.route) = (route, route)
        dialed = route.hops.first?.proxy.server ?? route.destination
        self.client = client
        shard = client.shard
    }

    func begin() {
        guard shard.configuration.asksServers else {
            return notFound(
                Outcome(
                    .failed, by: .proxy, .connectFailed, detail: "Hark answers every request and contacts no server."))
        }
        guard let record = client.scriptedRecord,
            let scripts = ConnectionScripts(
                .serverConnect, record, shard: shard, publish: { [unowned client] in client.publish($0) })
        else { return dial() }
        self.scripts = scripts
        // They have a time limit of their own.
        client.seekReached(.handshake)
        scripts.ask(about: ConnectionScripts.Course(route)) { [weak self] end in
            guard let self, self.scripts != nil else { return }
            self.scripts = nil
            client.seekReached(.connection)
            go(on: end)
        }
    }

    private func go(on end: ConnectionScripts.End) {
        switch end {
        case .goOn(let course), .tunnel(let course):
            if course.isProxyChosen || course.server != route.destination {
                let hops =
                    course.isProxyChosen
                    ? course.proxy.map { [$0.hop(to: course.server, isTunnel: true)] } ?? [] : route.hops
                route = Route(through: course.server.isBuiltIn ? [] : hops, to: course.server)
                dialed = route.hops.first?.proxy.server ?? route.destination
            }
            dial()
        case .drop(let reason): notFound(Outcome(.refused, by: .proxy, .refusedByRule, detail: reason))
        case .fail(let name): notFound(Outcome(.refused, by: .proxy, .scriptFailed, detail: name))
        case .respond: break
        }
    }

    private func dial() {
        if destination.isBuiltIn {
            connectToSite()
            return
        }
        if !route.hops.isEmpty, let refusal = refusalBehindProxies { return notFound(refusal) }
        if let override = shard.configuration.overrides.first(where: { $0.applies(to: dialed) }) {
            let port = override.addressPort ?? dialed.port
            isOverridden = true
            lookUp(override.address, port)
        } else if dialed.isLocalhost {
            // RFC 6761 §6.3: these names are loopback, and are not looked up.
            connect([.loopback6(port: dialed.port), .loopback4(port: dialed.port)])
        } else {
            lookUp(dialed.host.text, dialed.port)
        }
    }

    func cancel() {
        scripts?.close()
        scripts = nil
        if let ticket { shard.forget(ticket) }
        connector?.cancel()
        ticket = nil
        connector = nil
        leg?.close()
        leg = nil
        passage?.cancel()
        passage = nil
    }

    private func notFound(_ outcome: Outcome) {
        shard.tellScripts(of: destination, notReached: outcome)
        client.notFound(outcome)
    }

    /// A new connection, of which scripts may want to hear.
    private func opened(_ leg: PlainStream, at address: String) -> PlainStream {
        guard shard.configuration.scripts?.wantsConnections == true else { return leg }
        leg.watch = ConnectionWatch(
            shard, ScriptNotice.Peer(address: address, connection: shard.counters.nextUpstream()),
            host: "\(destination)")
        return leg
    }

    /// What a proxy is not asked for either: this proxy itself, and for clients from elsewhere what is on loopback, as
    /// far as an address tells. What a name means, the proxy alone knows.
    private var refusalBehindProxies: Outcome? {
        let address = Resolver.literal(destination.host.text, port: destination.port)
        if let address, shard.isOwn(address) {
            return Outcome(.refused, by: .client, .loop, detail: "\(destination) is \(address)")
        }
        let leadsToLoopback = destination.isLocalhost || address.map { AccessPolicy.forbidden(of: [$0]) != nil } == true
        guard leadsToLoopback, !client.mayReachThisMachine else { return nil }
        let detail = "\(destination) is on loopback, which only programs on this computer may reach"
        return Outcome(.refused, by: .client, .clientNotAllowed, detail: detail)
    }

    /// Those that are asked about a CONNECT to a proxy on the way.
    private func connectScripts() -> ConnectionScripts? {
        guard shard.configuration.scripts?.wants(.connectUpstream) == true, let record = client.scriptedRecord else {
            return nil
        }
        return ConnectionScripts(
            .connectUpstream, record, shard: shard, publish: { [unowned client] in client.publish($0) })
    }

    private func passProxies(_ leg: PlainStream, address: String) {
        guard !route.hops.isEmpty else { return connected(leg, address: address, isLocal: false) }
        // Proxies have times of their own, and say who was slow.
        client.seekReached(.handshake)
        let passage = HopPassage(route, on: leg, shard: shard, asking: connectScripts) { [self] result in
            self.passage = nil
            switch result {
            case .success(let leg): connected(leg, address: address, isLocal: false)
            case .failure(let failure): client.notFound(failure.outcome)
            }
        }
        self.passage = passage
        passage.begin()
    }

    // MARK: - Built-in sites

    private func connectToSite() {
        let name = destination.host.text
        guard let site = shard.sites[name.hasSuffix(".") ? String(name.dropLast()) : name] else {
            notFound(Outcome(.failed, by: .client, .nameNotFound, detail: "\(destination.host.text)"))
            return
        }
        guard destination.port == 80 || (destination.port == 443 && shard.tls?.sites != nil) else {
            notFound(Outcome(.failed, by: .upstream, .connectionRefused, detail: "\(destination)"))
            return
        }
        do {
            let (near, far) = try StreamSocket.pair(on: shard.loop)
            let asked = SiteAsked(
                site: site, host: destination.host.text, clientAddress: client.origin.address, shard: shard)
            let connection = SiteConnection(asked, leg: PlainStream(far, on: shard.loop))
            if destination.port == 443 { connection.beginSecurely() } else { connection.begin() }
            connected(opened(PlainStream(near, on: shard.loop), at: "built in"), address: "built in", isLocal: true)
        } catch {
            notFound(Outcome(.failed, by: .proxy, .resourcesExhausted, detail: "\(error)"))
        }
    }

    /// The way is there; TLS is next, when it is wanted.
    private func connected(_ leg: PlainStream, address: String, isLocal: Bool) {
        guard destination.isSecure, let service = shard.tls else {
            return found(leg, address: address, isLocal: isLocal, tls: nil)
        }
        client.publish(.transportConnected)
        client.seekReached(.handshake)
        self.leg = leg
        let handshake = ServerHandshake(
            service, destination, offering: client.serverProtocol(along: sought), on: leg, shard: shard)
        handshake.begin { [self] facts, failure in
            self.leg = nil
            guard let failure else { return found(leg, address: address, isLocal: isLocal, tls: facts) }
            leg.closeAfterFlush()
            client.publish(.handshakeEnded(facts))
            // It was reached; scripts hear of its TLS.
            client.notFound(Outcome(failure))
        }
    }

    private func found(_ leg: PlainStream, address: String, isLocal: Bool, tls: TLSFacts?) {
        let wanted = client.serverProtocol(along: sought)
        if tls.map(\.speaksHTTP2) ?? (wanted == .http2) {
            let connection = HTTP2ServerConnection(
                shard: shard, leg: leg, route: sought, address: address, isLocal: isLocal, tls: tls)
            connection.begin()
            return client.found(.http2(connection))
        }
        client.found(
            .http1(
                HTTP1ServerConnection(
                    shard: shard, leg: leg, route: sought, address: address, isLocal: isLocal, tls: tls,
                    offered: wanted)))
    }

    // MARK: - Servers on the network

    private func lookUp(_ host: String, _ port: UInt16) {
        if let address = Resolver.literal(host, port: port) {
            connect([address])
            return
        }
        client.seekReached(.lookUp)
        ticket = shard.resolve(host, port, for: self)
    }

    func resolved(_ result: Resolver.Outcome) {
        guard ticket != nil else { return }
        ticket = nil
        switch result {
        case .success(let addresses):
            client.publish(.nameResolved)
            client.seekReached(.connection)
            connect(addresses)
        case .failure(let error):
            let code: Outcome.Code = error.reason == .notFound ? .nameNotFound : .nameLookupFailed
            notFound(failure(code, "\(dialed.host.text): \(error.text)"))
        }
    }

    private func connect(_ addresses: [SocketAddress]) {
        if let own = addresses.first(where: { shard.isOwn($0) }) {
            notFound(Outcome(.refused, by: .client, .loop, detail: "\(dialed) is \(own)"))
            return
        }
        let isTrusted = client.mayReachThisMachine || isOverridden || !route.hops.isEmpty
        if !isTrusted, let own = AccessPolicy.forbidden(of: addresses) {
            let detail = "\(destination) is \(own.hostText), which only programs on this computer may reach"
            notFound(Outcome(.refused, by: .client, .clientNotAllowed, detail: detail))
            return
        }
        guard shard.mayConnect() else {
            let detail = "\(dialed): no file descriptor is left"
            return notFound(Outcome(.failed, by: .proxy, .resourcesExhausted, detail: detail))
        }
        // The client's timer ends the wait; this one is for a client that has none left to wait for.
        let time = shard.deadlines.connect
        let deadline = time.after(time.after(shard.loop.now))
        connector = Connector(addresses, on: shard.loop, deadline: deadline) { [self] result in
            connector = nil
            switch result {
            case .success(let socket):
                let address = socket.peerAddress.description
                passProxies(opened(PlainStream(socket, on: shard.loop), at: address), address: address)
            case .failure(let failure):
                notFound(outcome(of: failure))
            }
        }
    }

    private func outcome(of failure: ConnectFailure) -> Outcome {
        let code: Outcome.Code =
            switch failure.reason {
            case .refused: .connectionRefused
            case .unreachable: .unreachable
            case .timedOut: .connectTimedOut
            case .exhausted: .resourcesExhausted
            case .other: .connectFailed
            }
        // Of a server that was asked for by its address, the system says the same.
        let detail = "\(failure)".hasPrefix("\(dialed): ") ? "\(failure)" : "\(dialed): \(failure)"
        if failure.reason == .exhausted { return Outcome(.failed, by: .proxy, code, detail: detail) }
        return self.failure(code, detail)
    }

    /// Who was dialed could not be reached; of a proxy that is another matter than of the server.
    private func failure(_ code: Outcome.Code, _ detail: String) -> Outcome {
        guard let proxy = route.hops.first?.proxy else { return Outcome(.failed, by: .upstream, code, detail: detail) }
        let isLate = code == .connectTimedOut
        return Outcome(
            .failed, by: .upstream, isLate ? .upstreamProxyTimedOut : .upstreamProxyFailed,
            detail: "\(proxy): \(detail)")
    }
}

extension TLSFacts {
    /// What both sides agreed on by ALPN (RFC 7301).
    var speaksHTTP2: Bool { agreement?.applicationProtocol == "h2" }
}

/// Who needs a new connection to a server.
protocol ServerRequester: AnyObject {
    var shard: ShardState { get }
    var origin: ClientOrigin { get }
    /// The client is a program of this machine, or asks for what it was given by the user (`--reverse`).
    var mayReachThisMachine: Bool { get }
    /// The flow that needs the connection, as scripts see it; nil: none is asked about it.
    var scriptedRecord: FlowRecord? { get }
    func publish(_ fact: @autoclosure () -> FlowEvent.Fact)
    /// Another wait begins.
    func seekReached(_ step: Exchange.SeekStep)
    /// What may be spoken with the server.
    func serverProtocol(of server: Destination) -> ServerProtocol
    func found(_ connection: ServerConnection)
    func notFound(_ outcome: Outcome)
}

extension ServerRequester {
    var scriptedRecord: FlowRecord? { nil }

    /// What may be spoken along this way: a proxy that reads requests is sent HTTP/1.1.
    func serverProtocol(along route: Route) -> ServerProtocol {
        route.forwarder == nil ? serverProtocol(of: route.destination) : .http1
    }
}
