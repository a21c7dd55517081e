package import Bytes

/// How a sentence quotes the wire: between quotation marks, and never more of it than a line can hold.
package enum Quotation {
    /// At most this many bytes are quoted.
    private static let limit = 60

    /// `"text/html"`; what is longer than the limit ends in an ellipsis.
    package static func of(_ bytes: Bytes) -> String {
        guard bytes.count > limit else { return "\"" + bytes.text + "\"" }
        // Not in the middle of a character: UTF-8 continuation bytes are 0b10xxxxxx.
        var end = limit
        while end > limit - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return "\"" + bytes.slice(0..<end).text + "…\""
    }

    /// What a byte is called: a printable one by itself, another by its number.
    package static func byte(_ byte: UInt8) -> String {
        switch byte {
        case ASCII.tab: "a tab"
        case ASCII.lineFeed: "a line feed (LF)"
        case ASCII.carriageReturn: "a carriage return (CR)"
        case ASCII.space: "a space"
        case 0x21...0x7E: "\"" + String(UnicodeScalar(byte)) + "\""
        default: "the octet 0x" + hex(byte)
        }
    }

    /// Two hexadecimal digits.
    package static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }

    /// `1 byte`, `2 bytes`.
    package static func count(_ number: some BinaryInteger, _ noun: String) -> String {
        number == 1 ? "1 " + noun : "\(number) \(noun)s"
    }
}
