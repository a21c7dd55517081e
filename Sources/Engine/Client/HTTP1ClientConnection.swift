internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// One client's connection of HTTP/1: reads its requests one after the other for an `ExchangeDriver`, as a
/// `ClientSequence` says.
///
/// Owned by its leg, runs on its shard's loop. Requests that come before their turn (pipelining) wait in the leg's
/// buffer.
final class HTTP1ClientConnection: ShardResident {
    let origin: ClientOrigin
    private let shard: ShardState
    private let leg: PlainStream
    private let bound = BoundConnections()
    private var sequence = ClientSequence()
    /// Reused, so that a request costs no array.
    private var actions: [ClientSequence.Action] = []
    private var decoder: HTTP1Decoder
    /// When the first byte of the request being read came; 0 between requests.
    private var requestBeganAt: UInt64 = 0
    /// When the last exchange ended, or the connection began.
    private var idleSince: UInt64
    private var isReading = false
    private var isOpen = true
    private var timer: LoopTimer?
    /// Once the client has ended its side while an exchange runs.
    private var watch: HalfCloseWatch?
    private var madeDriver: ExchangeDriver?
    private let policy: ForwardingPolicy

    /// - Parameter prepared: a connection to the server, for the first request.
    init(
        shard: ShardState, leg: PlainStream, origin: ClientOrigin, policy: ForwardingPolicy,
        prepared: HTTP1ServerConnection? = nil
    ) {
        self.shard = shard
        self.leg = leg
        self.origin = origin
        self.policy = policy
        idleSince = shard.loop.now
        decoder = HTTP1Decoder(
            role: .request, limits: shard.configuration.limits,
            tolerances: shard.configuration.tolerances)
        if let prepared { bound.prepare(prepared) }
        leg.inputLimit = shard.configuration.inputLimit
        timer = LoopTimer(on: shard.loop) { [unowned self] in deadlinePassed() }
        timer?.arm(after: shard.deadlines.idle)
        leg.delegate = self
        shard.add(self)
    }

    /// Made with the first request: many connections wait for theirs.
    private var driver: ExchangeDriver {
        if let madeDriver { return madeDriver }
        let driver = ExchangeDriver(
            client: self, shard: shard, origin: origin,
            policy: shard.policy(policy, for: origin.peer, at: leg.socket.localAddress),
            bound: bound)
        madeDriver = driver
        return driver
    }

    // MARK: - Events in, actions out

    private func handle(_ event: ClientSequence.Event) {
        guard isOpen else { return }
        sequence.handle(event, &actions)
        guard !actions.isEmpty else { return }
        var pending: [ClientSequence.Action] = []
        swap(&pending, &actions)
        // From the end, since what is taken out there is moved and not copied.
        if pending.count > 1 { pending.reverse() }
        while let action = pending.popLast() { perform(action) }
        swap(&pending, &actions)
    }

    private func perform(_ action: ClientSequence.Action) {
        switch action {
        case .wait(.request): timer?.arm(after: shard.deadlines.idle)
        case .wait(.head): timer?.arm(after: shard.deadlines.requestHead)
        case .wait(.nothing): timer?.disarm()
        case .startNext(let atOnce): startNext(atOnce)
        case .tell(let news): tell(news)
        case .refuse(let outcome, let answers): refuse(outcome, answers: answers)
        case .close(let closing): close(closing)
        }
    }

    private func deadlinePassed() {
        // Bytes that nobody could receive yet are no silence; received ones that begin no request are an empty line.
        guard sequence.isIdle, leg.socket.hasUnreceived else { return handle(.deadlinePassed) }
        timer?.arm(after: shard.deadlines.idle)
    }

    private func startNext(_ atOnce: Bool) {
        decoder.startNextMessage()
        leg.resume(.ofOwner)
        // Not at once indeed: this may be a callback of the server's connection, deep in its loop.
        if atOnce { shard.loop.atEndOfTurn(self) }
    }

    private func tell(_ news: ClientSequence.News) {
        switch news {
        case .reachedEnd: driver.handle(.clientReachedEnd)
        case .failed(let error): driver.handle(.requestFailed(error))
        case .left(let detail): driver.handle(.clientLeft(detail: detail, owed: driver.owed))
        case .shutDown: driver.handle(.shutDown(owed: driver.owed))
        }
    }

    private func refuse(_ outcome: Outcome, answers: Bool) {
        driver.open(at: requestBeganAt)
        driver.recordMalformedHead(of: .request, in: leg.input)
        driver.refuse(outcome, answers: answers)
    }

    // MARK: - Requests

