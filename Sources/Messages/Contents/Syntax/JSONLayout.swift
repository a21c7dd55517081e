import Bytes

/// JSON (RFC 8259) laid out: members in their order, duplicates kept, numbers and escapes as they are spelled. Several
/// values may follow one another, as in lines of JSON (RFC 7464, NDJSON).
///
/// Needs no recursion, so that no nesting is too deep. What some writers allow themselves (NaN, a comma too many) is
/// marked and passed over; where nothing can be made of the bytes, they are shown as they are.
struct JSONLayout {
    private enum Expected { case value, elementOrEnd, nameOrEnd, name, colon, commaOrEnd, nothing }

    /// An object or an array that is open, and the names it has so far.
    private struct Level {
        let isObject: Bool
        /// Its elements stand on one line, up to here.
        let inlineEnd: Int?
        var names: Set<Bytes> = []
    }

    private let bytes: Bytes
    private let options: LayoutOptions
    /// The bytes end before the body does.
    private let isCut: Bool
    private var index = 0
    private var levels: [Level] = []
    private var expected = Expected.value
    /// The name whose value comes next.
    private var name = Bytes()
    /// Arrays of numbers and short words take one line when they are no longer than this.
    private static let inlineLimit = 64

    init(_ bytes: Bytes, _ options: LayoutOptions, isCut: Bool = false) {
        self.bytes = bytes
        self.options = options
        self.isCut = isCut
    }

    /// Says whether the bytes are JSON as far as they were laid out.
    @discardableResult mutating func write(to out: inout LineBuilder) -> Bool {
        skipGuard(&out)
        while !out.isFull {
            index = bytes.skippingSpace(index)
            guard index < bytes.count else { return end(&out) }
            guard step(&out) else { return isCut && index == bytes.count }
        }
        return true
    }

    /// `)]}',` before the first value keeps other sites' scripts from reading it.
    private mutating func skipGuard(_ out: inout LineBuilder) {
        if bytes.hasOpening(")]}'") {
            index = bytes.firstIndex(of: ASCII.lineFeed) ?? bytes.count
        } else if bytes.hasOpening("while(1);") || bytes.hasOpening("for(;;);") {
            index = (bytes.firstIndex(of: ASCII.semicolon, from: 7) ?? bytes.count - 1) + 1
        } else {
            return
        }
        out.begin(0)
        out.put(bytes.slice(0..<index), .comment)
    }

    /// The levels of indentation that matter: an array on one line is none.
    private var depth: Int { levels.count }
    private var isInline: Bool { levels.last?.inlineEnd != nil }

    /// One token; false when nothing can be made of it.
    private mutating func step(_ out: inout LineBuilder) -> Bool {
        let byte = bytes[index]
        switch expected {
        case .nothing:
            expected = .value
            return true
        case .value where byte == ASCII.recordSeparator && levels.isEmpty:
            // RFC 7464 §2.2: a record separator before each text, the first one, too.
            index += 1
            return true
        case .value:
            return value(byte, &out)
        case .elementOrEnd:
            if byte == ASCII.closeBracket { return close(&out) }
            return value(byte, &out)
        case .nameOrEnd, .name:
            if byte == ASCII.closeBrace {
                if expected == .name { mark("a comma without a member after it", &out) }
                return close(&out)
            }
            guard byte == ASCII.quote else { return fail("a name in quotes", &out) }
            return memberName(&out)
        case .colon:
            guard byte == ASCII.colon else { return fail("a colon", &out) }
            out.put(Self.colon, .mark)
            index += 1
            expected = .value
            return true
        case .commaOrEnd:
            return afterValue(byte, &out)
        }
    }

    private mutating func afterValue(_ byte: UInt8, _ out: inout LineBuilder) -> Bool {
        guard let level = levels.last else { return false }
        if byte == ASCII.comma {
            out.put(isInline ? Self.comma : bytes.slice(index..<index + 1), .mark)
            index += 1
            expected = level.isObject ? .name : .value
            if !level.isObject {
                let next = bytes.skippingSpace(index)
                if next < bytes.count, bytes[next] == ASCII.closeBracket {
                    mark("a comma without an element after it", &out)
                    expected = .elementOrEnd
                }
            }
            return true
        }
        if byte == (level.isObject ? ASCII.closeBrace : ASCII.closeBracket) { return close(&out) }
        return fail(level.isObject ? "a comma or }" : "a comma or ]", &out)
    }

    private mutating func memberName(_ out: inout LineBuilder) -> Bool {
        out.begin(depth)
        let start = index
        guard string(.name, &out) else { return false }
        name = bytes.slice(start + 1..<index - 1)
        let place = levels.count - 1
        if levels[place].names.contains(name) {
            out.put(" ✗ again", .damage)
        } else {
            levels[place].names.insert(name)
        }
        expected = .colon
        return true
    }

