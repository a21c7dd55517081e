internal import Flow
internal import Reactor

/// Takes what runs inside of a leg's TLS to an in-process socket pair, so that TLS can be spoken inside of TLS: the
/// near end of the pair is a leg like any other.
///
/// Owned by both legs and its shard; runs on their loop. Each side's end is passed on as such.
final class LegBridge: ShardResident {
    private let outer: PlainStream
    private let far: PlainStream
    private let shard: ShardState
    private var ended: (outer: Bool, far: Bool) = (false, false)
    private var isOver = false
    private var timer: LoopTimer?

    /// The near end, for whoever had the leg; what was unread in that is on its way there.
    static func begin(behind outer: PlainStream, shard: ShardState) throws(SocketError) -> PlainStream {
        let (near, far) = try StreamSocket.pair(on: shard.loop)
        let bridge = LegBridge(outer, PlainStream(far, on: shard.loop), shard)
        let leg = PlainStream(near, on: shard.loop)
        bridge.begin()
        return leg
    }

    private init(_ outer: PlainStream, _ far: PlainStream, _ shard: ShardState) {
        self.outer = outer
        self.far = far
        self.shard = shard
    }

    private func begin() {
        shard.add(self)
        timer = LoopTimer(on: shard.loop) { [unowned self] in finish() }
        outer.delegate = self
        far.delegate = self
        relay(outer)
        outer.resume(PauseReasons.ofOwner.subtracting(far.isCongested ? .congested : []))
        far.resume(.ofOwner)
        if outer.hasReachedEnd { streamDidReachEnd(outer) }
    }

    /// It lives as long as its near end, whose owner says when that is over.
    func shutDown(force: Bool) {
        if force { finish() }
    }

    private func peer(of leg: PlainStream) -> PlainStream { leg === outer ? far : outer }

    private func relay(_ leg: PlainStream) {
        let count = leg.input.count
        let peer = peer(of: leg)
        guard count > 0, !peer.isBroken else { return }
        peer.forward(count, of: leg.input)
        leg.input.consume(count)
        if peer.isCongested { leg.pause(.congested) }
        if timer?.isArmed == true { timer?.arm(after: shard.deadlines.tunnelHalfClosed) }
    }

    private func finish() {
        guard !isOver else { return }
        isOver = true
        timer?.invalidate()
        timer = nil
        far.closeAfterFlush()
        shard.closeAfterFlush(outer)
        shard.remove(self)
    }
}

extension LegBridge: PlainStreamDelegate {
    func streamDidReceive(_ leg: PlainStream) { relay(leg) }

    func streamDidReachEnd(_ leg: PlainStream) {
        guard !isOver else { return }
        relay(leg)
        if leg === outer { ended.outer = true } else { ended.far = true }
        if ended.outer && ended.far { return finish() }
        peer(of: leg).shutdownSending()
        // The near end may be closed altogether, of which nothing else tells.
        timer?.arm(after: shard.deadlines.tunnelHalfClosed)
    }

    func streamDidDrain(_ leg: PlainStream) {
        peer(of: leg).resume(.congested)
    }

    func streamDidFail(_ leg: PlainStream, _ failure: StreamFailure) {
        guard !isOver else { return }
        if leg === outer { relay(leg) }
        finish()
    }
}
