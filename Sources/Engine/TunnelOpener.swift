internal import Authority
internal import Bytes
internal import Flow
internal import HTTPModel
internal import Reactor
internal import TLS

/// What follows a CONNECT that was granted: looks at the client's first bytes, and opens the tunnel or relays it.
///
///     first bytes ─┬─ TLS ─── ClientHello ── handshake with the server ── leaf ── handshake with the client ── requests
///                  ├─ HTTP/1 ─ requests
///                  └─ others, or the server speaks first ── relay, unread
///
/// The server is asked first, so that its failure can be shown as itself: the client then gets a certificate nevertheless,
/// and for each request the reason. A kept connection on which the server was verified before does as well. Owned by the legs it listens to, and by its shard; runs on the shard's loop.
final class TunnelOpener: TunnelLike, ConnectionSeeking {
    private let service: TLSService
    private let client: Leg
    /// New and without TLS, or kept, with TLS on it and verified.
    private var upstream: UpstreamConnection
    private let request: RequestHead
    private let flow: FlowID
    let shard: Shard
    private(set) var origin: ClientOrigin
    private var reader = ClientHelloReader()
    private var offer: TLSFacts.Offer?
    private var destination: Destination
    private var timer: LoopTimer?
    private var isOpen = true
    /// While a connection without TLS is sought in place of the kept one, and what then follows.
    private var seeker: UpstreamSeeker?
    private var continuation: (() -> Void)?

    init(
        _ service: TLSService, client: Leg, upstream: UpstreamConnection, request: RequestHead, flow: FlowID,
        origin: ClientOrigin
    ) {
        self.service = service
        self.client = client
        self.upstream = upstream
        self.request = request
        self.flow = flow
        self.origin = origin
        self.origin.requestCount += 1
        shard = upstream.shard
        destination = upstream.destination.secured(for: nil)
    }

    func begin() {
        shard.add(self)
        timer = LoopTimer(on: shard.loop) { [unowned self] in deadlinePassed() }
        timer?.arm(after: shard.deadlines.tunnelIdle)
        client.delegate = self
        client.resumeReading()
        listenToServer()
        if !client.input.isEmpty { sniff() }
        if isOpen, client.hasReachedEnd { legDidReachEnd(client) }
    }

    /// A kept connection has nothing to say, and looks after itself.
    private func listenToServer() {
        guard upstream.tls == nil else { return }
        upstream.leg.delegate = self
        upstream.leg.resumeReading()
    }

    func shutDown() {
        finish(Outcome(.aborted, by: .proxy, .shuttingDown))
    }

    // MARK: - The first bytes

    private func sniff() {
        guard isOpen, offer == nil, seeker == nil else { return }
        switch client.input.withSpan({ FirstBytes($0) }) {
        case .undecided: timer?.arm(after: shard.deadlines.firstBytes)
        case .tls: readHello()
        case .http: client.input.isHTTP1Request.map { $0 ? openPlain() : relay() } ?? waitForMore()
        case .other: relay()
        }
    }

    private func waitForMore() {
        timer?.arm(after: shard.deadlines.firstBytes)
    }

    private func deadlinePassed() {
        // A handshake has a name and a time of its own; whatever else came so slowly is none of ours to understand.
        let isHello = client.input.withSpan { FirstBytes($0) } == .tls
        if isHello {
            fail(.handshakeTimedOut, "The client began a TLS handshake and did not finish its first message in time.")
        } else if client.input.isEmpty {
            finish(Outcome(.aborted, by: .client, .idleTimedOut))
        } else {
            relay()
        }
    }

    private func readHello() {
        do throws(ClientHelloError) {
            let hello = try client.input.withSpan { span throws(ClientHelloError) in try reader.read(span) }
            guard let hello else {
                timer?.arm(after: shard.deadlines.handshake)
                return
            }
            timer?.disarm()
            understand(hello)
        } catch {
            fail(.malformedClientHello, error.text)
        }
    }

    /// Who is asked for, and whether anybody may look.
    private func understand(_ hello: ClientHello) {
        let offer = TLSFacts.Offer(hello)
        self.offer = offer
        let asked = hello.serverName.flatMap { $0.problem == nil ? $0.bytes : nil }
        noticeName(hello, asked)
        let name = asked ?? destination.host
        guard !service.relays(destination.host), !service.relays(name) else {
            publish(.handshakeEnded(TLSFacts(.client, offer: offer)))
            return relay()
        }
        do throws(LeafNameError) {
            let leafName = try LeafName(bytes: name)
            destination = destination.secured(for: Bytes(leafName.text))
            secureUpstream(leafName)
        } catch {
            publish(.handshakeEnded(TLSFacts(.client, offer: offer)))
            fail(
                .illegalServerName, "No certificate can be made for the server that the client asks for: \(error.text)."
            )
        }
    }

