internal import Flow
internal import HTTPModel
internal import Rules

/// What the rules of an exchange need of its driver.
extension ExchangeDriver: RuleClient {
    func answer(_ verdict: Verdict, to stage: Question.Stage) {
        handle(.answered(verdict, to: stage))
    }

    var plannedRoute: Route? {
        guard let request = exchange?.request, case .forward(let route) = policy.plan(request) else { return nil }
        return route
    }

    var lease: FlowEvent.UpstreamLease? { upstream?.lease }

    /// The rules of an exchange that begins; nil without any.
    func rules(for head: RequestHead, _ framing: Framing) -> ExchangeRules? {
        guard let live = shard.configuration.rules else { return nil }
        let opening = FlowEvent.Opening(
            wallClock: shard.wallClock(at: shard.now()), client: origin.address, listener: origin.listener,
            clientConnection: origin.number, requestNumber: requestNumber)
        let handshakes = [origin.tls].compactMap { $0.map { FlowEvent.Fact.handshakeEnded($0) } }
        return ExchangeRules(
            live, policy.rules, for: self, head, framing, opening: [.opened(opening)] + handshakes)
    }
}
