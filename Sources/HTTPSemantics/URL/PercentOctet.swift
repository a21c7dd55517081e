public import Bytes

/// One percent-encoded octet of a URL, and whether it had to be encoded (RFC 3986 §2).
public struct PercentOctet: Sendable, Hashable {
    public enum Class: Sendable, Hashable {
        /// Letters, digits, `-._~`: the encoded and the plain form mean the same.
        case unreserved
        /// `:/?#[]@!$&'()*+,;=`: encoded it is data, plain it may be a delimiter.
        case reserved
        /// `%`: what follows is not to be decoded a second time.
        case percent
        /// Space, controls, `"<>\^` and backquote, `{|}`.
        case excluded
        /// Above 0x7F: a part of a character, as a rule in UTF-8.
        case nonASCII
    }

    /// Of the `%`, from the start of the bytes looked at.
    public let offset: Int
    public let value: UInt8

    public var kind: Class {
        switch value {
        case 0x25: .percent
        case 0x3A, 0x2F, 0x3F, 0x23, 0x5B, 0x5D, 0x40, 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: .reserved
        case 0x2D, 0x2E, 0x5F, 0x7E: .unreserved
        case 0x80...: .nonASCII
        default: ASCII.isAlpha(value) || ASCII.isDigit(value) ? .unreserved : .excluded
        }
    }

    /// The triplets in `bytes`, in order, `limit` of them at most.
    public static func list(in bytes: Bytes, limit: Int = .max) -> [PercentOctet] {
        var octets: [PercentOctet] = []
        var index = 0
        while octets.count < limit, let place = bytes.position(of: 0x25, from: index) {
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
        while let place = bytes.position(of: 0x25, from: index) {
            if place + 4 < bytes.count, bytes[place + 1] == 0x32, bytes[place + 2] == 0x35,
                ASCII.hexValue(bytes[place + 3]) != nil, ASCII.hexValue(bytes[place + 4]) != nil
            {
                return place
            }
            index = place + 1
        }
        return nil
    }
}
