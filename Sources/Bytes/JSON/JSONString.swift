/// The inside of a JSON string, as it stands in the file.
package struct JSONString {
    package let range: Range<Int>
    package let hasEscapes: Bool

    package func isEqual(to name: StaticString, in file: Bytes) -> Bool {
        if hasEscapes { return bytes(in: file).isExactly(name) }
        return file.slice(range).isExactly(name)
    }

    /// The text as UTF-8: a slice of the file when nothing is escaped.
    ///
    /// What is no text is kept: bytes that are no UTF-8 as they are, half of a surrogate pair in the three bytes that
    /// it would have if it were a character, an escape that JSON does not have as its letters.
    package func bytes(in file: Bytes) -> Bytes {
        let raw = file.slice(range)
        guard hasEscapes else { return raw }
        return Bytes(unsafe raw.withUnsafeBytes { unsafe Self.unescaped($0) })
    }

    static func unescaped(_ raw: UnsafeRawBufferPointer) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(raw.count)
        unsafe unescape(raw, to: &output)
        return output
    }

    private static func unescape(_ raw: UnsafeRawBufferPointer, to output: inout [UInt8]) {
        var index = 0
        while index < raw.count {
            var end = index
            while end < raw.count, unsafe raw[end] != ASCII.backslash { end += 1 }
            unsafe output.append(contentsOf: raw[index..<end])
            index = end
            guard index + 1 < raw.count else { break }
            unsafe index += escape(raw, at: index, to: &output)
        }
        // A backslash that nothing follows.
        if index < raw.count { unsafe output.append(raw[index]) }
    }

    /// Decodes what stands behind a backslash; says how many bytes that was.
    private static func escape(_ raw: UnsafeRawBufferPointer, at index: Int, to output: inout [UInt8]) -> Int {
        switch unsafe raw[index + 1] {
        case ASCII.quote, ASCII.backslash, ASCII.slash: unsafe output.append(raw[index + 1])
        case UInt8(ascii: "b"): output.append(0x08)
        case UInt8(ascii: "f"): output.append(0x0C)
        case UInt8(ascii: "n"): output.append(ASCII.lineFeed)
        case UInt8(ascii: "r"): output.append(ASCII.carriageReturn)
        case UInt8(ascii: "t"): output.append(ASCII.tab)
        case UInt8(ascii: "u"):
            guard let unit = unsafe codeUnit(raw, at: index) else { fallthrough }
            // RFC 8259 §7: two escapes make one character outside of the first plane.
            if unit & 0xFC00 == 0xD800, let low = unsafe codeUnit(raw, at: index + 6), low & 0xFC00 == 0xDC00 {
                append(0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF, to: &output)
                return 12
            }
            append(unit, to: &output)
            return 6
        default:
            output.append(ASCII.backslash)
            unsafe output.append(raw[index + 1])
        }
        return 2
    }

    /// The four digits of the `\u` at `index`, when there is one.
    private static func codeUnit(_ raw: UnsafeRawBufferPointer, at index: Int) -> UInt32? {
        guard index + 6 <= raw.count, unsafe raw[index] == ASCII.backslash, unsafe raw[index + 1] == UInt8(ascii: "u")
        else {
            return nil
        }
        var unit: UInt32 = 0
        for position in index + 2..<index + 6 {
            guard let digit = unsafe ASCII.hexValue(raw[position]) else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// RFC 3629 §3's pattern, also for half a surrogate pair.
    private static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        func tail(_ shift: UInt32) -> UInt8 { 0x80 | UInt8(scalar >> shift & 0x3F) }
        switch scalar {
        case 0..<0x80: output.append(UInt8(scalar))
        case 0x80..<0x800: output += [0xC0 | UInt8(scalar >> 6 & 0x1F), tail(0)]
        case 0x800..<0x10000: output += [0xE0 | UInt8(scalar >> 12 & 0xF), tail(6), tail(0)]
        default: output += [0xF0 | UInt8(scalar >> 18 & 0x7), tail(12), tail(6), tail(0)]
        }
    }
}
