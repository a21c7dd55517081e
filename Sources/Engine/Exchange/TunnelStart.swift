internal import Bytes
internal import Filter
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor
internal import Rules

/// How an exchange becomes a tunnel: what scripts say of a client that wants one, before any server is contacted, and
/// who has both sides then.
///
/// Owned by the exchange's driver, on its loop.
final class TunnelStart: DriverPart {
    /// While scripts are asked about the CONNECT.
    private var asked: ConnectionScripts?
    /// The way that they chose; nil: the one that the request asks for.
    private var chosen: Route?
    /// What is inside passes unread.
    private(set) var isRelayed = false
    /// How the messages of a WebSocket are compressed, where somebody sees to their rules.
    private var deflate: WebSocketDeflate?
    /// What its frames mean is not known, so that nobody can see to it.
    private var hasOtherExtension = false

    /// Another exchange begins.
    func begin() {
        close()
        (chosen, isRelayed) = (nil, false)
    }

    /// Nobody needs the answer any more.
    func close() {
        asked?.close()
        asked = nil
    }

    /// The head of a response goes on with which a WebSocket may begin.
    func note(_ head: ResponseHead) {
        guard driver.shard.configuration.isStrict || driver.shard.configuration.rules != nil && mayBeWebSocket else {
            return
        }
        deflate = WebSocketHandshake.deflate(head.fields)
        hasOtherExtension = WebSocketHandshake.hasOtherExtension(head.fields)
    }

    /// As far as its request tells: of an upgrade, or an extended CONNECT (RFC 8441 §4).
    private var mayBeWebSocket: Bool {
        guard let request = driver.request else { return false }
        return request.method == .connect || request.fields.contains(.upgrade)
    }

    // MARK: - What scripts say

    /// The stages at which this request's exchange asks.
    func stages(for head: RequestHead) -> Question.Stages {
        guard head.asksForTunnel else { return driver.liveRules?.stages ?? driver.rules.stages }
        // The flags of the command line are about requests that go on, which this one does not.
        return driver.shard.configuration.scripts?.wants(.connect) == true ? .requestHead : []
    }

    var scriptedRecord: FlowRecord? {
        guard let request = driver.request, let scripts = driver.shard.configuration.scripts,
            scripts.wants(.serverConnect) || scripts.wants(.connectUpstream) || scripts.wants(.connect)
        else { return nil }
        return record(of: request)
    }

    private func record(of request: RequestHead) -> FlowRecord {
        driver.shard.record(
            request, driver.origin, driver.origin.tls.map { [.handshakeEnded($0)] } ?? [], of: driver.flow)
    }

    /// Where scripts say which way a connection takes, it serves the client that they were asked for, and no other: of
    /// another one they may say something else.
    func scriptedRoute(_ route: Route) -> Route {
        guard route.client == nil, let scripts = driver.shard.configuration.scripts, scripts.wants(.serverConnect),
            let record = scriptedRecord, scripts.isAsked(.serverConnect, FilterSubject(record, reader: RuleRun.reader))
        else { return route }
        return route.only(for: driver.origin.number)
    }

    /// Asks about the CONNECT; its answer comes later, or at once where no script wants to know of it.
    func askAboutTunnel() {
        guard let request = driver.request, case .tunnel(let route) = driver.policy.plan(request),
            let record = scriptedRecord,
            let scripts = ConnectionScripts(
                .connect, record, shard: driver.shard, publish: { [unowned self] in driver.publish($0) })
        else { return driver.handle(.answered(.pass, to: .requestHead)) }
        asked = scripts
        scripts.ask(about: ConnectionScripts.Course(route)) { [weak self] end in
            guard let self, driver.exchange != nil, asked === scripts else { return }
            asked = nil
            driver.handle(.answered(verdict(end, route), to: .requestHead))
        }
    }

    /// The client that wants a tunnel was answered by `head`, as sent; `failure`: why it gets none.
    func tellScripts(ofTunnel on: ScriptEventKind, _ head: Bytes, _ failure: Outcome? = nil) {
        guard let scripts = driver.shard.configuration.scripts, scripts.wants(on),
            let request = driver.request,
            request.asksForTunnel
        else { return }
        let record = record(of: request)
        var notice = ScriptNotice(on, time: driver.shard.wallClock(at: driver.shard.now()))
        notice.flow = scripts.number(driver.flow)
        notice.client = ScriptNotice.Peer(address: driver.origin.address, connection: driver.origin.number)
        notice.server = ScriptNotice.Peer(address: driver.lease?.address ?? "", connection: driver.lease?.connection)
        if case .tunnel(let route) = driver.policy.plan(request) {
            notice.host = "\((chosen ?? route).destination)"
        }
        notice.request = ScriptRequest(record, after: Alteration(), to: nil)
        // A SOCKS client is told by a byte.
        notice.response =
            RecordedHead.response(head, to: .connect).head.map { ScriptResponse($0, after: Alteration()) }
            ?? ScriptResponse(
                status: on == .tunnelOpened ? 200 : failure?.status ?? 502, reason: Bytes(), version: "HTTP/1.1",
                fields: [])
        if let failure { notice.failure = (failure.text, failure.code.rawValue) }
        scripts.notify(notice, of: FilterSubject(record, reader: RuleRun.reader))
    }

