import Bytes
public import HTTPModel

/// Whether a connection stays open after a message, and why (RFC 9112 §9.3).
public struct ConnectionReuse: Sendable, Hashable {
    /// Why the connection may carry another exchange, or may not.
    public enum Reason: Sendable, Hashable {
        /// `Connection: close`.
        case closeOption
        /// HTTP/1.1 keeps connections unless told otherwise.
        case http11
        /// HTTP/1.0 with `Connection: keep-alive`.
        case keepAliveOption
        /// HTTP/1.0 without an option.
        case http10
        /// HTTP/1.0 with `Connection: keep-alive`, from a client to a proxy.
        case http10ToProxy
        /// The end of the connection ends the body.
        case closeDelimited
        /// The connection is no longer HTTP.
        case tunnel
        /// A 204 with a framing field: its sender may send a body, which would be read as the next response.
        case framingWithoutBody
        /// The framing of the body was tolerated; its sender may mean another end.
        case doubtfulFraming
        /// HTTP/2 and 3: many messages share the connection, and none of them ends it.
        case multiplexed
    }

    /// The reason.
    public let reason: Reason

    /// The decision that follows from a reason.
    public init(_ reason: Reason) {
        self.reason = reason
    }

    /// After a request. `toProxy`: it was sent to a forward proxy, which must not keep connections with HTTP/1.0
    /// clients: another proxy may have forwarded `keep-alive` without understanding it.
    public init(_ head: RequestHead, _ framing: Framing, toProxy: Bool) {
        self.init(head.version, head.fields, framing, toProxy: toProxy)
    }

    /// After a final response.
    public init(_ head: ResponseHead, _ framing: Framing) {
        // RFC 9110 §8.6, RFC 9112 §6.1: a length of 0 alone promises nothing that could still come.
        if head.status == 204,
            head.fields.contains(.transferEncoding)
                || head.fields.members(.contentLength).contains(where: { $0.decimal != 0 })
        {
            self.init(.framingWithoutBody)
        } else if head.quirks.contains(where: \.code.doubtsFraming) {
            // RFC 9112 §6.3: of a message with both fields, a server closes the connection; so does this client.
            self.init(.doubtfulFraming)
        } else {
            self.init(head.version, head.fields, framing, toProxy: false)
        }
    }

    private init(_ version: HTTPVersion, _ fields: FieldSection, _ framing: Framing, toProxy: Bool) {
        switch framing.kind {
        case .tunnel:
            reason = .tunnel
            return
        case .close:
            reason = .closeDelimited
            return
        case .frames:
            reason = .multiplexed
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
        case .http11, .keepAliveOption, .multiplexed: true
        case .closeOption, .http10, .http10ToProxy, .closeDelimited, .tunnel, .framingWithoutBody, .doubtfulFraming:
            false
        }
    }
}
