internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// One client's connection: reads its requests one after the other, and drives an `Exchange` for each.
///
/// Owned by its leg, runs on its shard's loop. Here the pieces join: leg, decoder, exchange, and the server's
/// connection. Requests that come before their turn (pipelining) wait in the leg's buffer.
final class ClientConnection: ConnectionSeeking {
    let shard: Shard
    let leg: Leg
    let origin: ClientOrigin
    let policy: ForwardingPolicy

    /// The exchange under way, and its name in the record.
    private(set) var exchange: Exchange?
    private(set) var flow = FlowID(0)
    var upstream: UpstreamConnection?
    var seeker: UpstreamSeeker?
    /// A server's connection that authenticated this client as a whole (NTLM, Negotiate); it serves no one else.
    var pinned: UpstreamConnection?
    /// The connection that CONNECT made, for the first request inside.
    var prepared: UpstreamConnection?

    private var decoder: HTTP1Decoder
    private(set) var requestCount: UInt64
    /// When the first byte of the request being read came; 0 between requests.
    private var requestBeganAt: UInt64 = 0
    private var requestHasEnded = false
    private var clientHasEnded = false
    private var isReading = false
    private var isOpen = true
    /// Content bytes of the request and of the response so far.
    var contentSeen: (request: UInt64, response: UInt64) = (0, 0)
    /// Reused, so that an exchange costs no array.
    private var actions: [Exchange.Action] = []
    /// Events that came up while actions were carried out; they have their turn after these.
    private var events: [Exchange.Event] = []
    private var isDriving = false
    /// Bytes that were left unread are to be looked at again.
    var isRequestDue = false
    var isResponseDue = false
    /// What the client was owed when the timer was set: as long as it takes some of it, it is not stalled.
    private var owedBefore = 0
    private var timer: LoopTimer?

    /// A connection that was accepted.
    convenience init(shard: Shard, accepted: AcceptedSocket, listener: String) throws(SocketError) {
        let origin = ClientOrigin(
            number: shard.counters.nextClient(), listener: listener, address: accepted.peer.description,
            isLocal: shard.isThisMachine(accepted.peer))
        let leg = Leg(try StreamSocket(accepted, on: shard.loop, delegate: nil), on: shard.loop)
        self.init(shard: shard, leg: leg, origin: origin, policy: shard.policy(for: accepted.peer))
    }

    init(shard: Shard, leg: Leg, origin: ClientOrigin, policy: ForwardingPolicy) {
        self.shard = shard
        self.leg = leg
        self.origin = origin
        self.policy = policy
        requestCount = origin.requestCount
        decoder = HTTP1Decoder(
            role: .request, limits: shard.configuration.limits,
            tolerances: shard.configuration.tolerances)
        leg.inputLimit = shard.configuration.limits.head + 64 * 1024
        timer = LoopTimer(on: shard.loop) { [unowned self] in deadlinePassed() }
        leg.delegate = self
        shard.add(self)
        armTimer()
    }

    // MARK: - Requests

    /// Decodes as far as the exchange allows.
    func readRequests() {
        guard isOpen, !isReading else { return }
        isReading = true
        while isOpen, mayDecode {
            do {
                guard let decoded = try leg.input.withSpan({ span throws(WireError) in try decoder.decode(span) })
                else {
                    if clientHasEnded { inputEnded() }
                    break
                }
                take(decoded)
            } catch {
                requestFailed(error)
                break
            }
        }
        isReading = false
        if isOpen, !mayDecode, leg.input.count > 64 * 1024 { leg.pauseReading() }
    }

    private var mayDecode: Bool {
        guard let exchange else { return true }
        if requestHasEnded { return false }
        switch exchange.requestBody {
        case .wait: return false
        case .forward, .forwardContent: return upstream?.leg.isCongested != true
        case .discard: return true
        }
    }

    private func take(_ decoded: Decoded) {
        switch decoded.part {
        case .requestHead(let head, let framing):
            leg.input.consume(decoded.consumed)
            begin(head, framing)
        case .end:
            requestHasEnded = true
            publish(.messageEnded(.request, wireSize: decoder.wireSize))
            drive(.requestEnded)
            tellOfEnd()
        case .content, .chunkStarted, .chunkEnded, .trailers:
            let trailers = editedTrailers(decoded.part, of: .request)
            if let upstream, exchange?.requestBody == .forward {
                drive(.requestBodyForwarded)
                if let trailers {
                    upstream.leg.send(trailers.sent, more: true)
                } else {
                    upstream.leg.forward(decoded.consumed, of: leg.input)
                }
            }
            record(decoded, of: .request, from: leg.input)
            if let trailers { publish(.trailersForwarded(.request, sent: trailers.sent, edits: trailers.edits)) }
            leg.input.consume(decoded.consumed)
        case .interimHead, .responseHead:
            break
        }
    }

