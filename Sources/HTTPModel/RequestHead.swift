public import Bytes

/// A request's head: its line, its fields, and the exact bytes of both (RFC 9112 §3).
public struct RequestHead: Sendable, Hashable {
    /// The method of the request line.
    public let method: Method
    /// The target, taken apart.
    public let target: RequestTarget
    /// The version of the request line.
    public let version: HTTPVersion
    /// The fields; `fields.raw` is the whole head from the first byte of the request line to the end of the empty line.
    public let fields: FieldSection
    /// What was out of the ordinary and accepted nevertheless.
    public let quirks: [Quirk]
    /// How many more quirks there were than are kept.
    public let omittedQuirks: Int

    /// A head from its parts; `fields` holds the bytes that all ranges count in.
    public init(
        method: Method, target: RequestTarget, version: HTTPVersion, fields: FieldSection, quirks: [Quirk] = [],
        omittedQuirks: Int = 0
    ) {
        self.method = method
        self.target = target
        self.version = version
        self.fields = fields
        self.quirks = quirks
        self.omittedQuirks = omittedQuirks
    }

    /// The exact bytes, from the start line to the empty line.
    public var raw: Bytes { fields.raw }
    /// The request target as sent.
    public var targetBytes: Bytes { raw.slice(target.range) }
    /// The request line without its line end.
    public var startLine: Bytes { fields.startLine }
}

/// A response's head (RFC 9112 §4).
public struct ResponseHead: Sendable, Hashable {
    /// The status code, 100 to 999.
    public let status: Int
    /// The version of the status line.
    public let version: HTTPVersion
    /// Where the reason phrase lies; it may be empty.
    public let reasonRange: Range<Int>
    /// The field lines, and the bytes of the whole head.
    public let fields: FieldSection
    /// What was out of the ordinary and accepted nevertheless.
    public let quirks: [Quirk]
    /// How many more quirks there were than are kept.
    public let omittedQuirks: Int

    /// A head from its parts; `fields` holds the bytes that all ranges count in.
    public init(
        status: Int, version: HTTPVersion, reasonRange: Range<Int>, fields: FieldSection, quirks: [Quirk] = [],
        omittedQuirks: Int = 0
    ) {
        self.status = status
        self.version = version
        self.reasonRange = reasonRange
        self.fields = fields
        self.quirks = quirks
        self.omittedQuirks = omittedQuirks
    }

    /// The exact bytes, from the start line to the empty line.
    public var raw: Bytes { fields.raw }
    /// The reason phrase, often empty.
    public var reason: Bytes { raw.slice(reasonRange) }
    /// The status line without its line end.
    public var startLine: Bytes { fields.startLine }
    /// 1xx: not the final answer (RFC 9110 §15.2).
    public var isInterim: Bool { status < 200 }
}

extension FieldSection {
    /// Of a head: the first line without its line end.
    public var startLine: Bytes {
        var end = 0
        while end < raw.count, raw[end] != ASCII.carriageReturn, raw[end] != ASCII.lineFeed { end += 1 }
        return raw.slice(0..<end)
    }
}

/// A request target taken apart (RFC 9112 §3.2). All ranges count from the first byte of the head it stands in.
public struct RequestTarget: Sendable, Hashable {
    /// How a target is written (RFC 9112 §3.2).
    public enum Form: Sendable, Hashable {
        /// `/path?query`: to an origin server.
        case origin
        /// `http://host/path?query`: to a proxy.
        case absolute
        /// `host:port`: of CONNECT alone.
        case authority
        /// `*`: of OPTIONS alone.
        case asterisk
    }

    /// How it is written.
    public let form: Form
    /// The port that is named; nil when none is.
    public let port: UInt16?
    private let whole: Stretch
    private let schemePart: Stretch
    private let userinfoPart: Stretch
    private let hostPart: Stretch
    private let rest: Stretch

    /// A target from the places of its parts.
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

    /// Where the whole target lies.
    public var range: Range<Int> { whole.range ?? 0..<0 }
    /// Where the scheme lies; nil when none is named.
    public var scheme: Range<Int>? { schemePart.range }
    /// What stands before `@`, without it.
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
