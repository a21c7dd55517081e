public import HTTPModel

/// Whether a connection goes on after a message, and why (RFC 9112 §9.3).
public struct Persistence: Sendable, Hashable {
    public enum Reason: Sendable, Hashable {
        /// `Connection: close`.
        case closeOption
        /// HTTP/1.1 keeps connections unless told otherwise.
        case http11
        /// HTTP/1.0 with `Connection: keep-alive`.
        case keepAliveOption
        /// HTTP/1.0 with nothing said.
        case http10
        /// HTTP/1.0 with `Connection: keep-alive`, from a client to a proxy.
        case http10ToProxy
        /// Only the close tells where the body ends.
        case closeDelimited
        /// The connection is no longer HTTP.
        case tunnel
    }

    public let reason: Reason

    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// After a request. `toProxy`: it was sent to a forward proxy, which must not keep connections with HTTP/1.0
    /// clients: a proxy before it may have passed `keep-alive` on without knowing what it means.
    public init(_ head: RequestHead, _ framing: Framing, toProxy: Bool) {
        self.init(head.version, head.fields, framing, toProxy: toProxy)
    }

    /// After a final response.
    public init(_ head: ResponseHead, _ framing: Framing) {
        self.init(head.version, head.fields, framing, toProxy: false)
    }

    private init(_ version: HTTPVersion, _ fields: FieldSection, _ framing: Framing, toProxy: Bool) {
        switch framing.kind {
        case .tunnel:
            reason = .tunnel
            return
        case .close:
            reason = .closeDelimited
            return
        case .none, .length, .chunked: break
        }
        // RFC 9112 §9.3, its list in its order.
        if fields.hasConnectionOption("close") {
            reason = .closeOption
        } else if version >= .http11 {
            reason = .http11
        } else if fields.hasConnectionOption("keep-alive") {
            reason = toProxy ? .http10ToProxy : .keepAliveOption
        } else {
            reason = .http10
        }
    }

    /// Whether another message may follow on the connection.
    public var isPersistent: Bool {
        switch reason {
        case .http11, .keepAliveOption: true
        case .closeOption, .http10, .http10ToProxy, .closeDelimited, .tunnel: false
        }
    }
}
