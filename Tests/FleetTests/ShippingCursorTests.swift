import TestKit
import Testing

@testable import Fleet

/// What is shipped and what is missing: never both, never neither.
@Suite struct ShippingCursorTests {
    private func missing(_ cursor: ShippingCursor, upTo end: Int64) -> Set<Int64> {
        Set(cursor.missing.flatMap { $0.lowerBound > end ? [] : Array($0.lowerBound...min(end, $0.upperBound)) })
    }

    @Test func openFlowsStayMissing() {
        let cursor = ShippingCursor().taking([1, 2, 5, 6, 9], isOver: false)
        #expect(cursor.through == 9)
        #expect(cursor.gaps == [3...4, 7...8])
        #expect(cursor.taking([4], isOver: false).gaps == [3...3, 7...8])
        #expect(cursor.taking([3, 4, 8, 11], isOver: false).gaps == [7...7, 10...10])
    }

    /// What nobody will write any more is not waited for; what is left of a long file is.
    @Test func theEndClosesGaps() {
        let cursor = ShippingCursor().taking([2, 5, 9], isOver: false)
        #expect(cursor.taking([3], isOver: true).gaps == [4...4, 6...8])
        #expect(cursor.taking([], isOver: true) == ShippingCursor(through: 9))
        #expect(cursor.taking([7, 12], isOver: true) == ShippingCursor(through: 12))
        // Flows of other runs have the numbers below.
        #expect(ShippingCursor().taking([100, 101], isOver: true) == ShippingCursor(through: 101))
    }

    /// Whatever is finished in whatever order, in batches of any size: each number is taken once.
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func everyNumberIsTakenOnce(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let end = Int64.random(in: 1...60, using: &random)
        var waiting = Array(1...end).shuffled(using: &random)
        var finished: Set<Int64> = []
        var taken: Set<Int64> = []
        var cursor = ShippingCursor()
        while taken.count < Int(end) {
            finished.formUnion(waiting.prefix(Int.random(in: 0...9, using: &random)))
            waiting.removeAll(where: finished.contains)
            let found = finished.sorted().filter { number in cursor.missing.contains { $0.contains(number) } }
            #expect(Set(found) == finished.subtracting(taken))
            let some = Array(found.prefix(Int.random(in: 1...7, using: &random)))
            cursor = cursor.taking(some, isOver: false)
            taken.formUnion(some)
            #expect(missing(cursor, upTo: end) == Set(1...end).subtracting(taken))
            // As the database has it.
            #expect(ShippingCursor(through: cursor.through, flat: cursor.flat) == cursor)
        }
        #expect(cursor == ShippingCursor(through: end))
    }

    @Test func aPartLeavesTheOthers() {
        let all = ShippingCursor().taking([1, 2, 3, 4], isOver: false)
        #expect(all.leaving([3, 4]) == ShippingCursor(through: 4, gaps: [3...4]))
        #expect(all.leaving([3, 4]).taking([3, 4], isOver: false) == all)
    }

    @Test(arguments: [[1], [2, 1], [1, 3, 3, 4], [1, 99]] as [[Int64]])
    func whatIsNoCursorIsNone(flat: [Int64]) { #expect(ShippingCursor(through: 10, flat: flat) == nil) }
}
