package import Bytes

/// Which runs of three bytes occur in a text, ASCII letters in lower case: enough to tell where a word cannot be. A set
/// of bits, one for each value of a hash; several runs may share one.
package struct GramSet {
    /// Hashes have 16 bits.
    private static let size = 1 << 16
    private var words = [UInt64](repeating: 0, count: size / 64)
    /// Bits that are set.
    private(set) var count = 0

    package init() {}

    /// So many bits set tell little any more.
    static let fullCount = size / 8

    /// The hash of the last three bytes of a run, which `grams` has in its low 24 bits.
    static func hash(_ grams: UInt32) -> Int {
        // Knuth's multiplicative hash: the high bits of a product with the golden ratio's.
        Int(((grams & 0xFF_FFFF) &* 0x9E37_79B1) >> 16)
    }

    /// The hashes of the runs of a text that is looked for.
    package static func hashes(of text: Bytes) -> [Int] {
        var grams: UInt32 = 0
        var hashes: [Int] = []
        for (index, byte) in text.enumerated() {
            grams = grams << 8 | UInt32(ASCII.lowercase(byte))
            if index >= 2 { hashes.append(hash(grams)) }
        }
        return hashes
    }

    /// Adds a text; runs that cross from one text into the next are none.
    package mutating func add(_ text: UnsafeRawBufferPointer) {
        var run = Run()
        unsafe add(text, &run)
    }

    /// Where a text that comes in pieces stands.
    struct Run {
        fileprivate var grams: UInt32 = 0
        fileprivate var length = 0
    }

    /// Adds the next piece of a text.
    mutating func add(_ piece: UnsafeRawBufferPointer, _ run: inout Run) {
        var grams = run.grams
        var length = run.length
        var added = 0
        unsafe words.withUnsafeMutableBufferPointer { words in
            for index in piece.indices {
                let byte = unsafe piece[index]
                grams = grams << 8 | UInt32(ASCII.lowercase(byte))
                length += 1
                guard length >= 3 else { continue }
                let hash = Self.hash(grams)
                let bit = UInt64(1) << UInt64(hash & 63)
                guard unsafe words[hash >> 6] & bit == 0 else { continue }
                unsafe words[hash >> 6] |= bit
                added += 1
            }
        }
        count += added
        run.grams = grams
        run.length = min(length, 3)
    }

    mutating func removeAll() {
        guard count > 0 else { return }
        for index in words.indices { words[index] = 0 }
        count = 0
    }

    /// The set as it is kept: halved, the bits of both halves together, as long as few enough are set. Which bit stands
    /// for a hash follows from the size.
    var packed: Bytes { packed(bits: 512...Self.size) }

    /// The same with a number of bits in a range, whose ends are powers of two.
    package func packed(bits: ClosedRange<Int>) -> Bytes {
        var packed = words
        while packed.count * 64 > bits.upperBound
            || packed.count * 64 > bits.lowerBound && count * 8 <= packed.count * 64 / 2
        {
            let half = packed.count / 2
            for index in 0..<half { packed[index] |= packed[half + index] }
            packed.removeLast(half)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(packed.count * 8)
        for word in packed { unsafe withUnsafeBytes(of: word.littleEndian) { unsafe bytes.append(contentsOf: $0) } }
        return Bytes(bytes)
    }
}

/// The runs of a text that is looked for. Owned by SQLite while a statement runs.
final class WantedGrams {
    private let hashes: [Int]

    init(_ text: Bytes) { hashes = GramSet.hashes(of: text) }

    /// Whether all of them are in a set as it is kept; true of what is none.
    func mayBe(in packed: UnsafeRawBufferPointer) -> Bool {
        guard packed.count.nonzeroBitCount == 1 else { return true }
        let mask = packed.count * 8 - 1
        return hashes.allSatisfy { hash in
            let bit = hash & mask
            return unsafe packed[bit >> 3] >> UInt8(bit & 7) & 1 == 1
        }
    }
}
