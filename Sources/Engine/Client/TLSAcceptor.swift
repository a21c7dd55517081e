internal import Authority
internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import Rules
internal import TLS

/// TLS with a client of a listener: looks at its first bytes, and does what a `ClientOpening` decides. The certificate
/// is for the name that the client asks for; of a forward proxy that is its own.
///
/// Owned by its leg and its shard; runs on the shard's loop.
final class TLSAcceptor: ShardResident, ServerRequester {
    let shard: ShardState
    private(set) var origin: ClientOrigin
    private let leg: PlainStream
    private let policy: ForwardingPolicy
    private let service: TLSService
    private let interception: TLSService.Interception

    private var opening = ClientOpening()
    private var reader = ClientHelloReader()
    private var tls = ClientTLS()
    private var seeker: ServerSeeker?
    /// To the server, for the first request.
    private var prepared: HTTP1ServerConnection?
    private var timer: LoopTimer?
    private let beganAt: UInt64

    /// What is known of the client's TLS.
    private struct ClientTLS {
        var offer: TLSFacts.Offer?
        var hello = ClientOpening.Hello(offersHTTP1: true, offersHTTP2: false)
        var name: LeafName?
        /// What rules want of the connection.
        var orders = ConnectionOrders()
        var identity: Identity?
        /// The handshake, where it failed.
        var failure: TLSFacts?
    }

    init(
        shard: ShardState, leg: PlainStream, origin: ClientOrigin, policy: ForwardingPolicy, service: TLSService,
        interception: TLSService.Interception
    ) {
        self.shard = shard
        self.leg = leg
        self.origin = origin
        self.policy = policy
        self.service = service
        self.interception = interception
        beganAt = shard.loop.now
    }

    func begin() {
        shard.add(self)
        leg.inputLimit = shard.configuration.inputLimit
        timer = LoopTimer(on: shard.loop) { [unowned self] in timeIsUp() }
        timer?.arm(after: shard.deadlines.idle)
        leg.delegate = self
        leg.resume(.ofOwner)
        // Somebody may have looked at the first bytes before.
        look()
    }

    private func timeIsUp() {
        // What came while nobody could read it is no silence.
        guard !hasUnread else {
            timer?.arm(after: shard.deadlines.idle)
            return
        }
        seeker?.cancel()
        seeker = nil
        handle(.deadlinePassed)
    }

    var dispensability: Dispensability? {
        guard !opening.isOver else { return nil }
        return opening.isSilent && leg.input.isEmpty
            ? Dispensability(rank: .neverAsked, idleSince: beganAt)
            : Dispensability(unfinishedSince: beganAt, now: shard.loop.now)
    }

    var hasUnread: Bool { opening.isReading && leg.input.isEmpty && leg.socket.hasUnread }

    func makeRoom() { handle(.evicted) }

    func shutDown(force: Bool) { handle(.shutDown(force: force, hasUnread: hasUnread)) }

    // MARK: - Events in, actions out

    private func handle(_ event: ClientOpening.Event) {
        var actions: [ClientOpening.Action] = []
        opening.handle(event, &actions)
        // What has an event follow at once comes last.
        for action in actions { perform(action) }
    }

    private func perform(_ action: ClientOpening.Action) {
        switch action {
        case .wait(.hello): timer?.arm(after: shard.deadlines.handshake)
        case .wait(.server): timer?.arm(after: shard.deadlines.connect)
        case .wait(.nothing): timer?.disarm()
        case .readHello: readHello()
        case .askServer:
            guard case .reverse(let server, _) = policy.mode else { return handle(.serverChose(http2: false)) }
            let seeker = ServerSeeker(policy.route(to: server), client: self)
            self.seeker = seeker
            seeker.begin()
        case .mint: mint()
        case .secure(let isHTTP2): secure(http2: isHTTP2)
        case .serve: serve()
        case .serveInCleartext(let refusal):
            leave()
            serveHTTP1(policy.closed(refusal))
        case .finish(let outcome):
            leave()
            closePrepared()
            tell(outcome)
            shard.closeAfterFlush(leg)
        case .abort(let outcome):
            leave()
            closePrepared()
            tell(outcome)
            leg.close()
        case .close:
            leave()
            leg.close()
        }
    }

