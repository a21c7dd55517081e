public import Bytes

/// The route to a server: through these hops, in order, to the destination. What a pool keeps connections under, and
/// what a rule may replace.
public struct Route: Sendable, Hashable, CustomStringConvertible {
    /// A proxy of the route, and how it is asked for the next hop.
    public enum Hop: Sendable, Hashable {
        /// To connect to it, by CONNECT (RFC 9110 §9.3.6).
        case connect(UpstreamProxy)
        /// To connect to it, by SOCKS 5 (RFC 1928).
        case socks5(UpstreamProxy)
        /// To the server of the request's URL (RFC 9112 §3.2.2). Only as the last hop, and only for plain HTTP.
        case forward(UpstreamProxy)

        /// The proxy.
        public var proxy: UpstreamProxy {
            switch self {
            case .connect(let proxy), .socks5(let proxy), .forward(let proxy): proxy
            }
        }
    }

    /// The proxies of the route, the nearest first.
    public let hops: [Hop]
    /// The server at its end.
    public let destination: Destination
    /// The number of the only client connection for which the connections along it are; nil: any. Which way they take
    /// was decided for that client.
    package private(set) var client: UInt64?

    /// A direct route to the server.
    public init(_ destination: Destination) {
        self.init(through: [], to: destination)
    }

    /// A route to a server.
    public init(through hops: [Hop], to destination: Destination) {
        self.hops = hops
        self.destination = destination
    }

    /// The same route with TLS for `name` at its end, or without TLS.
    public func secured(for name: Bytes?) -> Route {
        var route = Route(through: hops, to: destination.secured(for: name))
        route.client = client
        return route
    }

    /// The same route, for one client connection only.
    package func only(for client: UInt64?) -> Route {
        var route = self
        route.client = client
        return route
    }

    /// The proxy that gets requests in absolute form; nil if the server gets them.
    public var forwarder: UpstreamProxy? {
        if case .forward(let proxy)? = hops.last { proxy } else { nil }
    }

    /// The proxies as URLs, the nearest first, without credentials.
    public var through: [String] { hops.map(\.proxy.description) }

    /// For people: the hops and the destination.
    public var description: String {
        through.reversed().reduce("\(destination)") { "\($0) through \($1)" }
    }
}
