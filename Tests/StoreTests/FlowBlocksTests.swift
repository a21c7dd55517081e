import Bytes
import Filter
import Flow
import HTTPModel
import TestKit
import Testing

@testable import Store

/// A block says of its flows what they have, or that they may have anything: so no filter misses a flow.
@Suite struct FlowBlocksTests {
    private static let clock = FilterClock(now: 1_800_000_000_000_000)

    /// Every flow has a block, and no closed block lacks a value that one of its flows has; how many are closed.
    private func closed(_ session: TemporarySession) throws -> Int {
        let reader = try SessionReader(session.path)
        defer { reader.close() }
        return try reader.database.look { database in
            func count(_ sql: String) throws -> Int64 { try Prepared(database, sql).first { $0.integer(0) ?? 0 } ?? 0 }
            #expect(try count("SELECT count(*) FROM flow WHERE id >> 8 NOT IN (SELECT id FROM block)") == 0)
            #expect(try count("SELECT count(*) FROM block_value WHERE block NOT IN (SELECT id FROM block)") == 0)
            for column in FlowBlock.allCases {
                let name = column.rawValue
                let fits = column.isBounds ? "(min(value) <= flow.\(name) AND max(value) >= flow.\(name))" : "1"
                let equal = column.isBounds ? "" : "AND value = flow.\(name)"
                let missing = """
                    SELECT count(*) FROM block CROSS JOIN flow ON flow.id >> 8 = block.id
                    WHERE is_closed AND flow.\(name) IS NOT NULL AND (SELECT count(*) > 0 AND \(fits) FROM block_value
                    WHERE block = block.id AND name = '\(name)' \(equal)) IS NOT TRUE
                    """
                #expect(try count(missing) == 0, "\(name)")
            }
            #expect(try count(FlowBlock.count(version: SessionSchema.version)) == count("SELECT count(*) FROM flow"))
            return Int(try count("SELECT count(*) FROM block WHERE is_closed"))
        }
    }