    /// Nothing came of it: a flow says why.
    private func tell(_ outcome: Outcome) {
        let facts = tls.failure ?? TLSFacts(.client, offer: tls.offer)
        shard.tell(origin, outcome, [.handshakeEnded(facts)] + tls.orders.acts.map { .ruleActed($0) })
    }

    /// Whoever comes next takes the leg over.
    private func leave() {
        timer?.invalidate()
        timer = nil
        seeker?.cancel()
        seeker = nil
        // Not before the successor has its place: a proxy that stops would take itself for empty.
        shard.loop.atEndOfTurn(self)
    }

    // MARK: - The ClientHello

    private func look() {
        guard opening.isReading, !leg.input.isEmpty else { return }
        let sight: TunnelOpening.Sight =
            switch leg.input.withSpan({ FirstBytes($0) }) {
            case .undecided: .undecided
            case .tls: .tls
            case .http: .request
            case .other: .other
            }
        handle(.clientSent(sight))
    }

    private func readHello() {
        do throws(ClientHelloError) {
            let hello = try leg.input.withSpan { span throws(ClientHelloError) in try reader.read(span) }
            guard let hello else { return }
            leg.pause(.handover)
            handle(.helloRead(understand(hello)))
        } catch {
            handle(.helloFailed(error.text))
        }
    }

    /// Who is asked for, what is offered, and what rules say of it.
    private func understand(_ hello: ClientHello) -> ClientOpening.Hello {
        let offer = TLSFacts.Offer(hello)
        tls.offer = offer
        var result = ClientOpening.Hello(
            offersHTTP1: hello.offers("http/1.1") || hello.offers("http/1.0"),
            offersHTTP2: shard.configuration.speaksHTTP2 && service.http2 != nil
                && offer.protocols?.contains("h2") == true)
        // Who asks for no name, or for none that there can be, came by the address.
        let asked = hello.serverName.flatMap { $0.problem == nil ? $0.bytes : nil }
        let here = Bytes(leg.socket.localAddress.unmapped.hostText)
        tls.name = (try? LeafName(bytes: asked ?? here)) ?? (try? LeafName(bytes: here))
        result.hasIllegalName = tls.name == nil
        guard tls.name != nil else { return result }
        let head = RuleBook.connect(to: asked ?? here, port: leg.socket.localAddress.port)
        tls.orders = shard.connectionOrders(head, origin, offer, named: asked)
        // Here is no CONNECT whose bytes could be relayed.
        tls.orders.acts.removeAll { $0.action == "tunnel" }
        if let alert = tls.orders.alert {
            leg.sendAlert(alert)
            let detail = "It ended the client's TLS handshake with an alert (tls-fail)."
            result.refusal = Outcome(.refused, by: .proxy, .refusedByRule, detail: detail)
        }
        tls.hello = result
        result.choice = choice(result)
        return result
    }

    // MARK: - The server's choice

    /// Who chooses the protocol for a client that offers HTTP/2.
    private func choice(_ hello: ClientOpening.Hello) -> ClientOpening.Choice {
        guard hello.offersHTTP2 else { return .none }
        if policy.mode == .recorded { return .http2 }
        // Where a script has to be asked for the way, the client gets HTTP/1.1.
        let isAsked = shard.configuration.scripts?.wants(.serverConnect) == true
        guard !isAsked, case .reverse(let server, _) = policy.mode, policy.way.script(for: server) == nil else {
            return .none
        }
        let route = policy.route(to: server)
        if shard.pool.sharedConnection(route) != nil { return .http2 }
        // In cleartext there is nobody to choose.
        return server.isSecure || serverProtocol(along: route) == .http2 ? .ofServer : .none
    }

    var mayReachThisMachine: Bool { true }

