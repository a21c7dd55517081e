import Testing

@testable import Page

/// Which flows the file may know nothing of yet.
@Suite struct NewestFlowsTests {
    private static let second: UInt64 = 1_000_000_000

    @Test func whatIsOpenOrEndedJustNowIsKnown() {
        var newest = NewestFlows()
        newest.take(began: [1, 2, 3], ended: [], now: 10 * Self.second)
        newest.take(began: [], ended: [2], now: 20 * Self.second)
        #expect(newest.unwritten(now: 21 * Self.second) == [1, 2, 3])
        #expect(newest.unwritten(now: 23 * Self.second) == [1, 3])
    }

    /// What began before anybody knew of it is nothing that could be missing.
    @Test func anEndAloneIsNothing() {
        var newest = NewestFlows()
        newest.take(began: [], ended: [7], now: Self.second)
        #expect(newest.unwritten(now: Self.second).isEmpty)
    }

    @Test func aFloodIsBounded() {
        var newest = NewestFlows()
        for batch: UInt64 in 0..<1_000 {
            newest.take(began: Array((batch * 100)..<(batch * 100 + 100)), ended: [], now: batch)
        }
        let known = newest.unwritten(now: 1_000)
        #expect(known.count <= 8_192 && known.last == 99_999 && known == known.sorted())
    }
}
