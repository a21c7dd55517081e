// Strings: runs that need no escaping are looked at and copied eight bytes at a time.

extension JSONWriter {
    package mutating func string(_ bytes: Bytes) {
        unsafe bytes.withUnsafeBytes { unsafe string($0) }
    }

    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { unsafe string(UnsafeRawBufferPointer($0)) }
    }

    /// The name of a member that comes from outside, escaped.
    package mutating func key(escaping name: Bytes) {
        string(name)
        put(UInt8(ascii: ":"))
    }

    package mutating func key(escaping name: String) {
        string(name)
        put(UInt8(ascii: ":"))
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
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[index...])
            var plain = 0
            unsafe extend(by: rest.count) { out in
                unsafe plain = PlainRun.copy(rest, to: out)
                return plain
            }
            index += plain
            guard index < bytes.count else { return }
            if unsafe PlainRun.isPlainPair(bytes, at: index) {
                unsafe put(bytes[index])
                unsafe put(bytes[index + 1])
                index += 2
            } else {
                unsafe index += escapeOne(bytes, at: index)
            }
        }
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
