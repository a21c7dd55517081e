/// Field values that are lists, and the quoted strings in them (RFC 9110 §5.6).
public enum FieldList {
    /// The members between separators, white space around each removed, empty members left out. A separator inside
    /// a quoted string does not separate (RFC 9110 §5.6.1, §5.6.4). A string that is never closed goes to the end.
    public static func split(_ value: Bytes, separator: UInt8 = ASCII.comma) -> [Bytes] {
        var members: [Bytes] = []
        forEachMember(of: value, separator: separator) { members.append($0) }
        return members
    }

    /// Calls `body` with each member, as `split` finds them; no list is made.
    public static func forEachMember(of value: Bytes, separator: UInt8, _ body: (Bytes) -> Void) {
        forEachMember(of: value, separator: separator, comments: false, body)
    }

    /// The same; with `comments` a separator inside a comment does not separate either (RFC 9110 §5.6.5).
    package static func forEachMember(
        of value: Bytes, separator: UInt8, comments: Bool, _ body: (Bytes) -> Void
    ) {
        // Hardly any list has a quote in it: then the separator is all to look for, eight bytes at a time.
        let isPlain = !comments && value.firstIndex(of: ASCII.quote) == nil
        var start = 0
        while start < value.count {
            let end =
                isPlain
                ? value.firstIndex(of: separator, from: start) ?? value.count
                : end(in: value, from: start, separator: separator, comments: comments)
            let member = value.slice(start..<end).trimmed
            if !member.isEmpty { body(member) }
            start = end + 1
        }
    }

    /// How many members of one field are read to decide or explain something: no honest list has more, and a hostile
    /// one may have a hundred thousand. Forwarding reads all of them.
    public static let mostMembers = 1_000

    /// Calls `body` with the first `most` members. Whether these were all.
    package static func forEachMember(
        of value: Bytes, separator: UInt8, most: Int, _ body: (Bytes) -> Void
    ) -> Bool {
        var (start, count) = (0, 0)
        while start < value.count {
            let end = end(in: value, from: start, separator: separator)
            let member = value.slice(start..<end).trimmed
            start = end + 1
            guard !member.isEmpty else { continue }
            guard count < most else { return false }
            count += 1
            body(member)
        }
        return true
    }

    /// Calls `body` with each piece between separators where quotes have no meaning, white space around each removed,
    /// empty ones left out.
    package static func forEachPiece(of value: Bytes, separator: UInt8, _ body: (Bytes) -> Void) {
        var start = 0
        while start < value.count {
            let end = value.firstIndex(of: separator, from: start) ?? value.count
            let piece = value.slice(start..<end).trimmed
            if !piece.isEmpty { body(piece) }
            start = end + 1
        }
    }

    /// Where the member that begins at `start` ends: at the next separator outside of quoted strings, or at the end.
    package static func end(in value: Bytes, from start: Int, separator: UInt8, comments: Bool = false) -> Int {
        value.withSpan { span in
            var index = start
            var isQuoted = false
            var depth = 0
            while index < span.count {
                let byte = span[index]
                if isQuoted {
                    if byte == ASCII.backslash { index += 1 } else if byte == ASCII.quote { isQuoted = false }
                } else if byte == ASCII.quote, depth == 0 {
                    isQuoted = true
                } else if comments, byte == ASCII.openParenthesis {
                    depth += 1
                } else if comments, byte == ASCII.closeParenthesis {
                    depth = max(0, depth - 1)
                } else if comments, depth > 0, byte == ASCII.backslash {
                    index += 1
                } else if byte == separator, depth == 0 {
                    return index
                }
                index += 1
            }
            return span.count
        }
    }

    /// What ends a token for whoever reads on behind one that is malformed.
    package static func endsToken(_ byte: UInt8) -> Bool {
        switch byte {
        case ASCII.comma, ASCII.semicolon, ASCII.equals, ASCII.space, ASCII.tab: true
        default: false
        }
    }

    /// The content of a quoted string: without its quotes, each `\x` as `x`. Anything else is returned as it is.
    public static func unquote(_ value: Bytes) -> Bytes {
        guard value.count >= 2, value[0] == ASCII.quote, value[value.count - 1] == ASCII.quote else { return value }
        let inner = value.slice(1..<(value.count - 1))
        guard inner.firstIndex(of: ASCII.backslash) != nil else { return inner }
        var plain: [UInt8] = []
        plain.reserveCapacity(inner.count)
        var index = 0
        while index < inner.count {
            if inner[index] == ASCII.backslash, index + 1 < inner.count { index += 1 }
            plain.append(inner[index])
            index += 1
        }
        return Bytes(plain)
    }

    /// `name=value` taken apart at the first `=`, white space around both removed; the value nil when there is no `=`.
    public static func pair(_ member: Bytes) -> (name: Bytes, value: Bytes?) {
        pair(in: member, 0..<member.count)
    }

    /// The same for a part of a value, which need not be cut out first.
    public static func pair(in value: Bytes, _ range: Range<Int>) -> (name: Bytes, value: Bytes?) {
        let (name, argument) = pairPlaces(in: value, range)
        return (value.slice(name), argument.map { value.slice($0) })
    }

    /// Where both lie.
    package static func pairPlaces(in value: Bytes, _ range: Range<Int>) -> (name: Range<Int>, value: Range<Int>?) {
        let equals = value.firstIndex(of: ASCII.equals, in: range)
        return unsafe value.withUnsafeBytes { bytes in
            guard let equals else { return (unsafe trimmed(range, in: bytes), nil) }
            return (
                unsafe trimmed(range.lowerBound..<equals, in: bytes),
                unsafe trimmed(equals + 1..<range.upperBound, in: bytes)
            )
        }
    }

    /// A range that lies in the bytes, without the white space at its ends.
    private static func trimmed(_ range: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ASCII.isWhitespace(unsafe bytes[start]) { start &+= 1 }
        while end > start, ASCII.isWhitespace(unsafe bytes[end &- 1]) { end &-= 1 }
        return start..<end
    }
}
