/// The letters and signs that HTTP's grammars name, and comparison without regard to ASCII case.
///
/// Only ASCII is ever folded: field names, schemes and directives are ASCII by their grammars, and a locale must not
/// have a say in what a proxy forwards.
public enum ASCII {
    public static let tab: UInt8 = 0x09
    public static let lineFeed: UInt8 = 0x0A
    public static let carriageReturn: UInt8 = 0x0D
    public static let space: UInt8 = 0x20
    public static let quote: UInt8 = 0x22
    public static let comma: UInt8 = 0x2C
    public static let slash: UInt8 = 0x2F
    public static let colon: UInt8 = 0x3A
    public static let semicolon: UInt8 = 0x3B
    public static let equals: UInt8 = 0x3D
    public static let backslash: UInt8 = 0x5C

    @inlinable
    public static func lowercase(_ byte: UInt8) -> UInt8 {
        byte &- 0x41 < 26 ? byte | 0x20 : byte
    }

    @inlinable
    public static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

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
        return other.withUTF8Buffer { expected in
            for index in 0..<count where unsafe ASCII.lowercase(self[index]) != expected[index] {
                return false
            }
            return true
        }
    }

    @inlinable
    public func isEqual(ignoringCase other: Bytes) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where ASCII.lowercase(self[index]) != ASCII.lowercase(other[index]) {
            return false
        }
        return true
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

    /// A decimal number written with digits alone (no sign, no space, no separators), or nil, also when it is too large.
    ///
    /// `Int("+5")` is 5 in Swift; a proxy that read a length so would disagree with its neighbours (RFC 9112 §6.3).
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
