internal import Bytes
internal import Flow
internal import Reactor

/// Clients that meant to reach somebody else, and that the packet filter led to a `transparent://` listener.
extension ShardState {
    /// Connects the client to where it meant to go. What cannot lead anywhere is answered, where it is HTTP.
    func connectThrough(_ leg: PlainStream, _ origin: ClientOrigin, _ policy: ForwardingPolicy) {
        func refuse(_ detail: String) {
            let refusal = policy.closed(Outcome(.refused, by: .client, .loop, detail: detail))
            _ = HTTP1ClientConnection(shard: self, leg: leg, origin: origin, policy: refusal)
        }
        guard let meant = leg.socket.originalDestination?.unmapped, !isOwn(meant) else {
            return refuse(
                "It was addressed to \(origin.listener) itself. This port is only for connections that a packet filter "
                    + "redirects; `hark doctor --transparent` prints the filter's rules")
        }
        var origin = origin
        origin.meant = meant
        if let detail = loopDetail(for: origin) { return refuse(detail) }
        let entrance = TunnelEntrance(shard: self, leg: leg, origin: origin, policy: policy, greeting: .silence)
        guard entrance.begin(to: Destination(host: Bytes(meant.hostText), port: meant.port)) else {
            return refuse("\(meant) is not a server's address")
        }
    }

    /// Why this client is Hark itself, which a packet filter led back to it; nil when it is not.
    ///
    /// To be asked again once its server is there: a connection may be accepted before the call that began it has
    /// returned and entered its near end.
    func loopDetail(for origin: ClientOrigin) -> String? {
        // Its near end is one of ours, and its far end is where it was sent.
        guard let meant = origin.meant, loop.ownConnections.contains(origin.peer, at: meant) else { return nil }
        return "\(origin.peer) is Hark's own connection to \(meant): the packet filter must not redirect those of "
            + "Hark's user (see `hark doctor --transparent`)"
    }
}