    /// Decodes as far as the exchange allows.
    private func readRequests() {
        guard isOpen, !isReading else { return }
        if mayBeginTLS {
            // One byte tells nothing yet.
            if leg.input.count < 2 || becomeTLS() { return }
        }
        isReading = true
        while isOpen, hold == nil {
            do {
                guard let decoded = try leg.input.withSpan({ span throws(WireError) in try decoder.decode(span) })
                else {
                    if sequence.isHalfClosed { inputExhausted() }
                    break
                }
                take(decoded)
            } catch {
                if beginsHTTP2 {
                    isReading = false
                    return becomeHTTP2()
                }
                refuseBytes(error)
                break
            }
        }
        isReading = false
        noticeBeginning()
        if isOpen, let hold, leg.input.count > 64 * 1024 { leg.pause(hold) }
    }

    private func refuseBytes(_ error: WireError) {
        let first = leg.input.withSpan { $0.count > 0 ? $0[0] : 0 }
        guard madeDriver == nil else { return handle(.malformed(error, detail: "")) }
        if let greeting = ForeignGreeting(first, where: .http) {
            if let answer = greeting.answer { leg.send(answer) }
            return handle(.foreign(greeting.outcome(where: .http), answers: greeting.answer == nil))
        }
        let beginsHTTP2 = leg.input.withSpan { HTTP2Connection.isPreface($0) }
        let why = leg.layer == nil ? ForeignGreeting.noHTTP2 : ForeignGreeting.noALPN
        handle(.malformed(error, detail: beginsHTTP2 ? why : ""))
    }

    /// RFC 9113 §3.4: the client knows that HTTP/2 is spoken here, and begins with its preface. That has a request
    /// line, so that whoever speaks HTTP/1 alone finds an error there. In TLS, ALPN says what is spoken (§3.2).
    private var beginsHTTP2: Bool {
        guard madeDriver == nil, leg.layer == nil, shard.configuration.speaksHTTP2 else { return false }
        return leg.input.withSpan { HTTP2Connection.isPreface($0) }
    }

    /// RFC 8446 §5.1: a handshake record begins with 0x16 0x03. Looked for where nobody has asked for anything yet, and
    /// not inside of anything: there a `TunnelOpener` has looked.
    private var mayBeginTLS: Bool {
        guard madeDriver == nil, leg.layer == nil, !policy.isInside, shard.tls?.interception != nil else {
            return false
        }
        return leg.input.withSpan { $0.count > 0 && $0[0] == 0x16 && ($0.count < 2 || $0[1] == 3) }
    }

    private func becomeTLS() -> Bool {
        guard let leg = handOver() else { return false }
        return shard.beginTLS(with: leg, origin, policy)
    }

    private func becomeHTTP2() {
        let prepared = bound.takePrepared()
        guard let leg = handOver() else { return }
        HTTP2ClientConnection(shard: shard, leg: leg, origin: origin, policy: policy, prepared: prepared).begin()
    }

    /// Whether what is left is the beginning of a request.
    private func noticeBeginning() {
        guard isOpen, madeDriver?.exchange == nil else { return }
        let isWithinHead = !decoder.isBetweenMessages
        if !isWithinHead { requestBeganAt = 0 }
        handle(.bytesCame(beginRequest: isWithinHead))
    }

    /// Why what is unread has to wait; nil when it may be decoded.
    private var hold: PauseReasons? {
        guard let driver = madeDriver, driver.exchange != nil else { return nil }
        return sequence.requestHasEnded ? .pipelined : driver.requestHold
    }

    private func take(_ decoded: Decoded) {
        switch decoded.part {
        case .requestHead(let head, let framing):
            leg.input.consume(decoded.consumed)
            handle(.headRead)
            driver.open(at: requestBeganAt)
            driver.begin(head, framing)
        case .end:
            driver.publish(.messageEnded(.request, wireSize: decoder.wireSize))
            // The end is known before the exchange hears of it, which may be over then.
            let hasMore = !leg.input.isEmpty
            handle(.requestEnded(hasMore: true))
            driver.requestDidEnd()
            if sequence.requestHasEnded { handle(.requestEnded(hasMore: hasMore)) }
            if sequence.isHalfClosed { watchEnd() }
        case .content, .chunkStarted, .chunkEnded, .trailers:
            driver.requestPart(decoded, in: leg.input)
            leg.input.consume(decoded.consumed)
        case .interimHead, .responseHead:
            break
        }
    }

    /// The client sends no more, and everything it sent was decoded.
    private func inputExhausted() {
        do {
            _ = try decoder.endOfInput(unread: leg.input.count)
            handle(.inputExhausted(error: nil))
        } catch {
            handle(.inputExhausted(error: error))
        }
    }

    // MARK: - The end

    private func close(_ closing: ClientSequence.Closing) {
        guard isOpen else { return }
        isOpen = false
        timer?.invalidate()
        timer = nil
        watch?.end()
        madeDriver?.close()
        bound.close()
        switch closing {
        case .now: leg.close()
        case .afterFlush: shard.closeAfterFlush(leg)
        case .withResetAfterFlush: shard.closeAfterFlush(leg, isCutOff: true)
        case .withReset: leg.abort()
        }
        shard.remove(self)
    }

