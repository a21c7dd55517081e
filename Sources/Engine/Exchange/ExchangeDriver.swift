internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor

/// Drives one exchange after the other of one client stream: tells the `Exchange` what happens, performs what it
/// orders, keeps its deadlines, and tells the record.
///
/// Owned by the client's connection; runs on its shard's loop. Here both sides meet: the client's stream and the
/// server's connection know the driver, and not each other.
final class ExchangeDriver: ServerStreamOwner, ConnectionAwaiter, BodyTeller {
    let shard: ShardState
    let origin: ClientOrigin
    let policy: ForwardingPolicy
    /// Who answers the exchange's questions.
    var rules: RuleSet
    /// The rules of the exchange under way, when there are more than flags.
    private(set) var liveRules: ExchangeRules?
    unowned let client: any ClientStream

    /// The exchange under way, and its name in the record.
    private(set) var exchange: Exchange?
    /// Of the exchange under way. Others ask for this, since whatever reads it through the exchange copies all of that.
    var request: RequestHead? { exchange?.request }
    /// How the exchange stands after its last event; nil without one.
    private(set) var standing: Exchange.Standing?
    private(set) var flow = FlowID(0)
    var upstream: (any ServerStream)?
    let finder = ServerFinder()
    let tunnel = TunnelStart()
    /// Servers' connections that belong to this client alone.
    let bound: BoundConnections
    /// Counts the requests of the client's connection, those before it in a tunnel's beginning included.
    private(set) var requestNumber: UInt64
    var contentSeen: ContentSeen {
        get { forwarder.relays.seen }
        set { forwarder.relays.seen = newValue }
    }

    let clock: ExchangeClock
    let forwarder = BodyForwarder()
    var pending = PendingWork()
    private var isOpen = true

    init(
        client: any ClientStream, shard: ShardState, origin: ClientOrigin, policy: ForwardingPolicy,
        bound: BoundConnections
    ) {
        self.client = client
        self.shard = shard
        self.origin = origin
        self.policy = policy
        rules = RuleSet(policy.rules)
        self.bound = bound
        requestNumber = origin.requestCount
        clock = ExchangeClock(on: shard.loop)
        clock.serve(self)
        finder.serve(self)
        forwarder.serve(self)
        tunnel.serve(self)
    }

    // MARK: - Flows

    /// A flow begins at `time`: it has a name and a place in the record from its first byte on.
    ///
    /// - Parameter number: counts the requests of the client's connection; nil where all of them come here.
    func open(at time: UInt64, as number: UInt64? = nil) {
        requestNumber = number ?? requestNumber + 1
        flow = shard.counters.nextFlow()
        guard shard.publisher.isActive else { return }
        let time = time == 0 ? shard.now() : time
        let opening = FlowEvent.Opening(
            wallClock: shard.wallClock(at: time), client: origin.address, listener: origin.listener,
            clientConnection: origin.number, requestNumber: requestNumber)
        shard.publisher.publish(flow, at: time, .opened(opening))
        for tls in [origin.tls, origin.refusedTLS] {
            if let tls { shard.publisher.publish(flow, at: time, .handshakeEnded(tls)) }
        }
    }

    /// A request's head is here, and its flow is open.
    func begin(_ head: RequestHead, _ framing: Framing) {
        recordArrival(of: head, framing)
        let persistence = ConnectionReuse(head, framing, toProxy: policy.isForwardProxy)
        forwarder.begin()
        liveRules = rules(for: head, framing)
        exchange = Exchange(
            request: head, framing: framing, persistent: persistence.isPersistent, policy: policy(for: head),
            asks: tunnel.stages(for: head), interimLimit: shard.configuration.limits.interimResponses,
            webSocketKey: head.connectProtocol == nil ? nil : Self.webSocketKey(),
            isStrict: shard.configuration.isStrict)
        finder.course.begin(
            isTunnel: head.asksForTunnel, asksScript: policy.way.script != nil, decided: policy.decidedServer)
        tunnel.begin()
        handle(.began)
    }

    /// RFC 6455 §4.1: 16 bytes that nobody can foresee, in base64.
    private static func webSocketKey() -> Bytes {
        Bytes(Base64.encode((0..<16).map { _ in UInt8.random(in: UInt8.min...UInt8.max) }))
    }

    /// A request that goes round and round between two proxies is not sent on once more, nor is one that asks for a
    /// WebSocket and breaks its rules, where these are to be kept.
    private func policy(for head: RequestHead) -> ForwardingPolicy {
        if shard.configuration.isStrict, let problem = WebSocketHandshake.problem(of: head) {
            return policy.closed(Outcome(.refused, by: .client, .malformedRequest, detail: problem))
        }
        if shard.configuration.isStrict, let scheme = head.webSocketScheme {
            return policy.closed(Outcome(.refused, by: .client, .unsupportedScheme, detail: scheme))
        }
        guard requestNumber == 1, shard.ring.arrived(head.raw, now: shard.loop.now) else { return policy }
        return policy.closed(Outcome(.refused, by: .client, .ring))
    }

