/// Eight bytes looked at as one number, each test answering for all eight.
enum Word {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let tops: UInt64 = 0x8080_8080_8080_8080

    /// Eight bytes from `pointer` on have to be there: each caller compares with the end of its input first.
    @inline(__always)
    static func load(_ pointer: UnsafePointer<UInt8>) -> UInt64 {
        unsafe UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self)
    }

    /// Which of the eight bytes, counted from the first in memory, is the first that is `one` or `other`; nil for none.
    @inline(__always)
    static func firstIndex(of one: UInt8, or other: UInt8, in word: UInt64) -> Int? {
        let found = zeros(word ^ (ones &* UInt64(one))) | zeros(word ^ (ones &* UInt64(other)))
        return found == 0 ? nil : UInt64(littleEndian: found).trailingZeroBitCount / 8
    }

    /// The top bit of each byte that is zero. Bytes behind a zero may be marked too, but the first mark is right.
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        let word = UInt64(littleEndian: word)
        return UInt64(littleEndian: (word &- ones) & ~word & tops)
    }

    /// Whether all bytes are small letters, digits and hyphens.
    @inline(__always)
    static func isPlainName(_ word: UInt64) -> Bool {
        guard word & tops == 0 else { return false }
        // No byte has its top bit, so none carries into the next: that bit tells whether it is at least so much.
        let letters = (word &+ ones &* 0x1F) & ~(word &+ ones &* 0x05)
        let digits = (word &+ ones &* 0x50) & ~(word &+ ones &* 0x46)
        let hyphens = ~((word ^ (ones &* 0x2D)) &+ ones &* 0x7F)
        return (letters | digits | hyphens) & tops == tops
    }

    /// Whether all bytes are 0x20 to 0x7E. May say no of bytes that are, never yes of bytes that are not.
    @inline(__always)
    static func isPrintable(_ word: UInt64) -> Bool {
        // A byte of 0x80 on has its top bit; one below 0x20 borrows into it; 0x7F plus one carries into it.
        (word | (word &- ones &* 0x20) | (word &+ ones)) & tops == 0
    }
}
