import Flow
import Testing

@testable import hark

/// Who goes from row to row reads what is around them once.
@Suite struct AroundCacheTests {
    private func flows(_ range: ClosedRange<UInt64>) -> [FlowRecord] {
        [FlowRecord(id: FlowID(range.lowerBound), openedAt: Instant(nanoseconds: 0))]
    }

    private struct Unreadable: Error {}

    @Test func neighboursAreReadOnce() {
        let cache = AroundCache()
        var reads = 0
        for number: UInt64 in 5_000...5_499 {
            let found = cache.flows(around: number, version: 1) { range in
                reads += 1
                return flows(range)
            }
            #expect(found.first?.id.number == 3_000)
        }
        #expect(reads == 1)
        #expect(cache.flows(around: 5_500, version: 1, flows).first?.id.number == 3_500)
    }

    @Test func whatChangedIsReadAnew() {
        let cache = AroundCache()
        _ = cache.flows(around: 7, version: 1, flows)
        #expect(cache.flows(around: 7, version: 2) { _ in [] }.isEmpty)
        #expect(cache.flows(around: 7, version: 2, flows).isEmpty, "is remembered, as nothing changed")
    }

    @Test func aFailureIsNotRemembered() {
        let cache = AroundCache()
        #expect(throws: Unreadable.self) {
            try cache.flows(around: 7, version: 1) { _ throws(Unreadable) in throw Unreadable() }
        }
        #expect(cache.flows(around: 7, version: 1, flows).count == 1)
    }

    @Test(arguments: [0, 1, 499, 500, 2_499, 2_500, 1_000_000, UInt64.max - 100, .max])
    func aStretchReachesAsFarAsWhatBelongsTogether(number: UInt64) {
        let stretch = FlowsAround.stretch(around: number)
        #expect(stretch.contains(number))
        #expect(number < 2_000 ? stretch.lowerBound == 0 : stretch.contains(number - 2_000))
        #expect(stretch.contains(number > .max - 200 ? .max : number + 200))
        #expect(stretch.upperBound - stretch.lowerBound < 2_700)
    }
}
