internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// A client of a SOCKS listener: what a `SOCKS5Service` says, then the connection that was asked for, as after a
/// CONNECT.
///
/// Owned by its leg and its shard; runs on the shard's loop. The way to the server, its failures and what comes inside
/// are those of a CONNECT; the record says of its head that nobody sent it so.
final class SOCKSEntrance: ShardResident {
    private let shard: ShardState
    private let leg: PlainStream
    private let origin: ClientOrigin
    private let policy: ForwardingPolicy
    private var service: SOCKS5Service
    private let bound = BoundConnections()
    private var driver: ExchangeDriver?
    private var timer: LoopTimer?
    private var isOver = false

    /// More than a client says before it is connected.
    private static let inputLimit = 64 << 10

    /// - Parameter credentials: `user:password`, which the client has to show.
    init(shard: ShardState, leg: PlainStream, origin: ClientOrigin, policy: ForwardingPolicy, credentials: String?) {
        self.shard = shard
        self.leg = leg
        self.origin = origin
        self.policy = policy
        service = SOCKS5Service(credentials: credentials.map { Bytes($0) })
    }

    func begin() {
        shard.add(self)
        timer = LoopTimer(on: shard.loop) { [unowned self] in
            refuse(Outcome(.aborted, by: .client, .headTimedOut, detail: "SOCKS"))
        }
        timer?.arm(after: shard.deadlines.requestHead)
        leg.inputLimit = Self.inputLimit
        leg.delegate = self
        leg.resume(.ofOwner)
    }

    func shutDown(force: Bool) {
        guard !isOver else { return }
        guard let driver else {
            over()
            return leg.close()
        }
        if force { driver.handle(.shutDown(owed: leg.pendingBytes)) }
    }

    // MARK: - What the client says

    private func read() {
        while !isOver, driver == nil {
            let input = leg.input.withSpan { Bytes(copying: $0) }
            switch service.read(input) {
            case .more: return
            case .send(let bytes, let consumed):
                leg.input.consume(consumed)
                leg.send(bytes)
            case .connect(let host, let port, let consumed):
                leg.input.consume(consumed)
                connect(to: Destination(host: host, port: port))
            case .refuse(let answer, let refusal):
                leg.send(answer)
                refuse(Self.outcome(refusal))
            }
        }
    }

    private static func outcome(_ refusal: SOCKS5Service.Refusal) -> Outcome {
        func malformed(_ text: String) -> Outcome {
            Outcome(.refused, by: .client, .malformedRequest, detail: text)
        }
        switch refusal {
        case .notSOCKS(let byte):
            return malformed("this port speaks SOCKS 5, and the client's first byte was \(byte)")
        case .noCommonMethod, .wrongCredentials: return Outcome(.refused, by: .client, .proxyCredentialsMissing)
        case .command(let code):
            return Outcome(.refused, by: .client, .unsupportedMethod, detail: "SOCKS command \(code), RFC 1928 §4")
        case .malformed: return malformed("it breaks RFC 1928")
        }
    }

    /// Nothing came of it before a server was named: a flow says why.
    private func refuse(_ outcome: Outcome) {
        guard !isOver else { return }
        over()
        if shard.publisher.isActive {
            let flow = shard.counters.nextFlow()
            let time = shard.now()
            let opening = FlowEvent.Opening(
                wallClock: shard.wallClock(at: time), client: origin.address, listener: origin.listener,
                clientConnection: origin.number, requestNumber: 1)
            shard.publisher.publish(flow, at: time, .opened(opening))
            shard.publisher.publish(flow, at: time, .finished(outcome))
        }
        shard.counters.finished(outcome)
        shard.closeAfterFlush(leg)
    }

    // MARK: - The connection

