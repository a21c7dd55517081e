import TestKit
import Testing

@testable import Workbench

@Suite struct AlignmentTests {
    /// A common subsequence, and none is longer: found by the textbook's table.
    @Test func pairsAreALongestCommonSubsequence() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let left = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...3, using: &random) }
            let right = (0..<Int.random(in: 0...12, using: &random)).map { _ in Int.random(in: 0...3, using: &random) }
            let pairs = Alignment.pairs(left, right)
            for pair in pairs { #expect(left[pair.left] == right[pair.right]) }
            for (one, next) in zip(pairs, pairs.dropFirst()) {
                #expect(one.left < next.left && one.right < next.right)
            }
            #expect(pairs.count == Self.longest(left, right), "\(left) \(right)")
        }
    }

    private static func longest(_ left: [Int], _ right: [Int]) -> Int {
        var table = [[Int]](repeating: [Int](repeating: 0, count: right.count + 1), count: left.count + 1)
        for (row, one) in left.enumerated() {
            for (column, other) in right.enumerated() {
                table[row + 1][column + 1] =
                    one == other ? table[row][column] + 1 : max(table[row][column + 1], table[row + 1][column])
            }
        }
        return table[left.count][right.count]
    }

    @Test func whatDiffersTooMuchCountsAsReplacedBetweenItsEnds() {
        let left = [0] + (1...3000).map { $0 } + [9]
        let right = [0] + (1...3000).map { -$0 } + [9]
        #expect(Alignment.pairs(left, right).map(\.left) == [0, 3001])
    }
}
