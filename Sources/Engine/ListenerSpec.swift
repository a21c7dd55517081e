package import Flow

/// A place to listen, and how whoever comes there is served.
package struct ListenerSpec: Sendable {
    /// Where; port 0: one that the system picks.
    package var address: HostPort
    /// As what Hark stands there, a forward proxy or in place of one server, and by which rules.
    package var policy: ForwardingPolicy
    /// Who may come.
    package var access: AccessPolicy
    /// What its clients speak.
    package var manner: Manner

    /// What the clients of a listener speak.
    package enum Manner: Sendable, Hashable {
        /// HTTP, or TLS with HTTP inside: their first byte tells.
        case http
        /// HTTP over TLS alone.
        case https
        case socks5
        /// Whatever they would speak with the servers that they mean to reach: the system's packet filter leads them
        /// here (Linux).
        case transparent
    }

    package init(
        _ address: HostPort, policy: ForwardingPolicy = ForwardingPolicy(), access: AccessPolicy = AccessPolicy(),
        manner: Manner = .http
    ) {
        self.manner = manner
        self.address = address
        self.policy = policy
        self.access = access
    }
}
