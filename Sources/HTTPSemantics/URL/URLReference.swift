public import Bytes

/// A URL or relative reference, split at its delimiters (RFC 3986 §4.1).
///
/// Any bytes can be split, because fields often contain bytes that RFC 3986 does not allow; `firstDefect` reports them.
/// Ranges count from the first byte of `raw`.
public struct URLReference: Sendable, Hashable {
    /// The reference as it was given.
    public let raw: Bytes
    /// Without `:`.
    public let scheme: Range<Int>?
    /// Without `//`.
    public let authority: Range<Int>?
    /// Without `@`.
    public let userinfo: Range<Int>?
    /// The host, with the brackets of an IP literal.
    public let host: Range<Int>?
    /// Without `:`; may be empty.
    public let port: Range<Int>?
    /// The position of the path; empty when there is none.
    public let path: Range<Int>
    /// Without `?`.
    public let query: Range<Int>?
    /// Without `#`.
    public let fragment: Range<Int>?

    /// Splits any bytes by the rules of RFC 3986 appendix B.
    public init(_ raw: Bytes) {
        self.init(raw, as: .reference)
    }

    /// What bytes are a part of, where that is known and no reference.
    package enum Form: Sendable {
        case reference
        /// `[ userinfo "@" ] host [ ":" port ]` and no more: the target of CONNECT, a Host field.
        case authority
        /// The target of most requests: a path with a query, which may begin with two slashes.
        case pathAndQuery
    }

    /// Takes apart what is known to be a part of a URL.
    package init(_ raw: Bytes, as form: Form) {
        self.raw = raw
        var index = 0
        var scheme: Range<Int>?
        // RFC 3986 §3.1: a letter, then letters, digits, `+`, `-`, `.`, up to the first `:`.
        if form == .reference, let first = raw.first, ASCII.isAlpha(first) {
            var end = 1
            while end < raw.count, OctetClass.scheme.contains(raw[end]) { end += 1 }
            if end < raw.count, raw[end] == ASCII.colon {
                scheme = 0..<end
                index = end + 1
            }
        }
        self.scheme = scheme

        // §3.2: the authority goes from `//` to the next `/`, `?` or `#`.
        let hasSlashes = index + 1 < raw.count && raw[index] == ASCII.slash && raw[index + 1] == ASCII.slash
        if form == .authority || (form == .reference && hasSlashes) {
            let start = form == .authority ? 0 : index + 2
            let end =
                form == .authority
                ? raw.count : Self.first(in: raw, from: start) { $0 == ASCII.slash || Self.endsPath($0) }
            let parts = Self.splitAuthority(raw, start..<end)
            authority = start..<end
            (userinfo, host, port) = (parts.userinfo, parts.host, parts.port)
            index = end
        } else {
            (authority, userinfo, host, port) = (nil, nil, nil, nil)
        }

        // §3.3 to §3.5.
        let pathStart = index
        index = Self.first(in: raw, from: index, where: Self.endsPath)
        path = pathStart..<index
        if index < raw.count, raw[index] == ASCII.question {
            let end = raw.firstIndex(of: ASCII.hash, from: index) ?? raw.count
            query = (index + 1)..<end
            index = end
        } else {
            query = nil
        }
        fragment = index < raw.count ? (index + 1)..<raw.count : nil
    }

    /// Has a scheme: can be used without a base (RFC 3986 §4.3).
    public var isAbsolute: Bool { scheme != nil }

    /// The bytes of a part; nil for a missing part.
    public func bytes(_ range: Range<Int>?) -> Bytes? { range.map { raw.slice($0) } }

    /// Whether the scheme is this one, given in lower case.
    public func hasScheme(_ name: StaticString) -> Bool {
        scheme.map { raw.slice($0).equalsIgnoringCase(name) } ?? false
    }

    /// The given port, or the default of http, https, ws and wss; nil when there is neither, or the port is invalid.
    public var effectivePort: UInt16? {
        if let port, !port.isEmpty {
            return raw.slice(port).decimal.flatMap { UInt16(exactly: $0) }
        }
        if hasScheme("http") || hasScheme("ws") { return 80 }
        if hasScheme("https") || hasScheme("wss") { return 443 }
        return nil
    }

