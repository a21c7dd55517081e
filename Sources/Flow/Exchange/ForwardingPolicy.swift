package import Bytes
public import HTTPModel

/// How this proxy forwards: as a forward proxy, or as a reverse proxy for one server. Immutable; made from the
/// command's flags. Its parts are in one allocation, since each exchange has it.
public struct ForwardingPolicy: Sendable, Hashable {
    /// Forward proxy, or reverse proxy for one server.
    public enum Mode: Sendable, Hashable {
        case forward
        /// All requests go to this server (`--reverse`).
        case reverse(Destination, preserveHost: Bool)
        /// Inside a CONNECT to this server, decrypted or plain. With `refusal`, no request is sent to the server, and
        /// each one is answered with the reason.
        case inside(Destination, refusal: Outcome?)
        /// In place of any server, as a proxy and as the server itself: rules answer.
        case recorded
        /// Nothing is forwarded; each request is answered with the reason.
        case closed(Outcome)

        /// Clients may ask for tunnels.
        package var takesTunnels: Bool { self == .forward || self == .recorded }
    }

    private final class Parts: Sendable {
        let mode: Mode
        let rules: HeaderRules
        let announces: Announcements
        let clientAddress: Bytes
        let credentials: ProxyCredentials?
        let servedHost: Bytes
        let servedHostLine: Bytes
        let servedAuthorityLine: Bytes
        let way: UpstreamWay
        let hops: [Route.Hop]

        init(
            _ mode: Mode, _ rules: HeaderRules, _ announces: Announcements, _ clientAddress: Bytes,
            _ credentials: ProxyCredentials?, _ way: UpstreamWay, _ hops: [Route.Hop]
        ) {
            self.way = way
            self.hops = hops
            self.mode = mode
            self.rules = rules
            self.announces = announces
            self.clientAddress = clientAddress
            self.credentials = credentials
            servedHost = if case .reverse(let server, _) = mode { server.hostField } else { Bytes() }
            servedHostLine = HeadDraft.line("Host", servedHost)
            servedAuthorityLine = HeadDraft.line(":authority", servedHost)
        }
    }

    private let parts: Parts

    /// Forward proxy, or reverse proxy for one server.
    public var mode: Mode { parts.mode }
    /// The user's header rules, by which heads are rewritten.
    public var rules: HeaderRules { parts.rules }
    /// Which fields announce the proxy and its client to the server.
    public var announces: Announcements { parts.announces }
    /// The client's address, for Forwarded: `192.0.2.1`, `2001:db8::1`.
    var clientAddress: Bytes { parts.clientAddress }
    /// The Host field for the server that this stands in for; empty where it is none's.
    var servedHost: Bytes { parts.servedHost }
    /// The line of that field, written as most clients write it.
    var servedHostLine: Bytes { parts.servedHostLine }
    /// The same of HTTP/2.
    var servedAuthorityLine: Bytes { parts.servedAuthorityLine }
    /// What a client of a forward proxy has to show in Proxy-Authorization; nil: nothing.
    package var credentials: ProxyCredentials? { parts.credentials }
    /// Which proxies servers are asked through.
    package var way: UpstreamWay { parts.way }
    /// Inside of a CONNECT: the proxies through which its server was reached.
    private var hops: [Route.Hop] { parts.hops }

    /// - Parameter credentials: the credentials that a forward proxy requires from clients.
    public init(
        mode: Mode = .forward, rules: HeaderRules = HeaderRules(), credentials: ProxyCredentials? = nil,
        announces: Announcements = []
    ) {
        self.init(mode: mode, rules: rules, credentials: credentials, announces: announces, way: .straight)
    }

    /// - Parameters:
    ///   - credentials: the credentials that a forward proxy requires from clients.
    ///   - way: which proxies servers are asked through.
    package init(
        mode: Mode = .forward, rules: HeaderRules = HeaderRules(), credentials: ProxyCredentials? = nil,
        announces: Announcements = [], way: UpstreamWay
    ) {
        self.init(mode, rules, announces, clientAddress: Bytes(), credentials: credentials, way: way)
    }

    private init(
        _ mode: Mode, _ rules: HeaderRules, _ announces: Announcements, clientAddress: Bytes,
        credentials: ProxyCredentials?, way: UpstreamWay, hops: [Route.Hop] = []
    ) {
        parts = Parts(mode, rules, announces, clientAddress, credentials, way, hops)
    }

