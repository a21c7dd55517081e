/// The letters and signs that HTTP's grammars name, and comparison that ignores ASCII case.
///
/// Only ASCII is folded: field names, schemes and directives are ASCII by their grammars, and a locale must not change
/// what a proxy forwards.
public enum ASCII {
    /// Horizontal tab.
    public static let tab: UInt8 = 0x09
    /// Line feed.
    public static let lineFeed: UInt8 = 0x0A
    /// Carriage return.
    public static let carriageReturn: UInt8 = 0x0D
    /// Escape, with which terminals are controlled.
    public static let escape: UInt8 = 0x1B
    /// A space.
    public static let space: UInt8 = 0x20
    /// `!`
    public static let exclamation: UInt8 = 0x21
    /// `"`
    public static let quote: UInt8 = 0x22
    /// FF
    public static let formFeed: UInt8 = 0x0C
    /// RS, before each text of a JSON sequence (RFC 7464).
    public static let recordSeparator: UInt8 = 0x1E
    /// `#`
    public static let hash: UInt8 = 0x23
    /// `$`
    public static let dollar: UInt8 = 0x24
    /// `%`
    public static let percent: UInt8 = 0x25
    /// `&`
    public static let ampersand: UInt8 = 0x26
    /// `'`
    public static let apostrophe: UInt8 = 0x27
    /// `(`
    public static let openParenthesis: UInt8 = 0x28
    /// `)`
    public static let closeParenthesis: UInt8 = 0x29
    /// `*`
    public static let asterisk: UInt8 = 0x2A
    /// `+`
    public static let plus: UInt8 = 0x2B
    /// `,`
    public static let comma: UInt8 = 0x2C
    /// `-`
    public static let hyphen: UInt8 = 0x2D
    /// `.`
    public static let period: UInt8 = 0x2E
    /// `/`
    public static let slash: UInt8 = 0x2F
    /// `0`, the first digit.
    public static let zero: UInt8 = 0x30
    /// `9`, the last digit.
    public static let nine: UInt8 = 0x39
    /// `:`
    public static let colon: UInt8 = 0x3A
    /// `;`
    public static let semicolon: UInt8 = 0x3B
    /// `<`
    public static let lessThan: UInt8 = 0x3C
    /// `=`
    public static let equals: UInt8 = 0x3D
    /// `>`
    public static let greaterThan: UInt8 = 0x3E
    /// `?`
    public static let question: UInt8 = 0x3F
    /// `@`
    public static let at: UInt8 = 0x40
    /// `[`
    public static let openBracket: UInt8 = 0x5B
    /// `\`
    public static let backslash: UInt8 = 0x5C
    /// `]`
    public static let closeBracket: UInt8 = 0x5D
    /// `^`
    public static let caret: UInt8 = 0x5E
    /// `_`
    public static let underscore: UInt8 = 0x5F
    /// The grave accent.
    public static let backtick: UInt8 = 0x60
    /// `{`
    public static let openBrace: UInt8 = 0x7B
    /// `|`
    public static let bar: UInt8 = 0x7C
    /// `}`
    public static let closeBrace: UInt8 = 0x7D
    /// `~`
    public static let tilde: UInt8 = 0x7E
    /// Delete, the last control character.
    public static let delete: UInt8 = 0x7F

    /// The byte, with a capital letter converted to lower case.
    @inlinable
    public static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    /// Whether the byte is a digit (DIGIT of RFC 5234).
    @inlinable
    public static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    /// Whether the byte is a letter (ALPHA of RFC 5234).
    @inlinable
    public static func isAlpha(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26
    }

    /// The value of a hexadecimal digit, or nil.
    @inlinable
    public static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- 0x30 }
        let letter = (byte | 0x20) &- 0x61
        return letter < 6 ? letter &+ 10 : nil
    }

    /// A control character (RFC 5234 appendix B.1, `CTL`): below space, or DEL.
    @inlinable
    public static func isControl(_ byte: UInt8) -> Bool {
        byte < space || byte == delete
    }

    /// The bytes that a field value may have (RFC 9110 §5.5): no control character but tab.
    @inlinable
    public static func isFieldText(_ byte: UInt8) -> Bool {
        byte == tab || !isControl(byte)
    }

    /// Optional white space, `OWS` (RFC 9110 §5.6.3): space and tab.
    @inlinable
    public static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == space || byte == tab
    }
}

