import Bytes

/// The first violation of RFC 3986 in a URL.
public struct URLDefect: Sendable, Hashable {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// A byte that must be percent-encoded there.
        case unencoded
        /// `%` without two hexadecimal digits after it (RFC 3986 §2.1).
        case malformedPercent
        /// A port that is not empty and not a number up to 65535 (§3.2.3).
        case malformedPort
        /// `[` … `]` with something other than an address in it (§3.2.2).
        case malformedAddress
        /// http and https URLs need a host (RFC 9110 §4.2.1).
        case missingHost
        /// A first path segment with a colon, which reads like a scheme (RFC 3986 §4.2).
        case colonInFirstSegment
    }

    /// What is wrong.
    public let kind: Kind
    /// Bytes from the start of the URL.
    public let offset: Int
}

extension URLReference {
    /// The first violation of RFC 3986; nil for a valid URL.
    public var firstDefect: URLDefect? {
        let parts: [(Range<Int>?, OctetClass)] = [
            (userinfo, .userinfo), (host, .registeredName), (path, .pathOrQuery), (query, .pathOrQuery),
            (fragment, .pathOrQuery),
        ]
        if scheme == nil, authority == nil, let colon = raw.slice(path).firstIndex(of: ASCII.colon),
            raw.slice(path.lowerBound..<colon + path.lowerBound).firstIndex(of: ASCII.slash) == nil
        {
            return URLDefect(kind: .colonInFirstSegment, offset: path.lowerBound + colon)
        }
        for (place, part) in parts.enumerated() {
            guard let range = part.0 else { continue }
            if place == 1, let defect = hostDefect(range) { return defect }
            if place == 1, isAddress(range) {
                if let defect = portDefect { return defect }
                continue
            }
            if let defect = characterDefect(range, allowed: part.1) { return defect }
            if place == 1, let defect = portDefect { return defect }
        }
        return nil
    }

    private var portDefect: URLDefect? {
        guard let port, !port.isEmpty, raw.slice(port).decimal.flatMap({ UInt16(exactly: $0) }) == nil else {
            return nil
        }
        return URLDefect(kind: .malformedPort, offset: port.lowerBound)
    }

    private func isAddress(_ host: Range<Int>) -> Bool { !host.isEmpty && raw[host.lowerBound] == ASCII.openBracket }

    private func hostDefect(_ host: Range<Int>) -> URLDefect? {
        if host.isEmpty {
            return hasScheme("http") || hasScheme("https")
                ? URLDefect(kind: .missingHost, offset: host.lowerBound) : nil
        }
        guard isAddress(host) else { return nil }
        let defect = URLDefect(kind: .malformedAddress, offset: host.lowerBound)
        guard host.count > 2, raw[host.upperBound - 1] == ASCII.closeBracket else { return defect }
        let inner = raw.slice((host.lowerBound + 1)..<(host.upperBound - 1))
        // IPvFuture begins with `v`; a zone (RFC 6874) follows `%25`.
        let isFuture = inner[0] | 0x20 == UInt8(ascii: "v")
        let address = isFuture ? inner : inner.slice(0..<(inner.firstIndex(of: ASCII.percent) ?? inner.count))
        guard isFuture ? OctetClass.userinfo.containsAll(address) : address.isIPv6Address else { return defect }
        let zone = inner.slice(address.count..<inner.count)
        if !zone.isEmpty, !zone.hasPrefix(ignoringCase: "%25") || zone.count == 3 { return defect }
        return nil
    }

    private func characterDefect(_ range: Range<Int>, allowed: OctetClass) -> URLDefect? {
        var index = range.lowerBound
        while index < range.upperBound {
            let piece = URLPiece(in: raw, index..<range.upperBound, allowed: allowed)
            switch piece.kind {
            case .plain, .encoded: index = piece.range.upperBound
            case .brokenPercent: return URLDefect(kind: .malformedPercent, offset: index)
            case .unencoded: return URLDefect(kind: .unencoded, offset: index)
            }
        }
        return nil
    }
}
