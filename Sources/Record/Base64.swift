/// Base64 with padding (RFC 4648 §4), encoding only.
enum Base64 {
    static func encodedCount(_ count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    /// Writes the encoded form to `out`, which has room for `encodedCount` bytes; says how many were written.
    static func encode(_ bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<UInt8>) -> Int {
        var written = 0
        alphabet.withUTF8Buffer { letters in
            var index = 0
            while index + 3 <= bytes.count {
                let word = Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
                out[written] = letters[word >> 18]
                out[written + 1] = letters[word >> 12 & 63]
                out[written + 2] = letters[word >> 6 & 63]
                out[written + 3] = letters[word & 63]
                index += 3
                written += 4
            }
            let rest = bytes.count - index
            guard rest > 0 else { return }
            let word = Int(bytes[index]) << 16 | (rest == 2 ? Int(bytes[index + 1]) << 8 : 0)
            out[written] = letters[word >> 18]
            out[written + 1] = letters[word >> 12 & 63]
            out[written + 2] = rest == 2 ? letters[word >> 6 & 63] : 0x3D
            out[written + 3] = 0x3D
            written += 4
        }
        return written
    }

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
}
