public import Bytes
package import HTTPModel

/// The entity tag of one version of a representation, as in ETag and the If- fields (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable {
    /// `W/`: a weak tag, which equivalent versions may share.
    public let isWeak: Bool
    /// The tag with its quotes.
    public let opaque: Bytes

    /// A tag from its parts.
    public init(isWeak: Bool, opaque: Bytes) {
        self.isWeak = isWeak
        self.opaque = opaque
    }

    /// A whole value as one entity tag, or nil when it is not one (the quotes are often missing).
    public init?(_ value: Bytes) {
        guard let end = Self.end(of: value), end == value.count else { return nil }
        self.init(leading: value, to: end)
    }

    /// `[ "W/" ] DQUOTE *etagc DQUOTE`, which ends at `end`.
    private init(leading value: Bytes, to end: Int) {
        isWeak = value[0] != ASCII.quote
        opaque = value.slice((isWeak ? 2 : 0)..<end)
    }

    /// As written in a field.
    public var written: Bytes {
        isWeak ? Bytes([UInt8(ascii: "W"), ASCII.slash] + opaque.array) : opaque
    }

    /// Both strong and equal: the same content, byte for byte (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && opaque == other.opaque
    }

    /// Equal tags, strong or weak.
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque == other.opaque
    }

    /// The entity tags of a list. Members that are not an entity tag are skipped, and so is any text after a tag.
    public static func list(_ value: Bytes) -> [EntityTag] {
        var tags: [EntityTag] = []
        forEachMember(of: value) { member in
            if let end = end(of: member) { tags.append(EntityTag(leading: member, to: end)) }
        }
        return tags
    }

    /// The members of all lines of a field that is such a list, entity tags or not; the name in lower case.
    package static func members(named name: StaticString, in section: FieldSection) -> [Bytes] {
        var members: [Bytes] = []
        for line in section.lines where section.name(of: line).equalsIgnoringCase(name) {
            forEachMember(of: section.value(of: line)) { members.append($0) }
        }
        return members
    }

    /// Calls `body` with each member of a list, be it an entity tag or not, white space around it left out.
    ///
    /// A comma may stand inside the quotes of a tag, and nothing is escaped there (RFC 9110 §8.8.3): these are no
    /// quoted strings. A tag that is never closed goes to the end.
    package static func forEachMember(of value: Bytes, _ body: (Bytes) -> Void) {
        var start = 0
        while start < value.count {
            let rest = value.slice(start..<value.count)
            let lead = rest.prefix(while: ASCII.isWhitespace).count
            let behind = opening(of: rest.slice(lead..<rest.count)).map { opening in
                rest.firstIndex(of: ASCII.quote, from: lead + opening).map { $0 + 1 } ?? rest.count
            }
            let end = rest.firstIndex(of: ASCII.comma, from: behind ?? 0) ?? rest.count
            let member = rest.slice(0..<end).trimmed
            if !member.isEmpty { body(member) }
            start += end + 1
        }
    }

    /// A tag with a lower-case mark: `w/"a"`; the mark must be a capital W (§8.8.3).
    public static func hasSmallMark(_ value: Bytes) -> Bool {
        value.hasPrefix(ignoringCase: "w/") && value.first != UInt8(ascii: "W")
            && EntityTag(value.slice(2..<value.count)).map { !$0.isWeak } == true
    }

    /// How many bytes open the tag that stands at the start: a quote, with `W/` before it or without.
    private static func opening(of value: Bytes) -> Int? {
        if value.first == ASCII.quote { return 1 }
        return value.count > 2 && value[0] == UInt8(ascii: "W") && value[1] == ASCII.slash && value[2] == ASCII.quote
            ? 3 : nil
    }

    /// One past the tag that stands at the start; nil when none does.
    private static func end(of value: Bytes) -> Int? {
        opening(of: value).flatMap { value.firstIndex(of: ASCII.quote, from: $0) }.map { $0 + 1 }
    }
}
