// Equality in the machine's stride: whole heads are compared for every message.

extension Bytes: Hashable {
    /// Whether the bytes are the same, wherever they lie.
    public static func == (left: Bytes, right: Bytes) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in unsafe areEqual(left, right) }
        }
    }

    /// Whether octets of the same length are the same.
    package static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index + 8 <= left.count {
            let one = unsafe left.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let other = unsafe right.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            if one != other { return false }
            index += 8
        }
        // Of the rest once more with bytes before it that are known to be the same.
        if left.count >= 8 {
            let one = unsafe left.loadUnaligned(fromByteOffset: left.count - 8, as: UInt64.self)
            let other = unsafe right.loadUnaligned(fromByteOffset: left.count - 8, as: UInt64.self)
            return one == other
        }
        while index < left.count {
            if unsafe left[index] != right[index] { return false }
            index += 1
        }
        return true
    }

    /// Hashes only the bytes, so that equal runs hash alike.
    public func hash(into hasher: inout Hasher) {
        unsafe withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }

    /// A number that runs of bytes have in common which differ by the case of ASCII letters alone. Others may have it
    /// too: it says quickly that two are not the same.
    package var caselessNumber: UInt64 {
        withSpan { span in
            var number = UInt64(truncatingIfNeeded: span.count)
            for index in span.indices { number = number &* 0x100_0000_01B3 ^ UInt64(ASCII.lowercase(span[index])) }
            return number
        }
    }

    /// These bytes and no others, letter case and all.
    package func isExactly(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && has(text, at: 0)
    }

    /// Whether these bytes stand at this place; false when there is no room for them.
    package func holds(_ bytes: Bytes, at place: Int) -> Bool {
        guard place >= 0, count - place >= bytes.count else { return false }
        return unsafe withUnsafeBytes { all in
            unsafe bytes.withUnsafeBytes { expected in
                let part = unsafe UnsafeRawBufferPointer(rebasing: all[place..<place + expected.count])
                return unsafe Self.areEqual(part, expected)
            }
        }
    }

    package func hasOpening(_ text: StaticString) -> Bool { has(text, at: 0) }

    /// Whether `text` stands at this place, letter case and all; false when there is no room for it.
    package func has(_ text: StaticString, at place: Int) -> Bool {
        guard place >= 0, count - place >= text.utf8CodeUnitCount else { return false }
        let count = text.utf8CodeUnitCount
        return unsafe withUnsafeBytes { all in
            let part = unsafe UnsafeRawBufferPointer(rebasing: all[place..<place + count])
            return unsafe Self.areEqual(part, UnsafeRawBufferPointer(start: text.utf8Start, count: count))
        }
    }

    package func hasEnding(_ text: StaticString) -> Bool {
        has(text, at: count - text.utf8CodeUnitCount)
    }
}
