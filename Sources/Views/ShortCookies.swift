import Bytes
import Redaction

/// Values of cookies that are too short to be known by themselves: an `a` stands in too many words. They are hidden
/// where their cookie's name says what they are.
struct ShortCookies: Sendable {
    /// By name.
    private var values: [Bytes: Set<Bytes>] = [:]

    /// So far from a name its value may stand in a sentence.
    private static let reach = 96

    var isEmpty: Bool { values.isEmpty }

    /// Whether this is the value of one of them.
    func contains(_ value: Bytes) -> Bool { values.values.contains { $0.contains(value) } }

    /// What a line of a head has, if it is one of cookies.
    /// - Parameters:
    ///   - secrets: of the line.
    ///   - length: values from this length on are known wherever they stand.
    mutating func add(_ line: Bytes, _ secrets: [Secret], shorterThan length: Int) {
        guard line.hasPrefix(ignoringCase: "cookie:") || line.hasPrefix(ignoringCase: "set-cookie:") else { return }
        for secret in secrets {
            let value = line.slice(secret.range)
            let inner = Self.unquoted(value)
            guard inner.count < length, let end = Self.behind(line, secret.range.lowerBound, ASCII.equals) else {
                continue
            }
            var start = end
            while start > 0, line[start - 1] != ASCII.semicolon, line[start - 1] != ASCII.colon { start -= 1 }
            let name = line.slice(start..<end).trimmed
            guard !name.isEmpty else { continue }
            // As it stands there, as JSON writes a quote, and as a table of bytes has it.
            values[name, default: []].formUnion([value, Self.escaped(value), inner])
        }
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
        while index < text.count {
            guard let place = pair(text, index) ?? sentence(text, index) ?? octets(text, index) else {
                index += 1
                continue
            }
            shown += text.slice(copied..<place.lowerBound).array + Self.mark
            copied = place.upperBound
            index = place.upperBound
        }
        return copied == 0 ? text : Bytes(shown + text.slice(copied..<text.count).array)
    }

    private static let mark = Array("…".utf8)
    private static let open: Bytes = "“"
    private static let close: Bytes = "”"
    private static let beforeValue: Bytes = "the value "
    private static let beforeOctets: Bytes = "The value, which only its server understands: "

    /// `name=value` where a cookie may begin and end: a parameter of a URL of this name is none.
    private func pair(_ text: Bytes, _ start: Int) -> Range<Int>? {
        guard start == 0 || Self.isBeginning(text, behind: start - 1) else { return nil }
        for (name, candidates) in values where Self.has(text, name, at: start) {
            var index = start + name.count
            while index < text.count, text[index] == ASCII.space { index += 1 }
            guard index < text.count, text[index] == ASCII.equals else { continue }
            index += 1
            while index < text.count, text[index] == ASCII.space { index += 1 }
            for value in candidates where Self.has(text, value, at: index) {
                let end = index + value.count
                guard end == text.count || Self.isEnd(text, end) else { continue }
                return index..<end
            }
        }
        return nil
    }

    /// A sign before a cookie: in its line, in a sentence, in JSON.
    private static func isBeginning(_ text: Bytes, behind place: Int) -> Bool {
        let byte = text[place]
        return byte <= ASCII.space || byte == ASCII.semicolon || byte == ASCII.quote
            || has(text, open, at: place + 1 - open.count)
    }

    /// A sign that ends a cookie: in its line, in a sentence, in JSON.
    private static func isEnd(_ text: Bytes, _ place: Int) -> Bool {
        let byte = text[place]
        return byte <= ASCII.space || byte == ASCII.semicolon || byte == ASCII.quote || byte == ASCII.backslash
            || has(text, close, at: place) || has(text, Bytes(mark), at: place)
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
        guard
            let candidates = values.first(where: { name, _ in
                let begin = end - name.count - open.count
                return Self.has(text, open, at: begin) && Self.has(text, name, at: begin + open.count)
            })?.value
        else { return nil }
        return quoted(text, start + open.count, candidates)
    }

    /// What a table of bytes says of the value alone.
    private func octets(_ text: Bytes, _ start: Int) -> Range<Int>? {
        guard text[start] == UInt8(ascii: "T"), Self.has(text, Self.beforeOctets, at: start) else { return nil }
        let place = start + Self.beforeOctets.count
        for value in values.values.joined() where Self.has(text, value, at: place) {
            let end = place + value.count
            if end == text.count || Self.isEnd(text, end) { return place..<end }
        }
        return nil
    }

    private func quoted(_ text: Bytes, _ start: Int, _ candidates: Set<Bytes>) -> Range<Int>? {
        for value in candidates where Self.has(text, value, at: start) {
            if Self.has(text, Self.close, at: start + value.count) { return start..<start + value.count }
        }
        return nil
    }

    private static func has(_ text: Bytes, _ part: Bytes, at place: Int) -> Bool {
        guard place >= 0, place + part.count <= text.count else { return false }
        return text.slice(place..<place + part.count) == part
    }
}
