internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// A client of a SOCKS listener: what a `SOCKS5Service` says, until it names a server; then a `TunnelEntrance` has it.
///
/// Owned by its leg and its shard; runs on the shard's loop.
final class SOCKSEntrance: ShardResident {
    private let shard: ShardState
    private let leg: PlainStream
    private let origin: ClientOrigin
    private let policy: ForwardingPolicy
    private var service: SOCKS5Service
    private var timer: LoopTimer?
    private var isOver = false
    /// The client has said something.
    private var hasBegun = false
    private let beganAt: UInt64

    /// More than a client says before it is connected.
    private static let inputLimit = 64 << 10

    /// - Parameter credentials: `user:password`, which the client has to show.
    init(shard: ShardState, leg: PlainStream, origin: ClientOrigin, policy: ForwardingPolicy, credentials: String?) {
        self.shard = shard
        self.leg = leg
        self.origin = origin
        self.policy = policy
        beganAt = shard.loop.now
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

    var dispensability: Dispensability? {
        guard !isOver else { return nil }
        return hasBegun
            ? Dispensability(unfinishedSince: beganAt, now: shard.loop.now)
            : Dispensability(rank: .neverAsked, idleSince: beganAt)
    }

    var hasUnread: Bool { !hasBegun && leg.socket.hasUnread }

    func makeRoom() {
        guard !isOver else { return }
        over()
        if hasBegun { shard.tell(origin, Outcome(.refused, by: .proxy, .resourcesExhausted)) }
        leg.close()
    }

    func shutDown(force: Bool) {
        guard !isOver else { return }
        if hasBegun || leg.socket.hasUnread {
            return force ? refuse(Outcome(.aborted, by: .proxy, .shuttingDown)) : ()
        }
        over()
        leg.close()
    }

    // MARK: - What the client says

    private func read() {
        hasBegun = true
        while !isOver {
            let input = leg.input.withSpan { Bytes(copying: $0) }
            switch service.read(input) {
            case .more: return
            case .send(let bytes, let consumed):
                leg.input.consume(consumed)
                leg.send(bytes)
            case .connect(let host, let port, let consumed):
                leg.input.consume(consumed)
                connect(to: Destination(host: host, port: port))
            case .refuse(_, .notSOCKS(let byte)): refuse(byte)
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
        case .notSOCKS(let byte): return (ForeignGreeting(byte, where: .socks5) ?? .other(byte)).outcome(where: .socks5)
        case .noCommonMethod, .wrongCredentials: return Outcome(.refused, by: .client, .proxyCredentialsMissing)
        case .command(let code):
            return Outcome(.refused, by: .client, .unsupportedMethod, detail: "SOCKS command \(code), RFC 1928 §4")
        case .malformed: return malformed("it is not valid SOCKS 5 (RFC 1928)")
        }
    }

    /// It speaks something else: an answer in that says so.
    private func refuse(_ first: UInt8) {
        let greeting = ForeignGreeting(first, where: .socks5) ?? .other(first)
        let outcome = greeting.outcome(where: .socks5)
        if let answer = greeting.answer {
            leg.send(answer)
        } else if greeting == .http {
            let answer = ProxyAnswer(outcome, to: .get, date: shard.httpDate())
            leg.send(answer.head)
            leg.send(answer.body)
        }
        refuse(outcome)
    }

    private func connect(to server: Destination) {
        let entrance = TunnelEntrance(
            shard: shard, leg: leg, origin: origin,
            policy: shard.policy(policy, for: origin.peer, at: leg.socket.localAddress), greeting: .socks5)
        guard entrance.begin(to: server) else {
            leg.send(SOCKS5Service.reply(.generalFailure))
            return refuse(Outcome(.refused, by: .client, .malformedRequest, detail: "it names no server"))
        }
        over()
    }

    // MARK: - The end

    /// Nothing came of it before a server was named: a flow says why.
    private func refuse(_ outcome: Outcome) {
        guard !isOver else { return }
        over()
        shard.tell(origin, outcome)
        shard.closeAfterFlush(leg)
    }

    private func over() {
        isOver = true
        timer?.invalidate()
        timer = nil
        // Not before the successor has its place: a proxy that stops would take itself for empty.
        shard.loop.atEndOfTurn(self)
    }
}

extension SOCKSEntrance: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) { read() }

    func streamDidReachEnd(_ leg: PlainStream) {
        guard !isOver else { return }
        // Some open connections ahead of need.
        guard hasBegun else {
            over()
            return leg.close()
        }
        refuse(Outcome(.aborted, by: .client, .requestCutOff, detail: "SOCKS"))
    }

    func streamDidDrain(_ leg: PlainStream) {}

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        guard !isOver else { return }
        if hasBegun { return refuse(Outcome(.aborted, by: .client, .clientClosed, detail: failure.text)) }
        over()
        leg.close()
    }
}

extension SOCKSEntrance: TurnTask {
    func performAtEndOfTurn() {
        shard.remove(self)
    }
}
