import Bytes
import Flow
import HTTPModel
import Platform

@testable import Engine
@testable import Reactor

/// A client, a server, and the engine between them, on a loop that turns only when the test says so.
final class HandDrivenExchange {
    let client: HandDrivenPeer
    let server: HandDrivenPeer
    private let hand: HandDrivenLoop
    private let shard: ShardState
    /// The engine's ends.
    private let legs: (client: StreamSocket, server: StreamSocket)
    private let published = HandDrivenFlows()

    init(_ timeouts: Timeouts) throws {
        hand = try HandDrivenLoop()
        let loop = hand.loop
        var configuration = ProxyConfiguration()
        configuration.timeouts = timeouts
        shard = try hand.shard(configuration, flows: published)
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
        _ = HTTP1ClientConnection(
            shard: shard, leg: PlainStream(nearClient, on: loop), origin: .byHand, policy: ForwardingPolicy(),
            prepared: upstream)
    }

    var now: UInt64 { hand.now }

    func settle() {
        hand.settle { progress }
    }

    private var progress: UInt64 {
        legs.client.sentBytes + legs.server.sentBytes + UInt64(client.received + server.received)
            + UInt64(published.count)
    }

    func pass(_ time: Duration, since moment: UInt64) {
        hand.pass(time, since: moment)
        settle()
    }

    /// The record of the first flow.
    var flow: FlowRecord? { published.flows.first }

    var outcome: Outcome? { flow?.outcome }
    /// The client's connection was not closed, not in the background either.
    var hasClient: Bool { !legs.client.isClosed }
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
