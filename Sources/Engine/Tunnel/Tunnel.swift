internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor
internal import Rules

/// Two legs whose bytes are relayed both ways until both sides have ended: a CONNECT, or a connection that changed
/// protocol (101).
///
/// Owned by its legs, runs on their loop. One side's end is passed on as such; the other side may still speak, but not
/// for ever without a byte.
final class Tunnel: ShardResident {
    private let client: PlainStream
    private let upstream: PlainStream
    private let flow: FlowID
    private let shard: ShardState
    private let kind: TunnelKind
    /// Why it is relayed, when that is not what one would expect.
    private let note: String
    /// Somebody reads what is inside: it is a WebSocket, and contents are kept.
    private let isRead: Bool
    /// Rules that change messages; nil: none does, and bytes pass as they come.
    private var messages: MessageRelay?
    /// Takes messages of a person's; nil: it is no WebSocket, or nobody can send any.
    private var insertion: WebSocketInsertion?
    /// Sees to the rules of a WebSocket, for each side; nil: the end points do.
    private var watches: (client: WebSocketWatch, upstream: WebSocketWatch)?
    private var sent: UInt64 = 0
    private var received: UInt64 = 0
    private var state = State.open
    private var timer: LoopTimer?
    /// Tells of bytes while they move.
    private var ticker: LoopTimer?
    /// What both sides were owed when the timer was set.
    private var owedBefore = 0

    private enum State {
        case open
        /// This side has ended; the other may still speak.
        case halfClosed(by: Outcome.Party)
        /// Both have ended, `first` first; what is queued is still to be taken.
        case draining(first: Outcome.Party)
        case over
    }

    init(
        client: PlainStream, upstream: PlainStream, flow: FlowID, shard: ShardState, kind: TunnelKind,
        note: String = "", isKept: Bool = true, changing change: MessageChange? = nil
    ) {
        self.client = client
        self.upstream = upstream
        self.flow = flow
        self.shard = shard
        self.kind = kind
        self.note = note
        isRead = isKept && kind.isWebSocket && shard.publisher.isActive && shard.publisher.bodyLimit > 0
        guard let change else { return }
        messages = MessageRelay(
            change, holding: shard.configuration.held, on: shard.loop,
            send: { [unowned self] kind, bytes in send(bytes, of: kind == .request ? self.client : self.upstream) },
            tell: { [unowned self] act in
                self.shard.publisher.publish(self.flow, at: self.shard.now(), .ruleActed(act))
            },
            drained: { [unowned self] kind in
                let leg = kind == .request ? self.client : self.upstream
                if !peer(of: leg).isCongested { leg.resume(.congested) }
            })
    }

    /// Lets a person send messages.
    ///
    /// - Parameter deflate: what was agreed on for compressed messages.
    func take(from sockets: OpenWebSockets, _ deflate: WebSocketDeflate?) {
        insertion = WebSocketInsertion(
            sockets, deflate, flow: flow, shard: shard, isRead: isRead, relay: messages,
            send: { [unowned self] kind, bytes in
                send(bytes, of: kind == .request ? self.client : self.upstream)
            },
            refusal: { [unowned self] kind in
                let leg = kind == .request ? client : upstream
                if isOver { return .closed }
                if leg.hasReachedEnd || peer(of: leg).isBroken { return .ended }
                return peer(of: leg).isCongested ? .congested : nil
            })
    }

    /// Ends it when either side breaks a rule of WebSockets.
    ///
    /// - Parameter deflate: what was agreed on for compressed messages.
    func watch(_ deflate: WebSocketDeflate?) {
        watches = (WebSocketWatch(from: .client, deflate?.client), WebSocketWatch(from: .server, deflate?.server))
    }

    func begin() {
        client.delegate = self
        upstream.delegate = self
        shard.add(self)
        timer = LoopTimer(on: shard.loop) { [unowned self] in deadlinePassed() }
        if shard.publisher.isActive {
            ticker = LoopTimer(on: shard.loop) { [unowned self] in tell() }
        }
        messages?.open()
        insertion?.open()
        relay(client)
        relay(upstream)
        guard !isOver else { return }
        // What whoever had them before wanted to wait for is over.
        client.resume(PauseReasons.ofOwner.subtracting(upstream.isCongested ? .congested : []))
        upstream.resume(PauseReasons.ofOwner.subtracting(client.isCongested ? .congested : []))
        if client.hasReachedEnd { streamDidReachEnd(client) }
        if upstream.hasReachedEnd { streamDidReachEnd(upstream) }
        armTimer()
    }