    func shutDown(force: Bool) {
        handle(.shutDown(force: force, hasUnread: !force && sequence.isIdle && leg.socket.hasUnread))
    }

    var dispensability: Dispensability? {
        if sequence.isHalfClosed { return Dispensability(rank: .halfClosed, idleSince: idleSince) }
        if sequence.isIdle {
            let hasAsked = madeDriver != nil || origin.requestCount > 0
            return Dispensability(rank: hasAsked ? .served : .neverAsked, idleSince: idleSince)
        }
        return sequence.isWithinHead ? Dispensability(unfinishedSince: requestBeganAt, now: shard.loop.now) : nil
    }

    var hasUnread: Bool { sequence.isIdle && !sequence.isHalfClosed && leg.socket.hasUnread }

    func makeRoom() {
        handle(.gaveWay)
    }
}

extension HTTP1ClientConnection: ClientStream {
    func sendHead(_ fields: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes {
        let head = try HeadEncoder.written(fields, edits)
        leg.send(head, more: true)
        return head
    }

    func send(_ answer: ProxyAnswer) -> Bytes {
        send(answer.head)
        send(answer.body)
        return answer.head
    }

    func sendContinue() {
        send("HTTP/1.1 100 Continue\r\n\r\n")
    }

    func send(_ bytes: Bytes) {
        leg.send(bytes, more: true)
    }

    func forward(_ count: Int, of buffer: ReceiveBuffer) {
        leg.forward(count, of: buffer)
    }

    var isCongested: Bool { leg.isCongested }
    var owed: Int { leg.pendingBytes }

    func deliver() -> Bool {
        leg.flushNow()
        // Who ended its side may only read on, or be gone altogether: what was sent now tells one from the other.
        if hasEnded { leg.socket.noticeRefusal() }
        // After a failure `streamDidFail` follows.
        if leg.isBroken { return false }
        if leg.pendingBytes == 0 { return true }
        leg.tellWhenSent()
        return false
    }

    var hasEnded: Bool { sequence.isHalfClosed || leg.socket.peerHasEnded }

    func readOn() {
        leg.resume(.ofExchange)
        readRequests()
    }

    func exchangeDidEnd(_ fate: Exchange.ClientFate) {
        requestBeganAt = 0
        idleSince = shard.loop.now
        let hasMore = !leg.input.isEmpty
        if hasMore { requestBeganAt = shard.now() }
        handle(.exchangeEnded(fate, hasMore: hasMore))
    }

    func cutOff() {
        close(.withReset)
    }

    func handOver() -> PlainStream? {
        isOpen = false
        timer?.invalidate()
        timer = nil
        watch?.end()
        madeDriver?.detach()
        bound.close()
        // Not before the successor has its place: a proxy that stops would take itself for empty.
        shard.loop.atEndOfTurn(self)
        return leg
    }
}

extension HTTP1ClientConnection: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) {
        if requestBeganAt == 0, sequence.isIdle { requestBeganAt = shard.now() }
        readRequests()
        // Who has taken the leg over is read in a way of its own.
        if isOpen { shard.throttle(leg) }
    }

    func streamDidReachEnd(_ leg: PlainStream) {
        // What stands behind a response that stalls never has its turn.
        let goesOn = madeDriver?.standing?.waiting != .patience
        handle(.inputEnded(hasMore: goesOn && !leg.input.isEmpty))
        // It may be gone altogether, which a silent server would give no occasion to notice.
        leg.socket.probePeer()
        madeDriver?.clientDidEndSide()
        readRequests()
        watchEnd()
    }

    func streamDidSenseEnd(_ leg: PlainStream) {
        leg.socket.probePeer()
        madeDriver?.clientDidEndSide()
        watchEnd()
    }

    /// The client ended its side while its exchange runs: it may read on, or be gone. As long as some of its request is
    /// on its way to the server, that goes first.
    private func watchEnd() {
        guard isOpen, watch == nil, let driver = madeDriver, driver.exchange != nil else { return }
        let isWhole = leg.hasReachedEnd && (sequence.requestHasEnded || leg.input.isEmpty)
        guard isWhole || driver.standing?.waiting == .verdict else { return }
        let watch = HalfCloseWatch(leg, of: origin, on: shard) { [unowned self] in handle(.broke(detail: $0)) }
        self.watch = watch
        watch.look()
    }

    func streamDidDrain(_ leg: PlainStream) {
        madeDriver?.clientDidDrain()
    }

    func streamDidSendAll(_ leg: PlainStream) {
        madeDriver?.handle(.clientTookAll)
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        handle(.broke(detail: failure.text))
    }
}

extension HTTP1ClientConnection: TurnTask {
    func performAtEndOfTurn() {
        if isOpen { readRequests() } else { shard.remove(self) }
    }
}
