internal import Bytes
internal import DemoSite
internal import Flow
internal import HTTPModel
internal import HTTPSemantics
internal import HTTPWire
internal import Reactor

/// One loop's share of the proxy: its connections, its kept connections to servers, its outbox.
///
/// Not Sendable: `ProxyShard` owns it and everything that hangs on it. A client connection and the server connections it
/// uses live in one shard, so there is no lock between them.
final class Shard {
    let loop: EventLoop
    let configuration: ProxyConfiguration
    let counters: Counters
    let publisher: FlowPublisher
    let pool = UpstreamPool()
    /// The built-in hosts.
    let sites: [String: any LocalSite]
    private(set) var isShuttingDown = false

    private let resolver: Resolver
    private let ownAddresses = OwnAddresses()
    private var listenerAddresses: [SocketAddress] = []
    private var clients: [UInt64: ClientConnection] = [:]
    private var tunnels: [ObjectIdentifier: Tunnel] = [:]
    private var seekers: [UInt64: UpstreamSeeker] = [:]
    private var seekerCount: UInt64 = 0
    private var stalled: [StreamSocket] = []
    private var stallTimer: LoopTimer?
    private var graceTimer: LoopTimer?
    private var clock: WallClock
    private var date: (second: Int64, text: Bytes) = (0, Bytes())
    private var onEmpty: (() -> Void)?
    /// The actor that owns this; whoever posts to the loop comes back through it.
    private unowned let home: ProxyShard

    init(loop: EventLoop, parts: ProxyParts, home: ProxyShard) {
        self.loop = loop
        self.home = home
        configuration = parts.configuration
        counters = parts.counters
        sites = parts.sites
        resolver = parts.resolver
        publisher = FlowPublisher(port: parts.events)
        clock = WallClock(steady: loop.now)
        loop.afterTurn = { [unowned publisher] in publisher.flush() }
        stallTimer = LoopTimer(on: loop) { [unowned self] in goOn() }
    }

    // MARK: - Connections

    func listen(on addresses: [SocketAddress]) {
        listenerAddresses = addresses
    }

    func adopt(_ accepted: AcceptedSocket, listener: String) {
        guard !isShuttingDown else { return }
        do {
            let client = try ClientConnection(shard: self, accepted: accepted, listener: listener)
            clients[client.number] = client
        } catch {
            // The descriptor could not be watched: it is closed, and the client sees a connection that ends.
            home.diagnose("a connection from \(accepted.peer) could not be served: \(error)")
        }
    }

    func remove(_ client: ClientConnection) {
        clients[client.number] = nil
        noticeEmpty()
    }

    func add(_ tunnel: Tunnel) {
        tunnels[ObjectIdentifier(tunnel)] = tunnel
    }

    func remove(_ tunnel: Tunnel) {
        tunnels[ObjectIdentifier(tunnel)] = nil
        noticeEmpty()
    }

    /// Whether this address and port would lead back to the proxy.
    func isOwn(_ address: SocketAddress) -> Bool {
        ownAddresses.isOwn(address, listeners: listenerAddresses, now: loop.now)
    }

    /// A look-up under way.
    struct LookUp {
        fileprivate let number: UInt64
        fileprivate let ticket: ResolverTicket
    }

    /// Looks a name up off the loop; the seeker hears of it unless it is forgotten before.
    func resolve(_ host: String, _ port: UInt16, for seeker: UpstreamSeeker) -> LookUp {
        seekerCount += 1
        let number = seekerCount
        seekers[number] = seeker
        let ticket = resolver.resolve(host, port: port, on: loop.executor) { [home] result in
            home.assumeIsolated { $0.shard?.resolved(number, result) }
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

    // MARK: - Backpressure from those who keep flows

    /// While more is waiting to be kept than may wait, nothing more is read: nothing is lost, and memory stays bounded.
    func throttle(_ socket: StreamSocket) {
        guard publisher.isActive, publisher.isFull else { return }
        socket.pauseReading()
        stalled.append(socket)
        stallTimer?.arm(after: 2_000_000)
    }

    private func goOn() {
        guard !publisher.isFull else {
            stallTimer?.arm(after: 2_000_000)
            return
        }
        let waiting = stalled
        stalled = []
        for socket in waiting where !socket.isClosed { socket.resumeReading() }
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
        graceTimer?.arm(after: configuration.timeouts.grace * 1_000_000)
        for connection in pool.removeAll() { connection.close() }
        for client in Array(clients.values) { client.shutDown(force: false) }
        noticeEmpty()
    }

    private func cutOff() {
        for client in Array(clients.values) { client.shutDown(force: true) }
        for tunnel in Array(tunnels.values) { tunnel.shutDown() }
    }

    private func noticeEmpty() {
        guard isShuttingDown, clients.isEmpty, tunnels.isEmpty, let done = onEmpty else { return }
        onEmpty = nil
        graceTimer?.invalidate()
        done()
    }
}
