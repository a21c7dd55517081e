internal import Authority
internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor
internal import Rules
internal import TLS

/// TLS with a client of a listener: the ClientHello, the server's choice of protocol where Hark stands in for one, a
/// certificate for the name that the client asks for (of a forward proxy that is its own), the handshake; then
/// requests.
///
/// Owned by its leg and its shard; runs on the shard's loop. There is no flow before the first request, but for a
/// handshake that fails.
final class SecureEntrance: ShardResident, ServerRequester {
    let shard: ShardState
    private(set) var origin: ClientOrigin
    private let leg: PlainStream
    private let policy: ForwardingPolicy
    private let service: TLSService
    private let interception: TLSService.Interception

    private var reader = ClientHelloReader()
    private var offer: TLSFacts.Offer?
    private var offersHTTP1 = true
    private var offersHTTP2 = false
    private var seeker: ServerSeeker?
    private var serverChoseHTTP2 = false
    /// To the server, for the first request.
    private var prepared: HTTP1ServerConnection?
    private var timer: LoopTimer?
    private var isOver = false
    /// What rules did to the connection, and whether they want it to be shown a certificate that is over.
    private var acts: [RuleAct] = []
    private var showsExpired = false
    /// The first bytes are still to be understood.
    private var isReading = true
    private let beganAt: UInt64

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
        read()
    }

    private func timeIsUp() {
        // What came while nobody could read it is no silence.
        if isReading, leg.input.isEmpty, leg.socket.hasUnread {
            timer?.arm(after: shard.deadlines.idle)
        } else {
            fail(.handshakeTimedOut, "The client did not finish its first TLS message in time.")
        }
    }

    var dispensability: Dispensability? {
        guard !isOver else { return nil }
        return isReading && leg.input.isEmpty
            ? Dispensability(rank: .neverAsked, idleSince: beganAt)
            : Dispensability(unfinishedSince: beganAt, now: shard.loop.now)
    }

    var hasUnread: Bool { isReading && leg.input.isEmpty && leg.socket.hasUnread }

    func makeRoom() {
        guard !isOver else { return }
        let hasBegun = !isReading || !leg.input.isEmpty
        over()
        prepared?.close()
        prepared = nil
        if hasBegun {
            shard.tell(
                origin, Outcome(.refused, by: .proxy, .resourcesExhausted),
                [.handshakeEnded(TLSFacts(.client, offer: offer))])
        }
        leg.close()
    }

    /// A handshake that has begun may end: it may be one that a flow has to tell of.
    func shutDown(force: Bool) {
        guard !isOver else { return }
        if isReading, !leg.socket.hasUnread {
            over()
            return leg.close()
        }
        if force { end(Outcome(.aborted, by: .proxy, .shuttingDown), TLSFacts(.client, offer: offer)) }
    }

    // MARK: - The ClientHello

    private func read() {
        guard isReading else { return }
        switch leg.input.withSpan({ FirstBytes($0) }) {
        case .undecided: break
        case .tls:
            timer?.arm(after: shard.deadlines.handshake)
            readHello()
        case .http, .other: servePlainly()
        }
    }

    private func readHello() {
        do throws(ClientHelloError) {
            let hello = try leg.input.withSpan { span throws(ClientHelloError) in try reader.read(span) }
            guard let hello else { return }
            isReading = false
            timer?.disarm()
            leg.pause(.handover)
            take(hello)
        } catch {
            fail(.malformedClientHello, error.text)
        }
    }

    private func take(_ hello: ClientHello) {
        offer = TLSFacts.Offer(hello)
        offersHTTP1 = hello.offers("http/1.1") || hello.offers("http/1.0")
        offersHTTP2 =
            shard.configuration.speaksHTTP2 && service.http2 != nil && offer?.protocols?.contains("h2") == true
        // Who asks for no name, or for none that there can be, came by the address.
        let asked = hello.serverName.flatMap { $0.problem == nil ? $0.bytes : nil }
        let here = Bytes(leg.socket.localAddress.unmapped.hostText)
        guard let name = (try? LeafName(bytes: asked ?? here)) ?? (try? LeafName(bytes: here)) else {
            return fail(.illegalServerName, "No certificate can be made for the server name in the client's TLS.")
        }
        let head = RuleBook.connect(to: asked ?? here, port: leg.socket.localAddress.port)
        let orders = shard.connectionOrders(head, origin, offer, named: asked)
        // Here is no CONNECT whose bytes could be relayed.
        acts = orders.acts.filter { $0.action != "tunnel" }
        showsExpired = orders.showsExpired
        if let alert = orders.alert {
            leg.sendAlert(alert)
            let detail = "It ended the client's TLS handshake with an alert (tls-fail)."
            return end(Outcome(.refused, by: .proxy, .refusedByRule, detail: detail), TLSFacts(.client, offer: offer))
        }
        askServer { [self] in mint(name) }
    }

    // MARK: - The server's choice

    private var whenAsked: (() -> Void)?

    /// A client that offers HTTP/2 gets what the server chooses, so the server is asked first; without one, HTTP/1.1.
    private func askServer(then next: @escaping () -> Void) {
        if policy.mode == .recorded { serverChoseHTTP2 = offersHTTP2 }
        // Where a script has to be asked for the way, the client gets HTTP/1.1.
        let isAsked = shard.configuration.scripts?.wants(.serverConnect) == true
        guard offersHTTP2, !isAsked, case .reverse(let server, _) = policy.mode, policy.way.script(for: server) == nil
        else {
            return next()
        }
        let route = policy.route(to: server)
        if shard.pool.sharedConnection(route) != nil {
            serverChoseHTTP2 = true
            return next()
        }
        // In cleartext there is nobody to choose.
        guard server.isSecure || serverProtocol(along: route) == .http2 else { return next() }
        whenAsked = next
        let seeker = ServerSeeker(route, client: self)
        self.seeker = seeker
        timer?.arm(after: shard.deadlines.connect)
        seeker.begin()
    }

    var mayReachThisMachine: Bool { true }

    func serverProtocol(of server: Destination) -> ServerProtocol {
        if shard.configuration.upstreamHTTP2 { return .http2 }
        // RFC 9113 §3.3: what the client offers by ALPN says nothing of a server that is spoken to in cleartext.
        return server.isSecure ? ServerProtocol(http1: offersHTTP1, http2: offersHTTP2) : .http1
    }

    func seekReached(_ step: Exchange.SeekStep) {}

    func found(_ connection: ServerConnection) {
        seeker = nil
        switch connection {
        case .http1(let connection):
            guard !isOver else { return connection.close() }
            prepared = connection
        case .http2: serverChoseHTTP2 = true
        }
        asked()
    }

    /// The first request will meet the same, and say so in a flow of its own.
    func notFound(_ outcome: Outcome) {
        seeker = nil
        asked()
    }

    private func asked() {
        timer?.disarm()
        let next = whenAsked
        whenAsked = nil
        if !isOver { next?() }
    }

    func publish(_ fact: @autoclosure () -> FlowEvent.Fact) {}

    // MARK: - The handshake

    private func mint(_ name: LeafName) {
        shard.leaf(for: name, of: showsExpired ? interception.expired : interception.leaves) { [self] result in
            guard !isOver else { return }
            switch result {
            case .success(let identity): secure(as: identity)
            case .failure(let error):
                let isOutOfLife = error.code == .expired || error.code == .notYetValid
                fail(isOutOfLife ? .authorityNotValid : .internalError, error.text, by: .proxy)
            }
        }
    }

    private func secure(as identity: Identity) {
        let speaksHTTP2 = offersHTTP2 && (serverChoseHTTP2 || !offersHTTP1)
        let context = speaksHTTP2 ? service.http2?.clients ?? interception.context : interception.context
        let session: TLSSession
        do throws(TLSError) {
            session = try TLSSession(accepting: context, as: identity, pool: shard.tlsBlocks)
        } catch {
            return fail(.internalError, error.text, by: .proxy)
        }
        let began = shard.now()
        leg.begin(session, timeout: shard.deadlines.handshake) { [self] result in
            guard !isOver else { return leg.close() }
            let duration = shard.now() - began
            switch result {
            case .success(let agreed):
                let facts = TLSFacts(agreed, of: .client, offer: offer, shown: identity.facts, duration: duration)
                origin.tls = facts
                leg.watch?.secured(facts)
                serve()
            case .failure(let failure):
                let facts = TLSFacts(failure, of: .client, offer: offer, duration: duration)
                leg.watch?.secured(facts)
                end(Outcome(failure), facts)
            }
        }
    }

    private func serve() {
        over()
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

    /// It speaks without TLS: an answer that says so is what helps it.
    private func servePlainly() {
        isReading = false
        over()
        let detail = "The request came without TLS, but this port requires TLS: use https://."
        serveHTTP1(policy.closed(Outcome(.refused, by: .client, .plainHTTP, detail: detail)))
    }

    // MARK: - The end

    private func takePrepared() -> HTTP1ServerConnection? {
        defer { prepared = nil }
        guard let prepared, prepared.isUsable else {
            prepared?.close()
            return nil
        }
        return prepared
    }

    private func over() {
        isOver = true
        timer?.invalidate()
        timer = nil
        seeker?.cancel()
        seeker = nil
        whenAsked = nil
        // Not before the successor has its place: a proxy that stops would take itself for empty.
        shard.loop.atEndOfTurn(self)
    }

    private func fail(_ code: Outcome.Code, _ text: String, by party: Outcome.Party = .client) {
        end(Outcome(.failed, by: party, code, detail: text), TLSFacts(.client, offer: offer))
    }

    /// Nothing came of it: a flow says why.
    private func end(_ outcome: Outcome, _ facts: TLSFacts) {
        guard !isOver else { return }
        over()
        prepared?.close()
        prepared = nil
        shard.tell(origin, outcome, [.handshakeEnded(facts)] + acts.map { .ruleActed($0) })
        shard.closeAfterFlush(leg)
    }
}

extension SecureEntrance: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) { read() }

    func streamDidReachEnd(_ leg: PlainStream) {
        guard !isOver else { return }
        // Browsers open connections ahead of need.
        if leg.input.isEmpty {
            over()
            return leg.close()
        }
        fail(.closedInHandshake, reader.endOfInput(received: leg.input.count).text)
    }

    func streamDidDrain(_ leg: PlainStream) {}

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        end(Outcome(.aborted, by: .client, .clientClosed, detail: failure.text), TLSFacts(.client, offer: offer))
    }
}

extension SecureEntrance: TurnTask {
    func performAtEndOfTurn() {
        shard.remove(self)
    }
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
