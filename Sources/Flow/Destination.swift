public import Bytes

/// Where an exchange is headed: the server's name in lower case, and its port.
public struct Destination: Sendable, Hashable, CustomStringConvertible {
    public let host: Bytes
    public let port: UInt16

    public init(host: Bytes, port: UInt16) {
        self.host = host.lowercased
        self.port = port
    }

    /// `host:port` as in a CONNECT target, IPv6 addresses in brackets.
    public var description: String {
        host.contains(ASCII.colon) ? "[\(host.text)]:\(port)" : "\(host.text):\(port)"
    }

    /// The Host field's value (RFC 9110 §7.2): the port is left out when it is the scheme's own.
    public var hostField: Bytes {
        var value: [UInt8] = []
        let isAddress = host.contains(ASCII.colon)
        if isAddress { value.append(UInt8(ascii: "[")) }
        value.append(contentsOf: host)
        if isAddress { value.append(UInt8(ascii: "]")) }
        if port != 80 { value.append(contentsOf: ":\(port)".utf8) }
        return Bytes(value)
    }

    /// `hark.test` and every name under it belong to Hark itself and are never looked up (RFC 6761 §6.2 reserves `.test`).
    public var isBuiltIn: Bool {
        let name: Bytes = "hark.test"
        guard host.count >= name.count, host.slice(host.count - name.count..<host.count) == name else { return false }
        return host.count == name.count || host[host.count - name.count - 1] == UInt8(ascii: ".")
    }
}
