import Bytes

/// The character classes of HTTP's grammars and of RFC 3986, one bit per ASCII character.
///
/// Two 64-bit words a class: a test is a shift and a mask, with no memory touched.
package struct OctetClass: Sendable {
    private let low: UInt64
    private let high: UInt64

    /// ASCII letters, digits and these signs.
    package init(alphanumericAnd signs: StaticString) {
        var low: UInt64 = 0x03FF_0000_0000_0000
        var high: UInt64 = 0x07FF_FFFE_07FF_FFFE
        signs.withUTF8Buffer { buffer in
            for byte in buffer {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            }
        }
        self.low = low
        self.high = high
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inline(__always)
    package func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && (word &>> UInt64(byte & 63)) & 1 != 0
    }

    /// `tchar` (RFC 9110 §5.6.2): letters, digits and ``!#$%&'*+-.^_`|~``.
    ///
    /// Written as its two words, so that the hottest class of all is a pair of constants; a test holds it to the signs.
    package static var token: OctetClass {
        @inline(__always) get { OctetClass(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE) }
    }

    static func areTokens(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.allSatisfy { token.contains($0) }
    }

    /// What may stand in a path or query (RFC 3986 §3.3, §3.4), `%` aside.
    package static let pathOrQuery = OctetClass(alphanumericAnd: "-._~!$&'()*+,;=:@/?")
    /// `reg-name` (RFC 3986 §3.2.2), `%` aside.
    package static let registeredName = OctetClass(alphanumericAnd: "-._~!$&'()*+,;=")
    /// `userinfo` (RFC 3986 §3.2.1), `%` aside.
    package static let userinfo = OctetClass(alphanumericAnd: "-._~!$&'()*+,;=:")
    /// After the first letter of a `scheme` (RFC 3986 §3.1).
    package static let scheme = OctetClass(alphanumericAnd: "+-.")
    /// `unreserved` (RFC 3986 §2.3).
    static let unreserved = OctetClass(alphanumericAnd: "-._~")
}

/// Eight bytes looked at as one number, each test answering for all eight.
enum Word {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    @inline(__always)
    static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self)
    }

    /// Which of the eight bytes, counted from the first in memory, is the first that is `one` or `other`; nil for none.
    @inline(__always)
    static func firstIndex(of one: UInt8, or other: UInt8, in word: UInt64) -> Int? {
        let found = zeros(word ^ (ones &* UInt64(one))) | zeros(word ^ (ones &* UInt64(other)))
        return found == 0 ? nil : UInt64(littleEndian: found).trailingZeroBitCount / 8
    }

    /// The top bit of each byte that is zero. Bytes behind a zero may be marked too, but the first mark is right.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        let word = UInt64(littleEndian: word)
        return UInt64(littleEndian: (word &- ones) & ~word & tops)
    }

    /// Whether all bytes are 0x20 to 0x7E. May say no of bytes that are, never yes of bytes that are not.
    @inline(__always)
    static func isPrintable(_ word: UInt64) -> Bool {
        // A byte of 0x80 on has its top bit; one below 0x20 borrows into it; 0x7F plus one carries into it.
        (word | (word &- ones &* 0x20) | (word &+ ones)) & tops == 0
    }
}
