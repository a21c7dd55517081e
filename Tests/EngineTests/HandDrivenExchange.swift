import Bytes
import Flow
import Glibc
import HTTPModel
import Synchronization

@testable import Engine
@testable import Reactor

/// A client, a server, and the engine between them, on a loop that turns only when the test says so: what depends on
/// time is tested by giving the time.
final class HandDrivenExchange {
    let client: HandDrivenPeer
    let server: HandDrivenPeer
    private let loop: EventLoop
    private let shard: ShardState
    /// The engine's ends.
    private let legs: (client: StreamSocket, server: StreamSocket)
    private let published = HandDrivenFlows()

    init(_ timeouts: Timeouts) throws {
        loop = try EventLoop(executor: LoopExecutor(label: "by hand"))
        var configuration = ProxyConfiguration()
        configuration.timeouts = timeouts
        shard = try published.shard(configuration, on: loop, tls: nil)
        let (nearClient, farClient) = try StreamSocket.pair(on: loop)
        let (nearServer, farServer) = try StreamSocket.pair(on: loop)
        legs = (nearClient, nearServer)
        // What the system holds is little and known, so that the rest is Hark's.
        var size: Int32 = 16 * 1024
        for leg in [nearClient, nearServer] {
            setsockopt(leg.descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        (client, server) = (HandDrivenPeer(farClient), HandDrivenPeer(farServer))
        let upstream = HTTP1ServerConnection(
            shard: shard, leg: PlainStream(nearServer, on: loop),
            route: Route(Destination(host: "origin.test", port: 80)),
            address: "here", isLocal: false)
        let origin = ClientOrigin(
            number: 1, listener: "here", peer: SocketAddress(.local, port: 0), address: "there", isLocal: true)
        _ = HTTP1ClientConnection(
            shard: shard, leg: PlainStream(nearClient, on: loop), origin: origin, policy: ForwardingPolicy(),
            prepared: upstream)
    }

    deinit {
        loop.stop()
    }

    /// The loop's time, in nanoseconds: no deadline was set later.
    var now: UInt64 { loop.now }

    /// Lets the loop take what has happened, until nothing happens any more; then it is later than before.
    func settle() {
        let start = loop.now
        var quiet = 0
        var before = progress
        while quiet < 3 || loop.now <= start {
            loop.perform(.poll)
            loop.perform(.posted)
            quiet = progress == before ? quiet + 1 : 0
            before = progress
        }
    }

    private var progress: UInt64 {
        legs.client.sentBytes + legs.server.sentBytes + UInt64(client.received + server.received)
            + UInt64(published.count)
    }

    /// Lets the loop believe that so much time has passed since `moment`.
    func pass(_ time: Duration, since moment: UInt64) {
        loop.timers.fire(now: Nanoseconds(time).after(moment))
        settle()
    }

    /// The record of the first flow.
    var flow: FlowRecord? { published.flows.first }

    var outcome: Outcome? { flow?.outcome }
    /// The client's connection was not closed, not in the background either.
    var hasClient: Bool { !legs.client.isClosed }
}

/// What a shard that is driven by hand tells.
final class HandDrivenFlows: Sendable {
    private let events = Mutex<[FlowEvent]>([])
    /// Whom the shards' states belong to.
    private let owners = Mutex<[Shard]>([])

    /// A shard without listeners on this loop, which tells of its flows here.
    func shard(_ configuration: ProxyConfiguration, on loop: EventLoop, tls: TLSService?) throws -> ShardState {
        let outlet = FlowOutlet(
            submit: { events in self.events.withLock { $0 += events } }, isFull: { false }, bodyLimit: 0)
        let parts = ProxyParts(
            configuration: configuration, counters: Counters(), events: outlet, sites: [:], tls: tls,
            resolver: Resolver(), descriptors: loop.descriptors, ownConnections: loop.ownConnections,
            diagnostics: { _ in })
        let owner = try Shard(number: 0, parts: parts)
        owners.withLock { $0.append(owner) }
        return ShardState(loop: loop, parts: parts, owner: owner)
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

/// The other end of one of the engine's sockets: reads when it is told to, and not before.
final class HandDrivenPeer: StreamSocketDelegate {
    private let socket: StreamSocket
    private(set) var received = 0
    /// The engine's end sends no more.
    private(set) var hasEnded = false
    private var wanted = 0

    init(_ socket: StreamSocket) {
        self.socket = socket
        socket.pause(.held)
        socket.delegate = self
    }

    func send(_ text: String) {
        socket.send(Bytes(text))
    }

    func send(zeros count: Int) {
        socket.send(Bytes([UInt8](repeating: 0, count: count)))
    }

    /// Is going to read so many bytes more, or some above that.
    func want(_ count: Int) {
        wanted = received + count
        socket.resume(.held)
    }

    func close() {
        socket.close()
    }

    func socketDidReceive(_ socket: StreamSocket) {
        received += socket.input.count
        socket.input.consumeAll()
        if received >= wanted { socket.pause(.held) }
    }

    func socketDidReachEnd(_ socket: StreamSocket) {
        hasEnded = true
    }

    func socketDidDrain(_ socket: StreamSocket) {}
    func socketDidFail(_ socket: StreamSocket, _ code: Int32) {
        socket.close()
    }
}
