internal import Flow
internal import HTTPModel
internal import Reactor
internal import Rules

/// The ways to one server that a script named.
struct ScriptedWays {
    /// The one under way first; empty while the script is asked.
    var routes: [Route]
    let reuse: Exchange.Reuse
}

/// Where a script says which proxies a server is asked through (`--pac`): it is asked first, and its ways are tried in
/// turn.
extension ExchangeDriver {
    /// Seeks the server along this way, or along the one that a rule or a script names.
    func findWay(along route: Route, _ reuse: Exchange.Reuse) {
        // Requests ask their rules before; a CONNECT asks for the way alone.
        if let request = exchange?.request, request.asksForTunnel, let way = shard.tunnelWay(request, origin) {
            let other = policy.route(to: route.destination, via: way.proxy, isTunnel: true)
            // Hark's own names are asked here, whatever a rule wants.
            if !other.hops.isEmpty {
                for act in way.acts { publish(.ruleActed(act)) }
            }
            handle(.rerouted(other))
            return seek(along: other, reuse)
        }
        // A rule's proxy, or the way that this exchange took before, is a way already.
        guard policy.way.script != nil, route.hops.isEmpty, ways?.routes.first != route, !isDecided(route.destination)
        else { return seek(along: route, reuse) }
        let (server, flow) = (route.destination, flow)
        let isConnect = exchange?.request.asksForTunnel == true
        let isTunnel = policy.isInside || isConnect
        ways = ScriptedWays(routes: [], reuse: reuse)
        shard.ways(to: server, by: policy.way, isTunnel: isTunnel, isUnknown: isConnect) { [weak self] result in
            guard let self, self.flow == flow, exchange != nil, ways != nil else { return }
            switch result {
            case .success(let routes):
                ways = ScriptedWays(routes: routes, reuse: reuse)
                takeFirstWay()
            case .failure(let mistake):
                ways = nil
                notFound(Outcome(.failed, by: .proxy, .upstreamProxyFailed, detail: "--pac: \(mistake.text)"))
            }
        }
    }

    /// What is inside a CONNECT goes to its server as that went, if it did: the script may have failed on it.
    private func isDecided(_ server: Destination) -> Bool {
        if case .inside(let own, refusal: nil) = policy.mode { own == server } else { false }
    }

    private func takeFirstWay() {
        guard let ways, let route = ways.routes.first else { return }
        handle(.rerouted(route))
        seek(along: route, ways.reuse)
    }

    /// Whether there is another way, which is taken then: the one under way led nowhere.
    func takesNextWay(after outcome: Outcome) -> Bool {
        guard let ways, let dead = ways.routes.first, Self.leadsNowhere.contains(outcome.code) else { return false }
        if let proxy = dead.hops.first?.proxy { shard.proxies.failed(proxy, now: shard.loop.now) }
        guard ways.routes.count > 1 else { return false }
        self.ways?.routes.removeFirst()
        takeFirstWay()
        return true
    }

    private static let leadsNowhere: Set<Outcome.Code> = [
        .upstreamProxyFailed, .upstreamProxyTimedOut, .connectionRefused, .unreachable, .connectTimedOut,
        .connectFailed, .nameNotFound, .nameLookupFailed,
    ]

    /// Whether the wait for a way ends with the next one, or a script's with that it did not answer.
    func seekingTookTooLong(_ waiting: Exchange.Waiting) -> Bool {
        guard let ways, [.lookUp, .connection, .handshake].contains(waiting), upstream == nil else { return false }
        if ways.routes.isEmpty {
            self.ways = nil
            let detail = "--pac: the script did not answer in time"
            notFound(Outcome(.failed, by: .proxy, .upstreamProxyFailed, detail: detail))
            return true
        }
        guard ways.routes.count > 1 else { return false }
        seeker?.cancel()
        seeker = nil
        stopSeeking(serverIsOld: false)
        awaited = nil
        return takesNextWay(after: Outcome(.failed, by: .upstream, .upstreamProxyTimedOut))
    }
}
