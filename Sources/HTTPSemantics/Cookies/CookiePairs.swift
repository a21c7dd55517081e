public import Bytes
public import HTTPModel

/// The cookies of a request, in the order they were sent (RFC 6265bis §4.2.1).
public enum CookiePairs {
    /// One `name=value`. Without `=`, the name is empty, as user agents store and send such cookies.
    public struct Pair: Sendable, Hashable {
        /// The part before the equals sign.
        public let name: Bytes
        /// The part after it.
        public let value: Bytes

        package init(name: Bytes, value: Bytes) { (self.name, self.value) = (name, value) }
    }

    /// The pairs of a Cookie value, in order (RFC 6265bis §4.2.1).
    public static func parse(_ value: Bytes) -> [Pair] {
        var pairs: [Pair] = []
        forEach(value) { pairs.append($0) }
        return pairs
    }

    /// Over all Cookie lines of a head; there should be one.
    public static func parse(_ section: FieldSection) -> [Pair] {
        var pairs: [Pair] = []
        // Growing costs more than room that is not used.
        if section.contains(.cookie) { pairs.reserveCapacity(8) }
        forEach(in: section) { pairs.append($0) }
        return pairs
    }

    /// The same one by one; no list is made.
    package static func forEach(in section: FieldSection, _ body: (Pair) -> Void) {
        for line in section.lines where line.known == .cookie { forEach(section.value(of: line), body) }
    }

    /// Quotes have no meaning in this field: a `;` always separates.
    private static func forEach(_ value: Bytes, _ body: (Pair) -> Void) {
        FieldList.forEachPiece(of: value, separator: ASCII.semicolon) { body(pair($0)) }
    }

    /// One piece taken apart at its first equals sign.
    package static func pair(_ piece: Bytes) -> Pair {
        let (name, value) = FieldList.pair(piece)
        return value.map { Pair(name: name, value: $0) } ?? Pair(name: piece.slice(0..<0), value: name)
    }
}
