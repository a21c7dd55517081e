package import Bytes

/// How explanations quote the wire: between quotation marks, and never more of it than a line can hold.
package enum Quotation {
    /// At most this many bytes are quoted.
    private static let limit = 80

    /// `“text/html”`; what is longer than the limit ends in an ellipsis.
    package static func of(_ bytes: Bytes) -> String {
        "“" + abbreviated(bytes) + "”"
    }

    /// The same without quotation marks. Bytes that are not UTF-8 are shown as `\xFF`.
    package static func abbreviated(_ bytes: Bytes) -> String { abbreviated(bytes, limit: limit) }

    fileprivate static func abbreviated(_ bytes: Bytes, limit: Int) -> String {
        guard bytes.count > limit else { return text(bytes) }
        // Not in the middle of a character: UTF-8 continuation bytes are 0b10xxxxxx.
        var end = limit
        while end > limit - 3, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return text(bytes.slice(0..<end)) + "…"
    }

    private static func text(_ bytes: Bytes) -> String {
        // Nearly everything is ASCII, which is quickly seen, and need not be validated.
        let isASCII = bytes.withSpan { span in
            var bits: UInt8 = 0
            for index in span.indices { bits |= span[index] }
            return bits < 0x80
        }
        if isASCII { return bytes.text }
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 4)
        for byte in bytes {
            if byte < 0x80 {
                text.append(byte)
            } else {
                text += [ASCII.backslash, UInt8(ascii: "x"), digit(byte >> 4), digit(byte & 0x0F)]
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// What a byte is called: a printable one by itself, another by its number.
    package static func byte(_ byte: UInt8) -> String {
        switch byte {
        case ASCII.tab: "a tab"
        case ASCII.lineFeed: "a line feed (LF)"
        case ASCII.carriageReturn: "a carriage return (CR)"
        case ASCII.space: "a space"
        case ASCII.exclamation...ASCII.tilde: "“" + String(UnicodeScalar(byte)) + "”"
        default: "the octet 0x" + hex(byte)
        }
    }

    /// Two hexadecimal digits.
    package static func hex(_ byte: UInt8) -> String {
        String(decoding: [digit(byte >> 4), digit(byte & 0x0F)], as: UTF8.self)
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? ASCII.zero + value : UInt8(ascii: "A") - 10 + value
    }
}

extension Bytes {
    /// Enough of a value to know it by, without quotation marks.
    var abbreviated: String { abbreviated(to: 40) }

    /// The same, with at most so many bytes.
    package func abbreviated(to limit: Int) -> String { Quotation.abbreviated(self, limit: limit) }
}
