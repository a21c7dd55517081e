import Bytes
import HTTPSemantics

/// Servers that are asked straight, whatever proxy there is: one word of `--upstream-proxy-except`, written as in
/// NO_PROXY.
package struct ProxyException: Sendable, Hashable {
    private enum Subject: Sendable, Hashable {
        case everything
        /// This name, and the names under it.
        case name(Bytes)
        /// The names under it.
        case under(Bytes)
        /// Addresses that share this many bits with these octets.
        case addresses([UInt8], bits: Int)
    }

    private let subject: Subject
    /// nil: whatever the port.
    private let port: UInt16?

    /// `*`, a name (with all under it), `*.NAME`, an address, `ADDRESS/BITS`, each but the last with `:PORT`; nil when
    /// it is none of these.
    package init?(_ text: String) {
        let word = Bytes(text).lowercased
        guard !word.isEmpty else { return nil }
        if let slash = word.firstIndex(of: ASCII.slash) {
            guard let octets = Self.octets(word.slice(0..<slash)),
                let bits = word.slice((slash + 1)..<word.count).decimal, bits <= UInt64(octets.count * 8)
            else { return nil }
            (subject, port) = (.addresses(octets, bits: Int(bits)), nil)
            return
        }
        if let octets = Self.octets(word) {
            (subject, port) = (.addresses(octets, bits: octets.count * 8), nil)
            return
        }
        var name = word
        if let colon = word.lastIndex(of: ASCII.colon) {
            guard let number = word.slice((colon + 1)..<word.count).decimal, let value = UInt16(exactly: number),
                value > 0
            else { return nil }
            port = value
            name = word.slice(0..<colon)
        } else {
            port = nil
        }
        if name == "*" {
            subject = .everything
        } else if let octets = Self.octets(name) {
            subject = .addresses(octets, bits: octets.count * 8)
        } else {
            let isUnder = name.count > 2 && name[0] == ASCII.asterisk && name[1] == ASCII.period
            let start = isUnder ? 2 : name.first == ASCII.period ? 1 : 0
            guard let domain = try? HostName.pattern(name.slice(start..<name.count).text, isGlob: false),
                OctetClass.registeredName.containsAll(domain), domain.firstIndex(of: ASCII.asterisk) == nil
            else { return nil }
            subject = isUnder ? .under(domain) : .name(domain)
        }
    }

    /// Whether the server is one of those meant. Names are not looked up for it.
    package func covers(_ server: Destination) -> Bool {
        if let port, port != server.port { return false }
        switch subject {
        case .everything: return true
        case .name(let domain): return server.isWithin(domain)
        case .under(let domain): return server.isWithin(domain) && !server.isNamed(domain)
        case .addresses(let octets, let bits):
            guard let given = Self.octets(server.host), given.count == octets.count else { return false }
            return Self.agree(octets, given, bits)
        }
    }

    /// Of an address, with or without brackets; one of IPv4 that is written as IPv6 (`::ffff:a.b.c.d`) is what it is.
    static func octets(_ text: Bytes) -> [UInt8]? {
        let isBracketed = text.first == ASCII.openBracket && text.last == ASCII.closeBracket
        let bare = isBracketed ? text.slice(1..<(text.count - 1)) : text
        guard let octets = bare.addressOctets else { return nil }
        guard octets.count == 16 else { return octets }
        let isMapped = octets.prefix(10).allSatisfy { $0 == 0 } && octets[10] == 0xFF && octets[11] == 0xFF
        return isMapped ? Array(octets[12...]) : octets
    }

    private static func agree(_ one: [UInt8], _ other: [UInt8], _ bits: Int) -> Bool {
        let whole = bits / 8
        guard one.prefix(whole) == other.prefix(whole) else { return false }
        return bits % 8 == 0 || (one[whole] ^ other[whole]) >> UInt8(8 - bits % 8) == 0
    }
}
