public import Bytes

/// A request method (RFC 9110 §9), case-sensitive as sent.
public enum Method: Sendable, Hashable {
    case get, head, post, put, delete, connect, options, trace, patch, query
    /// Any other token.
    case other(Bytes)

    public init(_ bytes: Bytes) {
        self = Method.registered.first { $0.name == bytes } ?? .other(bytes)
    }

    private static let registered: [Method] = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, .query,
    ]

    /// The method as it stands in the request line.
    public var name: Bytes {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .delete: "DELETE"
        case .connect: "CONNECT"
        case .options: "OPTIONS"
        case .trace: "TRACE"
        case .patch: "PATCH"
        case .query: "QUERY"
        case .other(let bytes): bytes
        }
    }

    /// Safe methods ask for nothing to be changed (RFC 9110 §9.2.1; QUERY by its registration).
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace, .query: true
        case .post, .put, .delete, .connect, .patch, .other: false
        }
    }

    /// Idempotent methods may be sent again when the answer was lost (RFC 9110 §9.2.2).
    public var isIdempotent: Bool {
        switch self {
        case .put, .delete: true
        case .get, .head, .options, .trace, .query: true
        case .post, .connect, .patch, .other: false
        }
    }
}

/// The protocol version of a message, `HTTP/major.minor` (RFC 9112 §2.3).
public struct HTTPVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    public let major: UInt8
    public let minor: UInt8

    public init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    public static let http10 = HTTPVersion(major: 1, minor: 0)
    public static let http11 = HTTPVersion(major: 1, minor: 1)

    public static func < (left: HTTPVersion, right: HTTPVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    public var description: String { "HTTP/\(major).\(minor)" }
}
