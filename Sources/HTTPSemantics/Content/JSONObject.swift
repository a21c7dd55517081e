public import Bytes

/// The members of one JSON object (RFC 8259), as far as tokens need them: text, numbers, and other values as written.
/// Bounded in size and depth.
public struct JSONObject: Sendable, Hashable {
    /// What a member holds.
    public enum Value: Sendable, Hashable {
        case text(String)
        case number(Bytes)
        /// true, false, null, arrays and objects, as written.
        case other(Bytes)
    }

    /// One name with its value.
    public struct Member: Sendable, Hashable {
        /// The name, with its escapes decoded.
        public let name: String
        /// The value.
        public let value: Value
    }

    /// The members, in order.
    public let members: [Member]

    /// The value of the first member of this name.
    public subscript(name: String) -> Value? { members.first { $0.name == name }?.value }

    /// The integer part of a number, for dates in tokens (RFC 7519 §2, NumericDate).
    public func seconds(_ name: String) -> Int64? {
        guard case .number(let digits) = self[name] else { return nil }
        let isNegative = digits.first == ASCII.hyphen
        let whole = digits.slice((isNegative ? 1 : 0)..<(digits.firstIndex(of: ASCII.period) ?? digits.count))
        return whole.decimal.flatMap { Int64(exactly: $0) }.map { isNegative ? -$0 : $0 }
    }

    /// nil when the text is not an object, is longer than 64 KiB, or has more than 256 members.
    public init?(_ text: Bytes) {
        guard text.count <= 65_536 else { return nil }
        var reader = JSONReader(text)
        guard let members = reader.object(), reader.isAtEnd else { return nil }
        self.members = members
    }

    /// The values of an array, as written; nil when the text is none, or is longer than 64 KiB.
    ///
    /// - Parameter limit: of values that are read.
    package static func elements(of text: Bytes, limit: Int) -> [Bytes]? {
        guard text.count <= 65_536 else { return nil }
        var reader = JSONReader(text)
        return reader.elements(limit: limit)
    }
}

/// Steps through the text of one object.
private struct JSONReader {
    private let bytes: Bytes
    private var index = 0
    private static let mostMembers = 256
    private static let deepest = 32

    init(_ bytes: Bytes) {
        self.bytes = bytes
    }

    var isAtEnd: Bool {
        mutating get {
            skipSpace()
            return index == bytes.count
        }
    }

    mutating func object() -> [JSONObject.Member]? {
        guard take(ASCII.openBrace) else { return nil }
        var members: [JSONObject.Member] = []
        if take(ASCII.closeBrace) { return members }
        while members.count < Self.mostMembers {
            guard let name = string(), take(ASCII.colon), let value = value() else { return nil }
            members.append(JSONObject.Member(name: name, value: value))
            if take(ASCII.closeBrace) { return members }
            guard take(ASCII.comma) else { return nil }
        }
        return nil
    }

    mutating func elements(limit: Int) -> [Bytes]? {
        guard take(ASCII.openBracket) else { return nil }
        var elements: [Bytes] = []
        if take(ASCII.closeBracket) { return elements }
        while elements.count < limit {
            skipSpace()
            let start = index
            guard value() != nil else { return nil }
            elements.append(bytes.slice(start..<index))
            if take(ASCII.closeBracket) { return elements }
            guard take(ASCII.comma) else { return nil }
        }
        return elements
    }

    private mutating func value() -> JSONObject.Value? {
        skipSpace()
        guard index < bytes.count else { return nil }
        let first = bytes[index]
        if first == ASCII.quote { return string().map { .text($0) } }
        let start = index
        if first == ASCII.hyphen || ASCII.isDigit(first) {
            index += 1
            while index < bytes.count, Self.isNumberByte(bytes[index]) { index += 1 }
            return .number(bytes.slice(start..<index))
        }
        return skipOther() ? .other(bytes.slice(start..<index)) : nil
    }

    /// Over a word, an array or an object: brackets are counted, what is inside is not judged.
    private mutating func skipOther() -> Bool {
        var depth = 0
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case ASCII.openBrace, ASCII.openBracket:
                depth += 1
                if depth > Self.deepest { return false }
            case ASCII.closeBrace, ASCII.closeBracket:
                if depth == 0 { return index > start }
                depth -= 1
                if depth == 0 {
                    index += 1
                    return true
                }
            case ASCII.quote:
                guard skipString() else { return false }
                continue
            case ASCII.comma where depth == 0:
                return index > start
            default: break
            }
            index += 1
        }
        return false
    }

    private mutating func skipString() -> Bool {
        index += 1
        while index < bytes.count {
            if bytes[index] == ASCII.backslash {
                index += 1
            } else if bytes[index] == ASCII.quote {
                index += 1
                return true
            }
            index += 1
        }
        return false
    }

    private mutating func string() -> String? {
        skipSpace()
        guard index < bytes.count, bytes[index] == ASCII.quote else { return nil }
        let start = index + 1
        guard skipString() else { return nil }
        return Self.unescape(bytes.slice(start..<index - 1))
    }

    /// RFC 8259 §7.
    private static func unescape(_ inner: Bytes) -> String {
        guard inner.firstIndex(of: ASCII.backslash) != nil else { return inner.text }
        var units: [UInt16] = []
        var place = 0
        var plain: [UInt8] = []
        var result = ""
        func flush() {
            result += String(decoding: plain, as: UTF8.self)
            plain = []
        }
        func flushUnits() {
            result += String(decoding: units, as: UTF16.self)
            units = []
        }
        while place < inner.count {
            guard inner[place] == ASCII.backslash, place + 1 < inner.count else {
                if !units.isEmpty { flushUnits() }
                plain.append(inner[place])
                place += 1
                continue
            }
            let kind = inner[place + 1]
            if kind == UInt8(ascii: "u"), place + 5 < inner.count {
                var unit: UInt16 = 0
                for digit in inner.slice(place + 2..<place + 6) {
                    unit = unit << 4 | UInt16(ASCII.hexValue(digit) ?? 0)
                }
                flush()
                units.append(unit)
                place += 6
                continue
            }
            if !units.isEmpty { flushUnits() }
            plain.append(escapes[kind] ?? kind)
            place += 2
        }
        if !units.isEmpty { flushUnits() }
        flush()
        return result
    }

    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "n"): ASCII.lineFeed,
        UInt8(ascii: "r"): ASCII.carriageReturn, UInt8(ascii: "t"): ASCII.tab,
    ]

    private mutating func take(_ byte: UInt8) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            let byte = bytes[index]
            let isSpace = ASCII.isWhitespace(byte) || byte == ASCII.lineFeed || byte == ASCII.carriageReturn
            guard isSpace else { return }
            index += 1
        }
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || byte == ASCII.period || byte == ASCII.plus || byte == ASCII.hyphen
            || byte | 0x20 == UInt8(ascii: "e")
    }
}
