public import Bytes

/// One percent-encoded octet of a URL, and whether it had to be encoded (RFC 3986 §2).
public struct PercentOctet: Sendable, Hashable {
    /// What kind of sign an octet is (RFC 3986 §2).
    public enum Class: Sendable, Hashable {
        /// Letters, digits, `-._~`: the encoded and the plain form mean the same.
        case unreserved
        /// `:/?#[]@!$&'()*+,;=`: encoded it is data, plain it may be a delimiter.
        case reserved
        /// `%`: what follows is not to be decoded a second time.
        case percent
        /// Space, controls, `"<>\^` and backquote, `{|}`.
        case excluded
        /// Above 0x7F: a part of a character, usually in UTF-8.
        case nonASCII
    }

    /// Of the `%`, from the start of the bytes looked at.
    public let offset: Int
    /// The octet itself.
    public let value: UInt8

    /// What kind of sign it is.
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

    /// Where an encoded `%` is followed by two hexadecimal digits: the sign of something encoded twice (`%2520`).
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
