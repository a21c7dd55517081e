package import Authority
internal import Bytes
internal import Flow
package import TLS

/// How the proxy speaks TLS with both sides. Made once from the command's flags, shared by all shards.
package struct TLSService: Sendable {
    /// With servers on the network.
    package let servers: TLSContext
    /// nil: tunnels are relayed unread (`--tls tunnel`).
    package let interception: Interception?
    /// How HTTP/2 is agreed on; nil: nobody is offered it.
    package let http2: HTTP2Contexts?
    /// These hosts' tunnels are relayed in any case.
    package let tunnelHosts: [HostPattern]
    /// What is shown to servers that ask for a certificate.
    package let clientCertificates: [(host: HostPattern, identity: Identity)]
    /// The built-in sites over TLS; nil: they have none. Made when it is first asked for.
    package var sites: SiteService? { lateSites.value }
    private let lateSites: Late<SiteService?>

    /// - Parameter sites: evaluated once, by whoever first asks for it: keys and contexts take longer to make than
    ///   everything else a start has to wait for.
    package init(
        servers: TLSContext, interception: Interception?, http2: HTTP2Contexts? = nil,
        tunnelHosts: [HostPattern] = [], clientCertificates: [(host: HostPattern, identity: Identity)] = [],
        sites: @autoclosure @escaping @Sendable () -> SiteService? = nil
    ) {
        self.servers = servers
        self.interception = interception
        self.http2 = http2
        self.tunnelHosts = tunnelHosts
        self.clientCertificates = clientCertificates
        lateSites = Late(sites)
    }

    /// How clients are shown a certificate of the local authority.
    package struct Interception: Sendable {
        package let context: TLSContext
        package let leaves: LeafCache<Identity>
        /// The same, of certificates that are over.
        package let expired: LeafCache<Identity>

        package init(context: TLSContext, leaves: LeafCache<Identity>, expired: LeafCache<Identity>) {
            self.context = context
            self.leaves = leaves
            self.expired = expired
        }
    }

    /// As the contexts for HTTP/1 alone are, with other protocols (RFC 7301).
    package struct HTTP2Contexts: Sendable {
        /// For clients: HTTP/2 is agreed on.
        package let clients: TLSContext
        /// For servers: they choose of both.
        package let either: TLSContext
        /// For servers: HTTP/2 or nothing.
        package let only: TLSContext

        package init(clients: TLSContext, either: TLSContext, only: TLSContext) {
            self.clients = clients
            self.either = either
            self.only = only
        }
    }

    /// With servers, offering this.
    func servers(_ offered: ServerProtocol) -> TLSContext {
        switch offered {
        case .http1: servers
        case .either: http2?.either ?? servers
        case .http2: http2?.only ?? servers
        }
    }

    /// The built-in sites as TLS servers: they are reached and judged as any other is.
    package struct SiteService: Sendable {
        package typealias Delivery = @Sendable (Identity?) -> Void

        /// Of the sites themselves.
        package let context: TLSContext
        /// For the proxy as their client; each trusts what signs for them, and nothing else.
        package let clients: Clients
        /// The certificate of a built-in host, made elsewhere when it has to be.
        package let identity: @Sendable (_ host: String, _ deliver: @escaping Delivery) -> Void

        package init(
            context: TLSContext, clients: Clients,
            identity: @escaping @Sendable (_ host: String, _ deliver: @escaping Delivery) -> Void
        ) {
            self.context = context
            self.clients = clients
            self.identity = identity
        }

        /// By what is offered to them.
        package struct Clients: Sendable {
            private let http1: TLSContext
            private let either: TLSContext
            private let only: TLSContext

            package init(http1: TLSContext, either: TLSContext, only: TLSContext) {
                self.http1 = http1
                self.either = either
                self.only = only
            }

            func callAsFunction(_ offered: ServerProtocol) -> TLSContext {
                switch offered {
                case .http1: http1
                case .either: either
                case .http2: only
                }
            }
        }
    }

    func clientCertificate(for host: Bytes) -> Identity? {
        clientCertificates.first { $0.host.matches(host) }?.identity
    }

    /// Whether the client's TLS with `host` is to be left alone.
    func relays(_ host: Bytes) -> Bool {
        interception == nil || tunnelHosts.contains { $0.matches(host) }
    }
}
