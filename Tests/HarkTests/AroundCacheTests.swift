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
            let found = cache.flows(around: number, version: 1) { range, _ in
                reads += 1
                return flows(range)
            }
            #expect(found.first?.id.number == 3_000)
        }
        #expect(reads == 1)
        #expect(cache.flows(around: 5_500, version: 1) { range, _ in flows(range) }.first?.id.number == 3_500)
    }

    @Test func whatChangedIsReadAnew() {
        let cache = AroundCache()
        _ = cache.flows(around: 7, version: 1) { range, _ in flows(range) }
        #expect(cache.flows(around: 7, version: 2) { _, _ in [] }.isEmpty)
        let again = cache.flows(around: 7, version: 2) { range, _ in flows(range) }
        #expect(again.isEmpty, "is remembered, as nothing changed")
    }

    /// Of a session that grows what has ended is not read again; what was open is.
    @Test func onlyWhatIsNewIsReadOfASessionThatGrows() {
        let cache = AroundCache()
        var ended = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        ended.outcome = .complete
        ended.times.finished = Instant(nanoseconds: 9)
        let open = FlowRecord(id: FlowID(2), openedAt: Instant(nanoseconds: 0))
        #expect(ended.isFinished && !open.isFinished)
        var known: [[UInt64]] = []
        for version: Int64 in [1, 2, 2, 3] {
            let found = cache.flows(around: 7, version: version) { _, before in
                known.append(before.map(\.id.number))
                return version == 3 ? [open] : [ended, open]
            }
            #expect(found.count == (version == 3 ? 1 : 2), "what is gone from the file is gone from here")
        }
        #expect(known == [[], [1], [1]])
    }

    @Test func aFailureIsNotRemembered() {
        let cache = AroundCache()
        #expect(throws: Unreadable.self) {
            try cache.flows(around: 7, version: 1) { _, _ throws(Unreadable) in throw Unreadable() }
        }
        #expect(cache.flows(around: 7, version: 1) { range, _ in flows(range) }.count == 1)
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