    /// Whether both forward in the same way.
    public static func == (left: ForwardingPolicy, right: ForwardingPolicy) -> Bool {
        left.parts === right.parts
            || (left.mode == right.mode && left.rules == right.rules && left.announces == right.announces
                && left.clientAddress == right.clientAddress && left.credentials == right.credentials
                && left.way == right.way && left.hops == right.hops)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mode)
        hasher.combine(rules)
        hasher.combine(announces)
        hasher.combine(clientAddress)
        hasher.combine(credentials)
    }

    /// Whether it is a forward proxy.
    package var isForwardProxy: Bool { if case .forward = mode { true } else { false } }

    /// The same policy for clients that must send `credentials`.
    public func asking(for credentials: ProxyCredentials?) -> ForwardingPolicy {
        guard credentials != nil else { return self }
        return ForwardingPolicy(
            mode: mode, rules: rules, credentials: credentials, announces: announces, way: way)
    }

    /// The same, for the client at this address.
    public func serving(_ clientAddress: @autoclosure () -> String) -> ForwardingPolicy {
        guard announces.contains(.forwarded) else { return self }
        return ForwardingPolicy(
            mode, rules, announces, clientAddress: Bytes(clientAddress()), credentials: credentials, way: way)
    }

    /// The same for requests inside a CONNECT to `server`.
    ///
    /// - Parameters:
    ///   - hops: the proxies through which it was reached.
    ///   - refusal: why no request is sent to the server.
    public func inside(_ server: Destination, through hops: [Route.Hop] = [], refusal: Outcome?) -> ForwardingPolicy {
        ForwardingPolicy(
            .inside(server, refusal: refusal), rules, announces, clientAddress: clientAddress, credentials: nil,
            way: way, hops: hops)
    }

    /// Each request is answered with this.
    public func closed(_ outcome: Outcome) -> ForwardingPolicy {
        ForwardingPolicy(
            .closed(outcome), rules, announces, clientAddress: clientAddress, credentials: nil, way: way)
    }

    /// What happens to a request, decided only by its head.
    public enum Plan: Sendable, Hashable {
        case forward(Route)
        /// A CONNECT: bytes are forwarded once the server is reached.
        case tunnel(Route)
        case refuse(Outcome)
        /// An origin-form request to a forward proxy: someone opened the port in a browser.
        case explainPort
    }

    /// Why a client that has to show credentials is refused, or nil. Asked once a request, before its plan: what it
    /// shows may be good for one time only (RFC 7616 §5.4).
    func refusal(of head: RequestHead) -> Outcome? {
        // An origin-form request of HTTP/1 reaches nothing but the page that says what this port is.
        let isPage = head.target.form == .origin || head.target.form == .asterisk
        guard let credentials, mode == .recorded || (isForwardProxy && (!isPage || head.version.major >= 2)) else {
            return nil
        }
        switch credentials.standing(of: head) {
        case .accepted: return nil
        case .refused: return Outcome(.refused, by: .client, .proxyCredentialsMissing)
        case .stale: return Outcome(.refused, by: .client, .proxyNonceStale)
        }
    }

    /// Decides where a request goes.
    public func plan(_ head: RequestHead) -> Plan {
        switch (mode, head.target.form) {
        case (.closed(let outcome), _):
            return .refuse(outcome)
        case (.forward, .authority), (.recorded, .authority):
            guard let destination = destination(of: head, defaultPort: nil) else {
                return .refuse(Outcome(.refused, by: .client, .malformedRequest, detail: "CONNECT needs host:port"))
            }
            return .tunnel(Route(through: way.hops(to: destination, isTunnel: true), to: destination))
        case (.inside(_, let refusal?), _):
            return .refuse(refusal)
        case (.inside(let server, nil), .origin) where isMisdirected(head, server),
            (.inside(let server, nil), .asterisk) where isMisdirected(head, server):
            let wanted = head.fields.pseudoField(":authority")?.text ?? ""
            return .refuse(
                Outcome(.refused, by: .client, .misdirectedRequest, detail: "\(wanted), not \(server)"))
        case (.reverse, .authority), (.inside, .authority):
            return .refuse(Outcome(.refused, by: .client, .unsupportedMethod, detail: "CONNECT"))
        case (.recorded, .origin) where head.version.major < 2, (.recorded, .asterisk) where head.version.major < 2:
            return .forward(Route(Destination(host: head.fields.first(.host) ?? "localhost", port: 80)))
        case (.forward, .absolute), (.recorded, _),
            (.forward, .origin) where head.version.major >= 2,
            (.forward, .asterisk) where head.version.major >= 2:
            let scheme = head.target.scheme.map { head.raw.slice($0) } ?? Bytes()
            // RFC 6455 §3: a WebSocket is asked for over HTTP, by a URL of its own scheme.
            let isSecure = scheme.equalsIgnoringCase("https") || scheme.equalsIgnoringCase("wss")
            guard isSecure || scheme.equalsIgnoringCase("http") || scheme.equalsIgnoringCase("ws") else {
                return .refuse(Outcome(.refused, by: .client, .unsupportedScheme, detail: scheme.text))
            }
            guard let destination = destination(of: head, defaultPort: isSecure ? 443 : 80) else {
                return .refuse(Outcome(.refused, by: .client, .malformedRequest, detail: "the URL has no host"))
            }
            return forward(head, to: isSecure ? destination.secured(for: destination.host) : destination)
        case (.forward, .origin), (.forward, .asterisk):
            return .explainPort
        case (.reverse(let server, _), _), (.inside(let server, _), _):
            return forward(head, to: server)
        }
    }

    /// RFC 9110 §7.4, of a client that shares one connection among several servers (RFC 9113 §9.1.1): the certificate
    /// that it saw is for one.
    private func isMisdirected(_ head: RequestHead, _ server: Destination) -> Bool {
        guard head.version.major >= 2, let host = head.target.host else { return false }
        let port = head.target.port ?? (server.isSecure ? 443 : 80)
        return !server.isNamed(by: head.raw.slice(host)) || port != server.port
    }

    private func destination(of head: RequestHead, defaultPort: UInt16?) -> Destination? {
        guard let host = head.target.host, !host.isEmpty, let port = head.target.port ?? defaultPort, port != 0 else {
            return nil
        }
        return Destination(host: head.raw.slice(host), port: port)
    }

    private func forward(_ head: RequestHead, to destination: Destination) -> Plan {
        if head.method == .options || head.method == .trace, let left = head.fields.first(.maxForwards)?.decimal,
            left == 0
        {
            // RFC 9110 §7.6.2: with no forwards left, this proxy is the final recipient.
            return .refuse(
                head.method == .options
                    ? Outcome(.refused, by: .client, .maxForwardsReached)
                    // TRACE would show credentials to whoever can make a client send it (RFC 9110 §9.3.8).
                    : Outcome(.refused, by: .client, .unsupportedMethod, detail: "TRACE with Max-Forwards: 0"))
        }
        return .forward(route(to: destination))
    }

    /// The way to a server, whoever chose it.
    package func route(to destination: Destination) -> Route {
        // A server that must not be asked may never have been reached: no hops are then no way that anybody found.
        if case .inside(let server, let refusal) = mode, server == destination, refusal == nil || !hops.isEmpty {
            return Route(through: hops, to: destination)
        }
        return Route(through: way.hops(to: destination, isTunnel: isInside), to: destination)
    }

    /// The way of a tunnel to a server that somebody chose.
    package func route(toTunnel destination: Destination) -> Route {
        Route(through: way.hops(to: destination, isTunnel: true), to: destination)
    }

    /// What a client sends through a CONNECT is for no proxy to read.
    package var isInside: Bool { if case .inside = mode { true } else { false } }

    /// Where what is inside a CONNECT goes, as that went; nil if it failed, or elsewhere.
    package var decidedServer: Destination? {
        if case .inside(let server, refusal: nil) = mode { server } else { nil }
    }

    /// The way to this server by a proxy that a rule names.
    ///
    /// - Parameter isTunnel: for a CONNECT, and whatever comes inside of one.
    package func route(to destination: Destination, via proxy: UpstreamProxy, isTunnel: Bool = false) -> Route {
        guard !destination.isBuiltIn else { return Route(destination) }
        return Route(through: [proxy.hop(to: destination, isTunnel: isTunnel || isInside)], to: destination)
    }

    /// Which lines of a request's head change on its way, `rules` among the reasons.
    ///
    /// - Parameters:
    ///   - line: another request line, by a rule.
    ///   - leavesHost: whoever chose the server has said what becomes of Host, so that it stays as it is.
    ///   - contentLength: of what goes out in place of its content; nil: that goes out.
    ///   - hasBody: the request has content.
    ///   - version: what the server speaks.
    ///   - rechunks: content that came with a length goes in chunks.
    ///   - webSocketKey: what it is asked with for a WebSocket that the client opens on a stream.
    package func edits(
        _ head: RequestHead, along route: Route, rules: [HeaderRule], line: Alteration.NewRequestLine? = nil,
        leavesHost: Bool = false, contentLength: Int? = nil, hasBody: Bool = false, version: HTTPVersion = .http11,
        rechunks: Bool = false,
        webSocketKey: Bytes? = nil
    ) -> [Change] {
        RequestEdits(
            head, along: route, by: self, rules: rules, line: line, leavesHost: leavesHost,
            contentLength: contentLength,
            hasBody: hasBody, version: version, rechunks: rechunks, webSocketKey: webSocketKey
        ).edits
    }
}
