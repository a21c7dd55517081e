public import Bytes

/// Notices two proxies that forward one request to each other in a loop, before all file descriptors are used up.
///
/// Nothing on the wire shows a loop, since this proxy leaves no mark. A chain shows it: the same head arrives on one
/// new connection after another, each after the previous one was forwarded, none is answered, and all within moments.
/// Many clients that send the same request at once do not arrive in this order. There is one guard per event loop; it
/// costs a comparison per new connection.
public struct RingGuard: Sendable {
    /// A chain of this length is a loop.
    public static let limit = 64
    /// A link that takes longer belongs to no ring.
    private let linkTime: UInt64
    private var head = Bytes()
    private var links = 0
    private var wasForwarded = false
    private var latest: UInt64 = 0

    /// A guard that has seen nothing.
    ///
    /// - Parameter linkTime: in nanoseconds.
    public init(linkTime: UInt64 = 1_000_000_000) {
        self.linkTime = linkTime
    }

    /// The first request of a new connection. True when it completes a loop.
    public mutating func arrived(_ head: Bytes, now: UInt64) -> Bool {
        let isRecent = latest != 0 && now &- latest < linkTime
        if isRecent, links > 0, head == self.head {
            links = wasForwarded ? links + 1 : 1
        } else if !isRecent || links < 2 {
            self.head = head
            links = 1
        } else {
            // Another client, while a chain grows.
            return false
        }
        wasForwarded = false
        latest = now
        return links > Self.limit
    }

    /// A request with this head was sent to its server.
    public mutating func forwarded(_ head: Bytes) {
        if links > 0, !wasForwarded, head == self.head { wasForwarded = true }
    }

    /// A request with this head was answered.
    public mutating func answered(_ head: Bytes) {
        if links > 0, head == self.head { links = 0 }
    }
}
