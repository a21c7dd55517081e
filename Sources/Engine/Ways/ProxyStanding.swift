internal import Flow
internal import Reactor

/// Which proxies could not be reached a moment ago: of the ways that a script names, those through others come first.
/// Of one shard.
struct ProxyStanding {
    /// How long a proxy that failed comes last.
    private static let time = Nanoseconds.seconds(60)
    private static let limit = 64
    private var failures: [UpstreamProxy: UInt64] = [:]

    mutating func failed(_ proxy: UpstreamProxy, now: UInt64) {
        if failures.count >= Self.limit { failures = [:] }
        failures[proxy] = Self.time.after(now)
    }

    /// The same ways; those that seem to lead nowhere come last.
    func sorted(_ routes: [Route], now: UInt64) -> [Route] {
        guard !failures.isEmpty else { return routes }
        func isDead(_ route: Route) -> Bool { route.hops.contains { failures[$0.proxy].map { $0 > now } == true } }
        return routes.filter { !isDead($0) } + routes.filter(isDead)
    }
}

extension ShardState {
    /// The ways to a server that a script names, the first to be tried first: at once where they are known.
    ///
    /// - Parameters:
    ///   - isTunnel: bytes are to pass as they are.
    ///   - isUnknown: nobody knows yet what these will be.
    func ways(
        to server: Destination, by way: UpstreamWay, isTunnel: Bool, isUnknown: Bool,
        then: @escaping (Result<[Route], ProxyScriptFailure>) -> Void
    ) {
        guard let script = way.script(for: server) else { return then(.success([Route(server)])) }
        let question = ProxyQuestion(server, isUnknown: isUnknown)
        let take: ([ProxyChoice]) -> [Route] = { [unowned self] choices in
            proxies.sorted(way.routes(choices, to: server, isTunnel: isTunnel), now: loop.now)
        }
        if let choices = script.known(question) { return then(.success(take(choices))) }
        offLoop({ deliver in script.ask(question, deliver: deliver) }, then: { then($0.map(take)) })
    }
}
