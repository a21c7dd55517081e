public import Bytes

/// How a message is changed before it is forwarded.
public struct Alteration: Sendable, Hashable {
    /// Changes to the head's fields, in order.
    public var headers: [HeaderRule] = []
    /// Changes to the fields after its content, where it has content that fields can follow.
    public var trailers: [HeaderRule] = []
    /// For a request: another request line.
    public var requestLine: NewRequestLine?
    /// For a response: another status line.
    public var statusLine: NewStatusLine?
    /// For a request: another route to a server.
    public var route: Route?
    /// For a request that goes to another server: whoever chose that one has said what becomes of Host, too.
    package var leavesHost = false
    /// Its content may change as it passes: how long it is will be known at its end.
    package var isRechunked = false
    /// What goes out in place of the whole head, whatever it is. HTTP/2 has no form for it.
    package var head: Bytes?
    /// For a request that has no content: what it is sent with.
    package var content: Bytes?

    /// Nothing is changed.
    public init() {}

    /// Whether it is forwarded unchanged.
    public var isEmpty: Bool {
        headers.isEmpty && trailers.isEmpty && requestLine == nil && statusLine == nil && route == nil && head == nil
            && !isRechunked && content == nil
    }

    /// What comes after it, on top of it.
    mutating func merge(_ later: Alteration) {
        headers += later.headers
        trailers += later.trailers
        requestLine = later.requestLine ?? requestLine
        statusLine = later.statusLine ?? statusLine
        route = later.route ?? route
        leavesHost = leavesHost || later.leavesHost
        isRechunked = isRechunked || later.isRechunked
        head = later.head ?? head
        content = later.content ?? content
    }

    /// Somebody means it: what goes out may be malformed, and end where nobody expects it.
    var isRaw: Bool {
        head != nil || requestLine?.isRaw == true || headers.contains { $0.isRaw }
            || trailers.contains { $0.isRaw }
    }

    /// A request line that a rule sets.
    public struct NewRequestLine: Sendable, Hashable {
        /// The method, a token.
        public var method: Bytes
        /// The target in origin-form (RFC 9112 §3.2.1), or `*`.
        public var target: Bytes
        /// The rule, for the record.
        public var source: String
        /// Whoever wants it means it, malformed or not.
        package var isRaw = false

        /// Another request line.
        public init(method: Bytes, target: Bytes, source: String) {
            self.method = method
            self.target = target
            self.source = source
        }

        /// For the record.
        var reason: Change.Reason { isRaw ? .raw(source) : .rule(source) }

        /// Whether HTTP/2 has a form for the method, which has a field of its own there (RFC 9113 §8.3.1).
        package var methodHasFormInFrames: Bool { !isRaw || Self.isFieldValue(method) }

        /// The same of path and query.
        package var targetHasFormInFrames: Bool { !isRaw || Self.isFieldValue(target) }

        private static func isFieldValue(_ value: Bytes) -> Bool {
            !value.isEmpty && value == value.trimmed && value.allSatisfy(ASCII.isFieldText)
        }
    }

    /// An edited status line. It does not change whether content follows (RFC 9112 §6.3).
    public struct NewStatusLine: Sendable, Hashable {
        /// From 200 to 999.
        public var status: Int
        /// The reason phrase; may be empty, and HTTP/2 has none.
        public var reason: Bytes
        /// The rule or person, for the record.
        public var source: String

        /// Another status line.
        public init(status: Int, reason: Bytes, source: String) {
            self.status = status
            self.reason = reason
            self.source = source
        }
    }
}
