/// Base64 with the standard alphabet and padding (RFC 4648 §4). Pure functions.
public enum Base64 {
    /// How many bytes `count` bytes become.
    public static func encodedCount(_ count: Int) -> Int {
        (count + 2) / 3 * 4
    }

    /// Writes the encoded form to `out`, which has room for `encodedCount` bytes; returns how many were written.
    public static func encode(_ bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<UInt8>) -> Int {
        var written = 0
        var index = 0
        unsafe pairs.withUnsafeBufferPointer { pairs in
            let room = UnsafeMutableRawPointer(out)
            // Of eight bytes six are taken at a time.
            while index &+ 8 <= bytes.count {
                let word = unsafe UInt64(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
                let (first, second) = (Int(word >> 52), Int(word >> 40) & 0xFFF)
                let (third, fourth) = (Int(word >> 28) & 0xFFF, Int(word >> 16) & 0xFFF)
                unsafe room.storeBytes(of: pairs[first], toByteOffset: written, as: UInt16.self)
                unsafe room.storeBytes(of: pairs[second], toByteOffset: written &+ 2, as: UInt16.self)
                unsafe room.storeBytes(of: pairs[third], toByteOffset: written &+ 4, as: UInt16.self)
                unsafe room.storeBytes(of: pairs[fourth], toByteOffset: written &+ 6, as: UInt16.self)
                index &+= 6
                written &+= 8
            }
            while index + 3 <= bytes.count {
                let group = unsafe Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
                unsafe room.storeBytes(of: pairs[group >> 12], toByteOffset: written, as: UInt16.self)
                unsafe room.storeBytes(of: pairs[group & 0xFFF], toByteOffset: written + 2, as: UInt16.self)
                index += 3
                written += 4
            }
        }
        alphabet.withUTF8Buffer { letters in
            let rest = bytes.count - index
            guard rest > 0 else { return }
            let group = unsafe Int(bytes[index]) << 16 | (rest == 2 ? Int(bytes[index + 1]) << 8 : 0)
            unsafe out[written] = letters[group >> 18]
            unsafe out[written + 1] = letters[group >> 12 & 63]
            unsafe out[written + 2] = rest == 2 ? letters[group >> 6 & 63] : padding
            unsafe out[written + 3] = padding
            written += 4
        }
        return written
    }

    /// Appends the encoded form.
    public static func append(_ bytes: Bytes, to output: inout [UInt8]) {
        let encoded = unsafe [UInt8](unsafeUninitializedCapacity: encodedCount(bytes.count)) { out, count in
            guard let base = out.baseAddress else { return }
            count = unsafe bytes.withUnsafeBytes { unsafe encode($0, to: base) }
        }
        output.append(contentsOf: encoded)
    }

    /// The encoded form as text.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var output: [UInt8] = []
        append(Bytes(Array(bytes)), to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    /// The bytes, or nil when a character is not allowed. Missing padding is accepted, excess padding is not.
    public static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        let digits = text.prefix { $0 != padding }
        let paddings = text.dropFirst(digits.count)
        guard paddings.allSatisfy({ $0 == padding }), paddings.count <= 2,
            paddings.isEmpty || (digits.count + paddings.count) % 4 == 0, digits.count % 4 != 1
        else { return nil }
        var result: [UInt8] = []
        result.reserveCapacity(digits.count / 4 * 3 + 2)
        var bits: UInt32 = 0
        var count = 0
        for digit in digits {
            guard let value = value(digit) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                result.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return result
    }

    /// The same for bytes of messages, so that other modules do not run the unspecialized generic version.
    public static func decode(_ text: Bytes) -> [UInt8]? {
        // Whole groups of four go fast; where there is anything else, the general form decides what it is.
        let fast = unsafe text.withUnsafeBytes { text -> [UInt8]? in
            let groups = text.count / 4
            guard text.count % 4 == 0, groups > 1 else { return nil }
            var isPlain = true
            let bytes = unsafe [UInt8](unsafeUninitializedCapacity: groups * 3) { out, count in
                unsafe values.withUnsafeBufferPointer { values in
                    for group in 0..<groups - 1 {
                        let place = group &* 4
                        let (first, second) = unsafe (values[Int(text[place])], values[Int(text[place &+ 1])])
                        let (third, fourth) = unsafe (values[Int(text[place &+ 2])], values[Int(text[place &+ 3])])
                        guard (first | second | third | fourth) & 0xC0 == 0 else {
                            isPlain = false
                            return
                        }
                        unsafe out[count] = first << 2 | second >> 4
                        unsafe out[count &+ 1] = second << 4 | third >> 2
                        unsafe out[count &+ 2] = third << 6 | fourth
                        count &+= 3
                    }
                }
            }
            return isPlain ? bytes : nil
        }
        guard var bytes = fast, let last = decode(text.array(behind: text.count - 4)) else { return decode(text.array) }
        bytes += last
        return bytes
    }

    /// What each letter stands for; 0xFF for those that stand for nothing.
    private static let values: [UInt8] = (0...255).map { value(UInt8($0)) ?? 0xFF }

    private static let alphabet: StaticString = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    private static let padding = UInt8(ascii: "=")

    /// The two letters that stand for each number of twelve bits, as they lie in memory: half the look-ups.
    private static let pairs: [UInt16] = alphabet.withUTF8Buffer { letters in
        var pairs: [UInt16] = []
        pairs.reserveCapacity(4096)
        for number in 0..<4096 {
            let (first, second) = unsafe (UInt16(letters[number >> 6]), UInt16(letters[number & 63]))
            pairs.append(UInt16(littleEndian: second << 8 | first))
        }
        return pairs
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): digit - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}

extension Bytes {
    fileprivate func array(behind start: Int) -> [UInt8] { slice(start..<count).map { $0 } }
}
