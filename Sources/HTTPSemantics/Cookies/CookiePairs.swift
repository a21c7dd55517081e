public import Bytes
public import HTTPModel

/// The cookies of a request, in the order they were sent (RFC 6265bis §4.2.1).
public enum CookiePairs {
    /// One `name=value`. Without `=`, the name is empty, as user agents store and send such cookies.
    public struct Pair: Sendable, Hashable {
        /// The part before the equals sign.
        public let name: Bytes
        /// The part behind it.
        public let value: Bytes
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
        for line in section.lines where line.known == .cookie {
            forEach(section.value(of: line)) { pairs.append($0) }
        }
        return pairs
    }

    /// Quotes have no meaning in this field: a `;` always separates.
    private static func forEach(_ value: Bytes, _ body: (Pair) -> Void) {
        var start = 0
        while start <= value.count {
            let end = value.firstIndex(of: ASCII.semicolon, from: start) ?? value.count
            let piece = value.slice(start..<end).trimmed
            start = end + 1
            if piece.isEmpty { continue }
            if let equals = piece.firstIndex(of: ASCII.equals) {
                body(
                    Pair(
                        name: piece.slice(0..<equals).trimmed,
                        value: piece.slice((equals + 1)..<piece.count).trimmed))
            } else {
                body(Pair(name: Bytes(), value: piece))
            }
        }
    }
}
