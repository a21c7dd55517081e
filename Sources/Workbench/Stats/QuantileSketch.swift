/// Quantiles of numbers that come one after the other, in little memory.
///
/// The first numbers are kept as they are, and their quantiles are exact. Beyond that they are counted in buckets, 128
/// for each power of two: a quantile is then wrong by at most one part in 256. Two sketches can be added.
package struct QuantileSketch: Sendable, Hashable {
    /// So many numbers are kept as they are.
    package static let exactLimit = 32
    private static let precision = 7
    private static let perPower = 1 << precision

    package private(set) var count: UInt64 = 0
    package private(set) var least: Int64 = .max
    package private(set) var greatest: Int64 = 0
    private var exact: [Int64] = []
    /// How many numbers fell into each bucket from `first` on.
    private var buckets: [UInt32] = []
    private var first = 0

    package init() {}

    /// Takes a number in so many times; one below 0 counts as 0.
    package mutating func add(_ number: Int64, times: UInt32 = 1) {
        guard times > 0 else { return }
        let number = max(0, number)
        count += UInt64(times)
        least = min(least, number)
        greatest = max(greatest, number)
        if times == 1, buckets.isEmpty, exact.count < Self.exactLimit { return exact.append(number) }
        spill()
        put(times, at: Self.bucket(number))
    }

    /// Takes in numbers that somebody else counted, of one bucket. Where they differ there are, with others, more of
    /// them than are kept as they are.
    ///
    /// - Parameters:
    ///   - count: how many they are.
    ///   - times: how often each counts.
    package mutating func add(_ numbers: ClosedRange<Int64>, count: UInt64, times: UInt32) {
        var left = count
        if numbers.lowerBound == numbers.upperBound, times == 1 {
            while left > 0, buckets.isEmpty, exact.count < Self.exactLimit {
                add(numbers.lowerBound)
                left -= 1
            }
        }
        guard left > 0, times > 0 else { return }
        let sum = left.multipliedReportingOverflow(by: UInt64(times))
        self.count &+= sum.overflow ? UInt64(UInt32.max) : sum.partialValue
        least = min(least, max(0, numbers.lowerBound))
        greatest = max(greatest, numbers.upperBound)
        spill()
        put(sum.overflow ? .max : UInt32(clamping: sum.partialValue), at: Self.bucket(max(0, numbers.lowerBound)))
    }

    /// Takes in all that another has.
    package mutating func add(_ other: QuantileSketch) {
        guard other.count > 0 else { return }
        if other.buckets.isEmpty {
            for number in other.exact { add(number) }
            return
        }
        count += other.count
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
        spill()
        for (index, number) in other.buckets.enumerated() where number > 0 { put(number, at: other.first + index) }
    }

    /// The smallest number that at least this share of all are not greater than; nil when there is none.
    ///
    /// - Parameter share: in thousandths, 1 to 1000.
    package func quantile(_ share: Int) -> Int64? {
        guard count > 0 else { return nil }
        let (product, rest) = count.multipliedFullWidth(by: UInt64(max(1, min(share, 1000))))
        let (whole, remainder) = (1000 as UInt64).dividingFullWidth((product, rest))
        let rank = max(1, whole + (remainder > 0 ? 1 : 0))
        if rank >= count { return greatest }
        guard !buckets.isEmpty else { return exact.sorted()[Int(rank) - 1] }
        var seen: UInt64 = 0
        for (index, number) in buckets.enumerated() {
            seen += UInt64(number)
            if seen >= rank { return min(max(Self.middle(first + index), least), greatest) }
        }
        return greatest
    }

    // MARK: - Buckets

    /// From here on they are counted.
    private mutating func spill() {
        guard !exact.isEmpty else { return }
        for number in exact { put(1, at: Self.bucket(number)) }
        exact = []
    }

    private mutating func put(_ number: UInt32, at bucket: Int) {
        if buckets.isEmpty { first = bucket }
        if bucket < first {
            buckets.insert(contentsOf: repeatElement(0, count: first - bucket), at: 0)
            first = bucket
        }
        while buckets.count <= bucket - first { buckets.append(0) }
        let (sum, overflow) = buckets[bucket - first].addingReportingOverflow(number)
        buckets[bucket - first] = overflow ? .max : sum
    }

    /// Numbers below 128 have a bucket each.
    private static func bucket(_ number: Int64) -> Int {
        guard number >= perPower else { return Int(number) }
        let power = Int64.bitWidth - 1 - number.leadingZeroBitCount
        let mantissa = Int(number >> Int64(power - precision)) & (perPower - 1)
        return (power - precision + 1) * perPower + mantissa
    }

    private static func middle(_ bucket: Int) -> Int64 {
        guard bucket >= perPower else { return Int64(bucket) }
        let shift = Int64(bucket / perPower - 1)
        let lower = Int64(perPower + bucket % perPower) << shift
        return lower + ((1 << shift) - 1) / 2
    }
}
