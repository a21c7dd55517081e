public import Bytes

/// The name of one state of a representation, as ETag and the If-fields write it (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// `W/`: another state may have the same name, when the difference does not matter to the server.
    public let isWeak: Bool
    /// The name with its quotes.
    public let opaque: Bytes

    /// A tag from its parts.
    public init(isWeak: Bool, opaque: Bytes) {
        self.isWeak = isWeak
        self.opaque = opaque
    }

    /// The whole of a value as one entity tag, or nil when it is none (the quotes are often forgotten).
    public init?(_ value: Bytes) {
        let tags = Self.list(value)
        guard tags.count == 1, value == tags[0].written else { return nil }
        self = tags[0]
    }

    /// As it stands in a field.
    public var written: Bytes {
        isWeak ? Bytes([UInt8(ascii: "W"), ASCII.slash] + opaque.array) : opaque
    }

    /// Both strong, and the same name: byte for byte the same content (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// The same name, strong or weak.
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque == other.opaque
    }

    /// The entity tags of a list. A comma may stand inside the quotes, so the list is read, not split; whatever is no
    /// entity tag is passed over.
    public static func list(_ value: Bytes) -> [EntityTag] {
        var tags: [EntityTag] = []
        var index = 0
        while index < value.count {
            let isWeak = value[index] == UInt8(ascii: "W") && index + 1 < value.count && value[index + 1] == ASCII.slash
            let start = isWeak ? index + 2 : index
            guard start < value.count, value[start] == ASCII.quote else {
                index += 1
                continue
            }
            guard let end = value.firstIndex(of: ASCII.quote, from: start + 1) else { return tags }
            tags.append(EntityTag(isWeak: isWeak, opaque: value.slice(start..<end + 1)))
            index = end + 1
        }
        return tags
    }
}
