/// Base 16, both ways. Pure functions.
enum Hex {
    static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static func digit(_ value: UInt8, upper: Bool = false) -> UInt8 {
        let letters = upper ? UInt8(ascii: "A") : UInt8(ascii: "a")
        return value < 10 ? UInt8(ascii: "0") + value : letters + (value & 15) - 10
    }

    /// Two lower case digits for each byte.
    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// A number without leading zeros, as a chunk size is written; `width` adds zeros up to so many digits.
    static func number(_ value: Int, width: Int = 1) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