    private func begin(_ head: RequestHead, _ framing: Framing) {
        open()
        publish(.requestHeadReceived(head, framing))
        noticeMisdirection(head)
        let persistence = ConnectionReuse(head, framing, toProxy: policy.mode == .forward)
        requestHasEnded = false
        contentSeen = (0, 0)
        exchange = Exchange(
            request: head, framing: framing, persistent: persistence.isPersistent, policy: policy(for: head),
            asks: shard.rules.stages)
        drive(.began)
    }

    /// A request that goes round and round between two proxies is not sent on once more.
    private func policy(for head: RequestHead) -> ForwardingPolicy {
        guard requestCount == 1, shard.ring.arrived(head.raw, now: shard.loop.now) else { return policy }
        return ForwardingPolicy(mode: .closed(Outcome(.refused, by: .client, .ring)), rules: policy.rules)
    }

    /// A flow begins: it has a name and a place in the record from its first byte on.
    private func open() {
        requestCount += 1
        flow = shard.counters.nextFlow()
        guard shard.publisher.isActive else { return }
        let time = requestBeganAt == 0 ? shard.now() : requestBeganAt
        let opening = FlowEvent.Opening(
            wallClock: shard.wallClock(at: time), client: origin.address, listener: origin.listener,
            clientConnection: origin.number, requestNumber: requestCount)
        shard.publisher.publish(flow, at: time, .opened(opening))
        for tls in [origin.tls, origin.refusedTLS] {
            if let tls { shard.publisher.publish(flow, at: time, .handshakeEnded(tls)) }
        }
    }

    private func requestFailed(_ error: WireError) {
        guard exchange == nil else {
            drive(.requestFailed(error))
            return
        }
        // RFC 8446 §5.1: a handshake record begins with 0x16 0x03.
        let isTLS = leg.input.withSpan { $0.count > 2 && $0[0] == 0x16 && $0[1] == 0x03 }
        let detail = isTLS ? "The first bytes are TLS; this port speaks plain HTTP with its clients." : ""
        refuse(Outcome(.refused, by: .client, .malformedRequest, error: error, detail: detail))
    }

    /// There is not even a head, so there is no exchange; but there is a flow.
    private func refuse(_ outcome: Outcome, answers: Bool = true) {
        open()
        recordMalformedHead(of: .request, in: leg.input)
        if answers { perform(.answer(outcome)) }
        perform(.finish(outcome))
        perform(.end(.close))
    }

    /// The client sends no more, and everything it sent was decoded.
    private func inputEnded() {
        guard exchange == nil else {
            drive(.clientReachedEnd)
            return
        }
        do {
            _ = try decoder.endOfInput(unread: leg.input.count)
            close()
        } catch {
            refuse(Outcome(.aborted, by: .client, .clientClosed, error: error), answers: false)
        }
    }

    /// The client sends no more, and the request under way was its last.
    ///
    /// While unread bytes are there, more requests may follow: a client may send several and close its side at once.
    private func tellOfEnd() {
        guard clientHasEnded, requestHasEnded, leg.input.isEmpty else { return }
        drive(.clientReachedEnd)
    }

    // MARK: - Driving the exchange

    /// Tells the exchange what happened, and does what it says.
    ///
    /// What comes up meanwhile waits in a queue: orders are carried out in the order they were given.
    func drive(_ event: Exchange.Event) {
        guard isOpen, exchange != nil else { return }
        guard !isDriving else { return events.append(event) }
        isDriving = true
        step(event)
        var next = 0
        while next < events.count {
            step(events[next])
            next += 1
        }
        events.removeAll(keepingCapacity: true)
        isDriving = false
        guard isOpen else { return }
        armTimer()
        readOn()
    }

    private func step(_ event: Exchange.Event) {
        guard isOpen, exchange != nil else { return }
        exchange?.handle(event, &actions)
        var pending: [Exchange.Action] = []
        swap(&pending, &actions)
        for action in pending {
            perform(action)
        }
        pending.removeAll(keepingCapacity: true)
        swap(&pending, &actions)
    }

    /// Looks at what was left unread, now that it has its turn.
    private func readOn() {
        if isRequestDue {
            isRequestDue = false
            leg.resumeReading()
            readRequests()
        }
        if isResponseDue {
            isResponseDue = false
            upstream?.resume()
        }
    }

    /// The exchange is over: on to the next request, or out.
    func end(_ fate: Exchange.ClientFate) {
        exchange = nil
        requestBeganAt = 0
        switch fate {
        // Without its request's end the decoder could not go on.
        case .keep where !shard.isShuttingDown && requestHasEnded:
            decoder.startNextMessage()
            leg.resumeReading()
            if !leg.input.isEmpty || clientHasEnded {
                requestBeganAt = shard.now()
                // Not at once: this may be a callback of the server's connection, deep in its loop.
                shard.loop.atEndOfTurn(self)
            }
            armTimer()
        case .keep, .close, .truncate:
            close(.afterFlush)
        case .reset:
            close(.withReset)
        }
    }

    // MARK: - The end

