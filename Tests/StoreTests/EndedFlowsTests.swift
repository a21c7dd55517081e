import Flow
import Store
import Testing

/// What a shipper asks of a session: which flows of a run have ended, and how many.
@Suite struct EndedFlowsTests {
    @Test func whatIsCountedIsWhatIsListed() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        for number in 1...200 where !number.isMultiple(of: 7) {
            writer.submit(MadeFlow.plain(UInt64(number)).changes)
        }
        writer.finish()
        let other = try session.writer(run: 2)
        for number in 201...210 { other.submit(MadeFlow.plain(UInt64(number), run: 2).changes) }
        other.finish()
        _ = try session.sqlite("UPDATE flow SET state = 0 WHERE id IN (3, 50, 205)")
        let reader = try SessionReader(session.path)
        let ranges: [[ClosedRange<Int64>]] = [
            [1...Int64.max], [], [7...7], [3...3], [1...2, 6...8, 49...51, 190...Int64.max], [205...205, 209...300],
        ]
        for run in [RunID(1), RunID(2), RunID(3)] {
            for places in ranges {
                for withOpen in [false, true] {
                    let list = try reader.endedNumbers(of: run, in: places, limit: .max, withOpen: withOpen)
                    let tally = try reader.endedTally(of: run, in: places, withOpen: withOpen)
                    #expect(tally.count == list.count && tally.first == list.first, "\(run) \(places) \(withOpen)")
                }
            }
        }
        // 28 numbers were left out, and 2 flows are open.
        #expect(try reader.endedTally(of: RunID(1), in: [1...Int64.max], withOpen: false).count == 170)
        let none = try reader.endedTally(of: RunID(3), in: [1...Int64.max], withOpen: true)
        #expect(none.count == 0 && none.first == nil)
    }
}