    private func verdict(_ end: ConnectionScripts.End, _ route: Route) -> Verdict {
        switch end {
        case .goOn(let course): return go(course, route)
        case .tunnel(let course):
            isRelayed = true
            return go(course, route)
        case .drop(let reason), .fail(let reason): return .hangUp(isReset: false, reason: reason)
        case .respond(let made, let content):
            guard let sent = made.written(size: content.count, isHead: false, date: driver.shard.httpDate()) else {
                return .refuse(reason: "the script's answer is not a valid message")
            }
            return .respond(ProxyAnswer(head: sent.head, body: sent.hasContent ? content : Bytes()))
        }
    }

    private func go(_ course: ConnectionScripts.Course, _ route: Route) -> Verdict {
        guard course.server != route.destination else { return .pass }
        let other = driver.policy.route(toTunnel: course.server)
        chosen = other
        return .reroute(other)
    }

    /// Of a CONNECT that will be opened: rules may answer what is inside, or send it elsewhere.
    var canSpareServer: Bool {
        guard let request = driver.request, request.method == .connect, !isRelayed,
            let service = driver.shard.tls
        else { return false }
        guard let host = request.target.host, !service.relays(request.raw.slice(host)) else { return false }
        return driver.shard.configuration.rules?.book.spares == true
    }

    // MARK: - Opening it

    /// From here on the bytes of both sides are no HTTP.
    func open(_ kind: TunnelKind) {
        guard let request = driver.request else { return }
        let isConnect = kind == .connect
        if isConnect, driver.finder.course.missingServer == nil,
            let detail = driver.shard.loopDetail(for: driver.origin)
        {
            let loop = Outcome(.refused, by: .client, .loop, detail: detail)
            driver.upstream?.close()
            driver.upstream = nil
            guard driver.shard.tls != nil, !isRelayed else {
                driver.tellEnd(loop)
                return driver.client.cutOff()
            }
            // What is inside is answered with it, if it can be.
            driver.finder.course.missingServer = loop
        }
        let stream = driver.upstream
        let messageRules = kind.isWebSocket ? driver.liveRules?.messages : nil
        guard stream != nil || driver.finder.course.missingServer != nil else { return }
        if isConnect {
            let head = driver.client.grantTunnel()
            driver.tellAnswer(head)
            tellScripts(ofTunnel: .tunnelOpened, head)
        }
        driver.publish(.tunnelOpened(protocol: kind.name))
        driver.upstream = nil
        if let missingServer = driver.finder.course.missingServer, let service = driver.shard.tls {
            return open(without: missingServer, service, request)
        }
        guard let connection = stream?.handOver() else {
            stream?.close()
            return tunnelFailed()
        }
        guard let handed = driver.client.handOver() else {
            connection.close()
            return tunnelFailed()
        }
        // One with TLS on it goes on as it is.
        if !isConnect || connection.tls == nil { connection.detach() }
        if isConnect, let service = driver.shard.tls, !isRelayed {
            guard let leg = bridged(handed) else { return connection.close() }
            TunnelOpener(
                service, client: leg, server: .there(connection), request: request, flow: driver.flow,
                origin: origin(inside: request), policy: driver.policy, shard: driver.shard
            ).begin()
        } else {
            let tunnel = Tunnel(
                client: handed, upstream: connection.leg, flow: driver.flow, shard: driver.shard, kind: kind,
                isKept: !driver.contentSeen.isCountedOnly, changing: messageRules)
            if driver.shard.configuration.isStrict, kind.isWebSocket, !hasOtherExtension { tunnel.watch(deflate) }
            if kind.isWebSocket, !hasOtherExtension, let sockets = driver.shard.configuration.rules?.webSockets {
                tunnel.take(from: sockets, deflate)
            }
            tunnel.begin()
        }
    }

    /// A client's leg as a tunnel's opener takes it: TLS inside of TLS, most likely, where the client speaks it with
    /// this proxy too. nil: there was no descriptor for it, which has been told.
    private func bridged(_ leg: PlainStream) -> PlainStream? {
        guard leg.layer != nil else { return leg }
        do throws(SocketError) {
            return try LegBridge.begin(behind: leg, shard: driver.shard)
        } catch {
            driver.tellEnd(Outcome(.failed, by: .proxy, .resourcesExhausted, detail: "\(error)"))
            leg.abort()
            return nil
        }
    }

    /// A stream becomes a tunnel by means of a pair of descriptors, and there are none left.
    private func tunnelFailed() {
        driver.tellEnd(Outcome(.failed, by: .proxy, .resourcesExhausted, detail: "no file descriptor is left"))
        driver.client.cutOff()
    }

    private func open(without reason: Outcome, _ service: TLSService, _ request: RequestHead) {
        driver.finder.course.missingServer = nil
        guard case .tunnel(let planned) = driver.policy.plan(request), let handed = driver.client.handOver() else {
            return tunnelFailed()
        }
        let route = chosen ?? planned
        guard let leg = bridged(handed) else { return }
        TunnelOpener(
            service, client: leg, server: .missing(route, reason), request: request, flow: driver.flow,
            origin: origin(inside: request), policy: driver.policy, shard: driver.shard
        ).begin()
    }

    /// Whoever speaks inside of a tunnel. A stream is one of many on its connection, and is no connection of its own.
    private func origin(inside request: RequestHead) -> ClientOrigin {
        guard request.version.major >= 2 else { return driver.origin }
        var inside = driver.origin
        inside.number = driver.shard.counters.nextClient()
        return inside
    }
}
