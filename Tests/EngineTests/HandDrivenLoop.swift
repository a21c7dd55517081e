import Flow
import Synchronization

@testable import Engine
@testable import Reactor

/// A loop that turns only when the test says so: what depends on time is tested by giving the time.
final class HandDrivenLoop {
    let loop: EventLoop

    init() throws {
        loop = try EventLoop(executor: LoopExecutor(label: "by hand"))
    }

    deinit {
        loop.stop()
    }

    /// The loop's time, in nanoseconds: no deadline was set later.
    var now: UInt64 { loop.now }

    /// Takes what has happened once.
    func turn() {
        loop.perform(.poll)
        loop.perform(.posted)
    }

    /// Takes what has happened, until nothing happens any more; then it is later than before.
    ///
    /// - Parameter progress: another number whenever something has happened.
    func settle(_ progress: () -> UInt64) {
        let start = loop.now
        var quiet = 0
        var before = progress()
        while quiet < 3 || loop.now <= start {
            turn()
            let now = progress()
            quiet = now == before ? quiet + 1 : 0
            before = now
        }
    }

    /// Believes that so much time has passed since `moment`.
    func pass(_ time: Duration, since moment: UInt64) {
        loop.timers.fire(now: Nanoseconds(time).after(moment))
    }

    /// A shard without listeners on this loop.
    ///
    /// - Parameter flows: hear of what passes; nil: nobody does, and nothing is told.
    func shard(_ configuration: ProxyConfiguration, tls: TLSService? = nil, flows: HandDrivenFlows?) throws
        -> ShardState
    {
        let parts = ProxyParts(
            configuration: configuration, counters: Counters(), events: flows?.outlet, sites: [:], tls: tls,
            resolver: Resolver(), descriptors: loop.descriptors, ownConnections: loop.ownConnections,
            diagnostics: { _ in })
        let owner = try Shard(number: 0, parts: parts)
        owners.append(owner)
        return ShardState(loop: loop, parts: parts, owner: owner)
    }

    /// Whom the shards' states belong to in a program; here they do nothing.
    private var owners: [Shard] = []
}

extension ClientOrigin {
    /// Of a client whose end the test has.
    static let byHand = ClientOrigin(
        number: 1, listener: "here", peer: SocketAddress(.local, port: 0), address: "there", isLocal: true)
}

/// What a shard that is driven by hand tells.
final class HandDrivenFlows: Sendable {
    private let events = Mutex<[FlowEvent]>([])

    var outlet: FlowOutlet {
        FlowOutlet(submit: { events in self.events.withLock { $0 += events } }, isFull: { false }, bodyLimit: 0)
    }

    var count: Int { events.withLock { $0.count } }

    /// The flows so far, in the order they began.
    var flows: [FlowRecord] {
        var records: [FlowID: FlowRecord] = [:]
        for event in events.withLock({ $0 }) {
            records[event.flow, default: FlowRecord(id: event.flow, openedAt: event.time)].apply(event)
        }
        return records.values.sorted { $0.id < $1.id }
    }
}
