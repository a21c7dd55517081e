import Explain
import Flow
import Testing

@testable import Library

/// Who goes from row to row reads what is around them once.
@Suite struct AroundCacheTests {
    private func flows(_ range: ClosedRange<UInt64>) -> [FlowRecord] {
        [FlowRecord(id: FlowID(range.lowerBound), openedAt: Instant(nanoseconds: 0))]
    }

    private struct Unreadable: Error {}

    @Test func neighboursAreReadOnce() {
        let cache = AroundCache()
        var reads = 0
        for number: UInt64 in 6_000...6_299 {
            let found = cache.flows(around: number, version: 1) { range, _ in
                reads += 1
                return flows(range)
            }
            #expect(found.exchanges.first?.id.number == 5_000)
        }
        #expect(reads == 1)
        #expect(cache.flows(around: 6_300, version: 1) { range, _ in flows(range) }.exchanges.first?.id.number == 5_300)
    }

    @Test func whatChangedIsReadAnew() {
        let cache = AroundCache()
        _ = cache.flows(around: 7, version: 1) { range, _ in flows(range) }
        #expect(cache.flows(around: 7, version: 2) { _, _ in [] }.exchanges.isEmpty)
        let again = cache.flows(around: 7, version: 2) { range, _ in flows(range) }
        #expect(again.exchanges.isEmpty, "is remembered, as nothing changed")
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
            #expect(found.exchanges.count == (version == 3 ? 1 : 2), "what is gone from the file is gone from here")
        }
        #expect(known == [[], [1], [1]])
    }

    @Test func aFailureIsNotRemembered() {
        let cache = AroundCache()
        #expect(throws: Unreadable.self) {
            try cache.flows(around: 7, version: 1) { _, _ throws(Unreadable) in throw Unreadable() }
        }
        #expect(cache.flows(around: 7, version: 1) { range, _ in flows(range) }.exchanges.count == 1)
    }

    @Test(arguments: [0, 1, 299, 300, 1_299, 1_300, 1_000_000, UInt64.max - 100, .max])
    func aStretchReachesAsFarAsWhatBelongsTogether(number: UInt64) {
        let stretch = FlowStretch.around(number)
        #expect(stretch.contains(number))
        #expect(number < 1_000 ? stretch.lowerBound == 0 : stretch.contains(number - 1_000))
        #expect(stretch.contains(number > .max - 200 ? .max : number + 200))
        #expect(stretch.upperBound - stretch.lowerBound < 1_500)
    }
}
