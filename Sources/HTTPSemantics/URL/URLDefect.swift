import Bytes

/// A violation of RFC 3986 in a URL.
public struct URLDefect: Sendable, Hashable {
    /// What is wrong.
    public enum Kind: Sendable, Hashable {
        /// A byte that must be percent-encoded there.
        case unencoded
        /// A byte that RFC 3986 wants percent-encoded there and the URL Standard does not, so that browsers send it as
        /// it is: `[`, `|`, `^` in a query.
        case leftUnencoded
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
    /// The first violation of RFC 3986 that browsers do not commit; nil for a URL without one.
    public var firstDefect: URLDefect? { firstDefect { $0 != .leftUnencoded } }

    /// The first violation of RFC 3986 of one of these kinds.
    public func firstDefect(_ isOfInterest: (URLDefect.Kind) -> Bool) -> URLDefect? {
        func defect(_ kind: URLDefect.Kind, _ offset: Int?) -> URLDefect? {
            guard let offset, isOfInterest(kind) else { return nil }
            return URLDefect(kind: kind, offset: offset)
        }
        func characters(_ range: Range<Int>?, _ component: URLComponent) -> URLDefect? {
            range.flatMap { characterDefect($0, of: component, isOfInterest) }
        }
        if let found = defect(.colonInFirstSegment, schemelessColon) ?? characters(userinfo, .userinfo) { return found }
        let isLiteral = host.map { !$0.isEmpty && raw[$0.lowerBound] == ASCII.openBracket } ?? false
        if let host, host.isEmpty, isHTTP {
            if let found = defect(.missingHost, host.lowerBound) { return found }
        } else if let host, isLiteral {
            if !isAddress(host), let found = defect(.malformedAddress, host.lowerBound) { return found }
        } else if let found = characters(host, .host) {
            return found
        }
        return defect(.malformedPort, malformedPort) ?? characters(path, .path) ?? characters(query, .query)
            ?? characters(fragment, .fragment)
    }

    /// The colon in the first segment of a relative path (§4.2).
    private var schemelessColon: Int? {
        guard scheme == nil, authority == nil, let colon = raw.firstIndex(of: ASCII.colon, in: path),
            raw.firstIndex(of: ASCII.slash, in: path.lowerBound..<colon) == nil
        else { return nil }
        return colon
    }

    private var malformedPort: Int? {
        guard let port, !port.isEmpty, raw.slice(port).decimal.flatMap({ UInt16(exactly: $0) }) == nil else {
            return nil
        }
        return port.lowerBound
    }

    /// Whether what begins with a bracket is an address in brackets.
    private func isAddress(_ host: Range<Int>) -> Bool {
        guard host.count > 2, raw[host.upperBound - 1] == ASCII.closeBracket else { return false }
        let inner = raw.slice((host.lowerBound + 1)..<(host.upperBound - 1))
        // IPvFuture begins with `v`; a zone (RFC 6874) follows `%25`.
        let isFuture = inner[0] | 0x20 == UInt8(ascii: "v")
        let address = isFuture ? inner : inner.slice(0..<(inner.firstIndex(of: ASCII.percent) ?? inner.count))
        guard isFuture ? OctetClass.userinfo.containsAll(address) : address.isIPv6Address else { return false }
        let zone = inner.slice(address.count..<inner.count)
        return zone.isEmpty || zone.hasPrefix(ignoringCase: "%25") && zone.count > 3
    }

    private func characterDefect(
        _ range: Range<Int>, of component: URLComponent, _ isOfInterest: (URLDefect.Kind) -> Bool
    ) -> URLDefect? {
        var index = range.lowerBound
        while index < range.upperBound {
            let piece = URLPiece(in: raw, index..<range.upperBound, of: component)
            let kind: URLDefect.Kind? =
                switch piece.kind {
                case .plain, .encoded: nil
                case .brokenPercent: .malformedPercent
                case .leftUnencoded: .leftUnencoded
                case .unencoded: .unencoded
                }
            if let kind, isOfInterest(kind) { return URLDefect(kind: kind, offset: index) }
            index = piece.range.upperBound
        }
        return nil
    }
}