    enum Closing {
        case now, afterFlush, withReset
    }

    func close(_ closing: Closing = .now) {
        guard isOpen else { return }
        leave()
        seeker?.cancel()
        seeker = nil
        upstream?.close()
        upstream = nil
        pinned?.close()
        pinned = nil
        prepared?.close()
        prepared = nil
        switch closing {
        case .now: leg.close()
        case .afterFlush: leg.closeAfterFlush()
        case .withReset: leg.abort()
        }
    }

    /// The connection leaves HTTP; who called has taken the leg over.
    func leave() {
        isOpen = false
        exchange = nil
        timer?.invalidate()
        timer = nil
        shard.remove(self)
    }

    /// The proxy stops. Idle connections close at once; `force`: the others too.
    func shutDown(force: Bool) {
        if exchange == nil {
            if isWithinHead {
                refuse(Outcome(.aborted, by: .proxy, .shuttingDown), answers: false)
            } else {
                close()
            }
        } else if force {
            drive(.shutDown(owed: leg.pendingBytes))
            close()
        }
    }

    /// A request has begun, and its head is not whole.
    private var isWithinHead: Bool { exchange == nil && !leg.input.isEmpty && !decoder.isBetweenMessages }

    // MARK: - Time

    /// Bytes of a body moved on, or of a response arrived: the wait for more begins anew.
    func bytesMoved() {
        if exchange != nil { armTimer() }
    }

    private func armTimer() {
        let deadlines = shard.deadlines
        owedBefore = leg.pendingBytes
        switch exchange?.waiting {
        case nil: timer?.arm(after: requestBeganAt == 0 ? deadlines.idle : deadlines.requestHead)
        case .lookUp: timer?.arm(after: deadlines.lookUp)
        case .connection: timer?.arm(after: deadlines.connect)
        // Handshakes end by themselves, and say why.
        case .handshake: timer?.disarm()
        case .responseHead: timer?.arm(after: deadlines.responseHead)
        case .requestBody, .responseBody, .delivery, .nothing: timer?.arm(after: deadlines.body)
        case .verdict: timer?.disarm()
        }
        if clientHasEnded, leg.incompleteEnd != nil, exchange != nil {
            // A TLS client that ends without close_notify (RFC 8446 §6.1) is most likely gone altogether.
            timer?.arm(after: deadlines.tunnelHalfClosed)
        }
    }

    /// What `armTimer` waits for, as a person says it.
    private var limit: Duration {
        let timeouts = shard.configuration.timeouts
        return switch exchange?.waiting {
        case .lookUp: timeouts.lookUp
        case .connection: timeouts.connect
        case .handshake: timeouts.handshake
        case .responseHead: timeouts.responseHead
        case nil, .requestBody, .responseBody, .delivery, .verdict, .nothing: timeouts.body
        }
    }

    private func deadlinePassed() {
        if exchange == nil {
            guard requestBeganAt != 0 else { return close() }
            refuse(Outcome(.refused, by: .client, .headTimedOut))
        } else if clientHasEnded, let end = leg.incompleteEnd {
            drive(.clientLeft(detail: end, owed: leg.pendingBytes))
        } else if leg.pendingBytes < owedBefore {
            // The client is slow, and takes what it is owed nevertheless.
            armTimer()
        } else {
            let receiver = exchange?.waiting == .responseBody ? leg : upstream?.leg
            drive(
                .deadlinePassed(limit: limit, isCongested: receiver?.isCongested == true, owed: leg.pendingBytes))
        }
    }
}

extension ClientConnection: LegDelegate {
    func legDidReceive(_ leg: Leg) {
        if exchange == nil, requestBeganAt == 0 {
            requestBeganAt = shard.now()
            armTimer()
        }
        readRequests()
        if exchange == nil, requestBeganAt != 0, decoder.isBetweenMessages {
            // RFC 9112 §2.2: an empty line before a request begins none.
            requestBeganAt = 0
            armTimer()
        }
        // Only bytes of a body prolong the wait for a body.
        if exchange?.waiting == .requestBody { armTimer() }
        shard.throttle(leg)
    }

    func legDidReachEnd(_ leg: Leg) {
        clientHasEnded = true
        // It may be gone altogether, which a silent server would give no occasion to notice.
        leg.socket.probePeer()
        readRequests()
        tellOfEnd()
    }

    func legDidDrain(_ leg: Leg) {
        armTimer()
        upstream?.resume()
    }

    func legDidSendAll(_ leg: Leg) {
        drive(.clientTookAll)
    }

    func legDidFail(_ leg: Leg, _ failure: LegFailure) {
        if isWithinHead {
            refuse(Outcome(.aborted, by: .client, .clientClosed, detail: failure.text), answers: false)
        }
        drive(.clientLeft(detail: failure.text, owed: leg.pendingBytes))
        close()
    }
}

extension ClientConnection: TurnTask {
    func performAtEndOfTurn() {
        readRequests()
    }
}
