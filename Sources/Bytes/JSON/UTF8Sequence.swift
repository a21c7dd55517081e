/// One encoded character of UTF-8 (RFC 3629 §4): shortest forms only, no surrogates, nothing above U+10FFFF.
package enum UTF8Sequence {
    /// The length and the scalar of the sequence that begins at `index`; nil when there is none.
    package static func decode(_ bytes: UnsafeRawBufferPointer, at index: Int) -> (length: Int, scalar: UInt32)? {
        let lead = unsafe bytes[index]
        if lead < 0x80 { return (1, UInt32(lead)) }
        guard let (length, second) = shape(of: lead), index + length <= bytes.count else { return nil }
        guard unsafe second.contains(bytes[index + 1]) else { return nil }
        var scalar = UInt32(lead) & (0x7F >> UInt32(length))
        scalar = unsafe scalar << 6 | UInt32(bytes[index + 1] & 0x3F)
        for offset in 2..<max(length, 2) {
            let byte = unsafe bytes[index + offset]
            guard byte & 0xC0 == 0x80 else { return nil }
            scalar = scalar << 6 | UInt32(byte & 0x3F)
        }
        return (length, scalar)
    }

    /// How long a sequence with this first byte is, and which second bytes it may have.
    package static func shape(of lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
        switch lead {
        case 0xC2...0xDF: (2, 0x80...0xBF)
        case 0xE0: (3, 0xA0...0xBF)
        case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
        case 0xED: (3, 0x80...0x9F)
        case 0xF0: (4, 0x90...0xBF)
        case 0xF1...0xF3: (4, 0x80...0xBF)
        case 0xF4: (4, 0x80...0x8F)
        default: nil
        }
    }

    /// How many bytes of a piece of valid UTF-8 come before a sequence that the piece's end cut off.
    package static func wholeCount(_ bytes: UnsafeRawBufferPointer) -> Int {
        for back in 1...3 where back <= bytes.count {
            let byte = unsafe bytes[bytes.count - back]
            if byte & 0xC0 == 0x80 { continue }
            if let (length, _) = shape(of: byte), length > back { return bytes.count - back }
            break
        }
        return bytes.count
    }
}
