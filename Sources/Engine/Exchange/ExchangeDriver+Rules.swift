internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import Rules

/// What the rules of an exchange need of its driver.
extension ExchangeDriver: RuleClient {
    func answer(_ verdict: Verdict, to stage: Question.Stage) {
        handle(.answered(verdict, to: stage))
    }

    func change<Result>(_ kind: MessageKind, _ change: (inout BodyRelay) -> Result) -> Result {
        change(&forwarder.relays[kind])
    }

    func moveOn(_ kind: MessageKind) { forwarder.moveOn(kind) }

    func reserve(_ count: Int) -> Bool { forwarder.reserve(count) }

    func sawThrough(_ bytes: Bytes, isLast: Bool, of kind: MessageKind) {
        let now = shard.loop.now
        forwarder.relay(kind) { $0.sawThrough(bytes, isLast: isLast, now: now, &$1) }
    }

    func cutOff(_ kind: MessageKind, _ code: Outcome.Code, reason: String) {
        guard kind == .request, let upstream else { return handle(.cutByRule(kind, code, reason: reason)) }
        upstream.whenSent { [weak self] in self?.handle(.cutByRule(.request, code, reason: reason)) }
    }

    var plannedRoute: Route? {
        guard let request = exchange?.request else { return nil }
        if case .forward(let route) = policy.plan(request) { return route }
        // Its server cannot be asked: another one may.
        if case .inside(let server, _?) = policy.mode { return Route(server) }
        return nil
    }

    /// Of HTTP/1.1 the form of the target tells (RFC 9112 §3.2.1); HTTP/2 has one form for both, and a URL of the
    /// scheme that the listener serves is for the listener.
    func asksRecording(_ head: RequestHead) -> Bool {
        guard policy.mode == .recorded else { return false }
        if head.version.major < 2 { return head.target.form == .origin || head.target.form == .asterisk }
        let isSecure = head.target.scheme.map { head.raw.slice($0).equalsIgnoringCase("https") } ?? false
        return isSecure == (origin.tls != nil)
    }

    var clientHasEnded: Bool { client.hasEnded }

    /// The client sends nothing more: whoever decides about its message is told.
    func clientDidEndSide() {
        liveRules?.clientDidEndSide()
    }

    func endHeld() {
        handle(.shutDown(owed: client.owed))
    }

    func keepNoBody() {
        forwarder.relays.seen.isCountedOnly = true
    }

    func route(to server: Destination, via proxy: UpstreamProxy?) -> Route {
        proxy.map { policy.route(to: server, via: $0) } ?? policy.route(to: server)
    }

    var lease: FlowEvent.UpstreamLease? { upstream?.lease }

    /// Sets the flags' rules of an exchange that begins, and gives the others; nil without any.
    func rules(for head: RequestHead, _ framing: Framing) -> ExchangeRules? {
        rules = RuleSet(shard.configuration.headers(policy.rules, for: head, of: flow))
        guard let live = shard.configuration.rules else { return nil }
        return ExchangeRules(live, rules.headers, for: self, head, framing) {
            let opening = FlowEvent.Opening(
                wallClock: shard.wallClock(at: shard.now()), client: origin.address, listener: origin.listener,
                clientConnection: origin.number, requestNumber: requestNumber)
            guard let handshake = origin.tls else { return [.opened(opening), .requestHeadReceived(head, framing)] }
            return [.opened(opening), .handshakeEnded(handshake), .requestHeadReceived(head, framing)]
        }
    }
}
