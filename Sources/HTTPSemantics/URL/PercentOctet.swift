public import Bytes

/// One percent-encoded octet of a URL, and whether it had to be encoded (RFC 3986 §2).
public struct PercentOctet: Sendable, Hashable {
    /// The class of an octet (RFC 3986 §2).
    public enum Class: Sendable, Hashable {
        /// Letters, digits, `-._~`: the encoded and the plain form are equivalent.
        case unreserved
        /// `:/?#[]@!$&'()*+,;=`: data if encoded; may be a delimiter if not.
        case reserved
        /// `%`: the text after it must not be decoded a second time.
        case percent
        /// Space, controls, `"<>\^` and backquote, `{|}`.
        case excluded
        /// Above 0x7F: a part of a character, usually in UTF-8.
        case nonASCII
    }

    /// The offset of the `%` in the given bytes.
    public let offset: Int
    /// The octet itself.
    public let value: UInt8

    /// Its class.
    public var kind: Class {
        switch value {
        case ASCII.percent: .percent
        case 0x80...: .nonASCII
        case _ where OctetClass.unreserved.contains(value): .unreserved
        case _ where OctetClass.reserved.contains(value): .reserved
        default: .excluded
        }
    }

    /// The triplets in `bytes`, in order, `limit` of them at most.
    public static func list(in bytes: Bytes, limit: Int = .max) -> [PercentOctet] {
        var octets: [PercentOctet] = []
        var index = 0
        while octets.count < limit, let place = bytes.firstIndex(of: ASCII.percent, from: index) {
            guard place + 2 < bytes.count, let high = ASCII.hexValue(bytes[place + 1]),
                let low = ASCII.hexValue(bytes[place + 2])
            else {
                index = place + 1
                continue
            }
            octets.append(PercentOctet(offset: place, value: high << 4 | low))
            index = place + 3
        }
        return octets
    }

    /// The offset of an encoded `%` with two hexadecimal digits after it, a sign of double encoding (`%2520`).
    public static func doubleEncoding(in bytes: Bytes) -> Int? {
        var index = 0
        while let place = bytes.firstIndex(of: ASCII.percent, from: index) {
            if place + 4 < bytes.count, bytes[place + 1] == UInt8(ascii: "2"), bytes[place + 2] == UInt8(ascii: "5"),
                ASCII.hexValue(bytes[place + 3]) != nil, ASCII.hexValue(bytes[place + 4]) != nil
            {
                return place
            }
            index = place + 1
        }
        return nil
    }
}
