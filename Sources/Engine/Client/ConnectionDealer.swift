internal import Bytes
internal import HTTPWire
internal import Reactor

/// Hands the connections of one listener to the shards in turn, and has them make room when descriptors run out. Runs
/// on the loop of the shard that listens.
final class ConnectionDealer: ListenerDelegate {
    private let entrance: Int
    private let manner: ListenerSpec.Manner
    private let shards: [Shard]
    /// For each shard: whom it asks when it has no room, itself last, all of them twice but for its own first try.
    private let others: [ArraySlice<Shard>]
    private let diagnostics: @Sendable (String) -> Void
    private var next = 0
    /// When it was last said that descriptors ran out, and whether it is yet to be said that there is room again.
    private var saidAt: UInt64?
    private var owesRecovery = false

    /// How many connections are let go of at a time when not even one can be accepted.
    private static let spared = 16
    /// When descriptors run out again and again, it is said that often at most.
    private static let quiet = Nanoseconds.seconds(5)

    init(
        entrance: Int, manner: ListenerSpec.Manner, shards: [Shard], diagnostics: @escaping @Sendable (String) -> Void
    ) {
        self.entrance = entrance
        self.manner = manner
        self.shards = shards
        self.diagnostics = diagnostics
        others = shards.indices.map { index in
            let round = shards[(index + 1)...] + shards[...index]
            return (Array(round) + Array(round)).dropLast()
        }
    }

    func listener(_ listener: Listener, didAccept socket: AcceptedSocket) {
        let shard = next
        next = (next + 1) % shards.count
        shards[shard].adopt(socket, entrance: entrance, others: others[shard])
    }

    func listenerDidRunOut(_ listener: Listener, _ code: Int32) {
        let now = listener.loop.now
        if let saidAt, now < Self.quiet.after(saidAt) { return }
        saidAt = now
        owesRecovery = true
        diagnostics(
            "no more connections can be accepted for now: \(SocketError.text(of: code)). "
                + "New ones are refused; raise the limit with `ulimit -n`, or close some.")
    }

    func listenerWantsRoom(_ listener: Listener) {
        for shard in shards { shard.giveWay(max(1, Self.spared / shards.count)) }
    }

    func listener(_ listener: Listener, mustRefuse socket: AcceptedSocket) {
        let peer = socket.peer
        socket.refuse(with: refusal)
        shards[0].refused(peer, entrance: entrance)
    }

    /// What clients of this listener understand.
    private var refusal: Bytes {
        switch manner {
        case .http:
            Bytes("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        // RFC 1928 §3: no acceptable method.
        case .socks5: Bytes([0x05, 0xFF] as [UInt8])
        // Anything else would be taken for what they asked the server for.
        case .https, .transparent: Bytes()
        }
    }

    func listenerDidRecover(_ listener: Listener) {
        guard owesRecovery else { return }
        owesRecovery = false
        diagnostics("connections are accepted again.")
    }
}
