internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPWire
internal import Reactor

/// A client that is to be connected to a server without having sent a CONNECT: by SOCKS, or because the packet filter
/// led it here.
///
/// The way to the server, its failures and what comes inside are those of a CONNECT; the record says of its head that
/// nobody sent it so. Owned by its leg and its shard; runs on the shard's loop.
final class TunnelEntrance: ShardResident {
    private let shard: ShardState
    private let leg: PlainStream
    private let origin: ClientOrigin
    private let policy: ForwardingPolicy
    private let greeting: Greeting
    private let bound = BoundConnections()
    private var driver: ExchangeDriver?
    private var isOver = false
    /// Once the client has ended its side before it was connected.
    private var watch: HalfCloseWatch?

    /// What clients are told of how it went.
    enum Greeting {
        /// A reply of SOCKS 5 (RFC 1928 §6).
        case socks5
        /// Nothing: they believe that they are connected to the server. A connection that is reset says otherwise.
        case silence
    }

    init(shard: ShardState, leg: PlainStream, origin: ClientOrigin, policy: ForwardingPolicy, greeting: Greeting) {
        self.shard = shard
        self.leg = leg
        self.origin = origin
        self.policy = policy
        self.greeting = greeting
    }

    /// Goes to the server. False when there is none that can be named so, and nothing was begun.
    func begin(to server: Destination) -> Bool {
        let written = Bytes("CONNECT \(server) HTTP/1.1\r\nHost: \(server)\r\n\r\n")
        var decoder = HTTP1Decoder(role: .request)
        let decoded = try? written.withSpan { span throws(WireError) in try decoder.decode(span) }
        guard case .requestHead(let head, let framing)? = decoded?.part else { return false }
        shard.add(self)
        leg.inputLimit = shard.configuration.inputLimit
        leg.delegate = self
        let driver = ExchangeDriver(client: self, shard: shard, origin: origin, policy: policy, bound: bound)
        self.driver = driver
        driver.open(at: 0)
        driver.publish(.told(.assumed(.requestBytes)))
        driver.begin(head, framing)
        // It may be over: no server is looked for that must not be asked.
        guard driver.exchange != nil else { return true }
        driver.publish(.messageEnded(.request, wireSize: 0))
        driver.requestDidEnd()
        return true
    }

    func shutDown(force: Bool) {
        if force { driver?.handle(.shutDown(owed: leg.pendingBytes)) }
    }

    private func over() {
        isOver = true
        watch?.end()
        // Not before the successor has its place: a proxy that stops would take itself for empty.
        shard.loop.atEndOfTurn(self)
    }

    private func tell(_ reply: SOCKS5Service.Reply) -> Bytes {
        guard greeting == .socks5 else { return Bytes() }
        let bytes = SOCKS5Service.reply(reply)
        leg.send(bytes)
        return bytes
    }
}

extension TunnelEntrance: ClientStream {
    func sendHead(_ fields: FieldSection, _ edits: [Change]) throws(EncodeError) -> Bytes { Bytes() }

    func send(_ answer: ProxyAnswer) -> Bytes { tell(.generalFailure) }

    /// What is more than a general failure (RFC 1928 §6).
    private static let replies: [Outcome.Code: SOCKS5Service.Reply] = [
        .clientNotAllowed: .notAllowed, .loop: .notAllowed, .ring: .notAllowed, .refusedByRule: .notAllowed,
        .nameNotFound: .hostUnreachable, .nameLookupFailed: .hostUnreachable, .unreachable: .hostUnreachable,
        .connectTimedOut: .hostUnreachable, .connectionRefused: .connectionRefused,
    ]

    /// One byte says why.
    func refuse(_ outcome: Outcome, _ answer: ProxyAnswer) -> Bytes {
        tell(Self.replies[outcome.code] ?? .generalFailure)
    }

    func grantTunnel() -> Bytes { tell(.succeeded) }

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

    /// The client waits for its reply, or for the server.
    func readOn() {}

    func exchangeDidEnd(_ fate: Exchange.ClientFate) {
        guard !isOver else { return }
        over()
        bound.close()
        if fate == .reset || greeting == .silence { leg.abort() } else { shard.closeAfterFlush(leg) }
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

extension TunnelEntrance: PlainStreamDelegate {
    /// It waits for who comes after.
    func streamDidReceive(_ leg: PlainStream) {}

    func streamDidReachEnd(_ leg: PlainStream) {
        guard !isOver else { return }
        driver?.handle(.clientReachedEnd)
        guard !isOver, watch == nil else { return }
        let watch = HalfCloseWatch(leg, of: origin, on: shard) { [unowned self] in
            driver?.handle(.clientLeft(detail: $0, owed: leg.pendingBytes))
        }
        self.watch = watch
        watch.look()
    }

    func streamDidDrain(_ leg: PlainStream) { driver?.clientDidDrain() }

    func streamDidSendAll(_ leg: PlainStream) { driver?.handle(.clientTookAll) }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        if !isOver { driver?.handle(.clientLeft(detail: failure.text, owed: leg.pendingBytes)) }
    }
}

extension TunnelEntrance: TurnTask {
    func performAtEndOfTurn() {
        shard.remove(self)
    }
}
