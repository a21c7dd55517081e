public import Bytes

/// How a message is to go on otherwise than it came.
public struct Alteration: Sendable, Hashable {
    /// What becomes of its head's fields, in order.
    public var headers: [HeaderRule] = []
    /// What becomes of the fields behind its content, where there is content that any can follow.
    public var trailers: [HeaderRule] = []
    /// Of a request: another request line.
    public var requestLine: NewRequestLine?
    /// Of a request: another way to a server.
    public var route: Route?

    /// Nothing is changed.
    public init() {}

    /// Whether it goes on as it came.
    public var isEmpty: Bool { headers.isEmpty && trailers.isEmpty && requestLine == nil && route == nil }

    /// A request line that a rule wants.
    public struct NewRequestLine: Sendable, Hashable {
        /// The method, a token.
        public var method: Bytes
        /// The target in origin-form (RFC 9112 §3.2.1), or `*`.
        public var target: Bytes
        /// The rule, for the record.
        public var source: String

        /// Another request line.
        public init(method: Bytes, target: Bytes, source: String) {
            self.method = method
            self.target = target
            self.source = source
        }
    }
}
