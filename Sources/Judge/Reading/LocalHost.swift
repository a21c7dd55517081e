import Bytes
import HTTPSemantics

/// Hosts that are reached only from the same machine or network.
enum LocalHost {
    private static let suffixes: [String] = [".local", ".internal", ".lan", ".localhost", ".test", ".home.arpa"]

    static func isLocal(_ host: Bytes) -> Bool {
        let name = host.lowercased
        if CookieContext.isThisMachine(name) || isPrivate(name) { return true }
        let text = name.text
        return suffixes.contains { text.hasSuffix($0) } || !name.contains(ASCII.period) && !name.contains(ASCII.colon)
    }

    /// An address of RFC 1918, a link-local one, or a unique local one of IPv6 (RFC 4193).
    static func isPrivate(_ host: Bytes) -> Bool {
        if host.isIPv4Address {
            let numbers = host.split(separator: ASCII.period).map { Bytes(Array($0)).decimal ?? 0 }
            switch numbers[0] {
            case 10, 127: return true
            case 172: return (16...31).contains(numbers[1])
            case 192: return numbers[1] == 168
            case 169: return numbers[1] == 254
            default: return false
            }
        }
        let name = host.first == ASCII.openBracket ? host.slice(1..<host.count) : host
        guard name.contains(ASCII.colon) else { return false }
        return name.hasPrefix(ignoringCase: "fd") || name.hasPrefix(ignoringCase: "fe80:") || name.hasOpening("::1")
    }
}
