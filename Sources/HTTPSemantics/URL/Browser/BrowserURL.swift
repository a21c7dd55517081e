public import Bytes

/// How browsers read a URL. They follow the URL Standard of the WHATWG (§4.4), which repairs much that RFC 3986 calls
/// malformed. They may therefore contact another server, or request another path, than a strict reader.
///
/// Only http, https, ws and wss are modelled, the schemes whose URLs have a host.
public struct BrowserURL: Sendable, Hashable {
    /// In lower case.
    public let scheme: Bytes
    /// Encoded, without `@`; nil when there is none.
    public let userinfo: Bytes?
    /// In the form of requests: ASCII and lower case, an IPv4 address in four decimal numbers, an IPv6 address in
    /// brackets.
    public let host: Bytes
    /// nil when it is the scheme's own.
    public let port: UInt16?
    /// Encoded, without dot segments; begins with `/`.
    public let path: Bytes
    /// Encoded, without `?`; nil when there is none.
    public let query: Bytes?
    /// Encoded, without `#`; nil when there is none.
    public let fragment: Bytes?

    /// What a browser does with a text that should be a URL.
    public enum Reading: Sendable, Hashable {
        case url(BrowserURL)
        /// It sends no request.
        case refused(Refusal)
        /// The scheme is not modelled here.
        case otherScheme
    }

    /// Why a browser sends no request.
    public enum Refusal: Sendable, Hashable {
        /// An invalid host name or address.
        case host
        /// Not a number up to 65535.
        case port
        case emptyHost
        /// A relative reference without a base URL.
        case relative
    }

    /// Reads a text as a browser does, relative to the URL of the page or request when there is one.
    public static func read(_ text: Bytes, relativeTo base: BrowserURL? = nil) -> Reading {
        var parser = BrowserURLParser(text, base)
        return parser.read()
    }

    /// The whole of it (URL Standard §4.5).
    public var text: Bytes {
        var text = scheme.array + [ASCII.colon, ASCII.slash, ASCII.slash]
        if let userinfo { text += userinfo.array + [ASCII.at] }
        text += host
        if let port { text += [ASCII.colon] + Array("\(port)".utf8) }
        text += path
        if let query { text += [ASCII.question] + query.array }
        if let fragment { text += [ASCII.hash] + fragment.array }
        return Bytes(text)
    }
}

extension BrowserURL {
    /// How a browser's reading differs from that of RFC 3986.
    public enum Difference: Sendable, Hashable {
        /// Another scheme, host or port: the text leads to another server.
        case server
        /// The same server, but another resource.
        case target
    }

    /// Compares with the same URL as RFC 3986 reads it; nil when both read the same URL.
    ///
    /// Equivalent spellings (letter case of names, an explicit default port) are not a difference; neither is the
    /// encoding of bytes that RFC 3986 does not allow unencoded.
    public func difference(from url: URLReference) -> Difference? {
        guard let scheme = url.bytes(url.scheme), let host = url.bytes(url.host) else { return .server }
        let ownPort = url.defaultPort ?? 0
        guard scheme.equalsIgnoringCase(self.scheme), (port ?? ownPort) == (url.effectivePort ?? 0),
            Self.isSameName(host, self.host)
        else { return .server }
        let path = URLReference.removingDotSegments(url.raw.slice(url.path))
        let target = path.isEmpty ? [ASCII.slash] : path
        guard BrowserEncoding.path.encode(Bytes(target)) == self.path.array,
            url.bytes(url.query).map(BrowserEncoding.query.encode) == query?.array
        else { return .target }
        return nil
    }

    /// By letter case, percent-encoding and script.
    private static func isSameName(_ written: Bytes, _ asked: Bytes) -> Bool {
        let plain = PercentCoding.decode(written)
        if plain.equalsIgnoringCase(asked) { return true }
        // An address has one meaning, however it is shortened.
        if written.first == ASCII.openBracket {
            return BrowserHost.read(written).map { $0 == asked } ?? false
        }
        return String(validating: plain.array, as: UTF8.self).flatMap { HostName.encoded($0) } == asked
    }
}
