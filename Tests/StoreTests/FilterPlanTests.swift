import Filter
import Testing

@testable import Store

/// Questions for few of many flows are answered by an index, or by what blocks of flows have.
@Suite struct FilterPlanTests {
    private func plan(_ text: String, isNewestFirst: Bool) throws -> [String] {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let reader = try SessionReader(session.path)
        let schema = FilterSchema.session(version: SessionSchema.version)
        let sql = FilterSQL(try FlowFilter(text), FilterClock(now: 1_800_000_000_000_000), schema)
        var query = FlowQuery(sql, isNewestFirst: isNewestFirst)
        query.limit = 100
        return try reader.plan(query)
    }

    @Test(
        arguments: [
            ("error", "flow_error"), ("error = nameNotFound", "flow_error"),
            ("redirect.to = \"http://a/\"", "flow_redirect_to"), ("comment", "flow_comment"),
            ("replayed", "flow_replayed"), ("pinned", "flow_pinned"), ("redirect.hop > 1", "flow_redirect_hop"),
            ("error and host = example.com", "flow_error"),
        ] as [(String, String)])
    func anIndexFindsThem(text: String, index: String) throws {
        for isNewestFirst in [false, true] {
            let plan = try plan(text, isNewestFirst: isNewestFirst)
            #expect(plan.contains { $0.contains("USING") && $0.contains(index) }, "\(plan)")
            // The newest are looked at one by one, the rest never.
            #expect(!plan.contains { $0.hasPrefix("SCAN flow") && !$0.contains("INDEX") }, "\(plan)")
        }
    }

    @Test(
        arguments: [
            "status = 404", "status >= 400", "status in (404, 5xx)", "status.class = 4xx", "host = example.com",
            "host ~ \"*.example.com\"", "host contains example", "method = DELETE", "type = json", "type = text/html",
            "path = /one", "url contains one", "duration > 2s", "time > -10m", "change = via", "rule contains --set",
            "worst >= warning", "note = a", "messages > 2", "some words",
            "status >= 400 and host ~ \"*.example.com\"", "status = 404 or host = example.com",
            "id > 100 and status = 404", "status = 404 and pinned = no", "replayed = no and host = example.com",
        ])
    func blocksOfFlowsTellWhereToLook(text: String) throws {
        for isNewestFirst in [false, true] {
            let plan = try plan(text, isNewestFirst: isNewestFirst)
            #expect(plan.contains("SEARCH flow USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)"), "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN flow") }, "\(plan)")
            // They come in the order of their numbers.
            #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER") || $0.contains("LAST TERM") }, "\(plan)")
        }
    }

    /// What no block can tell is asked of all flows, one after the other.
    @Test(arguments: ["not status = 404", "path = /", "status = 404 or cache = fresh", "size > 1kB"])
    func allFlowsAreLookedAtWhereNothingTells(text: String) throws {
        #expect(try plan(text, isNewestFirst: false).contains { $0.hasPrefix("SCAN flow") })
    }

    /// Of one flow its own host is asked, not which hosts there are.
    @Test func aCloserLookAsksTheFlowAlone() throws {
        let schema = FilterSchema.session(version: SessionSchema.version)
        let filter = try FlowFilter("rare host ~ \"*.example.com\"")
        let sql = FilterSQL(filter, FilterClock(now: 1_800_000_000_000_000), schema)
        #expect(sql.where.contains("block_value"))
        #expect(sql.closer?.where.contains("block") == false)
    }

    @Test func flowsThatAreAskedForByNumberAreNotLookedFor() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let reader = try SessionReader(session.path)
        let plan = try reader.plan(FlowQuery(where: "flow.id = ?", [.integer(1)]))
        #expect(plan == ["SEARCH flow USING INTEGER PRIMARY KEY (rowid=?)"])
    }
}