extension Bytes {
    /// Whether the bytes are those of `other`, ASCII letters compared without case. `other` must be in lower case.
    @inlinable
    public func equalsIgnoringCase(_ other: StaticString) -> Bool {
        guard count == other.utf8CodeUnitCount else { return false }
        return withSpan { bytes in
            other.withUTF8Buffer { expected in
                for index in bytes.indices where unsafe ASCII.lowercase(bytes[index]) != expected[index] {
                    return false
                }
                return true
            }
        }
    }

    /// Whether both are equal, ignoring the case of ASCII letters. Literals use the overload above, which creates no
    /// `Bytes`.
    @inlinable
    @_disfavoredOverload
    public func equalsIgnoringCase(_ other: Bytes) -> Bool {
        guard count == other.count else { return false }
        return withSpan { left in
            other.withSpan { right in
                for index in left.indices where left[index] != right[index] {
                    guard ASCII.lowercase(left[index]) == ASCII.lowercase(right[index]) else { return false }
                }
                return true
            }
        }
    }

    /// Whether the bytes begin with `prefix`, ASCII letters compared without case. `prefix` must be in lower case.
    public func hasPrefix(ignoringCase prefix: StaticString) -> Bool { hasIgnoringCase(prefix, at: 0) }

    /// Whether `text`, which must be in lower case, stands at this place, ASCII letters compared without case; false
    /// when there is no room for it.
    package func hasIgnoringCase(_ text: StaticString, at place: Int) -> Bool {
        guard place >= 0, count - place >= text.utf8CodeUnitCount else { return false }
        return unsafe withUnsafeBytes { bytes in
            text.withUTF8Buffer { expected in
                var index = 0
                while index < expected.count {
                    if unsafe ASCII.lowercase(bytes[place &+ index]) != expected[index] { return false }
                    index &+= 1
                }
                return true
            }
        }
    }

    /// The first place of `byte` at or after `start`; nil when there is none.
    @inlinable
    public func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        start < count ? firstIndex(of: byte, in: start..<count) : nil
    }

    /// The first place of `byte` in a part of these; nil when there is none.
    public func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int? {
        unsafe withUnsafeBytes { bytes in
            precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "range outside of the bytes")
            let ones: UInt64 = 0x0101_0101_0101_0101
            let pattern = ones &* UInt64(byte)
            var index = range.lowerBound
            // Eight at a time: where the byte stands there is a zero, and the lowest zero borrows from what is above.
            while index &+ 8 <= range.upperBound {
                let word = UInt64(littleEndian: unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let difference = word ^ pattern
                let zeros = (difference &- ones) & ~difference & (ones << 7)
                if zeros != 0 { return index &+ zeros.trailingZeroBitCount / 8 }
                index &+= 8
            }
            while index < range.upperBound {
                if unsafe bytes[index] == byte { return index }
                index &+= 1
            }
            return nil
        }
    }

    /// The bytes without white space (space, tab) at either end.
    public var trimmed: Bytes {
        let range = withSpan { span in
            var start = 0
            var end = span.count
            while start < end, ASCII.isWhitespace(span[start]) { start += 1 }
            while end > start, ASCII.isWhitespace(span[end - 1]) { end -= 1 }
            return start..<end
        }
        return range.count == count ? self : slice(range)
    }

    /// The bytes with ASCII letters in lower case.
    public var lowercased: Bytes {
        let hasCapitals = withSpan { span in
            for index in span.indices where span[index] &- 0x41 < 26 { return true }
            return false
        }
        return hasCapitals ? Bytes(map(ASCII.lowercase)) : self
    }

    /// A decimal number written only with digits (no sign, space or separator); nil otherwise, or when it is too large.
    ///
    /// `Int("+5")` is 5 in Swift; a proxy that read a length like that would disagree with other parsers (RFC 9112
    /// §6.3).
    public var decimal: UInt64? {
        guard !isEmpty else { return nil }
        var value: UInt64 = 0
        for byte in self {
            guard ASCII.isDigit(byte) else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(byte &- 0x30))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return value
    }
}
