import Bytes
import Formats

/// Values of cookies that are not known by themselves: an `a` or a `true` is a part of too many texts. They are hidden
/// where their cookie's name says what they are. Time is linear in the text, however many cookies there are: what may
/// be a name or a value is cut out and looked up.
struct ShortCookies: Sendable {
    /// By name.
    private var values: [Bytes: ShortValues] = [:]
    /// Those of all cookies.
    private var all = ShortValues()
    private var longestName = 0

    /// Values, each as it may be written.
    private struct ShortValues: Sendable {
        var set: Set<Bytes> = []
        private var longest = 0

        mutating func add(_ new: [Bytes]) {
            set.formUnion(new)
            longest = new.reduce(longest) { max($0, $1.count) }
        }

        /// The end of the longest that stands at this place and ends there.
        func end(in text: Bytes, at place: Int, where ends: (Int) -> Bool) -> Int? {
            var length = min(longest, text.count - place)
            while length > 0 {
                if set.contains(text.slice(place..<place + length)), ends(place + length) { return place + length }
                length -= 1
            }
            return nil
        }
    }

    /// So far from a name its value may stand in a sentence.
    private static let reach = 96
    /// Longer names are not looked for.
    private static let nameLimit = 4_096

    var isEmpty: Bool { values.isEmpty }

    /// Whether this is the value of one of them.
    func contains(_ value: Bytes) -> Bool { all.set.contains(value) }

    /// Takes a secret of a line of a head, if it is a cookie's value with a name that says what it is.
    ///
    /// - Parameter isTelling: the value is known wherever it stands, and needs no place here.
    /// - Returns: whether it was taken.
    mutating func add(_ line: Bytes, _ secret: Secret, unless isTelling: (Bytes) -> Bool) -> Bool {
        guard line.hasPrefix(ignoringCase: "cookie:") || line.hasPrefix(ignoringCase: "set-cookie:") else {
            return false
        }
        let value = line.slice(secret.range)
        let inner = Self.unquoted(value)
        guard !isTelling(inner), let end = Self.behind(line, secret.range.lowerBound, ASCII.equals) else {
            return false
        }
        var start = end
        while start > 0, line[start - 1] != ASCII.semicolon, line[start - 1] != ASCII.colon { start -= 1 }
        let name = line.slice(start..<end).trimmed
        guard !name.isEmpty, name.count <= Self.nameLimit else { return false }
        // As it stands there, as JSON writes a quote, and as a table of bytes has it.
        let written = [value, Self.escaped(value), inner].filter { !$0.isEmpty }
        values[name, default: ShortValues()].add(written)
        all.add(written)
        longestName = max(longestName, name.count)
        return true
    }

    private static func unquoted(_ value: Bytes) -> Bytes {
        value.count > 2 && value.first == ASCII.quote && value.last == ASCII.quote
            ? value.slice(1..<value.count - 1) : value
    }

    private static func escaped(_ value: Bytes) -> Bytes {
        Bytes(value.flatMap { $0 == ASCII.quote ? [ASCII.backslash, $0] : [$0] })
    }

    /// The place of this sign, when only spaces stand between it and `place`.
    private static func behind(_ line: Bytes, _ place: Int, _ sign: UInt8) -> Int? {
        var index = place
        while index > 0, line[index - 1] <= ASCII.space { index -= 1 }
        return index > 0 && line[index - 1] == sign ? index - 1 : nil
    }

    // MARK: Hiding

    /// The same with `…` in place of each value that stands behind its name.
    func hide(_ text: Bytes) -> Bytes {
        guard !values.isEmpty else { return text }
        var shown: [UInt8] = []
        var copied = 0
        var index = 0
        // The next sign behind a name, looked for once.
        var equals = -1
        while index < text.count {
            if equals < index { equals = text.firstIndex(of: ASCII.equals, from: index) ?? text.count }
            guard let place = pair(text, index, equals) ?? sentence(text, index) ?? octets(text, index) else {
                index += 1
                continue
            }
            shown += text.slice(copied..<place.lowerBound).array
            shown += Self.mark
            copied = place.upperBound
            index = place.upperBound
        }
        return copied == 0 ? text : Bytes(shown + text.slice(copied..<text.count).array)
    }

    private static let mark = Array("…".utf8)
    private static let markBytes: Bytes = "…"
    private static let open: Bytes = "“"
    private static let close: Bytes = "”"
    private static let beforeValue: Bytes = "the value "
    private static let beforeOctets: Bytes = "The value, whose format only the server knows: "

    /// `name=value` where a cookie may begin and end: a parameter of a URL of this name is none.
    ///
    /// - Parameter equals: the next `=`.
    private func pair(_ text: Bytes, _ start: Int, _ equals: Int) -> Range<Int>? {
        guard equals < text.count, start == 0 || Self.isBeginning(text, behind: start - 1) else { return nil }
        var end = equals
        while end > start, text[end - 1] == ASCII.space { end -= 1 }
        guard end > start, end - start <= longestName, let candidates = values[text.slice(start..<end)] else {
            return nil
        }
        var index = equals + 1
        while index < text.count, text[index] == ASCII.space { index += 1 }
        return candidates.end(in: text, at: index) { $0 == text.count || Self.isEnd(text, $0) }.map { index..<$0 }
    }

    /// A sign before a cookie: in its line, in a sentence, in JSON.
    private static func isBeginning(_ text: Bytes, behind place: Int) -> Bool {
        let byte = text[place]
        return byte <= ASCII.space || byte == ASCII.semicolon || byte == ASCII.quote
            || byte >= 0x80 && has(text, open, at: place + 1 - open.count)
    }

    /// A sign that ends a cookie: in its line, in a sentence, in JSON.
    private static func isEnd(_ text: Bytes, _ place: Int) -> Bool {
        let byte = text[place]
        return byte <= ASCII.space || byte == ASCII.semicolon || byte == ASCII.quote || byte == ASCII.backslash
            || byte >= 0x80 && (has(text, close, at: place) || has(text, markBytes, at: place))
    }

    /// `The cookie “name”, sent back with the value “value”.`
    private func sentence(_ text: Bytes, _ start: Int) -> Range<Int>? {
        let open = Self.open
        guard text[start] >= 0x80, Self.has(text, open, at: start),
            Self.has(text, Self.beforeValue, at: start - Self.beforeValue.count)
        else { return nil }
        // The name stands before it, and nothing else is quoted between them.
        var end = start - Self.beforeValue.count
        while end > 0, start - end < Self.reach, !Self.has(text, Self.close, at: end) { end -= 1 }
        var begin = end
        while begin > 0, end - begin <= longestName, !Self.has(text, open, at: begin - open.count) { begin -= 1 }
        guard begin < end, let candidates = values[text.slice(begin..<end)] else { return nil }
        let place = start + open.count
        return candidates.end(in: text, at: place) { Self.has(text, Self.close, at: $0) }.map { place..<$0 }
    }

    /// What a table of bytes says of the value alone.
    private func octets(_ text: Bytes, _ start: Int) -> Range<Int>? {
        guard text[start] == UInt8(ascii: "T"), Self.has(text, Self.beforeOctets, at: start) else { return nil }
        let place = start + Self.beforeOctets.count
        return all.end(in: text, at: place) { $0 == text.count || Self.isEnd(text, $0) }.map { place..<$0 }
    }

    private static func has(_ text: Bytes, _ part: Bytes, at place: Int) -> Bool {
        guard place >= 0, place + part.count <= text.count else { return false }
        return text.slice(place..<place + part.count) == part
    }
}