    private var isOver: Bool { if case .over = state { true } else { false } }

    func shutDown(force: Bool) {
        let isSilent = sent == 0 && received == 0
        if force || isSilent { finish(Outcome(.aborted, by: .proxy, .shuttingDown)) }
    }

    private func peer(of leg: PlainStream) -> PlainStream {
        leg === client ? upstream : client
    }

    private func relay(_ leg: PlainStream) {
        let count = leg.input.count
        guard count > 0, !isOver else { return }
        let peer = peer(of: leg)
        // Nothing can be sent to a server that has broken off; what it said is still on its way to the client.
        guard !peer.isBroken else { return }
        if isRead { tellBytes(of: leg) }
        if leg === client { sent += UInt64(count) } else { received += UInt64(count) }
        if watches != nil || messages != nil || insertion != nil {
            let bytes = leg.input.withSpan { Bytes(copying: $0) }
            leg.input.consume(count)
            let seen = look(at: bytes, of: leg)
            pass(seen.passing, of: leg)
            if let error = seen.error { return breakOff(error, by: leg) }
        } else {
            peer.forward(count, of: leg.input)
            leg.input.consume(count)
        }
        if ticker?.isArmed == false { ticker?.arm(after: Self.tellInterval) }
        if peer.isCongested || messages?.isFull(kind(of: leg)) == true { leg.pause(.congested) }
    }

    private func kind(of leg: PlainStream) -> MessageKind { leg === client ? .request : .response }

    private func look(at bytes: Bytes, of leg: PlainStream) -> (passing: Bytes, error: WebSocketError?) {
        (leg === client ? watches?.client.take(bytes) : watches?.upstream.take(bytes)) ?? (bytes, nil)
    }

    private func pass(_ bytes: Bytes, of leg: PlainStream) {
        guard !bytes.isEmpty else { return }
        if let messages {
            messages.take(bytes, from: kind(of: leg))
        } else if let insertion {
            insertion.take(bytes, from: kind(of: leg))
        } else {
            peer(of: leg).send(bytes)
        }
    }

    /// A side broke a rule of WebSockets: both are told so by the close code that is due (RFC 6455 §7.1.7), and it is
    /// over. Who is in the middle of a frame cannot be told, and sees a connection that breaks.
    private func breakOff(_ error: WebSocketError, by leg: PlainStream) {
        guard let watches else { return }
        let side: Outcome.Party = leg === client ? .client : .upstream
        let toldServer = say(error, to: upstream, after: watches.client)
        let toldClient = say(error, to: client, after: watches.upstream)
        if !toldServer { upstream.abort() }
        let detail = "\(error.text) Byte \(error.offset), \(error.spec); closed with \(error.closeCode)"
        finish(Outcome(.aborted, by: side, .webSocketRuleBroken, detail: detail), isCutOff: !toldClient)
    }

    /// - Parameter watch: on what this leg was sent, in the place of whose sender it is told.
    private func say(_ error: WebSocketError, to leg: PlainStream, after watch: WebSocketWatch) -> Bool {
        if watch.hasClosed { return true }
        let isWithin = watch.isWithinFrame || messages?.isWithinMessage(kind(of: peer(of: leg))) == true
        guard !isWithin, !leg.isBroken else { return false }
        leg.send(WebSocketWatch.closing(error, as: leg === client ? .server : .client))
        return true
    }

    /// Sends what rules make of a side's bytes; false: the other side takes nothing more.
    private func send(_ bytes: Bytes, of leg: PlainStream) -> Bool {
        let peer = peer(of: leg)
        guard !isOver, !peer.isBroken else { return false }
        peer.send(bytes)
        if peer.isCongested { leg.pause(.congested) }
        return true
    }

    /// Who keeps or shows messages reads them elsewhere: here they are copied once, and pass as they are.
    private func tellBytes(of leg: PlainStream) {
        let bytes = leg.input.withSpan { Bytes(copying: $0) }
        shard.publisher.publish(flow, at: shard.now(), .tunnelBytes(leg === client ? .request : .response, bytes))
    }

    /// How often totals are told while bytes move.
    private static let tellInterval = Nanoseconds.seconds(1)

    private func tell() {
        shard.publisher.publish(flow, at: shard.now(), .relayed(sent: sent, received: received))
    }

    // MARK: - Time