    /// What a client asks for twice should be the same. An address in CONNECT says nothing about names.
    private func noticeName(_ hello: ClientHello, _ asked: Bytes?) {
        guard shard.publisher.isActive, let name = hello.serverName else { return }
        let range = request.target.range
        if name.problem != nil {
            publish(.quirkFound(.request, Quirk(.malformedServerName, offset: range.lowerBound, length: range.count)))
        } else if let asked, !asked.isEqual(ignoringCase: destination.host),
            Resolver.literal(destination.host.text, port: 0) == nil
        {
            publish(.quirkFound(.request, Quirk(.serverNameDisagrees, offset: range.lowerBound, length: range.count)))
        }
    }

    // MARK: - Opening

    /// Plain HTTP inside: requests as they are in a reverse proxy.
    private func openPlain() {
        withPlainConnection { [self] in serve(policy: .inside(destination, refusal: nil), tls: nil) }
    }

    private func secureUpstream(_ name: LeafName) {
        client.pauseReading()
        if let facts = upstream.tls, upstream.destination == destination { return mint(name, facts, nil) }
        withPlainConnection { [self] in shakeHands(name) }
    }

    private func shakeHands(_ name: LeafName) {
        let leg = upstream.leg
        ServerHandshake(service, destination, on: leg, shard: shard).begin { [self] facts, failure in
            guard isOpen else { return leg.close() }
            publish(.handshakeEnded(facts))
            if failure != nil { leg.closeAfterFlush() }
            mint(name, facts, failure.map { Outcome($0) })
        }
    }

    private func mint(_ name: LeafName, _ facts: TLSFacts, _ refusal: Outcome?) {
        guard let leaves = service.interception?.leaves else { return relay() }
        if let identity = leaves.freshLeaf(for: name) { return secureClient(identity, facts, refusal) }
        shard.elsewhere { deliver in
            leaves.leaf(for: name, deliver: deliver)
        } then: { [self] (result: Result<Identity, AuthorityError>) in
            switch result {
            case .success(let identity): secureClient(identity, facts, refusal)
            case .failure(let error): fail(.internalError, "No certificate could be made: \(error.text)", by: .proxy)
            }
        }
    }

    private func secureClient(_ identity: Identity, _ facts: TLSFacts, _ refusal: Outcome?) {
        guard isOpen, let context = service.interception?.context else { return }
        let session: TLSSession
        do throws(TLSError) {
            session = try TLSSession(accepting: context, as: identity, pool: shard.tlsBlocks)
        } catch {
            return fail(.internalError, error.text, by: .proxy)
        }
        let began = shard.now()
        client.begin(session, timeout: shard.deadlines.handshake) { [self] result in
            guard isOpen else { return client.close() }
            let duration = shard.now() - began
            switch result {
            case .success(let agreed):
                origin.tls = TLSFacts(agreed, of: .client, offer: offer, shown: identity.facts, duration: duration)
                if let tls = origin.tls { publish(.handshakeEnded(tls)) }
                if refusal != nil { origin.refusedTLS = facts }
                let policy = ForwardingPolicy.Mode.inside(destination, refusal: refusal)
                serve(policy: policy, tls: facts)
            case .failure(let failure):
                publish(.handshakeEnded(TLSFacts(failure, of: .client, offer: offer, duration: duration)))
                let advice = failure.code == .clientDoesNotTrust ? TrustAdvice.text(for: request) : nil
                finish(Outcome(failure, advice: advice))
            }
        }
    }

    /// From here on there are requests. The server's connection is at hand for the first of them.
    private func serve(policy mode: ForwardingPolicy.Mode, tls: TLSFacts?) {
        guard leave() else { return }
        let inner = ClientConnection(
            shard: shard, leg: client, origin: origin,
            policy: ForwardingPolicy(mode: mode, rules: shard.configuration.policy.rules), opener: flow,
            advice: client.layer == nil ? nil : TrustAdvice.text(for: request))
        if origin.refusedTLS == nil {
            inner.prepared =
                upstream.tls != nil
                ? upstream
                : UpstreamConnection(
                    shard: shard, leg: upstream.leg, destination: destination, address: upstream.address,
                    isLocal: upstream.isLocal, tls: tls, number: upstream.number)
        }
        if !client.input.isEmpty { inner.legDidReceive(client) }
        // An end that was told before is not told again.
        if client.hasReachedEnd { inner.legDidReachEnd(client) }
        client.resumeReading()
    }

    private func relay() {
        withPlainConnection { [self] in relayOverPlain() }
    }