    /// There is no head that could be understood, so there is no exchange; but there is a flow.
    func refuse(_ outcome: Outcome, answers: Bool) {
        if answers { perform(.answer(outcome)) }
        perform(.finish(outcome))
    }

    // MARK: - Events in, actions out

    /// Tells the exchange what happened, and does what it says.
    ///
    /// What comes up meanwhile waits in a queue: orders are carried out in the order they were given.
    func handle(_ event: Exchange.Event) {
        guard isOpen, exchange != nil else { return }
        // What went before is not all there is.
        if case .clientTookAll = event, forwarder.relays.response.isDeliveryLate { return }
        guard !pending.isDriving else { return pending.events.append(event) }
        pending.isDriving = true
        step(event)
        // Taken out rather than read, which would copy them; nearly always there is one.
        while !pending.events.isEmpty {
            step(pending.events.count == 1 ? pending.events.removeLast() : pending.events.removeFirst())
        }
        pending.isDriving = false
        guard isOpen else { return }
        clock.arm()
        readOn()
    }

    func step(_ event: Exchange.Event) {
        guard isOpen, exchange != nil else { return }
        standing = exchange?.handle(event, &pending.actions)
        if let standing { forwarder.relays.follow(standing) }
        var actions: [Exchange.Action] = []
        swap(&actions, &pending.actions)
        // From the end, since what is taken out there is moved and not copied.
        if actions.count > 1 { actions.reverse() }
        while let action = actions.popLast() { perform(action) }
        swap(&actions, &pending.actions)
    }

    /// Looks at what was left unread, now that it has its turn.
    private func readOn() {
        if pending.isRequestDue {
            pending.isRequestDue = false
            client.readOn()
        }
        if pending.isResponseDue {
            pending.isResponseDue = false
            upstream?.resume()
        }
    }

    func end(_ fate: Exchange.ClientFate) {
        letGo()
        client.exchangeDidEnd(fate)
    }

    /// The exchange is over.
    func letGo() {
        tunnel.close()
        liveRules?.close()
        liveRules = nil
        forwarder.end()
        exchange = nil
        standing = nil
        clock.disarm()
    }

    /// Lets go of everything; the client's connection is closed by its owner.
    func close() {
        guard isOpen else { return }
        detach()
        finder.release()
        upstream?.close()
        upstream = nil
        bound.close()
    }

    /// The client's connection goes on without this.
    func detach() {
        tunnel.close()
        liveRules?.close()
        liveRules = nil
        forwarder.close()
        isOpen = false
        exchange = nil
        standing = nil
        clock.close()
    }

    // MARK: - The request's body

    /// Why no part of the request's body may be decoded now; nil when one may.
    var requestHold: PauseReasons? {
        switch standing?.requestBody {
        case .wait: standing?.waiting == .verdict ? .held : .congested
        case .gather: nil
        case .forward, .forwardContent, .forwardChunked:
            upstream?.isCongested == true || forwarder.relays.request.isSlow ? .congested : nil
        case .discard, nil: nil
        }
    }

    func requestPart(_ decoded: Decoded, in buffer: ReceiveBuffer) { forwarder.requestPart(decoded, in: buffer) }
    func requestPart(_ part: MessagePart, _ bytes: Bytes) { forwarder.requestPart(part, bytes) }
    func requestDidEnd() { forwarder.requestDidEnd() }
    func pad(_ octets: Int?, of kind: MessageKind) { forwarder.pad(octets, of: kind) }

    // MARK: - The response's body

    func responsePart(_ decoded: Decoded, in buffer: ReceiveBuffer) { forwarder.responsePart(decoded, in: buffer) }
    func responsePart(_ part: MessagePart, _ bytes: Bytes) { forwarder.responsePart(part, bytes) }
    func responseDidEnd() { forwarder.responseDidEnd() }
    func responseIsSensitive(in lines: Set<Int>) { forwarder.relays.response.sensitiveLines = lines }
    func trailersAreSensitive(in lines: Set<Int>) { forwarder.relays.response.sensitiveTrailers = lines }

    var isClientCongested: Bool { client.isCongested }
    var mayRefuseResponse: Bool { standing?.clientWasAnswered == false }
    /// The client cannot take more for now, or somebody holds the response.
    var holdsResponse: Bool {
        client.isCongested || standing?.responseBody == .wait || forwarder.relays.response.isSlow
    }

    func seekAgain(_ route: Route, _ found: HTTP2ServerConnection?) { finder.seekAgain(route, found) }

    /// The server has room again for the request's body.
    func serverDidDrain() {
        // Only who was slow drains, so this is the server's own doing, whatever is waited for.
        bytesMoved()
        if forwarder.relays.request.holdsContent { forwarder.moveOn(.request) }
        client.readOn()
    }

    /// The client has room again for the response's body.
    func clientDidDrain() {
        clock.arm()
        if forwarder.relays.response.holdsContent { forwarder.moveOn(.response) }
        upstream?.resume()
    }

    /// Bytes of the response that the client has yet to take: those that were sent, and those that will be.
    var owed: Int { client.owed + forwarder.relays.response.owed }

    /// Bytes of a body moved on, or of a response arrived: the wait for more begins anew.
    func bytesMoved() {
        if exchange != nil { clock.arm() }
    }
}