    private func connect(to server: Destination) {
        timer?.disarm()
        let written = Bytes("CONNECT \(server) HTTP/1.1\r\nHost: \(server)\r\n\r\n")
        var decoder = HTTP1Decoder(role: .request)
        let decoded = try? written.withSpan { span throws(WireError) in try decoder.decode(span) }
        guard case .requestHead(let head, let framing)? = decoded?.part else {
            leg.send(SOCKS5Service.reply(.generalFailure))
            return refuse(Outcome(.refused, by: .client, .malformedRequest, detail: "it names no server"))
        }
        let driver = ExchangeDriver(
            client: self, shard: shard, origin: origin,
            policy: shard.policy(policy, for: origin.peer, at: leg.socket.localAddress), bound: bound)
        self.driver = driver
        driver.open(at: 0)
        driver.publish(.told(.assumed(.requestBytes)))
        driver.begin(head, framing)
        // It may be over: no server is looked for that must not be asked.
        guard driver.exchange != nil else { return }
        driver.publish(.messageEnded(.request, wireSize: 0))
        driver.requestDidEnd()
    }

    private func over() {
        isOver = true
        timer?.invalidate()
        timer = nil
        // Not before the successor has its place: a proxy that stops would take itself for empty.
        shard.loop.atEndOfTurn(self)
    }
}

extension SOCKSEntrance: ClientStream {
    func sendHead(_ fields: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes { Bytes() }

    func send(_ answer: ProxyAnswer) -> Bytes {
        let reply = SOCKS5Service.reply(.generalFailure)
        leg.send(reply)
        return reply
    }

    /// What is more than a general failure (RFC 1928 §6).
    private static let replies: [Outcome.Code: SOCKS5Service.Reply] = [
        .clientNotAllowed: .notAllowed, .loop: .notAllowed, .ring: .notAllowed, .refusedByRule: .notAllowed,
        .nameNotFound: .hostUnreachable, .nameLookupFailed: .hostUnreachable, .unreachable: .hostUnreachable,
        .connectTimedOut: .hostUnreachable, .connectionRefused: .connectionRefused,
    ]

    /// One byte says why.
    func refuse(_ outcome: Outcome, _ answer: ProxyAnswer) -> Bytes {
        let bytes = SOCKS5Service.reply(Self.replies[outcome.code] ?? .generalFailure)
        leg.send(bytes)
        return bytes
    }

    func grantTunnel() -> Bytes {
        let reply = SOCKS5Service.reply(.succeeded)
        leg.send(reply)
        return reply
    }

    func sendContinue() {}

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
        return leg.pendingBytes == 0 && !leg.isBroken
    }

    var incompleteEnd: String? { nil }

    /// The client waits for its reply.
    func readOn() {}

    func exchangeDidEnd(_ fate: Exchange.ClientFate) {
        guard !isOver else { return }
        over()
        bound.close()
        if fate == .reset { leg.abort() } else { shard.closeAfterFlush(leg) }
    }

    func cutOff() {
        guard !isOver else { return }
        over()
        driver?.close()
        leg.abort()
    }

    func handOver() -> PlainStream? {
        driver?.detach()
        bound.close()
        over()
        return leg
    }
}

extension SOCKSEntrance: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) { read() }

    func streamDidReachEnd(_ leg: PlainStream) {
        guard !isOver else { return }
        if let driver { return driver.handle(.clientReachedEnd) }
        // Some open connections ahead of need.
        guard !leg.input.isEmpty else {
            over()
            return leg.close()
        }
        refuse(Outcome(.aborted, by: .client, .requestCutOff, detail: "SOCKS"))
    }

    func streamDidDrain(_ leg: PlainStream) { driver?.clientDidDrain() }

    func streamDidSendAll(_ leg: PlainStream) { driver?.handle(.clientTookAll) }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        guard !isOver else { return }
        if let driver { return driver.handle(.clientLeft(detail: failure.text, owed: leg.pendingBytes)) }
        over()
        leg.close()
    }
}

extension SOCKSEntrance: TurnTask {
    func performAtEndOfTurn() {
        shard.remove(self)
    }
}