    private func relayOverPlain() {
        guard leave() else { return }
        Tunnel(client: client, upstream: upstream.leg, flow: flow, shard: shard, kind: .connect).begin()
    }

    // MARK: - A connection without TLS

    /// Goes on when there is one: at once, unless a kept connection was leased and is of no use here.
    private func withPlainConnection(_ next: @escaping () -> Void) {
        guard isOpen, seeker == nil else { return }
        guard upstream.tls != nil else { return next() }
        continuation = next
        let seeker = UpstreamSeeker(destination.secured(for: nil), client: self)
        self.seeker = seeker
        seeker.begin()
    }

    func found(_ connection: UpstreamConnection) {
        seeker = nil
        guard isOpen else { return connection.close() }
        giveBack()
        upstream = connection
        connection.leave()
        publish(
            .upstreamConnected(
                FlowEvent.UpstreamLease(
                    connection: connection.number, address: connection.address, reused: false,
                    isLocal: connection.isLocal)))
        listenToServer()
        let next = continuation
        continuation = nil
        next?()
    }

    func seekReached(_ step: Exchange.SeekStep) {}

    func notFound(_ outcome: Outcome) {
        seeker = nil
        continuation = nil
        finish(outcome)
    }

    /// A kept connection that was not needed serves others; any other has no further use.
    private func giveBack() {
        if upstream.tls == nil {
            upstream.leg.closeAfterFlush()
        } else if upstream.isUsable {
            upstream.keep()
        } else {
            upstream.close()
        }
    }

    // MARK: - The end

    private func fail(_ code: Outcome.Code, _ text: String, by party: Outcome.Party = .client) {
        finish(Outcome(.failed, by: party, code, detail: text))
    }

    private func finish(_ outcome: Outcome) {
        guard leave() else { return }
        publish(.finished(outcome))
        shard.counters.finished(outcome)
        client.closeAfterFlush()
        giveBack()
    }

    /// Whoever calls takes the legs over. False when that has happened already.
    private func leave() -> Bool {
        guard isOpen else { return false }
        isOpen = false
        timer?.invalidate()
        timer = nil
        seeker?.cancel()
        seeker = nil
        continuation = nil
        // Not before the successor has its place: a proxy that stops would take itself for empty.
        shard.loop.atEndOfTurn(self)
        return true
    }

    func publish(_ fact: @autoclosure () -> FlowEvent.Fact) {
        guard shard.publisher.isActive else { return }
        shard.publisher.publish(flow, at: shard.now(), fact())
    }
}

extension TunnelOpener: TurnTask {
    func performAtEndOfTurn() {
        shard.remove(self)
    }
}

extension TunnelOpener: LegDelegate {
    func legDidReceive(_ leg: Leg) {
        guard leg === client else {
            // A server that speaks first speaks neither HTTP nor TLS.
            if offer == nil { relay() }
            return
        }
        sniff()
    }

    func legDidReachEnd(_ leg: Leg) {
        // Whoever takes the client over sees it.
        if seeker != nil { return }
        if leg === client, offer != nil {
            fail(.closedInHandshake, "The client left in the middle of TLS.")
        } else if leg === client, client.input.withSpan({ FirstBytes($0) }) == .tls {
            // Half a ClientHello is of no use to a server either.
            fail(.closedInHandshake, reader.endOfInput(received: client.input.count).text)
        } else if leg === client, client.input.isEmpty, upstream.tls != nil {
            // It left without a word: there is nothing to relay, and no server to be bothered for it.
            finish(Outcome(.tunnel, by: .client, .ok))
        } else if offer == nil {
            relay()
        }
    }

    func legDidDrain(_ leg: Leg) {}

    func legDidFail(_ leg: Leg, _ failure: LegFailure) {
        let isClient = leg === client
        finish(
            Outcome(
                .aborted, by: isClient ? .client : .upstream, isClient ? .clientClosed : .upstreamClosed,
                detail: failure.text))
    }
}

extension ReceiveBuffer {
    /// Whether the unread bytes begin with a request line of HTTP/1; nil while that cannot be told.
    ///
    /// Other protocols begin with a word and a space too (`HELO x`): what tells is the version at the end of the line.
    fileprivate var isHTTP1Request: Bool? {
        withSpan { bytes in
            var line: [UInt8] = []
            for index in 0..<min(bytes.count, 64 * 1024) {
                guard bytes[index] == ASCII.lineFeed else {
                    line.append(bytes[index])
                    continue
                }
                if line.last == ASCII.carriageReturn { line.removeLast() }
                return line.suffix(9).starts(with: " HTTP/1.".utf8)
            }
            return bytes.count < 64 * 1024 ? nil : false
        }
    }
}
