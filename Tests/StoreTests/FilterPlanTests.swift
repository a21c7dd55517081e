import Filter
import Store
import Testing

/// Questions for few of many flows are answered by an index.
@Suite struct FilterPlanTests {
    @Test(
        arguments: [
            ("status = 404", "flow_status"), ("status >= 400", "flow_status"), ("status in (404, 5xx)", "flow_status"),
            ("host = example.com", "flow_host"), ("host ~ \"*.example.com\"", "flow_host"),
            ("host contains example", "flow_host"), ("method = DELETE", "flow_method"), ("type = json", "flow_type"),
            ("type = text/html", "flow_type"), ("path = /one", "flow_path"), ("duration > 2s", "flow_duration"),
            ("time > -10m", "flow_time"), ("error", "flow_error"), ("error = nameNotFound", "flow_error"),
            ("redirect.to = \"http://a/\"", "flow_redirect_to"), ("comment", "flow_comment"),
            ("replayed", "flow_replayed"), ("pinned", "flow_pinned"), ("redirect.hop > 1", "flow_redirect_hop"),
            ("change = via", "flow_changes"), ("rule contains --set", "flow_changes"),
            ("worst >= warning", "flow_worst"), ("note = a", "flow_notes"), ("messages > 2", "flow_messages"),
            ("some words", "flow_search"), ("status >= 400 and host ~ \"*.example.com\"", "flow_status"),
        ] as [(String, String)])
    func anIndexFindsThem(text: String, index: String) throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let reader = try SessionReader(session.path)
        let sql = FilterSQL(try FlowFilter(text), FilterClock(now: 1_800_000_000_000_000), .session(version: 3))
        for isNewestFirst in [false, true] {
            var query = FlowQuery(sql, isNewestFirst: isNewestFirst)
            query.limit = 100
            let plan = try reader.plan(query)
            #expect(plan.contains { $0.contains("USING") && $0.contains(index) }, "\(plan)")
            // The newest are looked at one by one, the rest never.
            #expect(!plan.contains { $0.hasPrefix("SCAN flow") && !$0.contains("INDEX") }, "\(plan)")
        }
    }

    @Test func flowsThatAreAskedForByNumberAreNotLookedFor() throws {
        let session = try TemporarySession()
        _ = try session.kept(MadeFlow.plain(1).changes)
        let reader = try SessionReader(session.path)
        let plan = try reader.plan(FlowQuery(where: "flow.id = ?", [.integer(1)]))
        #expect(plan == ["SEARCH flow USING INTEGER PRIMARY KEY (rowid=?)"])
    }
}
