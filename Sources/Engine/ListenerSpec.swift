package import Flow

/// A place to listen, and how whoever comes there is served.
package struct ListenerSpec: Sendable {
    /// Where; port 0: one that the system picks.
    package var address: HostPort
    /// As what Hark stands there, a forward proxy or in place of one server, and by which rules.
    package var policy: ForwardingPolicy
    /// Who may come.
    package var access: AccessPolicy
    /// Clients speak TLS from the first byte on.
    package var isSecure: Bool

    package init(
        _ address: HostPort, policy: ForwardingPolicy = ForwardingPolicy(), access: AccessPolicy = AccessPolicy(),
        isSecure: Bool = false
    ) {
        self.isSecure = isSecure
        self.address = address
        self.policy = policy
        self.access = access
    }
}