    private func armTimer() {
        owedBefore = owed
        switch state {
        case .open where !upstream.isBroken: timer?.arm(after: shard.deadlines.tunnelIdle)
        case .open, .halfClosed, .draining: timer?.arm(after: shard.deadlines.tunnelHalfClosed)
        case .over: break
        }
    }

    private var owed: Int { client.pendingBytes + upstream.pendingBytes }

    private func deadlinePassed() {
        // What is queued moves, if slowly.
        if owed < owedBefore { return armTimer() }
        if upstream.isBroken {
            let detail = "\(client.pendingBytes) bytes were not accepted"
            return finish(Outcome(.aborted, by: .client, .receiverStalled, detail: detail), isCutOff: true)
        }
        switch state {
        case .open: finish(Outcome(.aborted, by: .proxy, .idleTimedOut))
        case .halfClosed(by: .client): finish(Outcome(.aborted, by: .upstream, .idleTimedOut))
        case .halfClosed: finish(Outcome(.aborted, by: .client, .idleTimedOut))
        case .draining:
            let side: Outcome.Party = client.pendingBytes > 0 ? .client : .upstream
            finish(Outcome(.aborted, by: side, .receiverStalled, detail: "\(owed) bytes were not accepted"))
        case .over: break
        }
    }

    // MARK: - The end

    /// Both sides have ended. It is over when both systems have taken everything.
    private func concludeIfTaken(_ first: Outcome.Party) {
        guard client.pendingBytes == 0, upstream.pendingBytes == 0 else {
            client.tellWhenSent()
            upstream.tellWhenSent()
            return armTimer()
        }
        finish(Outcome(kind == .connect ? .tunnel : .complete, by: first, .ok, detail: note))
    }

    /// - Parameter isCutOff: the server had more to say, so that the client is not to take what it gets for all.
    private func finish(_ outcome: Outcome, isCutOff: Bool = false) {
        guard !isOver else { return }
        state = .over
        timer?.invalidate()
        timer = nil
        ticker?.invalidate()
        ticker = nil
        messages?.close(outcome)
        insertion?.close()
        if shard.publisher.isActive {
            tell()
            shard.publisher.publish(flow, at: shard.now(), .finished(outcome))
        }
        shard.counters.finished(outcome)
        shard.closeAfterFlush(client, isCutOff: isCutOff)
        shard.remove(self)
        upstream.closeAfterFlush()
    }
}

extension Tunnel: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) {
        relay(leg)
        armTimer()
        if isRead, !isOver { shard.throttle(leg) }
    }

    func streamDidReachEnd(_ leg: PlainStream) {
        relay(leg)
        messages?.end(kind(of: leg))
        insertion?.end(kind(of: leg))
        let side: Outcome.Party = leg === client ? .client : .upstream
        switch state {
        case .open:
            state = .halfClosed(by: side)
            peer(of: leg).shutdownSending()
            armTimer()
        case .halfClosed(let first):
            state = .draining(first: first)
            peer(of: leg).shutdownSending()
            concludeIfTaken(first)
        case .draining, .over: break
        }
    }

    func streamDidDrain(_ leg: PlainStream) {
        let other = peer(of: leg)
        if messages?.isFull(kind(of: other)) != true { other.resume(.congested) }
    }

    func streamDidSendAll(_ leg: PlainStream) {
        if case .draining(let first) = state { concludeIfTaken(first) }
    }

    func streamDidBreak(_ leg: PlainStream, _ failure: StreamFailure) {
        // The client is slower than the server was: what the server said before it broke off is still for it, and
        // `streamDidFail` follows. A client that is gone wants nothing any more.
        if leg === upstream { armTimer() } else { streamDidFail(leg, failure) }
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        // A reset is how many clients and servers end a tunnel; it is told, but it is no failure of the relay.
        let side: Outcome.Party = leg === client ? .client : .upstream
        let outcome = Outcome(
            kind == .connect ? .tunnel : .aborted, by: side, side == .client ? .clientClosed : .upstreamClosed,
            detail: [failure.text, note].filter { !$0.isEmpty }.joined(separator: "; "))
        // A side that had ended has lost nothing of what it said. Of one that had not, the client gets what there was
        // and then a reset; a server is spared the rest of a request that nobody waits for.
        let isCutOff = !leg.hasReachedEnd
        if isCutOff, side == .client { upstream.abort() }
        finish(outcome, isCutOff: isCutOff && side == .upstream)
    }
}
