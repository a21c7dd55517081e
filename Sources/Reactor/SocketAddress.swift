internal import CPosix

/// One end of a TCP connection: an IPv4 or IPv6 address and a port, or the unnamed end of an in-process pair.
///
/// A value for use anywhere. Making one costs nothing; its text is made when asked for.
package struct SocketAddress: Sendable, Hashable {
    package enum Host: Sendable, Hashable {
        /// In host byte order: 127.0.0.1 is `0x7f00_0001`.
        case v4(UInt32)
        /// The two halves in host byte order. Without a zone: no URL and no Host field can carry one (RFC 9844).
        case v6(high: UInt64, low: UInt64)
        /// An end of a socket pair, which has no address.
        case local
    }

    package var host: Host
    package var port: UInt16

    package init(_ host: Host, port: UInt16) {
        self.host = host
        self.port = port
    }

    package static func loopback4(port: UInt16) -> SocketAddress {
        SocketAddress(.v4(0x7F00_0001), port: port)
    }

    package static func loopback6(port: UInt16) -> SocketAddress {
        SocketAddress(.v6(high: 0, low: 1), port: port)
    }

    package var isIPv6: Bool {
        if case .v6 = host { true } else { false }
    }

    /// The IPv4 address inside an IPv4-mapped IPv6 address, `::ffff:a.b.c.d` (RFC 4291 §2.5.5.2), else `host` itself.
    package var unmappedHost: Host {
        if case .v6(high: 0, let low) = host, low >> 32 == 0xFFFF {
            return .v4(UInt32(truncatingIfNeeded: low))
        }
        return host
    }

    /// The same, an IPv4 address as such.
    package var unmapped: SocketAddress { SocketAddress(unmappedHost, port: port) }

    init(_ endpoint: cposix_endpoint) {
        switch endpoint.family {
        case AF_INET: host = .v4(UInt32(truncatingIfNeeded: endpoint.low))
        case AF_INET6: host = .v6(high: endpoint.high, low: endpoint.low)
        default: host = .local
        }
        port = endpoint.port
    }

    var endpoint: cposix_endpoint {
        var result = cposix_endpoint()
        result.port = port
        switch host {
        case .v4(let address):
            result.family = AF_INET
            result.low = UInt64(address)
        case .v6(let high, let low):
            result.family = AF_INET6
            result.high = high
            result.low = low
        case .local:
            result.family = AF_UNIX
        }
        return result
    }
}

extension SocketAddress: CustomStringConvertible {
    /// `127.0.0.1:80`, `[::1]:80`.
    package var description: String {
        switch host {
        case .v4: "\(hostText):\(port)"
        case .v6: "[\(hostText)]:\(port)"
        case .local: hostText
        }
    }

    /// The address alone, without brackets: `127.0.0.1`, `::1`.
    package var hostText: String {
        switch host {
        case .v4(let address):
            return Self.dotted(address)
        case .v6(let high, let low):
            return Self.colons(high, low)
        case .local:
            return "local"
        }
    }

    private static func dotted(_ address: UInt32) -> String {
        "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
    }

    /// RFC 5952 §4: lower case, no leading zeros, the longest run of two or more zero groups (the first of equals) as
    /// `::`.
    private static func colons(_ high: UInt64, _ low: UInt64) -> String {
        if high == 0, low >> 32 == 0xFFFF {
            return "::ffff:" + dotted(UInt32(truncatingIfNeeded: low))
        }
        let groups = [high, low].flatMap { half in [48, 32, 16, 0].map { half >> UInt64($0) & 0xFFFF } }
        var longest = 0..<0
        var start = 0
        while start < 8 {
            var end = start
            while end < 8, groups[end] == 0 { end += 1 }
            if end - start > max(longest.count, 1) { longest = start..<end }
            start = end + 1
        }
        let text = { (range: Range<Int>) in groups[range].map { String($0, radix: 16) }.joined(separator: ":") }
        return longest.isEmpty
            ? text(0..<8) : text(0..<longest.lowerBound) + "::" + text(longest.upperBound..<8)
    }
}
