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

    /// Numbers of flows that a bound removed are kept, apart where one stays between them, and by run.
    @Test func whatABoundRemovedIsNoted() throws {
        let session = try TemporarySession()
        var options = SessionWriter.Options()
        options.bound.flows = 20
        let first = try session.writer(nil, options)
        for number in 1...100 { first.submit(MadeFlow.plain(UInt64(number)).changes) }
        first.finish()
        let reader = try SessionReader(session.path)
        let before = try reader.evicted(of: RunID(1)).ranges
        #expect(before.map(\.numbers) == [1...80] && before.map(\.count) == [80])
        #expect(try reader.evicted(of: RunID(2)).ranges.isEmpty)
        _ = try session.sqlite("UPDATE flow SET pinned = 1 WHERE id IN (85, 90)")
        let second = try session.writer(nil, run: 2, options)
        for number in 101...200 where number % 3 != 0 {
            second.submit(MadeFlow.plain(UInt64(number), run: 2).changes)
        }
        second.finish()
        let ranges = try reader.evicted(of: RunID(1)).ranges
        #expect(ranges.map(\.numbers) == [1...84, 86...89, 91...100] && ranges.map(\.count) == [84, 4, 10])
        let others = try reader.evicted(of: RunID(2)).ranges
        let left = try reader.endedTally(of: RunID(2), in: [1...Int64.max], withOpen: true)
        #expect(others.count == 1 && Int(others.first?.count ?? 0) + left.count == 67)
        #expect(others.first.map { $0.numbers.upperBound < left.first ?? 0 } == true)
    }

    /// A row that another program wrote is no reason to fail.
    @Test(arguments: [
        "", "1", "5-3:2", "1-9:0", "a-b:c", "1-9:3 4-5:1", "-1-2:3", "9223372036854775807-1:1", "1-2:3:4",
    ])
    func whatIsNoNoteIsLeftOut(text: String) throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        writer.submit(MadeFlow.plain(1).changes)
        writer.finish()
        _ = try session.sqlite("INSERT INTO state VALUES('evicted \(RunID(1).text)', '\(text)')")
        let ranges = try SessionReader(session.path).evicted(of: RunID(1)).ranges
        #expect(ranges.allSatisfy { $0.count > 0 } && ranges.count <= 1)
    }
}
