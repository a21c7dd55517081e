/// Reads JSON (RFC 8259) from bytes that its owner lends for as long as it lives.
///
/// Time is linear in what is read, depth and the number of values are bounded. It forgives what leaves no doubt: a
/// comma before a closing bracket, control characters in strings other than line ends, numbers with zeros in front, NaN
/// and Infinity (read as null).
///
/// Safe as long as what it is lent: each read is behind a comparison with `end`, which never exceeds the bytes, and
/// the position only moves forward from where its owner has put it.
@safe package struct JSONParser {
    package static let depthLimit = 200
    /// Values of one tree: each takes about fifty bytes.
    package static let nodeLimit = 1_000_000

    package let bytes: UnsafeBufferPointer<UInt8>
    /// Where reading ends: the end of the bytes, or of a line.
    package var end: Int {
        didSet { end = unsafe min(end, bytes.count) }
    }
    package var position = 0
    private var nodes = 0

    package init(_ bytes: UnsafeBufferPointer<UInt8>) {
        unsafe self.bytes = bytes
        end = bytes.count
    }

    /// The byte at the position; nil at the end.
    package var next: UInt8? { unsafe position < end ? bytes[position] : nil }

    package mutating func skipWhitespace() {
        while position < end {
            switch unsafe bytes[position] {
            case ASCII.space, ASCII.lineFeed, ASCII.carriageReturn, ASCII.tab: position += 1
            default: return
            }
        }
    }

    /// One value, with everything in it.
    package mutating func tree() throws(JSONError) -> JSONNode {
        nodes = 0
        return try value(depth: 0)
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONNode {
        skipWhitespace()
        guard let first = next else { throw JSONError(code: .endOfFile, offset: position) }
        nodes += 1
        guard nodes <= Self.nodeLimit else { throw JSONError(code: .tooManyValues, offset: position) }
        let offset = position
        switch first {
        case UInt8(ascii: "{"):
            guard depth < Self.depthLimit else { return try tooDeep(offset) }
            return JSONNode(offset: offset, value: .object(try members(depth: depth + 1)))
        case UInt8(ascii: "["):
            guard depth < Self.depthLimit else { return try tooDeep(offset) }
            return JSONNode(offset: offset, value: .array(try elements(depth: depth + 1)))
        case ASCII.quote:
            return JSONNode(offset: offset, value: .string(try string()))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            if take("-Infinity") { return JSONNode(offset: offset, value: .null) }
            return JSONNode(offset: offset, value: .number(try number()))
        default:
            if take("true") { return JSONNode(offset: offset, value: .boolean(true)) }
            if take("false") { return JSONNode(offset: offset, value: .boolean(false)) }
            if take("null") || take("NaN") || take("Infinity") { return JSONNode(offset: offset, value: .null) }
            if isPrefixOfWord { throw JSONError(code: .endOfFile, offset: end) }
            throw JSONError(code: .expectedValue, offset: offset)
        }
    }

    private mutating func members(depth: Int) throws(JSONError) -> [JSONNode.Member] {
        position += 1
        var members: [JSONNode.Member] = []
        while true {
            skipWhitespace()
            if next == UInt8(ascii: "}") { break }
            // An entry has many, what is in it mostly few.
            if members.isEmpty { members.reserveCapacity(depth == 1 ? 20 : 5) }
            let key = try self.key()
            members.append(JSONNode.Member(key: key, value: try value(depth: depth)))
            guard try goesOn(until: UInt8(ascii: "}")) else { break }
        }
        position += 1
        return members
    }

    /// A member's name and the colon behind it.
    package mutating func key() throws(JSONError) -> JSONString {
        skipWhitespace()
        guard let first = next else { throw JSONError(code: .endOfFile, offset: position) }
        guard first == ASCII.quote else { throw JSONError(code: .expectedKey, offset: position) }
        let key = try string()
        skipWhitespace()
        guard let colon = next else { throw JSONError(code: .endOfFile, offset: position) }
        guard colon == ASCII.colon else { throw JSONError(code: .expectedColon, offset: position) }
        position += 1
        return key
    }

    private mutating func elements(depth: Int) throws(JSONError) -> [JSONNode] {
        position += 1
        var elements: [JSONNode] = []
        while true {
            skipWhitespace()
            if next == UInt8(ascii: "]") { break }
            elements.append(try value(depth: depth))
            guard try goesOn(until: UInt8(ascii: "]")) else { break }
        }
        position += 1
        return elements
    }

    /// Takes the comma before the next member or element; false at the closing bracket, which stays.
    package mutating func goesOn(until bracket: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        switch next {
        case ASCII.comma:
            position += 1
            return true
        case bracket: return false
        case nil: throw JSONError(code: .endOfFile, offset: position)
        default: throw JSONError(code: .expectedCommaOrEnd, offset: position)
        }
    }

    /// Whether an element of an array can end here.
    package mutating func endsElement() -> Bool {
        skipWhitespace()
        return next == nil || next == ASCII.comma || next == UInt8(ascii: "]")
    }

    // MARK: Strings

    private mutating func string() throws(JSONError) -> JSONString {
        let start = position + 1
        var hasEscapes = false
        var index = start
        while true {
            index = plainRun(from: index)
            guard index < end else { throw JSONError(code: .endOfFile, offset: end) }
            switch unsafe bytes[index] {
            case ASCII.quote:
                position = index + 1
                return JSONString(range: start..<index, hasEscapes: hasEscapes)
            case ASCII.backslash:
                hasEscapes = true
                // A line end is not escaped by it: an unclosed string has to end somewhere.
                unsafe index += index + 1 < end && !Self.isLineEnd(bytes[index + 1]) ? 2 : 1
            case ASCII.lineFeed, ASCII.carriageReturn:
                throw JSONError(code: .openString, offset: position)
            default:
                index += 1
            }
        }
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == ASCII.lineFeed || byte == ASCII.carriageReturn
    }

    /// Where the next byte stands that means something in a string: `"`, `\`, or a control character. Eight at a time.
    private func plainRun(from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let raw = unsafe UnsafeRawBufferPointer(bytes)
        var index = start
        while index + 8 <= end {
            let word = unsafe UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let control = (word &- ones &* 0x20) & ~word
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let found = (control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & tops
            // A borrow may mark bytes above the first found, never one below it.
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < end, unsafe bytes[index] >= UInt8(ascii: " "), unsafe bytes[index] != ASCII.quote,
            unsafe bytes[index] != ASCII.backslash
        {
            index += 1
        }
        return index
    }

    // MARK: Numbers and words

    private mutating func number() throws(JSONError) -> Range<Int> {
        let start = position
        var index = start
        func digits() throws(JSONError) {
            let first = index
            while index < end, unsafe ASCII.isDigit(bytes[index]) { index += 1 }
            if index == first { throw JSONError(code: index < end ? .expectedValue : .endOfFile, offset: index) }
        }
        if unsafe bytes[index] == UInt8(ascii: "-") { index += 1 }
        try digits()
        if index < end, unsafe bytes[index] == UInt8(ascii: ".") {
            index += 1
            try digits()
        }
        if index < end, unsafe bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < end, unsafe bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
            try digits()
        }
        position = index
        return start..<index
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let length = word.utf8CodeUnitCount
        guard position + length <= end else { return false }
        let isThere = word.withUTF8Buffer { expected in
            (0..<length).allSatisfy { unsafe bytes[position + $0] == expected[$0] }
        }
        if isThere { position += length }
        return isThere
    }

    /// The bytes end within `true`, `false` or `null`.
    private var isPrefixOfWord: Bool {
        ["true", "false", "null"].contains { word in
            unsafe end - position < word.utf8.count && word.utf8.starts(with: bytes[position..<end])
        }
    }

    // MARK: Depth

    /// Passes over an array or object by its brackets alone.
    private mutating func tooDeep(_ offset: Int) throws(JSONError) -> JSONNode {
        var depth = 0
        repeat {
            guard let byte = next else { throw JSONError(code: .endOfFile, offset: end) }
            switch byte {
            case ASCII.quote:
                _ = try string()
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
        } while depth > 0
        return JSONNode(offset: offset, value: .tooDeep)
    }
}
