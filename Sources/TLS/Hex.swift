internal import Bytes

/// Bytes and numbers in lower-case hexadecimal.
enum Hex {
    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? 0x30 &+ value : 0x57 &+ value
    }

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var digits: [UInt8] = []
        for byte in bytes {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 0x0F))
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Four digits.
    static func text(_ value: UInt16) -> String {
        text([UInt8(value >> 8), UInt8(value & 0xFF)])
    }
}
