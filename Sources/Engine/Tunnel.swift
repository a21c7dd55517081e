internal import Flow
internal import Reactor

/// Two legs whose bytes are relayed unread, both ways, until both sides have ended: a CONNECT, or a connection that
/// changed protocol (101).
///
/// Owned by its legs, runs on their loop. One side's end is passed on as such; the other side may still speak.
final class Tunnel: TunnelLike {
    private let client: Leg
    private let upstream: Leg
    private let flow: FlowID
    private let shard: Shard
    private let kind: TunnelKind
    private var sent: UInt64 = 0
    private var received: UInt64 = 0
    private var endsLeft = 2
    private var isOpen = true
    private var timer: LoopTimer?

    init(client: Leg, upstream: Leg, flow: FlowID, shard: Shard, kind: TunnelKind) {
        self.client = client
        self.upstream = upstream
        self.flow = flow
        self.shard = shard
        self.kind = kind
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
        if client.hasReachedEnd { legDidReachEnd(client) }
        if upstream.hasReachedEnd { legDidReachEnd(upstream) }
        armTimer()
    }

    /// The proxy stops.
    func shutDown() {
        finish(Outcome(.aborted, by: .proxy, .shuttingDown))
    }

    private func peer(of leg: Leg) -> Leg {
        leg === client ? upstream : client
    }

    private func relay(_ leg: Leg) {
        let count = leg.input.count
        guard count > 0 else { return }
        let peer = peer(of: leg)
        peer.forward(count, of: leg.input)
        leg.input.consume(count)
        if leg === client { sent += UInt64(count) } else { received += UInt64(count) }
        if peer.isCongested { leg.pauseReading() }
    }

    private func armTimer() {
        timer?.arm(after: shard.deadlines.tunnelIdle)
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

    private var ended: Outcome { Outcome(kind == .connect ? .tunnel : .complete, by: .client, .ok) }
}

extension Tunnel: LegDelegate {
    func legDidReceive(_ leg: Leg) {
        relay(leg)
        armTimer()
    }

    func legDidReachEnd(_ leg: Leg) {
        relay(leg)
        endsLeft -= 1
        if endsLeft == 0 {
            finish(ended)
        } else {
            peer(of: leg).shutdownSending()
        }
    }

    func legDidDrain(_ leg: Leg) {
        peer(of: leg).resumeReading()
    }

    func legDidFail(_ leg: Leg, _ failure: LegFailure) {
        // A reset is how many clients and servers end a tunnel; it is told, but it is no failure of the relay.
        let side: Outcome.Party = leg === client ? .client : .upstream
        let kind: Outcome.Kind = kind == .connect ? .tunnel : .aborted
        let outcome = Outcome(
            kind, by: side, side == .client ? .clientClosed : .upstreamClosed, detail: failure.text)
        peer(of: leg).abort()
        finish(outcome)
    }
}

/// A client's connection that is not, or not yet, one of requests.
protocol TunnelLike: AnyObject {
    func shutDown()
}
