public import Bytes
public import HTTPModel

/// A transformation of a representation, usually compression (RFC 9110 §8.4.1).
public enum ContentCoding: Sendable, Hashable {
    case gzip, deflate, compress, brotli, zstd, identity
    /// Any other token, in lower case.
    case other(Bytes)

    /// The coding of this name, letters compared without case.
    public init(_ name: Bytes) {
        // RFC 9110 §8.4.1.1, §8.4.1.3: x-compress and x-gzip mean the same as the names without x-.
        if name.equalsIgnoringCase("gzip") || name.equalsIgnoringCase("x-gzip") {
            self = .gzip
        } else if name.equalsIgnoringCase("deflate") {
            self = .deflate
        } else if name.equalsIgnoringCase("compress") || name.equalsIgnoringCase("x-compress") {
            self = .compress
        } else if name.equalsIgnoringCase("br") {
            self = .brotli
        } else if name.equalsIgnoringCase("zstd") {
            self = .zstd
        } else if name.equalsIgnoringCase("identity") {
            self = .identity
        } else {
            self = .other(name.lowercased)
        }
    }

    /// The token of the registry.
    public var name: Bytes {
        switch self {
        case .gzip: "gzip"
        case .deflate: "deflate"
        case .compress: "compress"
        case .brotli: "br"
        case .zstd: "zstd"
        case .identity: "identity"
        case .other(let name): name
        }
    }

    /// The codings of a message in the order they were applied: the first thousand (`FieldList.mostMembers`).
    public static func list(_ section: FieldSection) -> [ContentCoding] {
        section.list(.contentEncoding).map(ContentCoding.init)
    }
}
