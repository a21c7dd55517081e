/// A parsed request target (RFC 9112 §3.2). All ranges count from the first byte of its head.
public struct RequestTarget: Sendable, Hashable {
    /// How a target is written (RFC 9112 §3.2).
    public enum Form: Sendable, Hashable {
        /// `/path?query`: to an origin server.
        case origin
        /// `http://host/path?query`: to a proxy.
        case absolute
        /// `host:port`: only in CONNECT.
        case authority
        /// `*`: only in OPTIONS.
        case asterisk
    }

    /// How it is written.
    public let form: Form
    /// The port; nil when there is none.
    public let port: UInt16?
    private let whole: Stretch
    private let schemePart: Stretch
    private let userinfoPart: Stretch
    private let hostPart: Stretch
    private let rest: Stretch

    /// A target from the positions of its parts.
    public init(
        form: Form, range: Range<Int>, scheme: Range<Int>? = nil, userinfo: Range<Int>? = nil,
        host: Range<Int>? = nil, port: UInt16? = nil, pathAndQuery: Range<Int>
    ) {
        self.form = form
        self.port = port
        whole = Stretch(range)
        schemePart = Stretch(scheme)
        userinfoPart = Stretch(userinfo)
        hostPart = Stretch(host)
        rest = Stretch(pathAndQuery)
    }

    /// The position of the whole target.
    public var range: Range<Int> { whole.range ?? 0..<0 }
    /// The position of the scheme; nil when there is none.
    public var scheme: Range<Int>? { schemePart.range }
    /// The part before `@`, without it.
    public var userinfo: Range<Int>? { userinfoPart.range }
    /// Without the brackets of an IPv6 address.
    public var host: Range<Int>? { hostPart.range }
    /// Path and query, as they go into an origin-form target; empty when an absolute target has none.
    public var pathAndQuery: Range<Int> { rest.range ?? 0..<0 }

    /// A range that may be missing, in eight bytes: heads are handed from hand to hand, and a head is bounded anyhow.
    private struct Stretch: Sendable, Hashable {
        private let start: UInt32
        private let end: UInt32

        init(_ range: Range<Int>?) {
            start = range.map { UInt32(clamping: $0.lowerBound) } ?? .max
            end = range.map { UInt32(clamping: $0.upperBound) } ?? 0
        }

        var range: Range<Int>? { start <= end ? Int(start)..<Int(end) : nil }
    }
}
