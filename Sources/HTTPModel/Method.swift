public import Bytes
package import Registry

/// A request method (RFC 9110 §9), case-sensitive as sent.
public enum Method: Sendable, Hashable {
    case get, head, post, put, delete, connect, options, trace, patch, query
    /// Any other token.
    case other(Bytes)

    /// The method of this name; case counts (RFC 9110 §9.1).
    public init(_ bytes: Bytes) {
        self = Method.registered.first { $0.name == bytes } ?? .other(bytes)
    }

    private static let registered: [Method] = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, .query,
    ]

    /// The method as it stands in the request line.
    public var name: Bytes {
        switch self {
        case .get: Names.get
        case .head: Names.head
        case .post: Names.post
        case .put: Names.put
        case .delete: Names.delete
        case .connect: Names.connect
        case .options: Names.options
        case .trace: Names.trace
        case .patch: Names.patch
        case .query: Names.query
        case .other(let bytes): bytes
        }
    }

    /// Each name is made once: a literal in `name` would be an allocation per call.
    private enum Names {
        static let get: Bytes = "GET"
        static let head: Bytes = "HEAD"
        static let post: Bytes = "POST"
        static let put: Bytes = "PUT"
        static let delete: Bytes = "DELETE"
        static let connect: Bytes = "CONNECT"
        static let options: Bytes = "OPTIONS"
        static let trace: Bytes = "TRACE"
        static let patch: Bytes = "PATCH"
        static let query: Bytes = "QUERY"
    }

    /// Safe methods ask for nothing to be changed (RFC 9110 §9.2.1), by the registry: PROPFIND is one as well.
    public var isSafe: Bool { term?.has(.safe) == true }

    /// Idempotent methods may be sent again when the answer was lost (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { term?.has(.idempotent) == true }

    /// What the registry knows of it; nil for a name that is not registered.
    package var term: Term? { Vocabulary.methods[name] }
}

/// The protocol version of a message, `HTTP/major.minor` (RFC 9112 §2.3).
public struct HTTPVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The digit before the dot.
    public let major: UInt8
    /// The digit after the dot.
    public let minor: UInt8

    /// A version by its two digits.
    public init(major: UInt8, minor: UInt8) {
        self.major = major
        self.minor = minor
    }

    /// HTTP/1.0.
    public static let http10 = HTTPVersion(major: 1, minor: 0)
    /// HTTP/1.1.
    public static let http11 = HTTPVersion(major: 1, minor: 1)

    /// By major, then by minor digit.
    public static func < (left: HTTPVersion, right: HTTPVersion) -> Bool {
        (left.major, left.minor) < (right.major, right.minor)
    }

    /// As it stands on the wire: `HTTP/1.1`.
    public var description: String { "HTTP/\(major).\(minor)" }
}
