import Filter
import Flow
import Store
import Testing

/// A question for the newest flows takes as long in a large session as in a small one, and says what it left out.
@Suite struct NewestFlowsTests {
    private static let numbers: [UInt64] = [5, 95_000, 150_000, 195_000, 200_001]

    /// Takes more steps than are allowed, whatever the flows are.
    private static let slow = """
        (WITH RECURSIVE step(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM step LIMIT 400000)
        SELECT count(*) FROM step) > 0
        """

    private func reader(_ numbers: [UInt64] = Self.numbers) throws -> (TemporarySession, SessionReader) {
        let session = try TemporarySession()
        _ = try session.kept(numbers.flatMap { MadeFlow.plain($0).changes })
        return (session, try SessionReader(session.path))
    }

    /// By an index, or by what blocks of flows have.
    @Test(arguments: ["method = GET", "host = example.com", "not error", "pinned"])
    func allAreLookedAtWhereSomethingTells(text: String) throws {
        let (session, reader) = try reader()
        defer { withExtendedLifetime(session) {} }
        _ = try session.sqlite("UPDATE flow SET pinned = 1")
        let clock = FilterClock(now: 1_800_000_000_000_000)
        let query = FlowQuery(FilterSQL(try FlowFilter(text), clock, reader.schema(judgedBy: "")))
        let found = try reader.newest(query)
        guard text != "not error" else {
            #expect(found.numbers == [200_001, 195_000, 150_000] && found.end == 100_002)
            return
        }
        #expect(found.numbers == Self.numbers.reversed() && found.end == nil)
        let some = try reader.newest(FlowQuery(limit: 2))
        #expect(some.numbers == [200_001, 195_000] && some.end == nil)
    }

    /// Then the newest 100,000 are, and no more is said to have been looked at.
    @Test func aSlowQuestionIsAnsweredForTheNewest() throws {
        let (session, reader) = try reader()
        defer { withExtendedLifetime(session) {} }
        for condition in [Self.slow, "flow.method = 'GET' AND \(Self.slow)", "flow.url IS NOT NULL"] {
            let found = try reader.newest(FlowQuery(where: condition))
            #expect(found.numbers == [200_001, 195_000, 150_000], "\(condition)")
            #expect(found.end == 100_002, "\(condition)")
        }
        let enough = try reader.newest(FlowQuery(where: Self.slow, limit: 3))
        #expect(enough.numbers.count == 3 && enough.end == nil)
        // Questions without a limit still end by themselves.
        #expect(try reader.numbers(FlowQuery(where: Self.slow)).count == 5)
    }

    /// Of a small session everything is, however slow the question.
    @Test func aSmallSessionIsLookedAtWhole() throws {
        let (session, reader) = try reader([1, 2, 3])
        defer { withExtendedLifetime(session) {} }
        let found = try reader.newest(FlowQuery(where: Self.slow))
        #expect(found.numbers == [3, 2, 1] && found.end == nil)
    }

    /// The oldest flows of this one are gone.
    @Test func whatIsGoneIsNotLeftOut() throws {
        let (session, reader) = try reader([150_000, 200_001])
        defer { withExtendedLifetime(session) {} }
        let found = try reader.newest(FlowQuery(where: Self.slow))
        #expect(found.numbers == [200_001, 150_000] && found.end == nil)
    }

    @Test func whatIsNoConditionFails() throws {
        let (session, reader) = try reader([1])
        defer { withExtendedLifetime(session) {} }
        #expect(throws: SessionError.self) { try reader.newest(FlowQuery(where: "nothing(")) }
    }
}
