/// The character classes of HTTP's grammars and of RFC 3986, one bit per ASCII character.
///
/// A class is two 64-bit words: a test is a shift and a mask, without memory access. The words are written out, so that
/// every class is a pair of constants wherever it is used; a test compares each with the characters that its grammar
/// names.
@frozen
public struct OctetClass: Sendable, Hashable {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    @inlinable
    init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    /// Whether the byte is in the class.
    @inlinable
    public func contains(_ byte: UInt8) -> Bool {
        let word = byte < 64 ? low : high
        return byte < 128 && (word &>> UInt64(byte & 63)) & 1 != 0
    }

    /// Whether all bytes are in the class; true if there are none.
    @inlinable
    public func containsAll(_ bytes: some Sequence<UInt8>) -> Bool {
        bytes.allSatisfy { contains($0) }
    }

    /// `tchar` (RFC 9110 §5.6.2): letters, digits and ``!#$%&'*+-.^_`|~``.
    @inlinable public static var token: OctetClass {
        OctetClass(low: 0x03FF_6CFA_0000_0000, high: 0x57FF_FFFF_C7FF_FFFE)
    }

    /// What nearly all names of fields are made of, in HTTP/2 at any rate: small letters, digits and hyphens.
    @inlinable public static var plainName: OctetClass {
        OctetClass(low: 0x03FF_2000_0000_0000, high: 0x07FF_FFFE_0000_0000)
    }

    /// What a `token68` is made of before its padding (RFC 9110 §11.2).
    @inlinable public static var token68: OctetClass {
        OctetClass(low: 0x03FF_E800_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    }

    /// What may stand in a path or query (RFC 3986 §3.3, §3.4), `%` aside.
    @inlinable public static var pathOrQuery: OctetClass {
        OctetClass(low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
    }

    /// `reg-name` (RFC 3986 §3.2.2), `%` aside.
    @inlinable public static var registeredName: OctetClass {
        OctetClass(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    }

    /// `userinfo` (RFC 3986 §3.2.1), `%` aside.
    @inlinable public static var userinfo: OctetClass {
        OctetClass(low: 0x2FFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    }

    /// After the first letter of a `scheme` (RFC 3986 §3.1).
    @inlinable public static var scheme: OctetClass {
        OctetClass(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
    }

    /// `unreserved` (RFC 3986 §2.3).
    @inlinable public static var unreserved: OctetClass {
        OctetClass(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
    }

    /// `reserved` (RFC 3986 §2.2): the signs that divide a URL, and those that its parts may divide themselves by.
    @inlinable public static var reserved: OctetClass {
        OctetClass(low: 0xAC00_9FDA_0000_0000, high: 0x0000_0000_2800_0001)
    }
}
