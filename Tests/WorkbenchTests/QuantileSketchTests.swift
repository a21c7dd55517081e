import TestKit
import Testing

@testable import Workbench

@Suite struct QuantileSketchTests {
    /// The smallest number that so many thousandths are not greater than.
    private static func exact(_ sorted: [Int64], _ share: Int) -> Int64 {
        sorted[max(0, (sorted.count * share + 999) / 1000 - 1)]
    }

    @Test(arguments: [1, 2, 31, 32, 33, 1000, 20_000])
    func quantilesAreThoseOfTheSortedArray(count: Int) {
        var random = SeededGenerator(seed: UInt64(count))
        var numbers: [Int64] = []
        var sketch = QuantileSketch()
        for _ in 0..<count {
            // Over all magnitudes.
            let number = Int64.random(in: 0...(1 << Int64.random(in: 1...40, using: &random)), using: &random)
            numbers.append(number)
            sketch.add(number)
        }
        numbers.sort()
        for share in [1, 10, 250, 500, 950, 990, 999, 1000] {
            let exact = Self.exact(numbers, share)
            guard let found = sketch.quantile(share) else {
                Issue.record("nothing")
                return
            }
            if count <= QuantileSketch.exactLimit {
                #expect(found == exact)
            } else {
                #expect(abs(found - exact) * 256 <= exact, "\(share): \(found) for \(exact)")
            }
        }
        #expect(sketch.count == UInt64(count) && sketch.least == numbers.first && sketch.greatest == numbers.last)
    }

    @Test func twoThatAreAddedAreAsOne() {
        var random = SeededGenerator(seed: 7)
        for sizes in [(5, 5), (5, 500), (500, 5), (500, 500), (0, 40), (40, 0)] {
            var (one, other, both) = (QuantileSketch(), QuantileSketch(), QuantileSketch())
            for place in 0..<(sizes.0 + sizes.1) {
                let number = Int64.random(in: 0...1_000_000, using: &random)
                if place < sizes.0 { one.add(number) } else { other.add(number) }
                both.add(number)
            }
            one.add(other)
            #expect(one.count == both.count && one.least == both.least && one.greatest == both.greatest)
            for share in [1, 500, 990] { #expect(one.quantile(share) == both.quantile(share)) }
        }
    }

    @Test func nothingHasNoQuantile() {
        #expect(QuantileSketch().quantile(500) == nil)
    }

    @Test func extremesAreNoTrap() {
        var sketch = QuantileSketch()
        for _ in 0..<40 {
            sketch.add(.max)
            sketch.add(.min)
        }
        #expect(sketch.quantile(1000) == .max && sketch.quantile(1) == 0)
    }
}
