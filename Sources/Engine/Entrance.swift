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
        name =
            switch spec.manner {
            case .http, .https: address.description
            case .socks5: "socks5://\(address)"
            case .transparent: "transparent://\(address)"
            }
        manner = spec.manner
        // Who comes by SOCKS has shown them before it asks; who was led here knows nothing of it.
        let asks = spec.manner == .http || spec.manner == .https
        policy = asks ? spec.policy.asking(for: spec.access.asked) : spec.policy
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
