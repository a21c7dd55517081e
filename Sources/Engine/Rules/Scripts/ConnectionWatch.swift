internal import Flow
internal import HTTPModel
internal import Rules

/// What scripts hear of one connection: that it is there, its TLS, and its end.
///
/// Owned by its stream, on the loop of its shard; there is none while no script wants to hear of connections.
final class ConnectionWatch {
    private let scripts: LiveScripts
    private unowned let shard: ShardState
    private let peer: ScriptNotice.Peer
    /// Of a server, as it was asked for; nil: it is a client.
    private let host: String?
    private var isOpen = true

    init?(_ shard: ShardState, _ peer: ScriptNotice.Peer, host: String? = nil) {
        guard let scripts = shard.configuration.scripts, scripts.wantsConnections else { return nil }
        (self.scripts, self.shard, self.peer, self.host) = (scripts, shard, peer, host)
        notify(host == nil ? .clientConnected : .serverConnected)
    }

    /// The number of the connection.
    var number: UInt64? { peer.connection }

    /// A handshake has ended, well or badly.
    func secured(_ facts: TLSFacts) {
        notify(host == nil ? .tlsClient : .tlsServer, facts)
    }

    func closed() {
        guard isOpen else { return }
        isOpen = false
        notify(host == nil ? .clientDisconnected : .serverDisconnected)
    }

    private func notify(_ on: ScriptEventKind, _ facts: TLSFacts? = nil) {
        guard scripts.wants(on) else { return }
        var notice = ScriptNotice(on, time: shard.wallClock(at: shard.now()))
        if host == nil { notice.client = peer } else { notice.server = peer }
        notice.host = host
        notice.tls = facts
        scripts.notify(notice)
    }
}

extension ShardState {
    /// A server could not be reached.
    func tellScripts(of destination: Destination, notReached outcome: Outcome) {
        guard let scripts = configuration.scripts, scripts.wants(.serverFailed) else { return }
        var notice = ScriptNotice(.serverFailed, time: wallClock(at: now()))
        notice.server = ScriptNotice.Peer(address: "", connection: nil)
        notice.host = "\(destination)"
        notice.failure = (outcome.text, outcome.code.rawValue)
        scripts.notify(notice)
    }
}
