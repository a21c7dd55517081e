import Bytes

/// A GraphQL document (GraphQL §2): one that is written in lines stays in them, one on a single line gets a line for
/// each field.
struct GraphQLLayout {
    private let bytes: Bytes
    private var index = 0
    private var depth = 0
    private var brackets = 0
    /// Whether a name that comes now begins a field: the one before it is complete.
    private var isComplete = false
    private static let depthLimit = 200

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    /// Whether a text begins as a document does.
    static func isDocument(_ text: Bytes) -> Bool {
        let plain = text.withoutSpace
        for word: StaticString in ["query", "mutation", "subscription", "fragment"] where plain.hasOpening(word) {
            let next = plain.skippingSpace(word.utf8CodeUnitCount)
            return next < plain.count && plain.firstIndex(of: ASCII.openBrace) != nil
        }
        guard plain.first == ASCII.openBrace else { return false }
        let next = plain.skippingSpace(1)
        return next < plain.count && (ASCII.isAlpha(plain[next]) || plain[next] == ASCII.underscore)
    }

    mutating func write(to out: inout LineBuilder, at base: Int = 0) {
        out.base += base
        defer { out.base -= base }
        guard bytes.withoutSpace.firstIndex(of: ASCII.lineFeed) == nil else {
            return PlainLayout(bytes.withoutSpace).write(to: &out)
        }
        out.begin(0)
        while index < bytes.count, !out.isFull { step(&out) }
        out.end()
    }

    private mutating func step(_ out: inout LineBuilder) {
        let byte = bytes[index]
        switch byte {
        case _ where Bytes.isSpace(byte): index += 1
        case ASCII.openBrace where brackets == 0:
            if !out.isAtStart { out.put(Self.space, .plain) }
            put(1, .mark, &out)
            depth = min(depth + 1, Self.depthLimit)
            out.begin(depth)
            isComplete = false
        case ASCII.closeBrace where brackets == 0:
            depth = max(depth - 1, 0)
            out.resume(depth)
            put(1, .mark, &out)
            isComplete = true
        case ASCII.openParenthesis, ASCII.openBracket, ASCII.openBrace:
            brackets += 1
            put(1, .mark, &out)
        case ASCII.closeParenthesis, ASCII.closeBracket, ASCII.closeBrace:
            brackets = max(0, brackets - 1)
            put(1, .mark, &out)
            if brackets == 0 { isComplete = true }
        case ASCII.quote: put(string(), .string, &out)
        case ASCII.colon:
            put(1, .mark, &out)
            out.put(Self.space, .plain)
            isComplete = false
        case ASCII.comma:
            index += 1
            if brackets > 0 { out.put(Self.comma, .mark) }
        case ASCII.at:
            out.put(Self.space, .plain)
            put(1, .mark, &out)
            isComplete = false
        case ASCII.period:
            beginField(&out)
            put(bytes.run(from: index) { $0 == ASCII.period }.count, .mark, &out)
            isComplete = false
        default: word(&out)
        }
    }

    private mutating func word(_ out: inout LineBuilder) {
        let name = bytes.run(from: index) {
            ASCII.isAlpha($0) || ASCII.isDigit($0) || $0 == ASCII.underscore || $0 == UInt8(ascii: "$")
        }
        guard !name.isEmpty else { return put(1, .plain, &out) }
        if brackets > 0 {
            if let last = bytes.lastVisible(before: index), !"([{:!=,$@".utf8.contains(last) {
                out.put(Self.space, .plain)
            }
            return put(name.count, name.first.map(ASCII.isDigit) ?? false ? .number : .plain, &out)
        }
        let isWord = ["query", "mutation", "subscription", "fragment", "on"].contains(name.text)
        if depth == 0 {
            if isComplete, out.isAtStart == false, !isWord || name.isExactly("on") {
                out.put(Self.space, .plain)
            } else if isComplete {
                out.begin(0)
            }
        } else if isComplete {
            beginField(&out)
        } else if !out.isAtStart, isWord || bytes.lastVisible(before: index).map(ASCII.isAlpha) ?? false {
            out.put(Self.space, .plain)
        }
        put(name.count, isWord ? .word : .name, &out)
        isComplete = depth == 0 || !isWord
    }

    private func beginField(_ out: inout LineBuilder) {
        if brackets == 0, depth > 0 { out.resume(depth) }
    }

    private mutating func put(_ count: Int, _ role: BodyLine.Role, _ out: inout LineBuilder) {
        let text = bytes.slice(index..<min(index + max(count, 1), bytes.count))
        index += text.count
        out.put(text, role)
    }

    /// A string, or one in three quotes.
    private func string() -> Int {
        if bytes.slice(index..<bytes.count).hasOpening("\"\"\"") {
            return (bytes.firstIndex(of: "\"\"\"", from: index + 3) ?? bytes.count - 3) + 3 - index
        }
        var place = index + 1
        while place < bytes.count {
            if bytes[place] == ASCII.quote { return place + 1 - index }
            place += bytes[place] == ASCII.backslash ? 2 : 1
        }
        return bytes.count - index
    }

    private static let space: Bytes = " "
    private static let comma: Bytes = ", "
}

extension Bytes {
    /// The byte before a place, white space aside, of the 64 before it.
    fileprivate func lastVisible(before place: Int) -> UInt8? {
        var index = place - 1
        while index >= 0, index > place - 64 {
            if !Bytes.isSpace(self[index]) { return self[index] }
            index -= 1
        }
        return nil
    }
}
