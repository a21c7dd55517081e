import Bytes
public import HTTPModel

/// How this proxy forwards: as a forward proxy, or standing in for one server. Immutable; made from the command's flags.
public struct ForwardingPolicy: Sendable, Hashable {
    public enum Mode: Sendable, Hashable {
        case forward
        /// Every request goes to this server (`--reverse`).
        case reverse(Destination, preserveHost: Bool)
        /// Inside a CONNECT to this server, decrypted or plain. With `refusal`, the server must not be asked, and each
        /// request is answered with the reason.
        case inside(Destination, refusal: Outcome?)
    }

    public let mode: Mode
    public let rules: HeaderRules

    public init(mode: Mode = .forward, rules: HeaderRules = HeaderRules()) {
        self.mode = mode
        self.rules = rules
    }

    /// What is to become of a request, judged by its head alone.
    public enum Plan: Sendable, Hashable {
        case forward(Route)
        /// A CONNECT: bytes are relayed once the server is reached.
        case tunnel(Route)
        case refuse(Outcome)
        /// An origin-form request to a forward proxy: someone opened the port in a browser.
        case explainPort
    }

    /// Decides where a request goes.
    public func plan(_ head: RequestHead) -> Plan {
        switch (mode, head.target.form) {
        case (.forward, .authority):
            guard let destination = destination(of: head, defaultPort: nil) else {
                return .refuse(Outcome(.refused, by: .client, .malformedRequest, detail: "CONNECT needs host:port"))
            }
            return .tunnel(Route(destination))
        case (.inside(_, let refusal?), _):
            return .refuse(refusal)
        case (.reverse, .authority), (.inside, .authority):
            return .refuse(Outcome(.refused, by: .client, .unsupportedMethod, detail: "CONNECT"))
        case (.forward, .absolute):
            let scheme = head.target.scheme.map { head.raw.slice($0) } ?? Bytes()
            let isSecure = scheme.equalsIgnoringCase("https")
            guard isSecure || scheme.equalsIgnoringCase("http") else {
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
        return .forward(Route(destination))
    }

    /// Which lines of a request's head change on its way, `rules` among the reasons.
    func edits(_ head: RequestHead, along route: Route, rules: [HeaderRule]) -> [HeadEdit] {
        RequestEdits(head, to: route.destination, mode: mode, rules: rules).edits
    }
}
