/// What of a run is shipped: every flow up to a number, but for those in the gaps. Flows get their numbers as they
/// begin and are finished in another order, so a gap is where one is open still, or may come. A value.
struct ShippingCursor: Sendable, Equatable {
    private(set) var through: Int64
    /// In order, apart, none above `through`.
    private(set) var gaps: [ClosedRange<Int64>]

    /// A run with more gaps waits until they close: the row of the run must not grow without a bound.
    static let gapLimit = 16_384

    init(through: Int64 = 0, gaps: [ClosedRange<Int64>] = []) {
        self.through = through
        self.gaps = gaps
    }

    /// As the database has it: first and last number of each gap. nil for what is no cursor.
    init?(through: Int64, flat: [Int64]) {
        guard flat.count.isMultiple(of: 2) else { return nil }
        var gaps: [ClosedRange<Int64>] = []
        for place in stride(from: 0, to: flat.count, by: 2) {
            guard flat[place] <= flat[place + 1], gaps.last.map({ $0.upperBound < flat[place] }) ?? true,
                flat[place + 1] <= through
            else { return nil }
            gaps.append(flat[place]...flat[place + 1])
        }
        self.init(through: through, gaps: gaps)
    }

    var flat: [Int64] { gaps.flatMap { [$0.lowerBound, $0.upperBound] } }

    /// Where flows are that are not shipped, in order.
    var missing: [ClosedRange<Int64>] {
        through == .max ? gaps : gaps + [(through + 1)...Int64.max]
    }

    /// The cursor once these flows are shipped, or left out, which are among the missing ones, in order.
    ///
    /// - Parameter isOver: nobody writes to the file: what is not among its finished flows up to the last of these will
    ///   never come.
    func taking(_ numbers: [Int64], isOver: Bool) -> ShippingCursor {
        let end = max(through, numbers.last ?? through)
        if isOver {
            let last = numbers.last ?? .max
            return ShippingCursor(
                through: end,
                gaps: gaps.compactMap { $0.upperBound <= last ? nil : max($0.lowerBound, last + 1)...$0.upperBound })
        }
        var open: [ClosedRange<Int64>] = []
        var rest = numbers[...]
        for gap in gaps + (end > through ? [(through + 1)...end] : []) {
            var first = gap.lowerBound
            while let number = rest.first, number <= gap.upperBound {
                rest.removeFirst()
                guard number >= first else { continue }
                if number > first { open.append(first...(number - 1)) }
                first = number + 1
            }
            if first <= gap.upperBound { open.append(first...gap.upperBound) }
        }
        return ShippingCursor(through: end, gaps: Self.joined(open))
    }

    /// The cursor once these numbers are known never to come, and how many of their flows were missing.
    func losing(_ evicted: [(numbers: ClosedRange<Int64>, count: Int64)]) -> (cursor: ShippingCursor, lost: Int) {
        var (cursor, lost): (ShippingCursor, Int64) = (self, 0)
        for (numbers, count) in evicted {
            let parts = cursor.missing.filter { $0.overlaps(numbers) }.map { $0.clamped(to: numbers) }
            guard !parts.isEmpty else { continue }
            // Of the numbers some may never have been flows: how many are known together only.
            let size = parts.reduce(Int64(0)) { sum, part in
                let (count, overflow) = part.upperBound.subtractingReportingOverflow(part.lowerBound - 1)
                let (total, isTooMuch) = sum.addingReportingOverflow(count)
                return overflow || isTooMuch ? .max : total
            }
            lost = lost.addingReportingOverflow(min(count, size)).partialValue
            var gaps: [ClosedRange<Int64>] = []
            let opened = numbers.upperBound > cursor.through ? [(cursor.through + 1)...numbers.upperBound] : []
            for gap in cursor.gaps + opened {
                guard gap.overlaps(numbers) else {
                    gaps.append(gap)
                    continue
                }
                if gap.lowerBound < numbers.lowerBound { gaps.append(gap.lowerBound...(numbers.lowerBound - 1)) }
                if gap.upperBound > numbers.upperBound { gaps.append((numbers.upperBound + 1)...gap.upperBound) }
            }
            cursor = ShippingCursor(through: max(cursor.through, numbers.upperBound), gaps: Self.joined(gaps))
        }
        return (cursor, Int(clamping: max(0, lost)))
    }

    /// The same without these numbers being taken: they stay missing.
    func leaving(_ numbers: [Int64]) -> ShippingCursor {
        let all = (gaps + numbers.map { $0...$0 }).sorted { $0.lowerBound < $1.lowerBound }
        return ShippingCursor(through: max(through, numbers.last ?? through), gaps: Self.joined(all))
    }

    private static func joined(_ ranges: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var result: [ClosedRange<Int64>] = []
        for range in ranges {
            if let last = result.last, last.upperBound >= range.lowerBound - 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}
