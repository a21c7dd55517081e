/// Tells over any number of pieces whether bytes are text: valid UTF-8 with no NUL in it.
///
/// The media type is not asked: it is often wrong, and the answer must be one that loses no byte.
package struct TextCheck {
    private var failed = false
    /// Continuation bytes still owed by the sequence under way, and which the next may be.
    private var owed = 0
    private var next: ClosedRange<UInt8> = 0x80...0xBF

    /// Whether all bytes so far are text and no sequence is unfinished.
    package var isText: Bool { !failed && owed == 0 }

    private let allowsNull: Bool

    /// - Parameter allowsNull: a NUL is text as any other character is.
    package init(allowsNull: Bool = false) {
        self.allowsNull = allowsNull
    }

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard !failed else { return }
        var index = 0
        while index < bytes.count {
            if owed == 0, index + 8 <= bytes.count {
                let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                let nulls = allowsNull ? 0 : word &- 0x0101_0101_0101_0101
                if (word | nulls) & 0x8080_8080_8080_8080 == 0 {
                    index += 8
                    continue
                }
            }
            guard unsafe step(bytes[index]) else {
                failed = true
                return
            }
            index += 1
        }
    }

    private mutating func step(_ byte: UInt8) -> Bool {
        if owed > 0 {
            guard next.contains(byte) else { return false }
            owed -= 1
            next = 0x80...0xBF
            return true
        }
        if byte < 0x80 { return byte != 0 || allowsNull }
        guard let (length, second) = UTF8Sequence.shape(of: byte) else { return false }
        owed = length - 1
        next = second
        return true
    }
}
