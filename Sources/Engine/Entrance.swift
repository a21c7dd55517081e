internal import Flow
internal import Reactor

/// A listener as a shard knows it, once it is bound: its address, and how its clients are served.
struct Entrance {
    let address: SocketAddress
    /// The address as flows tell it.
    let name: String
    /// What its clients speak.
    let manner: ListenerSpec.Manner
    /// `user:password`, which clients of SOCKS have to show.
    var credentials: String? { access.credentials }
    private let policy: ForwardingPolicy
    private let access: AccessPolicy

    init(_ spec: ListenerSpec, at address: SocketAddress) {
        self.address = address
        name = spec.manner == .socks5 ? "socks5://\(address)" : address.description
        manner = spec.manner
        // Who comes by SOCKS has shown them before it asks.
        policy = spec.manner == .socks5 ? spec.policy : spec.policy.asking(for: spec.access.asked)
        access = spec.access
    }

    /// How a client from this address is served.
    func policy(for client: SocketAddress) -> ForwardingPolicy {
        guard access.admits(client) else {
            return policy.closed(Outcome(.refused, by: .client, .clientNotAllowed, detail: client.hostText))
        }
        return policy.serving(client.unmapped.hostText)
    }
}
