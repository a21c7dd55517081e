internal import Bytes
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor
internal import Site
internal import TLS

/// One loop's share of the proxy: its connections, its kept connections to servers, its outbox.
///
/// Not Sendable: `Shard` owns it and everything that hangs on it. A client connection and the server connections it
/// uses live in one shard, so there is no lock between them.
final class ShardState {
    let loop: EventLoop
    let configuration: ProxyConfiguration
    let deadlines: Deadlines
    let counters: Counters
    let publisher: FlowPublisher
    let pool = ServerPool()
    let antechamber = Antechamber()
    /// The built-in hosts.
    let sites: [String: any LocalSite]
    /// nil: TLS is neither opened nor spoken.
    let tls: TLSService?
    let tlsBlocks = TLSBlockPool()
    private(set) var isShuttingDown = false
    var ring: RingGuard
    var proxies = ProxyStanding()
    /// What peers may send on all streams of HTTP/2.
    var windows: WindowBudget

    private let resolver: Resolver
    private let ownAddresses = OwnAddresses()
    /// The listeners, and their addresses alone.
    private(set) var entrances: [Entrance] = []
    private var listenerAddresses: [SocketAddress] = []
    private(set) var clients: [UInt64: HTTP1ClientConnection] = [:]
    /// Clients' connections that close when the rest of what they are owed is taken.
    private var lingeringCount = 0
    private var isCutOff = false
    /// Tunnels, what is on its way to become one, and clients' connections of HTTP/2.
    private(set) var tunnels: [ObjectIdentifier: any ShardResident] = [:]
    private var seekers: [UInt64: ServerSeeker] = [:]
    private var seekerCount: UInt64 = 0
    private var pendingJobs: [UInt64: () -> Void] = [:]
    private var jobCount: UInt64 = 0
    private var stalled: [PlainStream] = []
    /// Who was read while the recorder has been filling, and whoever brought too much of it.
    private var fillers = RecorderFillers()
    private var heldLinks: [HTTP2Link] = []
    private var heldSenders: [() -> Void] = []
    private var stallTimer: LoopTimer?
    private var graceTimer: LoopTimer?
    private var clock: WallClock
    private var date: (second: Int64, text: Bytes) = (0, Bytes())
    private var onEmpty: (() -> Void)?
    /// The actor that owns this; whoever posts to the loop comes back through it.
    unowned let owner: Shard

    init(loop: EventLoop, parts: ProxyParts, owner: Shard) {
        self.loop = loop
        self.owner = owner
        configuration = parts.configuration
        deadlines = Deadlines(parts.configuration.timeouts)
        counters = parts.counters
        ring = RingGuard(linkTime: Nanoseconds(parts.configuration.ringLink).count)
        windows = WindowBudget(parts.configuration.http2)
        sites = parts.sites
        tls = parts.tls
        resolver = parts.resolver
        publisher = FlowPublisher(port: parts.events)
        clock = WallClock()
        loop.afterTurn = { [unowned publisher] in publisher.flush() }
        stallTimer = LoopTimer(on: loop) { [unowned self] in resumeStalled() }
    }

    // MARK: - Connections

    func listen(on addresses: [SocketAddress]) {
        entrances = zip(configuration.listeners, addresses).map { Entrance($0, at: $1) }
        listenerAddresses = addresses
    }

    /// Closes a client's connection once it has taken everything; a proxy that stops waits for that.
    ///
    /// - Parameter isCutOff: what it was sent is not the whole, so that a reset comes behind it.
    func closeAfterFlush(_ stream: PlainStream, isCutOff: Bool = false) {
        // Nobody would say that it is over.
        guard !stream.isClosed else { return }
        lingeringCount += 1
        let completion: () -> Void = { [weak self] in
            self?.lingeringCount -= 1
            self?.endIfEmpty()
        }
        if isCutOff {
            stream.abortAfterFlush(stall: deadlines.flush, then: completion)
        } else {
            stream.closeAfterFlush(stall: deadlines.flush, then: completion)
        }
    }

    func add(_ client: HTTP1ClientConnection) {
        clients[client.origin.number] = client
    }

    func remove(_ client: HTTP1ClientConnection) {
        // What is inside of a tunnel goes on under the number of the connection that asked for it.
        if clients[client.origin.number] === client { clients[client.origin.number] = nil }
        endIfEmpty()
    }

    func add(_ tunnel: any ShardResident) {
        tunnels[ObjectIdentifier(tunnel)] = tunnel
    }

    func remove(_ tunnel: any ShardResident) {
        tunnels[ObjectIdentifier(tunnel)] = nil
        endIfEmpty()
    }

    /// How a client is served whose first request is here. Not asked before: this program's own connection may be
    /// accepted before the call that began it has returned and entered its near end.
    func policy(
        _ policy: ForwardingPolicy, for client: SocketAddress, at here: @autoclosure () -> SocketAddress
    ) -> ForwardingPolicy {
        guard loop.ownConnections.contains(client, at: here()) else { return policy }
        // What was sent to a server has come back, by a way that its address did not tell.
        let detail = "\(client) is a connection of its own"
        return policy.closed(Outcome(.refused, by: .client, .loop, detail: detail))
    }

    /// Whether this address is one of this machine's own.
    func isThisMachine(_ address: SocketAddress) -> Bool {
        address.isLoopback || ownAddresses.isThisHost(address, now: loop.now)
    }

    /// Whether this address and port would lead back to the proxy.
    func isOwn(_ address: SocketAddress) -> Bool {
        ownAddresses.isOwn(address, listeners: listenerAddresses + configuration.reserved(), now: loop.now)
    }

