internal import Bytes
internal import Flow
internal import HTTPModel
internal import Rules
internal import Scripts

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
            scripts.wants(.serverConnect) || scripts.wants(.connect)
        else { return nil }
        return shard.record(request, origin, origin.tls.map { [.handshakeEnded($0)] } ?? [], of: flow)
    }

    /// Asks about the CONNECT; its answer comes later, or at once where no script wants to know of it.
    func askAboutTunnel() {
        guard let request = exchange?.request, case .tunnel(let route) = policy.plan(request),
            let record = scriptedRecord,
            let scripts = ConnectionScripts(
                .connect, record, shard: shard, publish: { [unowned self] in publish($0) })
        else { return handle(.answered(.pass, to: .requestHead)) }
        tunnelOrders.scripts = scripts
        scripts.ask(about: route) { [weak self] end in
            guard let self, exchange != nil, tunnelOrders.scripts === scripts else { return }
            tunnelOrders.scripts = nil
            handle(.answered(verdict(end, route), to: .requestHead))
        }
    }

    private func verdict(_ end: ConnectionScripts.End, _ route: Route) -> Verdict {
        switch end {
        case .goOn(let course): return go(course, route)
        case .tunnel(let course):
            tunnelOrders.isRelayed = true
            return go(course, route)
        case .drop(let reason): return .hangUp(isReset: false, reason: reason)
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
