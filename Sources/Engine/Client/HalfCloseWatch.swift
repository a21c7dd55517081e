internal import Flow
internal import Reactor

/// Watches a client that has ended its side while its exchange goes on, as a `HalfClose` says, until it turns out to be
/// gone.
///
/// Owned by whoever has the client's leg, which must end it before that goes elsewhere; runs on its shard's loop.
final class HalfCloseWatch {
    private let leg: PlainStream
    private let origin: ClientOrigin
    private let isGone: (String) -> Void
    private var state: HalfClose
    private var timer: LoopTimer?
    private var lookedAt: UInt64
    private var sentBytes: UInt64

    /// - Parameter isGone: hears once, with what the record says of it.
    init(_ leg: PlainStream, of origin: ClientOrigin, on shard: ShardState, isGone: @escaping (String) -> Void) {
        self.leg = leg
        self.origin = origin
        self.isGone = isGone
        let limit = shard.configuration.timeouts.halfClose
        state = HalfClose(isSecure: leg.layer != nil, limit: limit < Timeouts.never ? limit : nil)
        lookedAt = shard.loop.now
        sentBytes = leg.socket.sentBytes
        timer = LoopTimer(on: shard.loop) { [unowned self] in look() }
    }

    deinit {
        timer?.invalidate()
    }

    func look() {
        guard let timer else { return }
        let now = leg.loop.now
        let time = Duration.nanoseconds(Int64(clamping: now - min(lookedAt, now)))
        let tookMore = leg.socket.sentBytes != sentBytes || leg.pendingBytes > 0
        (lookedAt, sentBytes) = (now, leg.socket.sentBytes)
        switch state.look(sight, after: time, tookMore: tookMore) {
        case .leave(let detail):
            end()
            isGone(leg.incompleteEnd ?? detail)
        case .look(let pause): timer.arm(after: Nanoseconds(pause))
        case .wait: end()
        }
    }

    func end() {
        timer?.invalidate()
        timer = nil
    }

    private var sight: HalfClose.Sight {
        guard origin.isLocal, let isOwned = leg.socket.peerIsOwned(connectedTo: origin.meant) else { return .unknown }
        return isOwned ? .owned : .orphan
    }
}