    /// A look-up under way.
    struct LookUp {
        fileprivate let number: UInt64
        fileprivate let ticket: ResolverTicket
    }

    /// Looks a name up off the loop; the seeker hears of it unless it is forgotten before.
    func resolve(_ host: String, _ port: UInt16, for seeker: ServerSeeker) -> LookUp {
        seekerCount += 1
        let number = seekerCount
        seekers[number] = seeker
        let time = configuration.timeouts.lookUp
        let ticket = resolver.resolve(host, port: port, within: time, on: loop.executor) { [owner] result in
            owner.assumeIsolated { $0.state?.resolved(number, result) }
        }
        return LookUp(number: number, ticket: ticket)
    }

    /// Nobody waits for this look-up any more.
    func forget(_ lookUp: LookUp) {
        lookUp.ticket.cancel()
        seekers[lookUp.number] = nil
    }

    private func resolved(_ number: UInt64, _ result: Resolver.Outcome) {
        seekers.removeValue(forKey: number)?.resolved(result)
    }

    // MARK: - Work that takes too long for a loop

    /// Has `work` done elsewhere; `then` is called with its result on this loop, in a later turn.
    func offLoop<Result: Sendable>(
        _ work: @escaping @Sendable (_ deliver: @escaping @Sendable (Result) -> Void) -> Void,
        then: @escaping (Result) -> Void
    ) {
        jobCount += 1
        let number = jobCount
        let delivery = Delivery<Result>()
        pendingJobs[number] = { if let result = delivery.take() { then(result) } }
        work { [owner] result in
            delivery.put(result)
            owner.executor.post { owner.assumeIsolated { $0.state?.jobDone(number) } }
        }
    }

    private func jobDone(_ number: UInt64) {
        pendingJobs.removeValue(forKey: number)?()
    }

    // MARK: - Backpressure from those who keep flows

    /// More is waiting to be kept than may wait.
    var isRecorderFull: Bool { publisher.isActive && publisher.isFull }

    /// While the recorder is full, nothing more is read: nothing is lost, and memory stays bounded.
    ///
    /// While it is half full, only those are not read who bring the most: others need not wait for them.
    func throttle(_ leg: PlainStream) {
        guard publisher.isActive else { return }
        guard publisher.isFilling else { return fillers.clear() }
        if !publisher.isFull {
            guard fillers.brings(ObjectIdentifier(leg), leg.socket.receivedBytes) else { return }
        }
        leg.pause(.recorderFull)
        stalled.append(leg)
        stallTimer?.arm(after: .milliseconds(2))
    }

    /// The same for the streams of a link, which is told when they may go on.
    func hold(_ link: HTTP2Link) {
        heldLinks.append(link)
        stallTimer?.arm(after: .milliseconds(2))
    }

    /// The same for whoever makes what is to be kept: called once when there is room.
    func whenRecorderHasRoom(_ goOn: @escaping () -> Void) {
        heldSenders.append(goOn)
        stallTimer?.arm(after: .milliseconds(2))
    }

    private func resumeStalled() {
        guard !publisher.isFull else {
            stallTimer?.arm(after: .milliseconds(2))
            return
        }
        // Those that fill it wait until it is half empty again.
        let isFilling = publisher.isFilling
        let waiting = stalled
        stalled = isFilling ? waiting.filter { fillers.isHeavy(ObjectIdentifier($0)) && !$0.isClosed } : []
        for leg in waiting where !leg.isClosed && !(isFilling && fillers.isHeavy(ObjectIdentifier(leg))) {
            leg.resume(.recorderFull)
        }
        if isFilling { stallTimer?.arm(after: .milliseconds(2)) } else { fillers.clear() }
        let links = heldLinks
        heldLinks = []
        for link in links { link.letGo() }
        let senders = heldSenders
        heldSenders = []
        for goOn in senders { goOn() }
    }

    // MARK: - Time

    /// Nanoseconds of the steady clock, this very moment.
    func now() -> UInt64 {
        loop.refreshNow()
        return loop.now
    }

    func wallClock(at steady: UInt64) -> Int64 {
        clock.microseconds(at: steady)
    }

    /// The Date field's value (RFC 9110 §6.6.1), made once a second.
    func httpDate() -> Bytes {
        let second = wallClock(at: now()) / 1_000_000
        if second != date.second { date = (second, HTTPDate.format(second)) }
        return date.text
    }

    // MARK: - The end

    /// Closes what is idle, gives running exchanges their time, then ends them too.
    func shutDown(then done: @escaping () -> Void) {
        isShuttingDown = true
        onEmpty = done
        graceTimer = LoopTimer(on: loop) { [unowned self] in cutOff() }
        graceTimer?.arm(after: deadlines.grace)
        for connection in pool.removeAll() { connection.close() }
        pool.leaveShared()
        antechamber.close(on: self)
        for client in Array(clients.values) { client.shutDown(force: false) }
        for tunnel in Array(tunnels.values) { tunnel.shutDown(force: false) }
        endIfEmpty()
    }

    private func cutOff() {
        isCutOff = true
        for client in Array(clients.values) { client.shutDown(force: true) }
        for tunnel in Array(tunnels.values) { tunnel.shutDown(force: true) }
        endIfEmpty()
    }

    private func endIfEmpty() {
        guard isShuttingDown, clients.isEmpty, tunnels.isEmpty, lingeringCount == 0 || isCutOff, let done = onEmpty
        else { return }
        onEmpty = nil
        graceTimer?.invalidate()
        done()
    }
}
