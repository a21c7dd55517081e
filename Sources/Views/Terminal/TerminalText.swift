package import Bytes

/// Bytes from the wire as text that cannot drive a terminal.
///
/// Control characters, those of Unicode too, marks that turn the writing direction, characters without width and bytes
/// that are no UTF-8 are written as escapes: `\r`, `\x1b`, `\u{202e}`. All other text is itself. A backslash is itself
/// too, so an escape is no proof of the byte it names; the record is.
package enum TerminalText {
    /// Appends the text, cut to `limit` columns with `…` as the last one; gives the columns written.
    @discardableResult
    package static func append(_ bytes: Bytes, to out: inout [UInt8], limit: Int = .max) -> Int {
        guard limit > 0 else { return 0 }
        // Nearly everything is printable ASCII that fits: it is copied at once.
        let isCopied =
            bytes.count <= limit
            && bytes.withContiguousStorageIfAvailable { source in
                // Without an early end the loop takes many bytes at once.
                var outside: UInt8 = 0
                for byte in source { outside |= byte &- ASCII.space < 0x5F ? 0 : 1 }
                if outside == 0 { out.append(contentsOf: source) }
                return outside == 0
            } ?? false
        if isCopied { return bytes.count }
        return appendSlowly(bytes, to: &out, limit: limit)
    }

    private static func appendSlowly(_ bytes: Bytes, to out: inout [UInt8], limit: Int) -> Int {
        var columns = 0
        // Where the output would be cut to leave one column for the ellipsis.
        var cut = (length: out.count, columns: 0)
        var index = 0
        while index < bytes.count {
            let width = appendScalar(bytes, at: &index, to: &out)
            if columns + width > limit {
                out.removeSubrange(cut.length...)
                out.append(contentsOf: "…".utf8)
                return cut.columns + 1
            }
            columns += width
            if columns < limit { cut = (out.count, columns) }
        }
        return columns
    }

    /// Appends what stands for the character at `index` and steps over it; gives its columns.
    private static func appendScalar(_ bytes: Bytes, at index: inout Int, to out: inout [UInt8]) -> Int {
        let first = bytes[index]
        if first &- ASCII.space < 0x5F {
            out.append(first)
            index += 1
            return 1
        }
        if first >= 0x80, let (scalar, length) = decode(bytes, at: index) {
            defer { index += length }
            if isInvisible(scalar) {
                let start = out.count
                out += "\\u{".utf8
                out += String(scalar, radix: 16).utf8
                out += "}".utf8
                return out.count - start
            }
            out.append(contentsOf: bytes.slice(index..<(index + length)))
            return columns(of: scalar)
        }
        index += 1
        switch first {
        case 0x09: out += "\\t".utf8
        case 0x0A: out += "\\n".utf8
        case 0x0D: out += "\\r".utf8
        default:
            out += "\\x".utf8
            out.append(hexDigit(first >> 4))
            out.append(hexDigit(first & 0x0F))
            return 4
        }
        return 2
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? ASCII.zero + value : UInt8(ascii: "a") - 10 + value
    }

    /// One well-formed UTF-8 sequence (RFC 3629 §4): nothing overlong, no surrogate, nothing above U+10FFFF.
    private static func decode(_ bytes: Bytes, at index: Int) -> (scalar: UInt32, length: Int)? {
        let first = bytes[index]
        let length: Int
        var scalar: UInt32
        switch first {
        case 0xC2...0xDF: (length, scalar) = (2, UInt32(first & 0x1F))
        case 0xE0...0xEF: (length, scalar) = (3, UInt32(first & 0x0F))
        case 0xF0...0xF4: (length, scalar) = (4, UInt32(first & 0x07))
        default: return nil
        }
        guard index + length <= bytes.count else { return nil }
        for offset in 1..<length {
            let next = bytes[index + offset]
            guard next & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(next & 0x3F)
        }
        let least: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x1_0000
        guard scalar >= least, scalar <= 0x10_FFFF, !(0xD800...0xDFFF).contains(scalar) else { return nil }
        return (scalar, length)
    }

    /// Characters that a terminal obeys, that change the order of others, or that nobody can see.
    private static func isInvisible(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F: true  // C1
        case 0xAD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0: true
        case 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        case 0xFE00...0xFE0F, 0xFEFF, 0xFFF0...0xFFFB, 0xFFFE, 0xFFFF: true
        case 0x1_BCA0...0x1_BCA3, 0x1_D173...0x1_D17A, 0xE_0000...0xE_0FFF: true
        default: false
        }
    }

    /// Columns of a terminal, by the ranges that matter: East Asian and emoji are wide, combining marks have none.
    package static func columns(of scalar: UInt32) -> Int {
        switch scalar {
        case 0..<0x0300: 1
        case 0x1100...0x115F, 0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x3098, 0x309B...0xA4CF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x2_0000...0x3_FFFD:
            2
        // The second halves of Korean syllables; letters that make flags.
        case 0x1160...0x11FF: 0
        case 0x1_F1E6...0x1_F1FF: 1
        default: Unicode.Scalar(scalar).map { columns(of: $0.properties) } ?? 1
        }
    }

    private static func columns(of properties: Unicode.Scalar.Properties) -> Int {
        if properties.isEmojiPresentation { return 2 }
        return switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: 0
        default: 1
        }
    }
}
