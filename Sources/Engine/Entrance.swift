internal import Flow
internal import Reactor

/// A listener as a shard knows it, once it is bound: its address, and how its clients are served.
struct Entrance {
    let address: SocketAddress
    /// The address as flows tell it.
    let name: String
    /// Clients speak TLS from the first byte on.
    let isSecure: Bool
    private let policy: ForwardingPolicy
    private let access: AccessPolicy

    init(_ spec: ListenerSpec, at address: SocketAddress) {
        self.address = address
        name = address.description
        isSecure = spec.isSecure
        policy = spec.policy.asking(for: spec.access.asked)
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
