internal import Bytes
internal import Filter
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Rules

/// What scripts say of a client that wants a tunnel, before any server is contacted.
extension ExchangeDriver {
    /// The stages at which this request's exchange asks.
    func stages(for head: RequestHead) -> Question.Stages {
        guard head.asksForTunnel else { return liveRules?.stages ?? rules.stages }
        // The flags of the command line are about requests that go on, which this one does not.
        return shard.configuration.scripts?.wants(.connect) == true ? .requestHead : []
    }

    var scriptedRecord: FlowRecord? {
        guard let request = exchange?.request, let scripts = shard.configuration.scripts,
            scripts.wants(.serverConnect) || scripts.wants(.connectUpstream) || scripts.wants(.connect)
        else { return nil }
        return record(of: request)
    }

    private func record(of request: RequestHead) -> FlowRecord {
        shard.record(request, origin, origin.tls.map { [.handshakeEnded($0)] } ?? [], of: flow)
    }

    /// Where scripts say which way a connection takes, it serves the client that they were asked for, and no other: of
    /// another one they may say something else.
    func scriptedRoute(_ route: Route) -> Route {
        guard route.client == nil, let scripts = shard.configuration.scripts, scripts.wants(.serverConnect),
            let record = scriptedRecord, scripts.isAsked(.serverConnect, FilterSubject(record, reader: RuleRun.reader))
        else { return route }
        return route.only(for: origin.number)
    }

    /// Asks about the CONNECT; its answer comes later, or at once where no script wants to know of it.
    func askAboutTunnel() {
        guard let request = exchange?.request, case .tunnel(let route) = policy.plan(request),
            let record = scriptedRecord,
            let scripts = ConnectionScripts(
                .connect, record, shard: shard, publish: { [unowned self] in publish($0) })
        else { return handle(.answered(.pass, to: .requestHead)) }
        tunnelOrders.scripts = scripts
        scripts.ask(about: ConnectionScripts.Course(route)) { [weak self] end in
            guard let self, exchange != nil, tunnelOrders.scripts === scripts else { return }
            tunnelOrders.scripts = nil
            handle(.answered(verdict(end, route), to: .requestHead))
        }
    }

    /// The client that wants a tunnel was answered by `head`, as sent; `failure`: why it gets none.
    func tellScripts(ofTunnel on: ScriptEventKind, _ head: Bytes, _ failure: Outcome? = nil) {
        guard let scripts = shard.configuration.scripts, scripts.wants(on), let request = exchange?.request,
            request.asksForTunnel
        else { return }
        let record = record(of: request)
        var notice = ScriptNotice(on, time: shard.wallClock(at: shard.now()))
        notice.flow = scripts.number(flow)
        notice.client = ScriptNotice.Peer(address: origin.address, connection: origin.number)
        notice.server = ScriptNotice.Peer(address: lease?.address ?? "", connection: lease?.connection)
        if case .tunnel(let route) = policy.plan(request) {
            notice.host = "\((tunnelOrders.route ?? route).destination)"
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
            tunnelOrders.isRelayed = true
            return go(course, route)
        case .drop(let reason), .fail(let reason): return .hangUp(isReset: false, reason: reason)
        case .respond(let made, let content):
            guard let sent = made.written(size: content.count, isHead: false, date: shard.httpDate()) else {
                return .refuse(reason: "the script's answer is not a valid message")
            }
            return .respond(ProxyAnswer(head: sent.head, body: sent.hasContent ? content : Bytes()))
        }
    }

    private func go(_ course: ConnectionScripts.Course, _ route: Route) -> Verdict {
        guard course.server != route.destination else { return .pass }
        let other = policy.route(toTunnel: course.server)
        tunnelOrders.route = other
        return .reroute(other)
    }
}