    func serverProtocol(of server: Destination) -> ServerProtocol {
        if shard.configuration.upstreamHTTP2 { return .http2 }
        // RFC 9113 §3.3: what the client offers by ALPN says nothing of a server that is spoken to in cleartext.
        return server.isSecure ? ServerProtocol(http1: tls.hello.offersHTTP1, http2: tls.hello.offersHTTP2) : .http1
    }

    func seekReached(_ step: Exchange.SeekStep) {}

    func found(_ connection: ServerConnection) {
        seeker = nil
        switch connection {
        case .http1(let connection):
            guard !opening.isOver else { return connection.close() }
            prepared = connection
            handle(.serverChose(http2: false))
        case .http2: handle(.serverChose(http2: true))
        }
    }

    func notFound(_ outcome: Outcome) {
        seeker = nil
        handle(.serverChose(http2: false))
    }

    func publish(_ fact: @autoclosure () -> FlowEvent.Fact) {}

    // MARK: - The handshake

    private func mint() {
        guard let name = tls.name else { return }
        shard.leaf(for: name, of: tls.orders.showsExpired ? interception.expired : interception.leaves) {
            [self] result in
            switch result {
            case .success(let identity):
                tls.identity = identity
                handle(.leafReady)
            case .failure(let error):
                handle(.leafFailed(error.isOutOfLife ? .authorityNotValid : .internalError, error.text))
            }
        }
    }

    private func secure(http2: Bool) {
        guard let identity = tls.identity else { return }
        let handshake = ClientHandshake(offer: tls.offer, leg: leg, shard: shard)
        handshake.begin(service, interception, showing: identity, http2: http2) { [self] facts, failure in
            guard !opening.isOver else { return leg.close() }
            if let failure {
                tls.failure = facts
                handle(.clientFailed(Outcome(failure)))
            } else {
                origin.tls = facts
                handle(.clientSecured)
            }
        }
    }

    // MARK: - What comes after

    private func serve() {
        leave()
        let prepared = takePrepared()
        if origin.tls?.speaksHTTP2 == true {
            HTTP2ClientConnection(shard: shard, leg: leg, origin: origin, policy: policy, prepared: prepared).begin()
        } else {
            serveHTTP1(policy, prepared)
        }
    }

    private func serveHTTP1(_ policy: ForwardingPolicy, _ prepared: HTTP1ServerConnection? = nil) {
        let client = HTTP1ClientConnection(shard: shard, leg: leg, origin: origin, policy: policy, prepared: prepared)
        if !leg.input.isEmpty { client.streamDidReceive(leg) }
        if leg.hasReachedEnd { client.streamDidReachEnd(leg) }
        leg.resume(.ofOwner)
    }

    private func takePrepared() -> HTTP1ServerConnection? {
        defer { prepared = nil }
        guard let prepared, prepared.isUsable else {
            prepared?.close()
            return nil
        }
        return prepared
    }

    private func closePrepared() {
        prepared?.close()
        prepared = nil
    }
}

extension TLSAcceptor: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) { look() }

    func streamDidReachEnd(_ leg: PlainStream) {
        handle(.clientEnded(detail: reader.endOfInput(received: leg.input.count).text))
    }

    func streamDidDrain(_ leg: PlainStream) {}

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        handle(.clientBroke(Outcome(.aborted, by: .client, .clientClosed, detail: failure.text)))
    }
}

extension TLSAcceptor: TurnTask {
    func performAtEndOfTurn() {
        shard.remove(self)
    }
}

extension AuthorityError {
    /// A day outside of its life is the authority's own fault, anything else one of its files or of ours.
    var isOutOfLife: Bool { code == .expired || code == .notYetValid }
}

extension ShardState {
    /// The certificate for this name, at once where there is one, else when it was made.
    func leaf(
        for name: LeafName, of leaves: LeafCache<Identity>,
        then: @escaping (Result<Identity, AuthorityError>) -> Void
    ) {
        if let identity = leaves.freshLeaf(for: name) { return then(.success(identity)) }
        offLoop({ deliver in leaves.leaf(for: name, deliver: deliver) }, then: then)
    }
}