    private mutating func value(_ byte: UInt8, _ out: inout LineBuilder) -> Bool {
        if levels.isEmpty || levels.last?.isObject == false, !isInline { out.begin(depth) }
        let isMember = levels.last?.isObject ?? false
        switch byte {
        case ASCII.openBrace, ASCII.openBracket: return open(byte, &out)
        case ASCII.quote:
            if isMember, options.isSecret != nil, let end = stringEnd(index),
                options.hides(name, bytes.slice(index + 1..<end - 1))
            {
                out.put(bytes.slice(index..<index + 1), .string)
                out.put(LayoutOptions.secret, .secret)
                out.put(bytes.slice(end - 1..<end), .string)
                index = end
            } else if !string(.string, &out) {
                return false
            }
        default:
            let word = bytes.run(from: index) {
                ASCII.isAlpha($0) || ASCII.isDigit($0) || "+-._$".utf8.contains($0)
            }
            guard !word.isEmpty else { return fail("a value", &out) }
            index += word.count
            if isMember, options.hides(name, word) {
                out.put(LayoutOptions.secret, .secret)
            } else if word.isExactly("true") || word.isExactly("false") || word.isExactly("null") {
                out.put(word, .word)
            } else if JSONNumber.isNumber(word) {
                out.put(word, .number)
            } else {
                out.putDamage(word)
                mark("not a JSON value", &out)
            }
        }
        expected = levels.isEmpty ? .nothing : .commaOrEnd
        return true
    }

    private mutating func open(_ byte: UInt8, _ out: inout LineBuilder) -> Bool {
        let isObject = byte == ASCII.openBrace
        let next = bytes.skippingSpace(index + 1)
        if next < bytes.count, bytes[next] == (isObject ? ASCII.closeBrace : ASCII.closeBracket) {
            out.put(isObject ? Self.emptyObject : Self.emptyArray, .mark)
            index = next + 1
            expected = levels.isEmpty ? .nothing : .commaOrEnd
            return true
        }
        out.put(bytes.slice(index..<index + 1), .mark)
        let inlineEnd = isObject ? nil : inlineEnd(from: index + 1)
        levels.append(Level(isObject: isObject, inlineEnd: inlineEnd))
        index += 1
        expected = isObject ? .nameOrEnd : .elementOrEnd
        return true
    }

    private mutating func close(_ out: inout LineBuilder) -> Bool {
        let wasInline = isInline
        levels.removeLast()
        if !wasInline { out.begin(depth) }
        out.put(bytes.slice(index..<index + 1), .mark)
        index += 1
        expected = levels.isEmpty ? .nothing : .commaOrEnd
        return true
    }

    /// Where an array of nothing but short numbers and words ends; nil when it has more in it.
    private func inlineEnd(from start: Int) -> Int? {
        var place = start
        var isQuoted = false
        while place < min(bytes.count, start + Self.inlineLimit) {
            let byte = bytes[place]
            if byte == ASCII.quote { isQuoted.toggle() }
            if byte == ASCII.backslash { place += 1 }
            if !isQuoted {
                if byte == ASCII.closeBracket { return place }
                if byte == ASCII.openBrace || byte == ASCII.openBracket { return nil }
            }
            place += 1
        }
        return nil
    }

    /// Where the string that begins here ends, one past its quote; nil when it does not.
    private func stringEnd(_ start: Int) -> Int? {
        var place = start + 1
        while place < bytes.count {
            if bytes[place] == ASCII.quote { return place + 1 }
            place += bytes[place] == ASCII.backslash ? 2 : 1
        }
        return nil
    }

    /// A string as it is spelled.
    private mutating func string(_ role: BodyLine.Role, _ out: inout LineBuilder) -> Bool {
        guard let end = stringEnd(index) else {
            out.put(bytes.slice(index..<bytes.count), isCut ? role : .damage)
            if !isCut { out.damage("byte \(index): the string that begins here has no end.") }
            index = bytes.count
            return false
        }
        let text = bytes.slice(index..<end)
        // RFC 8259 §7: control characters are escaped.
        if text.contains(where: { $0 < ASCII.space }) {
            out.putDamage(text)
            mark("control characters must be escaped", &out)
        } else {
            out.put(text, role)
        }
        index = end
        return true
    }

    /// Says what is wrong, and goes on.
    private func mark(_ what: String, _ out: inout LineBuilder) {
        out.putDamage(Bytes(" ✗ \(what) "))
    }

    /// Says what should stand here, and shows the rest as it is.
    private func fail(_ what: String, _ out: inout LineBuilder) -> Bool {
        out.damage("byte \(index): \(what) was expected here. The rest, unchanged:")
        PlainLayout(bytes.slice(index..<bytes.count)).write(to: &out)
        return false
    }

    private func end(_ out: inout LineBuilder) -> Bool {
        guard !isCut, !levels.isEmpty else { return true }
        let open = levels.count
        out.damage(
            "byte \(index): the JSON ends here, with " + (open == 1 ? "1 bracket" : "\(open) brackets") + " still open."
        )
        return false
    }

    private static let colon: Bytes = ": "
    private static let comma: Bytes = ", "
    private static let emptyObject: Bytes = "{}"
    private static let emptyArray: Bytes = "[]"
}
