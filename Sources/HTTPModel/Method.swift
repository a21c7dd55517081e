public import Bytes
package import Registry

/// A request method (RFC 9110 §9), case-sensitive as sent.
public enum Method: Sendable, Hashable {
    case get, head, post, put, delete, connect, options, trace, patch, query
    /// Any other token.
    case other(Bytes)

    /// The method of this name, case-sensitive (RFC 9110 §9.1).
    public init(_ bytes: Bytes) {
        self = Method.registered.first { $0.name == bytes } ?? .other(bytes)
    }

    private static let registered: [Method] = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, .query,
    ]

    /// The method as written in the request line.
    public var name: Bytes {
        if case .other(let name) = self { name } else { known?.name ?? Bytes() }
    }

    /// Safe methods do not request a change (RFC 9110 §9.2.1), by the registry: PROPFIND is one too.
    public var isSafe: Bool { has(.safe) }

    /// Idempotent methods may be sent again when the answer was lost (RFC 9110 §9.2.2).
    public var isIdempotent: Bool { has(.idempotent) }

    /// Whether the registry gives the method this trait; of a name that is not registered nothing is known.
    package func has(_ trait: Trait) -> Bool { (known?.traits ?? term?.traits)?.contains(trait) == true }

    /// What is asked of a method again and again; nil for `other`.
    private var known: Known? {
        switch self {
        case .get: .get
        case .head: .head
        case .post: .post
        case .put: .put
        case .delete: .delete
        case .connect: .connect
        case .options: .options
        case .trace: .trace
        case .patch: .patch
        case .query: .query
        case .other: nil
        }
    }

    /// A method with a case of its own. Each is made once: a literal would be an allocation per call, and the registry
    /// finds by hashing.
    private struct Known: Sendable {
        let name: Bytes
        let traits: Traits

        init(_ name: Bytes) {
            self.name = name
            traits = Vocabulary.methods[name]?.traits ?? Traits()
        }

        static let get = Known("GET")
        static let head = Known("HEAD")
        static let post = Known("POST")
        static let put = Known("PUT")
        static let delete = Known("DELETE")
        static let connect = Known("CONNECT")
        static let options = Known("OPTIONS")
        static let trace = Known("TRACE")
        static let patch = Known("PATCH")
        static let query = Known("QUERY")
    }

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

    /// As on the wire: `HTTP/1.1`.
    public var description: String { "HTTP/\(major).\(minor)" }
}
