internal import Flow
internal import Reactor

/// Two sockets whose bytes are relayed unread, both ways, until both sides have ended: a CONNECT, or a connection that
/// changed protocol (101).
///
/// Owned by its sockets, runs on their loop. One side's end is passed on as such; the other side may still speak.
final class Tunnel {
    private let client: StreamSocket
    private let upstream: StreamSocket
    private let flow: FlowID
    private let shard: Shard
    private let isConnect: Bool
    private var sent: UInt64 = 0
    private var received: UInt64 = 0
    private var endsLeft = 2
    private var isOpen = true
    private var timer: LoopTimer?

    init(client: StreamSocket, upstream: StreamSocket, flow: FlowID, shard: Shard, isConnect: Bool) {
        self.client = client
        self.upstream = upstream
        self.flow = flow
        self.shard = shard
        self.isConnect = isConnect
    }

    func begin() {
        client.delegate = self
        upstream.delegate = self
        shard.add(self)
        timer = LoopTimer(on: shard.loop) { [unowned self] in
            finish(Outcome(.aborted, by: .proxy, .idleTimedOut))
        }
        relay(client)
        relay(upstream)
        client.resumeReading()
        upstream.resumeReading()
        if client.hasReachedEnd { socketDidReachEnd(client) }
        if upstream.hasReachedEnd { socketDidReachEnd(upstream) }
        armTimer()
    }

    func shutDown() {
        finish(Outcome(.aborted, by: .proxy, .shuttingDown))
    }

    private func peer(of socket: StreamSocket) -> StreamSocket {
        socket === client ? upstream : client
    }

    private func relay(_ socket: StreamSocket) {
        let count = socket.input.count
        guard count > 0 else { return }
        let peer = peer(of: socket)
        socket.input.forward(count, to: peer)
        socket.input.consume(count)
        if socket === client { sent += UInt64(count) } else { received += UInt64(count) }
        if peer.isCongested { socket.pauseReading() }
    }

    private func armTimer() {
        timer?.arm(after: shard.configuration.timeouts.tunnel * 1_000_000)
    }

    private func finish(_ outcome: Outcome) {
        guard isOpen else { return }
        isOpen = false
        timer?.invalidate()
        timer = nil
        if shard.publisher.isActive {
            shard.publisher.publish(flow, at: shard.now(), .relayed(sent: sent, received: received))
            shard.publisher.publish(flow, at: shard.now(), .finished(outcome))
        }
        shard.counters.finished(outcome)
        shard.remove(self)
        client.closeAfterFlush()
        upstream.closeAfterFlush()
    }

    private var ended: Outcome { Outcome(isConnect ? .tunnel : .complete, by: .client, .ok) }
}

extension Tunnel: StreamSocketDelegate {
    func socketDidReceive(_ socket: StreamSocket) {
        relay(socket)
        armTimer()
    }

    func socketDidReachEnd(_ socket: StreamSocket) {
        relay(socket)
        endsLeft -= 1
        if endsLeft == 0 {
            finish(ended)
        } else {
            peer(of: socket).shutdownSending()
        }
    }

    func socketDidDrain(_ socket: StreamSocket) {
        peer(of: socket).resumeReading()
    }

    func socketDidFail(_ socket: StreamSocket, _ code: Int32) {
        // A reset is how many clients and servers end a tunnel; it is told, but it is no failure of the relay.
        let side: Outcome.Party = socket === client ? .client : .upstream
        let kind: Outcome.Kind = isConnect ? .tunnel : .aborted
        let outcome = Outcome(
            kind, by: side, side == .client ? .clientClosed : .upstreamClosed, detail: SocketError.text(of: code))
        peer(of: socket).abort()
        finish(outcome)
    }
}
