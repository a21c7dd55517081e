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

    func sendShaped(_ bytes: Bytes) {
        client.send(bytes)
        bytesMoved()
        _ = client.deliver()
    }

    func shapingDrained() {
        upstream?.resume()
    }

    func cutOff(_ kind: MessageKind, reason: String) {
        handle(.cutByRule(reason: reason))
    }

    func requestMayGoOn() {
        client.readOn()
    }

    /// Hands a part of the response's body to the rules, when they let it go their own way.
    func shaped(_ decoded: Decoded, in buffer: ReceiveBuffer) -> Bool {
        guard let shaping = liveRules?.shaping else { return false }
        let isContent = decoded.part == .content
        switch standing?.responseBody {
        case .forward: break
        case .forwardContent: if !isContent { return true }
        case .wait, .discard, .gather, nil: return false
        }
        shaping.take(buffer.withSpan { Bytes(copying: $0, 0..<decoded.consumed) }, isContent: isContent)
        return true
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
