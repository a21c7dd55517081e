/// Copies bytes that stand for themselves in a JSON string: printable ASCII other than `"` and `\`. Pure functions.
///
/// Strings are short and there are many of them, so they are looked at and copied at once, eight bytes at a time,
/// without a call. What is left at the end goes with the eight bytes that end there, some of them for the second time.
enum PlainRun {
    /// Copies up to the first byte that has to be escaped, and says how many bytes that were. What is behind them at
    /// `out`, which has room for all bytes, is of no meaning.
    @inline(__always)
    static func copy(_ bytes: UnsafeRawBufferPointer, to out: UnsafeMutablePointer<UInt8>) -> Int {
        guard let source = bytes.baseAddress else { return 0 }
        let (out, count) = (UnsafeMutableRawPointer(out), bytes.count)
        var index = 0
        while index &+ 8 <= count {
            let found = unsafe marks(move(source, out, index))
            if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
            index &+= 8
        }
        if index == count { return count }
        if count > 8 {
            // Those seen before are plain, so that what is found is new.
            let found = unsafe marks(move(source, out, count &- 8))
            return found == 0 ? count : count &- 8 &+ found.trailingZeroBitCount / 8
        }
        while index < count {
            let byte = unsafe source.load(fromByteOffset: index, as: UInt8.self)
            guard isPlain(byte) else { return index }
            unsafe out.storeBytes(of: byte, toByteOffset: index, as: UInt8.self)
            index &+= 1
        }
        return count
    }

    /// Copies `count` bytes of which nothing has to be escaped.
    @inline(__always)
    static func copy(_ source: UnsafePointer<UInt8>, _ count: Int, to out: UnsafeMutablePointer<UInt8>) {
        let (source, out) = unsafe (UnsafeRawPointer(source), UnsafeMutableRawPointer(out))
        if count > 32 { return unsafe out.copyMemory(from: source, byteCount: count) }
        if count >= 8 {
            // What is left between the first and the last is copied twice.
            if count > 16 {
                unsafe move(source, out, 8)
                unsafe move(source, out, count &- 16)
            }
            unsafe move(source, out, 0)
            unsafe move(source, out, count &- 8)
            return
        }
        if count >= 4 {
            let first = unsafe source.loadUnaligned(as: UInt32.self)
            let last = unsafe source.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            unsafe out.storeBytes(of: first, as: UInt32.self)
            return unsafe out.storeBytes(of: last, toByteOffset: count &- 4, as: UInt32.self)
        }
        var index = 0
        while index < count {
            unsafe out.storeBytes(
                of: source.load(fromByteOffset: index, as: UInt8.self), toByteOffset: index, as: UInt8.self)
            index &+= 1
        }
    }

    /// Copies eight bytes; answers them, the first one lowest.
    @inline(__always) @discardableResult
    private static func move(_ source: UnsafeRawPointer, _ out: UnsafeMutableRawPointer, _ index: Int) -> UInt64 {
        let word = unsafe source.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        unsafe out.storeBytes(of: word, toByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: word)
    }

    /// Marks the first of eight bytes that has to be escaped with its highest bit; 0 when none has.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let tops: UInt64 = 0x8080_8080_8080_8080
        let control = (word &- ones &* 0x20) & ~word
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        // Adding one takes DEL to the top bit. What is carried or borrowed may mark bytes above the first found, never
        // one below it.
        return
            (word | (word &+ ones) | control | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)) & tops
    }

    /// Whether a character of two bytes stands here that need not be escaped, as § and é: neither a C1 control (U+0080
    /// to U+009F) nor the Arabic letter mark (U+061C), which steer displays.
    @inline(__always)
    static func isPlainPair(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Bool {
        guard index &+ 1 < bytes.count else { return false }
        let (first, second) = unsafe (bytes[index], bytes[index &+ 1])
        guard first >= 0xC2, first < 0xE0, second & 0xC0 == 0x80 else { return false }
        return !(first == 0xC2 && second < 0xA0) && !(first == 0xD8 && second == 0x9C)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: " ") && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}
