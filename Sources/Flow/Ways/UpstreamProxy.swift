public import Bytes
import HTTPModel
import HTTPSemantics

/// A proxy through which requests reach a server.
public struct UpstreamProxy: Sendable, Hashable, CustomStringConvertible {
    /// Its protocol.
    public enum Kind: Sendable, Hashable {
        /// HTTP: CONNECT, or requests in absolute form (RFC 9110 §7.1). Over TLS if `server` has a name for it.
        case http
        /// SOCKS 5 (RFC 1928); the proxy resolves names.
        case socks5
    }

    /// Its protocol.
    public let kind: Kind
    /// Its address.
    public let server: Destination
    /// The credentials for it; nil: none.
    public let credentials: ShownCredentials?

    /// A proxy at this address.
    public init(_ kind: Kind, at server: Destination, credentials: ShownCredentials? = nil) {
        self.kind = kind
        self.server = server
        self.credentials = credentials
    }

    /// As a URL, without the credentials.
    public var description: String {
        switch kind {
        case .http: server.isSecure ? "https://\(server)" : "http://\(server)"
        case .socks5: "socks5://\(server)"
        }
    }

    /// As a URL, in which dots stand for the credentials, if there are any.
    package var maskedURL: String {
        guard credentials != nil else { return description }
        return "\(kind == .socks5 ? "socks5" : server.isSecure ? "https" : "http")://…@\(server)"
    }

    /// How it is asked for `destination`.
    ///
    /// - Parameter isTunnel: the proxy must forward the bytes unchanged.
    public func hop(to destination: Destination, isTunnel: Bool) -> Route.Hop {
        switch kind {
        case .socks5: .socks5(self)
        case .http where isTunnel || destination.isSecure: .connect(self)
        case .http: .forward(self)
        }
    }

    /// The same proxy with these credentials.
    public func showing(_ credentials: ShownCredentials?) -> UpstreamProxy {
        UpstreamProxy(kind, at: server, credentials: credentials)
    }
}

/// A user name and password for a proxy. Its descriptions contain neither.
public struct ShownCredentials: Sendable, Hashable, CustomStringConvertible, CustomReflectable {
    /// The user name, without a colon.
    public let user: Bytes
    /// The password, any bytes.
    public let password: Bytes

    /// The text after the first colon is the password (RFC 7617 §2); nil without a user.
    public init?(_ text: Bytes) {
        let colon = text.firstIndex(of: ASCII.colon) ?? text.count
        guard colon > 0 else { return nil }
        user = text.slice(0..<colon)
        password = text.slice(min(colon + 1, text.count)..<text.count)
    }

    /// Says that there are credentials, without them.
    public var description: String { "(a user name and a password)" }
    /// Empty, so that a dump shows no password either.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// `user:password` in Base64 (RFC 7617 §2).
    package var basic: Bytes {
        var encoded: [UInt8] = []
        Base64.append(Bytes(user.array + [ASCII.colon] + password.array), to: &encoded)
        return Bytes(encoded)
    }

    /// The line as records have it in place of the one that goes out.
    package static let maskedLine: Bytes = "Proxy-Authorization: Basic _redacted"
    /// The line as it goes out.
    package var line: Bytes { HeadDraft.line("Proxy-Authorization", Bytes(Array("Basic ".utf8) + basic.array)) }
}

extension UpstreamProxy {
    /// Why a text is no proxy's URL.
    package struct Mistake: Error, Sendable, Hashable {
        /// What is wrong and what would be right. Has nothing of the credentials.
        package let text: String
    }

    /// Reads `SCHEME://[USER:PASSWORD@]HOST[:PORT]`, the schemes being http, https, socks5 and socks5h.
    package init(url text: String) throws(Mistake) {
        let url = URLReference(Bytes(text))
        guard let scheme = url.bytes(url.scheme)?.lowercased.text, let standard = Self.ports[scheme] else {
            throw Mistake(text: "a proxy is http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT")
        }
        guard let written = url.bytes(url.host), !written.isEmpty else {
            throw Mistake(text: "it names no host: \(scheme)://HOST:PORT")
        }
        let isBracketed = written.first == ASCII.openBracket && written.last == ASCII.closeBracket
        let host = isBracketed ? written.slice(1..<(written.count - 1)) : written
        guard isBracketed ? host.isIPv6Address : Self.isName(host) else {
            throw Mistake(text: "its host is neither a name nor an address")
        }
        let digits = url.bytes(url.port).flatMap { $0.isEmpty ? nil : $0 }
        let number = digits.map { $0.decimal.flatMap { UInt16(exactly: $0) } ?? 0 }
        guard number != 0 else { throw Mistake(text: "its port is not a number from 1 to 65535") }
        guard [0, 1].contains(url.path.count), url.query == nil, url.fragment == nil else {
            throw Mistake(text: "it cannot have a path: write \(scheme)://HOST:PORT")
        }
        let credentials = url.bytes(url.userinfo).map { PercentCoding.decode($0) }
        let shown = credentials.flatMap { ShownCredentials($0) }
        guard credentials == nil || shown != nil else {
            throw Mistake(text: "it has no user name before the @: \(scheme)://USER:PASSWORD@HOST:PORT")
        }
        self.init(
            scheme.hasPrefix("socks") ? .socks5 : .http,
            at: Destination(host: host, port: number ?? standard, serverName: scheme == "https" ? host : nil),
            credentials: shown)
    }

    /// Where proxies usually are.
    private static let ports: [String: UInt16] = ["http": 80, "https": 443, "socks5": 1080, "socks5h": 1080]

    private static func isName(_ host: Bytes) -> Bool {
        host.count <= 255 && OctetClass.registeredName.containsAll(host)
    }
}
