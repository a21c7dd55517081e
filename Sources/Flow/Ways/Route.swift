public import Bytes

/// The way to a server: through these hops, in order, to the destination.
///
/// What a pool keeps connections under, and what a rule may replace.
public struct Route: Sendable, Hashable, CustomStringConvertible {
    /// A proxy on the way, and how it is asked for what comes after it.
    public enum Hop: Sendable, Hashable {
        /// To connect to it, by CONNECT (RFC 9110 §9.3.6).
        case connect(UpstreamProxy)
        /// To connect to it, by SOCKS 5 (RFC 1928).
        case socks5(UpstreamProxy)
        /// To the server of the request's URL (RFC 9112 §3.2.2). Only as the last hop, and only for plain HTTP.
        case forward(UpstreamProxy)

        /// Who is asked.
        public var proxy: UpstreamProxy {
            switch self {
            case .connect(let proxy), .socks5(let proxy), .forward(let proxy): proxy
            }
        }
    }

    /// The proxies on the way, the nearest first.
    public let hops: [Hop]
    /// The server at its end.
    public let destination: Destination

    /// Straight to the server.
    public init(_ destination: Destination) {
        self.init(through: [], to: destination)
    }

    /// A way to a server.
    public init(through hops: [Hop], to destination: Destination) {
        self.hops = hops
        self.destination = destination
    }

    /// The same way, with TLS for `name` at its end, or without.
    public func secured(for name: Bytes?) -> Route {
        Route(through: hops, to: destination.secured(for: name))
    }

    /// The proxy that is sent requests as they are for a proxy; nil where the server itself reads them.
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
