internal import Bytes
internal import Flow
internal import Reactor
internal import Site

/// What all shards of a proxy share: values, and objects that are safe to use from anywhere.
struct ProxyParts: Sendable {
    let configuration: ProxyConfiguration
    let counters: Counters
    let events: FlowOutlet?
    let sites: [String: any LocalSite]
    let tls: TLSService?
    let resolver: Resolver
    let descriptors: DescriptorBudget
    let ownConnections: OwnConnections
    let diagnostics: @Sendable (String) -> Void
}

/// One event loop with everything that lives on it. Dispatch enters it once per wake-up; there is no `await` on the
/// data path.
actor Shard {
    nonisolated let executor: LoopExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    private(set) var state: ShardState?
    private var listeners: [Listener] = []
    /// One for each listener, in their order.
    private var dealers: [ConnectionDealer] = []
    private let loop: EventLoop
    private nonisolated let parts: ProxyParts

    init(number: Int, parts: ProxyParts) throws(SocketError) {
        self.parts = parts
        executor = LoopExecutor(label: "hark.shard.\(number)")
        loop = try EventLoop(
            executor: executor, backend: parts.configuration.usesDispatchSources ? .sources : .epoll,
            descriptors: parts.descriptors, ownConnections: parts.ownConnections)
    }

    func start() {
        state = ShardState(loop: loop, parts: parts, owner: self)
        loop.start { [self] wake in assumeIsolated { $0.loop.perform(wake) } }
    }

    /// Binds the listeners; their connections go to `shards` in turn. Answers the addresses, with ports that were
    /// picked.
    func listen(on addresses: [SocketAddress], for shards: [Shard]) throws(SocketError) -> [SocketAddress] {
        for (index, address) in addresses.enumerated() {
            let dealer = ConnectionDealer(
                entrance: index, manner: parts.configuration.listeners[index].manner, shards: shards,
                diagnostics: parts.diagnostics)
            dealers.append(dealer)
            listeners.append(try Listener(address, on: loop, delegate: dealer))
        }
        let bound = listeners.map(\.address)
        // Before any connection that comes to them: both are posted, in this order.
        for shard in shards { shard.setListeners(bound) }
        return bound
    }

    private nonisolated func setListeners(_ addresses: [SocketAddress]) {
        executor.post { [self] in assumeIsolated { $0.state?.listen(on: addresses) } }
    }

    /// - Parameters:
    ///   - entrance: which listener it came to, counted from 0.
    ///   - others: whom to ask when there is no room here.
    nonisolated func adopt(_ accepted: AcceptedSocket, entrance: Int, others: ArraySlice<Shard>) {
        executor.post { [self] in
            assumeIsolated { $0.state?.adopt(accepted, entrance: entrance, others: others) }
        }
    }

    /// Descriptors have run out: lets go of so many connections, if they can be spared.
    nonisolated func giveWay(_ count: Int) {
        executor.post { [self] in assumeIsolated { $0.state?.giveWay(count) } }
    }

    /// A connection that came to this listener was refused as soon as it was accepted.
    nonisolated func refused(_ peer: SocketAddress, entrance: Int) {
        executor.post { [self] in assumeIsolated { $0.state?.refused(peer, entrance: entrance) } }
    }

    /// Sends a message of this program's own; `done` hears of its end once, on this loop.
    nonisolated func send(_ sending: Sending, then done: @escaping @Sendable (FlowID, Outcome) -> Void) {
        executor.post { [self] in assumeIsolated { $0.begin(sending, done) } }
    }

    private func begin(_ sending: Sending, _ done: @escaping @Sendable (FlowID, Outcome) -> Void) {
        guard let state, !state.isShuttingDown else {
            return done(FlowID(0), Outcome(.aborted, by: .proxy, .shuttingDown))
        }
        SentExchange(sending, on: state, done).begin()
    }

    nonisolated func diagnose(_ text: String) {
        parts.diagnostics(text)
    }

    /// Stops accepting, gives running exchanges their time, then ends them.
    func shutDown() async {
        for listener in listeners { listener.close() }
        listeners = []
        await withCheckedContinuation { continuation in
            if let state { state.shutDown { continuation.resume() } } else { continuation.resume() }
        }
        state?.publisher.flush()
        loop.stop()
    }
}
