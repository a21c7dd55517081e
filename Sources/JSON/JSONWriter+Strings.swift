package import Bytes

// Strings: runs that need no escaping are copied whole, eight bytes looked at at a time.

extension JSONWriter {
    package mutating func string(_ bytes: UnsafeRawBufferPointer) {
        beginString()
        unsafe escape(bytes)
        endString()
    }

    package mutating func string(_ bytes: Bytes) {
        beginString()
        unsafe bytes.withUnsafeBytes { unsafe escape($0) }
        endString()
    }

    package mutating func string(_ text: String) {
        beginString()
        var text = text
        text.withUTF8 { unsafe escape(UnsafeRawBufferPointer($0)) }
        endString()
    }

    /// The name of a member that comes from outside, escaped.
    package mutating func key(escaping name: Bytes) {
        string(name)
        put(UInt8(ascii: ":"))
    }

    /// A literal that needs no escaping.
    package mutating func string(_ text: StaticString) {
        beginString()
        literal(text)
        endString()
    }

    /// Bytes as base64 (RFC 4648 §4).
    package mutating func base64(_ bytes: Bytes) {
        beginString()
        unsafe bytes.withUnsafeBytes { unsafe appendBase64($0) }
        endString()
    }

    /// Base64 without quotes. Of a text in pieces, each but the last has to be a multiple of three bytes long.
    package mutating func appendBase64(_ bytes: UnsafeRawBufferPointer) {
        unsafe extend(by: Base64.encodedCount(bytes.count)) { unsafe Base64.encode(bytes, to: $0) }
    }

    /// The inside of a string. Bytes that are not UTF-8 become U+FFFD, one each.
    package mutating func escape(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            let run = unsafe Self.plainRun(in: bytes, from: index)
            if run > index {
                unsafe append(UnsafeRawBufferPointer(rebasing: bytes[index..<run]))
                index = run
            }
            if index < bytes.count { unsafe index += escapeOne(bytes, at: index) }
        }
    }

    /// Where the run of bytes that stand for themselves ends: printable ASCII other than `"` and `\`.
    private static func plainRun(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        var index = start
        while index + 8 <= bytes.count {
            let word = unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            let control = (word &- ones &* 0x20) & ~word
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            let delete = word ^ (ones &* 0x7F)
            let found =
                (word | control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
                    | ((delete &- ones) & ~delete)) & tops
            // A borrow may mark bytes above the first found, never one below it.
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < bytes.count, unsafe isPlain(bytes[index]) { index += 1 }
        return index
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: " ") && byte < 0x7F && byte != ASCII.quote && byte != ASCII.backslash
    }

    /// Escapes what begins at `index`; says how many bytes that was.
    private mutating func escapeOne(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        let byte = unsafe bytes[index]
        switch byte {
        case ASCII.quote: literal("\\\"")
        case ASCII.backslash: literal("\\\\")
        case ASCII.lineFeed: literal("\\n")
        case ASCII.carriageReturn: literal("\\r")
        case ASCII.tab: literal("\\t")
        case 0x00..<UInt8(ascii: " "), 0x7F: unicode(UInt32(byte))
        default: return unsafe escapeSequence(bytes, at: index)
        }
        return 1
    }

    private mutating func escapeSequence(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int {
        guard let (length, scalar) = unsafe UTF8Sequence.decode(bytes, at: index) else {
            literal("\\ufffd")
            return 1
        }
        if Self.steersDisplays(scalar) {
            unicode(scalar)
        } else {
            unsafe append(UnsafeRawBufferPointer(rebasing: bytes[index..<(index + length)]))
        }
        return length
    }

    /// C1 controls, line and paragraph separators, and the marks that turn the direction of text.
    private static func steersDisplays(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x80...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private mutating func unicode(_ scalar: UInt32) {
        literal("\\u")
        for shift in [12, 8, 4, 0] as [UInt32] {
            let nibble = UInt8(truncatingIfNeeded: (scalar >> shift) & 0xF)
            put(nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "a") - 10 + nibble)
        }
    }
}
