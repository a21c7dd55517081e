import Filter

/// A set of flow numbers, as the tests of a filter name them: ranges in ascending order that do not overlap. A value.
struct NumberRanges: Sendable, Equatable {
    private(set) var ranges: [ClosedRange<Int64>]

    static let all = NumberRanges([Int64.min...Int64.max])

    /// - Parameter ranges: in any order; they may overlap.
    init(_ ranges: [ClosedRange<Int64>]) {
        var merged: [ClosedRange<Int64>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        self.ranges = merged
    }

    var isEmpty: Bool { ranges.isEmpty }
    var lowest: Int64? { ranges.first?.lowerBound }
    var highest: Int64? { ranges.last?.upperBound }

    func contains(_ number: UInt64) -> Bool {
        guard let number = Int64(exactly: number) else { return false }
        // Those whose end is not before the number begin here.
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound < number { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].contains(number)
    }

    func intersection(_ other: NumberRanges) -> NumberRanges {
        var found: [ClosedRange<Int64>] = []
        var (left, right) = (0, 0)
        while left < ranges.count, right < other.ranges.count {
            let (one, two) = (ranges[left], other.ranges[right])
            if one.overlaps(two) { found.append(one.clamped(to: two)) }
            if one.upperBound < two.upperBound { left += 1 } else { right += 1 }
        }
        return NumberRanges(found)
    }

    var complement: NumberRanges {
        var found: [ClosedRange<Int64>] = []
        var next: Int64? = .min
        for range in ranges {
            if let next, next < range.lowerBound { found.append(next...range.lowerBound - 1) }
            next = range.upperBound == .max ? nil : range.upperBound + 1
        }
        if let next { found.append(next...Int64.max) }
        return NumberRanges(found)
    }

    /// The numbers from the highest down; nil when there are more than so many.
    func numbers(atMost limit: Int) -> [UInt64]? {
        var found: [UInt64] = []
        for range in ranges.reversed() {
            let size = range.upperBound.subtractingReportingOverflow(range.lowerBound)
            guard !size.overflow, size.partialValue < Int64(limit - found.count) else { return nil }
            found += range.reversed().compactMap { UInt64(exactly: $0) }
        }
        return found
    }

    // MARK: Of a filter

    /// What an expression says that asks for numbers of flows and nothing else; nil for any other.
    init?(_ expression: FilterExpression) {
        switch expression {
        case .search: return nil
        case .test(let test):
            guard let ranges = Self.ranges(test) else { return nil }
            self = ranges
        case .not(let inner):
            guard let inner = NumberRanges(inner) else { return nil }
            self = inner.complement
        case .all(let parts):
            var found = Self.all
            for part in parts {
                guard let part = NumberRanges(part) else { return nil }
                found = found.intersection(part)
            }
            self = found
        case .any(let parts):
            var found: [ClosedRange<Int64>] = []
            for part in parts {
                guard let part = NumberRanges(part) else { return nil }
                found += part.ranges
            }
            self.init(found)
        }
    }

    private static func ranges(_ test: FieldTest) -> NumberRanges? {
        guard test.field.name == "id" else { return nil }
        switch test.condition {
        case .present: return .all
        case .compares(let comparison, let operand):
            guard case .integers(let range) = operand.meaning else { return nil }
            return ranges(comparison, range)
        case .isIn(let members):
            var found: [ClosedRange<Int64>] = []
            for member in members {
                guard case .integers(let range) = member.meaning else { return nil }
                found.append(range)
            }
            return NumberRanges(found)
        case .contains, .isLike, .matches: return nil
        }
    }

    private static func ranges(
        _ comparison: FieldTest.Comparison, _ range: ClosedRange<Int64>
    ) -> NumberRanges {
        let (low, high) = (range.lowerBound, range.upperBound)
        switch comparison {
        case .equal: return NumberRanges([range])
        case .unequal: return NumberRanges([range]).complement
        case .less: return NumberRanges(low == .min ? [] : [Int64.min...low - 1])
        case .lessOrEqual: return NumberRanges([Int64.min...high])
        case .greater: return NumberRanges(high == .max ? [] : [high + 1...Int64.max])
        case .greaterOrEqual: return NumberRanges([low...Int64.max])
        }
    }
}
