public import Bytes
import HTTPSemantics

/// The server of an exchange: its name in lower case, its port, and whether TLS is used.
///
/// Its parts are in one allocation, since routes, exchanges and pools pass it to each other; two references to the same
/// parts compare at once.
public struct Destination: Sendable, Hashable, CustomStringConvertible {
    private final class Parts: Sendable {
        let host: Bytes
        let port: UInt16
        let serverName: Bytes?

        init(_ host: Bytes, _ port: UInt16, _ serverName: Bytes?) {
            self.host = host
            self.port = port
            self.serverName = serverName
        }
    }

    private let parts: Parts

    /// A server by host and port.
    public init(host: Bytes, port: UInt16, serverName: Bytes? = nil) {
        parts = Parts(host.lowercased, port, serverName?.lowercased)
    }

    /// The name or address, brackets left out.
    public var host: Bytes { parts.host }
    /// The port.
    public var port: UInt16 { parts.port }
    /// The name in the TLS handshake, for which the certificate must be valid; nil: plain HTTP. It differs from `host`
    /// when a client of CONNECT asks for another name inside (SNI).
    public var serverName: Bytes? { parts.serverName }

    /// Whether both are the same server, with or without TLS.
    public static func == (left: Destination, right: Destination) -> Bool {
        left.parts === right.parts
            || (left.port == right.port && left.host == right.host && left.serverName == right.serverName)
    }

    /// Hashes host, port and the name for TLS.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(port)
        hasher.combine(serverName)
    }

    /// Whether TLS is used.
    public var isSecure: Bool { serverName != nil }

    /// The same server, with TLS for `name`, or without.
    public func secured(for name: Bytes?) -> Destination {
        Destination(host: host, port: port, serverName: name)
    }

    /// `host:port` as in a CONNECT target, IPv6 addresses in brackets.
    public var description: String {
        host.contains(ASCII.colon) ? "[\(host.text)]:\(port)" : "\(host.text):\(port)"
    }

    /// The Host field's value (RFC 9110 §7.2): the port is left out when it is the scheme's own.
    public var hostField: Bytes {
        let host = serverName ?? host
        var value: [UInt8] = []
        value.reserveCapacity(host.count + 8)
        let isAddress = host.contains(ASCII.colon)
        if isAddress { value.append(UInt8(ascii: "[")) }
        host.withUnsafeBytes { value.append(contentsOf: $0) }
        if isAddress { value.append(UInt8(ascii: "]")) }
        if port != (isSecure ? 443 : 80) {
            value.append(ASCII.colon)
            var weight: UInt16 = 10_000
            while weight > 1, weight > port { weight /= 10 }
            while weight > 0 {
                value.append(ASCII.zero + UInt8(truncatingIfNeeded: port / weight % 10))
                weight /= 10
            }
        }
        return Bytes(value)
    }

    /// Whether a host names this server, by the name that TLS has for it or by its own; however it is written, see
    /// `HostName.compared`.
    package func isNamed(by host: Bytes) -> Bool {
        let names = [serverName, self.host].compactMap(\.self)
        // Nearly all write it as it was asked for.
        if names.contains(where: { host.equalsIgnoringCase($0) }) { return true }
        let host = HostName.compared(host)
        return names.contains { HostName.compared($0) == host }
    }

    /// Whether a Host field names this server: its port written or, where it is the scheme's own, left out (RFC 9110
    /// §7.2).
    package func isNamed(inHost field: Bytes) -> Bool {
        if field.equalsIgnoringCase(hostField) { return true }
        let suffix = Bytes(":\(port)")
        let end = field.count - suffix.count
        if end > 0, field.slice(end..<field.count) == suffix { return isNamed(by: field.slice(0..<end)) }
        return port == (isSecure ? 443 : 80) && isNamed(by: field)
    }

    /// `hark.test` and every name under it belong to Hark itself and are never looked up (RFC 6761 §6.2 reserves
    /// `.test`).
    public var isBuiltIn: Bool { isWithin("hark.test") }

    /// `localhost` and every name under it (RFC 6761 §6.3).
    public var isLocalhost: Bool { isWithin("localhost") }

    /// `localhost`, or an address of loopback (RFC 1122 §3.2.1.3, RFC 4291 §2.5.3).
    package var isOnThisMachine: Bool {
        if isLocalhost { return true }
        guard let octets = ProxyException.octets(host) else { return false }
        return octets.count == 4 ? octets[0] == 127 : octets == Array(repeating: 0, count: 15) + [1]
    }

    /// The host as hosts are compared: the dot that ends an absolute name does not count, nor does its script.
    private var name: Bytes { HostName.compared(host) }

    /// Whether the host is just `domain`, which is as hosts are compared.
    package func isNamed(_ domain: Bytes) -> Bool { name == domain }

    /// Whether the host is `domain` or a name under it; `domain` is as hosts are compared.
    package func isWithin(_ domain: Bytes) -> Bool {
        let name = name
        guard name.count >= domain.count, name.slice(name.count - domain.count..<name.count) == domain else {
            return false
        }
        return name.count == domain.count || name[name.count - domain.count - 1] == ASCII.period
    }
}