    /// What filters find by blocks is what they mean.
    private func check(_ texts: [String], _ session: TemporarySession, is expected: Int? = nil) throws {
        let reader = try SessionReader(session.path)
        defer { reader.close() }
        let subjects = try reader.flows(FlowQuery()).map {
            FilterSubject($0.record, $0.context, reader: Self.notes)
        }
        for text in texts {
            let filter = try FlowFilter(text)
            let matcher = FilterMatcher(filter, Self.clock)
            let meant = subjects.filter { matcher.matches($0) }.map(\.record.id.number)
            if let expected { #expect(meant.count == expected, "\(text)") }
            let sql = FilterSQL(filter, Self.clock, reader.schema(judgedBy: Self.notes.checks))
            for isNewestFirst in [false, true] {
                let query = FlowQuery(sql, isNewestFirst: isNewestFirst)
                let found = try reader.numbers(query)
                #expect(found == found.sorted(by: isNewestFirst ? { $0 > $1 } : { $0 < $1 }), "\(text)")
                #expect(Set(found).isSuperset(of: meant), "\(text) misses \(Set(meant).subtracting(found))")
                if sql.isExact { #expect(Set(found) == Set(meant) && found.count == meant.count, "\(text)") }
                var few = query
                few.limit = 3
                #expect(try reader.numbers(few) == Array(found.prefix(3)), "\(text)")
            }
        }
    }

    /// Every seventh flow has a note.
    private static let notes = FilterReader(
        checks: "sevenths", judge: { $0.snapshot.id.number.isMultiple(of: 7) ? [("a-note", "warning")] : [] })

    private static let filters = [
        "status = 404", "status != 200", "status >= 400", "status in (404, 5xx)", "status.class = 4xx",
        "not status = 200",
        "host = example.com", "host ~ \"*.com\"", "host contains nowhere", "method = GET", "method != GET",
        "type = json",
        "path = /rare", "path contains /rare", "path = /", "url contains rare", "rare", "\"no such words\"",
        "duration > 2s",
        "duration < 1h", "time > -1m", "time < 2030-01-01", "change = via", "rule contains --set", "note = a-note",
        "worst >= warning", "not note", "messages > 2", "status = 404 and path = /rare", "status = 404 or rare",
        "pinned", "pinned and status = 200", "error", "not (status = 404 or rare)", "id > 700",
    ]

    private func options(keeping flows: Int? = nil) -> SessionWriter.Options {
        var options = SessionWriter.Options()
        options.reader = Self.notes
        options.bound.flows = flows
        return options
    }

    private func made(_ number: UInt64, run: UInt64 = 1) -> MadeFlow {
        let isRare = number % 601 == 0
        return MadeFlow.plain(
            number, path: isRare ? "/rare" : "/\(number % 5)", status: number % 307 == 0 ? 404 : 200,
            body: isRare ? "a rare one" : "hello", run: run)
    }

    @Test func filtersFindTheSameByBlocks() throws {
        let session = try TemporarySession()
        let writer = try session.writer(nil, options())
        for number in 1...1_500 { writer.submit(made(UInt64(number)).changes) }
        try session.holds(1_500)
        _ = try closed(session)
        writer.finish()
        #expect(try closed(session) == 6)
        try check(Self.filters, session)
        try check(["status = 404"], session, is: 4)
        try check(["path = /rare"], session, is: 2)
        try check(["note = a-note"], session, is: 214)
        try check(["path = /rarely"], session, is: 0)
    }

    /// Blocks decide where is looked: else nothing would be gained by them.
    @Test func aBlockWithoutTheValueIsNotLookedInto() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        for number in 1...1_500 { writer.submit(made(UInt64(number)).changes) }
        writer.finish()
        func found() throws -> [UInt64] {
            let reader = try SessionReader(session.path)
            let sql = FilterSQL(try FlowFilter("status = 404"), Self.clock, reader.schema(judgedBy: ""))
            return try reader.numbers(FlowQuery(sql))
        }
        #expect(try found() == [307, 614, 921, 1_228])
        _ = try session.sqlite("DELETE FROM block_value WHERE block = 2 AND name = 'status' AND value = 404")
        #expect(try found() == [307, 921, 1_228])
        _ = try session.sqlite("UPDATE block SET is_closed = 0 WHERE id = 2")
        #expect(try found() == [307, 614, 921, 1_228])
    }

    /// Older flows are looked for some at a time, and none is left out or handed out twice.
    @Test func olderFlowsComeInPortions() throws {
        let session = try TemporarySession()
        let writer = try session.writer()
        for number in UInt64(1)...2_600 { writer.submit(made(number).changes) }
        writer.submit(made(20_001).changes)
        writer.finish()
        let reader = try SessionReader(session.path)
        func found(_ text: String, limit: Int?) throws -> [UInt64] {
            let sql = FilterSQL(try FlowFilter(text), Self.clock, reader.schema(judgedBy: ""))
            let query = FlowQuery(sql, isNewestFirst: true, limit: limit)
            return try reader.flows(query).map(\.record.id.number)
        }
        let all = [20_001] + (UInt64(1)...2_600).reversed()
        #expect(try found("method = GET", limit: nil) == all)
        #expect(try found("method = GET", limit: 2_001) == Array(all.prefix(2_001)))
        #expect(try found("method = GET", limit: 2_500) == Array(all.prefix(2_500)))
        #expect(try found("status = 404", limit: nil) == [2_456, 2_149, 1_842, 1_535, 1_228, 921, 614, 307])
        #expect(try found("status = 404", limit: 3) == [2_456, 2_149, 1_842])
    }

    /// Flows that end long after those that began with them are found all the same.
    @Test func flowsThatEndLateAreFound() throws {
        let session = try TemporarySession()
        let writer = try session.writer(nil, options())
        var late: [MadeFlow] = []
        for number in UInt64(1)...2_000 {
            guard number % 400 == 3 else {
                writer.submit(made(number).changes)
                continue
            }
            late.append(MadeFlow.plain(number, path: "/late", status: 503))
            var open = FlowRecord(id: FlowID(number), openedAt: Instant(nanoseconds: 5_000_000))
            open.run = RunID(1)
            writer.submit([.progressed(open)])
        }
        try session.holds(2_000)
        _ = try closed(session)
        for (place, flow) in late.enumerated() {
            writer.submit(flow.changes)
            try session.flow(flow.record.id.number) { $0.record.isFinished }
            try check(["status = 503"], session, is: place + 1)
            try check(["path = /late"], session, is: place + 1)
            _ = try closed(session)
        }
        writer.finish()
        #expect(try closed(session) == 8)
        try check(Self.filters + ["status = 503", "/late"], session)
    }

    /// What a Hark that was killed left open is ended by the next one, and found as such.
    @Test func whatWasLeftOpenIsFound() throws {
        let session = try TemporarySession()
        let writer = try session.writer(nil, options())
        for number in 1...600 { writer.submit(made(UInt64(number)).changes) }
        writer.finish()
        _ = try session.sqlite(
            "UPDATE flow SET state = 0, outcome = NULL, worst = NULL, unjudged = 0 WHERE id IN (20, 300)")
        try session.writer(run: 2, options()).finish()
        #expect(try closed(session) == 3)
        try check(Self.filters + ["error = shuttingDown", "outcome = aborted"], session)
    }

    @Test func deletedFlowsLeaveNothingInBlocks() throws {
        let session = try TemporarySession()
        let writer = try session.writer(nil, options())
        for number in 1...1_500 { writer.submit(made(UInt64(number)).changes) }
        try session.holds(1_500)
        let editor = try SessionEditor(session.path)
        // A whole block, the only flow of a status in another, and some beside them.
        let gone = Array(UInt64(256)...511) + [614, 601, 1_300]
        #expect(try editor.delete(gone).count == gone.count)
        editor.close()
        _ = try closed(session)
        try check(["status = 404"], session, is: 2)
        for number in 1_501...1_600 { writer.submit(made(UInt64(number)).changes) }
        writer.finish()
        #expect(try closed(session) == 6)
        try check(Self.filters, session)
        let left = "SELECT count(*) FROM block WHERE id = 1; SELECT count(*) FROM block_value WHERE block = 1"
        #expect(try session.sqlite(left) == "0\n0\n")
        let status = "SELECT count(*) FROM block_value WHERE block = 2 AND name = 'status' AND value = 404"
        #expect(try session.sqlite(status) == "0\n")
    }

    /// Blocks stay closed although a flow of each goes: nobody may come who closes them.
    @Test func scatteredDeletionsLeaveBlocksClosed() throws {
        let session = try TemporarySession()
        let writer = try session.writer(nil, options())
        for number in 1...1_500 { writer.submit(made(UInt64(number)).changes) }
        writer.finish()
        let editor = try SessionEditor(session.path)
        let gone = stride(from: UInt64(7), through: 1_500, by: 100).map { $0 }
        #expect(try editor.delete(gone).count == gone.count)
        editor.close()
        #expect(try closed(session) == 6)
        try check(Self.filters, session)
        #expect(try session.sqlite("SELECT count(*) FROM search WHERE id NOT IN (SELECT search FROM flow)") == "0\n")
    }

    /// Rules take flows out of the file while others of the same block are written.
    @Test func flowsThatRulesSkipLeaveTheirBlocks() throws {
        let session = try TemporarySession()
        let writer = try session.writer(nil, options())
        for number in UInt64(1)...900 {
            var flow = made(number)
            if number % 3 == 0 || (256..<512).contains(number) { flow.record.marks.isSkipped = true }
            writer.submit(flow.changes)
        }
        writer.finish()
        #expect(try session.sqlite("SELECT group_concat(id) FROM block") == "0,2,3\n")
        #expect(try closed(session) == 3)
        try check(Self.filters, session)
    }

    /// Anybody may have made the file.
    @Test(arguments: ["-9223372036854775807", "9223372036854775807", "'many'", "1e300", "x'00'"])
    func countsOfAFileAreBounded(flows: String) throws {
        let session = try TemporarySession()
        let before = try session.writer(nil, options())
        for number in 1...600 { before.submit(made(UInt64(number)).changes) }
        before.finish()
        _ = try session.sqlite("UPDATE block SET flows = \(flows)")
        let counted = try SessionReader(session.path).count(FlowQuery())
        #expect((0...768).contains(counted))
        let writer = try session.writer(run: 2, options(keeping: 100))
        for number in 601...700 { writer.submit(made(UInt64(number), run: 2).changes) }
        writer.finish()
        #expect(session.said.isEmpty)
        #expect(try SessionReader(session.path).flow(700) != nil)
    }

    @Test func aBoundKeepsBlocksOfWhatIsLeft() throws {
        let session = try TemporarySession()
        let writer = try session.writer(nil, options(keeping: 500))
        for number in 1...3_000 { writer.submit(made(UInt64(number)).changes) }
        writer.finish()
        #expect(try session.sqlite("SELECT count(*), min(id) FROM flow") == "500|2501\n")
        #expect(try closed(session) == 3)
        #expect(try session.sqlite("SELECT count(*) FROM block") == "3\n")
        try check(Self.filters, session)
        // Grams that a flow has are kept, and no others.
        let grams = "SELECT count(*) FROM search WHERE id NOT IN (SELECT search FROM flow)"
        let lost = "SELECT count(*) FROM flow WHERE search > 0 AND search NOT IN (SELECT id FROM search)"
        #expect(try session.sqlite("\(grams); \(lost)") == "0\n0\n")
    }

    /// Other checks have found other things: what blocks said of notes holds no more.
    @Test func newChecksLookAtAllFlowsAnew() throws {
        let session = try TemporarySession()
        let before = try session.writer(nil, options())
        for number in 1...600 { before.submit(made(UInt64(number)).changes) }
        try eventually("all are judged") {
            try session.sqlite("SELECT count(*) FROM block WHERE NOT is_judged") == "0\n"
        }
        before.finish()
        var others = SessionWriter.Options()
        others.reader = FilterReader(checks: "fifths") { flow in
            flow.snapshot.id.number.isMultiple(of: 5) ? [("other-note", "bad")] : []
        }
        let writer = try session.writer(run: 2, others)
        writer.submit(made(601, run: 2).changes)
        try eventually("all are judged again") {
            try session.sqlite("SELECT count(*) FROM flow WHERE unjudged = 0") == "0\n"
        }
        writer.finish()
        #expect(try closed(session) == 3)
        let reader = try SessionReader(session.path)
        func count(_ text: String) throws -> Int {
            try reader.count(FlowQuery(FilterSQL(try FlowFilter(text), Self.clock, reader.schema(judgedBy: "fifths"))))
        }
        #expect(try count("note = other-note") == 120 && count("worst = bad") == 120)
        #expect(try count("note = a-note") == 0)
    }
}
