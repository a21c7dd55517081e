public import Bytes

/// The way to a server: through these hops, in order, to the destination.
///
/// What a pool keeps connections under, and what a rule may replace.
public struct Route: Sendable, Hashable, CustomStringConvertible {
    /// A proxy on the way, which is asked to connect to what comes after it.
    public enum Hop: Sendable, Hashable {
        /// By CONNECT (RFC 9110 §9.3.6).
        case connect(Destination)
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

    /// For people: the hops and the destination.
    public var description: String {
        hops.reversed().reduce("\(destination)") { text, hop in
            switch hop {
            case .connect(let proxy): "\(text) through \(proxy)"
            }
        }
    }
}
