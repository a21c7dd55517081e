import Bytes

/// The characters that one place of a regular expression takes. A byte that is no UTF-8 counts as a character of its
/// own, above all others.
struct ScalarSet: Sendable, Hashable {
    /// Bits of the first 128.
    private var low: UInt64 = 0
    private var high: UInt64 = 0
    /// Those above, not overlapping, in order.
    private var ranges: [ClosedRange<UInt32>] = []

    /// Above the last character: bytes that are none.
    static let limit: UInt32 = 0x1100FF

    static let newline = ScalarSet(0x0A...0x0A)
    static let digit = ScalarSet(UInt32(ASCII.zero)...UInt32(ASCII.nine))
    static let word = ScalarSet(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
    static let space = ScalarSet(0x09...0x0D, 0x20...0x20)

    init(_ ranges: ClosedRange<UInt32>...) {
        for range in ranges { insert(range) }
    }

    mutating func insert(_ range: ClosedRange<UInt32>) {
        var value = range.lowerBound
        while value < 128, value <= range.upperBound {
            if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value - 64) }
            value += 1
        }
        guard range.upperBound >= 128 else { return }
        var merged = max(range.lowerBound, 128)...range.upperBound
        var kept: [ClosedRange<UInt32>] = []
        for other in ranges {
            if other.upperBound &+ 1 < merged.lowerBound || merged.upperBound &+ 1 < other.lowerBound {
                kept.append(other)
            } else {
                merged = min(merged.lowerBound, other.lowerBound)...max(merged.upperBound, other.upperBound)
            }
        }
        kept.append(merged)
        ranges = kept.sorted { $0.lowerBound < $1.lowerBound }
    }

    mutating func formUnion(_ other: ScalarSet) {
        low |= other.low
        high |= other.high
        for range in other.ranges { insert(range) }
    }

    var inverted: ScalarSet {
        var result = ScalarSet()
        result.low = ~low
        result.high = ~high
        var next: UInt32 = 128
        for range in ranges {
            if range.lowerBound > next { result.ranges.append(next...(range.lowerBound - 1)) }
            next = range.upperBound + 1
        }
        if next <= Self.limit { result.ranges.append(next...Self.limit) }
        return result
    }

    /// With the other case of each ASCII letter in it.
    var foldingCase: ScalarSet {
        var result = self
        // A to Z are the bits 1 to 26 of the upper word, a to z the bits 33 to 58.
        let capitals = high & 0x0000_0000_07FF_FFFE
        let letters = high & 0x07FF_FFFE_0000_0000
        result.high |= capitals << 32 | letters >> 32
        return result
    }

    func contains(_ value: UInt32) -> Bool {
        if value < 64 { return low >> UInt64(value) & 1 != 0 }
        if value < 128 { return high >> UInt64(value - 64) & 1 != 0 }
        var start = 0
        var end = ranges.count
        while start < end {
            let middle = (start + end) / 2
            if ranges[middle].upperBound < value { start = middle + 1 } else { end = middle }
        }
        return start < ranges.count && ranges[start].contains(value)
    }

    /// The one ASCII character that it takes; nil when it takes others or several.
    var single: UInt8? {
        guard ranges.isEmpty, low.nonzeroBitCount + high.nonzeroBitCount == 1 else { return nil }
        return UInt8(low != 0 ? low.trailingZeroBitCount : 64 + high.trailingZeroBitCount)
    }
}

extension ScalarSet {
    /// The one character that it takes; nil when it takes several.
    var only: UInt32? {
        if let single { return UInt32(single) }
        guard low == 0, high == 0, ranges.count == 1, ranges[0].count == 1 else { return nil }
        return ranges[0].lowerBound
    }
}
