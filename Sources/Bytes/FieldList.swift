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
        var start = 0
        var index = 0
        var isQuoted = false
        while index < value.count {
            let byte = value[index]
            if isQuoted {
                if byte == ASCII.backslash {
                    index += 1
                } else if byte == ASCII.quote {
                    isQuoted = false
                }
            } else if byte == ASCII.quote {
                isQuoted = true
            } else if byte == separator {
                let member = value.slice(start..<index).trimmed
                if !member.isEmpty { body(member) }
                start = index + 1
            }
            index += 1
        }
        let last = value.slice(start..<value.count).trimmed
        if !last.isEmpty { body(last) }
    }

    /// What a quoted string says: without its quotes, each `\x` as `x`. Anything else is returned as it is.
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
        let (name, argument) = value.withSpan { span in
            func trimmed(_ start: Int, _ end: Int) -> Range<Int> {
                var (start, end) = (start, end)
                while start < end, ASCII.isWhitespace(span[start]) { start += 1 }
                while end > start, ASCII.isWhitespace(span[end - 1]) { end -= 1 }
                return start..<end
            }
            var equals = range.lowerBound
            while equals < range.upperBound, span[equals] != ASCII.equals { equals += 1 }
            return (
                trimmed(range.lowerBound, equals),
                equals < range.upperBound ? trimmed(equals + 1, range.upperBound) : nil
            )
        }
        return (value.slice(name), argument.map { value.slice($0) })
    }
}