    /// Whether both are the same but for http or https, which a message does not say of itself, and the fragment.
    func hasSameResource(as other: URLReference) -> Bool {
        guard let host = bytes(host), let otherHost = other.bytes(other.host) else { return false }
        let path = normalPath
        return HostName.compared(host).equalsIgnoringCase(HostName.compared(otherHost))
            && (port.map { raw.slice($0) } ?? Bytes()) == (other.port.map { other.raw.slice($0) } ?? Bytes())
            && path == other.normalPath && bytes(query) == other.bytes(other.query)
    }

    private var normalPath: Bytes { path.isEmpty ? "/" : raw.slice(path) }

    /// Whether both have the same scheme, host and effective port: the same origin (RFC 6454 §5). A WebSocket belongs
    /// to the origin of the pages beside it: wss to https, ws to http (RFC 6455 §3).
    public func hasSameOrigin(as other: URLReference) -> Bool {
        guard let scheme = pageScheme, let otherScheme = other.pageScheme, let host = bytes(host),
            let otherHost = other.bytes(other.host)
        else { return false }
        return scheme.equalsIgnoringCase(otherScheme) && host.equalsIgnoringCase(otherHost)
            && effectivePort == other.effectivePort
    }

    private var pageScheme: Bytes? {
        if hasScheme("wss") { return "https" }
        return hasScheme("ws") ? "http" : bytes(scheme)
    }

    /// Whether it is the origin of the other, the other's scheme set aside.
    func isOrigin(of other: URLReference) -> Bool {
        guard let host = bytes(host), let otherHost = other.bytes(other.host) else { return false }
        let written = other.port.map { other.raw.slice($0) }
        let isSamePort =
            written.map { $0.isEmpty ? port == nil : $0.decimal == effectivePort.map(UInt64.init) } ?? (port == nil)
        return host.equalsIgnoringCase(otherHost) && isSamePort
    }

    /// Whether it is an http or https URL.
    public var isHTTP: Bool { hasScheme("http") || hasScheme("https") }

    /// Whether both hosts belong to one site: they are equal, or have the same registrable domain.
    public func hasSameSite(as other: URLReference) -> Bool {
        guard let host = bytes(host), let otherHost = other.bytes(other.host) else { return false }
        return PublicSuffixes.site(of: host) == PublicSuffixes.site(of: otherHost)
    }

    /// The first place with such a byte, or the end. Looked for in the bytes as they lie: a URL is taken apart many
    /// times while an exchange is explained.
    private static func first(in raw: Bytes, from start: Int, where condition: (UInt8) -> Bool) -> Int {
        raw.withSpan { span in
            var index = start
            while index < span.count, !condition(span[index]) { index += 1 }
            return index
        }
    }

    private static func endsPath(_ byte: UInt8) -> Bool { byte == ASCII.question || byte == ASCII.hash }

    /// §3.2: `[ userinfo "@" ] host [ ":" port ]`. The last `@` ends the userinfo: that is the reading in which no host
    /// can hide before it.
    private static func splitAuthority(
        _ raw: Bytes, _ range: Range<Int>
    ) -> (userinfo: Range<Int>?, host: Range<Int>, port: Range<Int>?) {
        var start = range.lowerBound
        var userinfo: Range<Int>?
        var at = raw.firstIndex(of: ASCII.at, in: range)
        while let index = at {
            userinfo = range.lowerBound..<index
            start = index + 1
            at = raw.firstIndex(of: ASCII.at, in: start..<range.upperBound)
        }
        // A colon inside the brackets of an IP literal is not the port's.
        var colon = range.upperBound
        while colon > start, ASCII.isDigit(raw[colon - 1]) { colon -= 1 }
        if colon > start, raw[colon - 1] == ASCII.colon {
            let host = start..<(colon - 1)
            let isOpenLiteral =
                host.count > 0 && raw[host.lowerBound] == ASCII.openBracket
                && raw[host.upperBound - 1] != ASCII.closeBracket
            if !isOpenLiteral { return (userinfo, host, colon..<range.upperBound) }
        } else if let other = raw.firstIndex(of: ASCII.colon, in: start..<range.upperBound),
            raw[start] != ASCII.openBracket
        {
            // A port that is no number is still where the port stands; `firstDefect` names it.
            return (userinfo, start..<other, (other + 1)..<range.upperBound)
        }
        return (userinfo, start..<range.upperBound, nil)
    }
}
