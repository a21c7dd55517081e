package import Reactor

/// Where a command that is started finds its proxy.
package struct ProxyAddress: Sendable {
    /// Without brackets.
    package let host: String
    package let port: UInt16
    /// `HOST:PORT`, an IPv6 address in brackets.
    package let authority: String

    /// A listener on all addresses is reached by the loopback one.
    package init(_ listener: SocketAddress) {
        let address: SocketAddress =
            switch listener.unmappedHost {
            case .v4(0): .loopback4(port: listener.port)
            case .v6(0, 0): .loopback6(port: listener.port)
            case .v4, .v6, .local: listener
            }
        host = address.hostText
        port = address.port
        authority = address.description
    }

    package var url: String { "http://\(authority)" }
}
