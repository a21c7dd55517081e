/// Base 16, as text. Pure functions.
public enum Hex {
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + (value & 15) - 10
    }

    /// Two lower case digits for each byte.
    public static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Two upper case digits for each byte, with `separator` between the bytes: as certificates' fingerprints are
    /// shown.
    public static func capitals(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
        bytes.map { text(CollectionOfOne($0)).uppercased() }.joined(separator: separator)
    }

    /// The bytes that pairs of hexadecimal digits encode, in either case; nil when there is anything else.
    public static func decode(_ digits: some Collection<UInt8>) -> [UInt8]? {
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in digits {
            guard let value = ASCII.hexValue(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return bytes
    }

    /// A number without leading zeros, as a chunk size is written; `width` pads it with zeros to that many digits.
    public static func number(_ value: Int, width: Int = 1) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
