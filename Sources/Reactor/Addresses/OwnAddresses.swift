internal import CPosix

/// Whether an address leads back to this program's own listeners.
///
/// Asks the system for the interfaces' addresses, but at most every few seconds. Owned by one loop; runs there.
package final class OwnAddresses {
    private static let limit = 1024
    private static let lifetime = Nanoseconds.seconds(5)

    private let readInterfaces: () -> [SocketAddress]
    private var interfaces = Set<SocketAddress.Host>()
    private var expires: UInt64 = 0

    package convenience init() {
        self.init(readInterfaces: Self.systemInterfaces)
    }

    init(readInterfaces: @escaping () -> [SocketAddress]) {
        self.readInterfaces = readInterfaces
    }

    /// True when `address` is this host, however spelled, with the port of one of `listeners`.
    ///
    /// Which of this host's addresses the listener is bound to does not matter: a proxy that is asked for its own port
    /// on its own host is asked for itself by all but the most unusual set-ups, and a loop costs every descriptor.
    package func isOwn(_ address: SocketAddress, listeners: [SocketAddress], now: UInt64) -> Bool {
        guard listeners.contains(where: { $0.port == address.port }) else { return false }
        return isThisHost(address, now: now)
    }

    package func isThisHost(_ address: SocketAddress, now: UInt64) -> Bool {
        switch address.unmappedHost {
        case .v4(let host) where host >> 24 == 127 || host >> 24 == 0:
            // RFC 1122 §3.2.1.3: 127/8 is loopback; 0/8 is "this host on this network", and connecting to 0.0.0.0 ends
            // at loopback.
            return true
        case .v6(high: 0, low: 0...1):
            return true
        case .local:
            return false
        case let host:
            if now >= expires {
                expires = Self.lifetime.after(now)
                interfaces = Set(readInterfaces().map(\.unmappedHost))
            }
            return interfaces.contains(host)
        }
    }

    /// The address by which others know this machine best: of IPv4 before IPv6; of loopback where there is no other.
    package static func mostKnown() -> SocketAddress {
        let all = systemInterfaces().filter { !$0.leadsToLoopback }
        return all.first { !$0.isIPv6 } ?? all.first ?? .loopback4(port: 0)
    }

    private static func systemInterfaces() -> [SocketAddress] {
        unsafe withUnsafeTemporaryAllocation(of: cposix_endpoint.self, capacity: limit) { results in
            unsafe results.initialize(repeating: cposix_endpoint())
            let count = unsafe cposix_interface_addresses(results.baseAddress, Int32(limit))
            return unsafe results.prefix(max(Int(count), 0)).map { SocketAddress($0) }
        }
    }
}
