import Foundation
import TestKit
import Testing

/// Commands on the flows of a fleet's database, as a person runs them: what each role may do, and what it may not.
@Suite(.enabled(if: PostgresServer.programs != nil, "\(PostgresServer.missing)"), .serialized)
struct FleetCommandTests {
    private static let shared = Result { try PostgresServer() }

    /// Two runs with flows 1 to 4 each, the last of which has status 404.
    private func fleet() throws -> ShippedFleet {
        let fleet = try ShippedFleet(Self.shared.get())
        for file in ["a.hark", "b.hark"] {
            let recorded = try fleet.hark(
                "run", "--quiet", "--store", fleet.scratch.file(file), "--", "sh", "-c",
                "for p in cookies cookies cookies nope; do curl -q -sS http://demo.hark.test/$p >/dev/null; done")
            #expect(recorded.code == 0, recorded.summary)
            let shipped = try fleet.hark("ship", fleet.scratch.file(file), "--to", fleet.url)
            #expect(shipped.code == 0, shipped.summary)
        }
        #expect(try fleet.count("hark.flow") == 8)
        return fleet
    }

    private func runs(_ fleet: ShippedFleet) throws -> [String] {
        try fleet.sql("SELECT lpad(to_hex(run), 16, '0') FROM hark.run ORDER BY seen").split(separator: "\n").map {
            String($0)
        }
    }

    @Test func marksAreSetByRunAndNumberOrByFilter() throws {
        let fleet = try fleet()
        let runs = try runs(fleet)
        let reader = try fleet.role("--reader")
        let pinned = try fleet.hark("pin", "\(runs[0]):2", "--session", reader)
        #expect(pinned.code == 0 && pinned.diagnostics.isEmpty, pinned.summary)
        let tagged = try fleet.hark("tag", "status = 404", "bug", "--session", reader)
        #expect(tagged.code == 0 && tagged.diagnostics == "hark: tagged 2 flows\n", tagged.summary)
        let commented = try fleet.hark("comment", "\(runs[1]):1", "look here", "--session", reader)
        #expect(commented.code == 0, commented.summary)
        func found(_ filter: String) throws -> Int {
            let list = try fleet.hark("flows", "--session", fleet.url, filter, "--json")
            return list.text.split(separator: "\n").count
        }
        #expect(try found("pinned") == 1 && found("tag = bug") == 2 && found("comment = 'look here'") == 1)
        #expect(try found("pinned and tag = bug") == 0)
        let off = try fleet.hark("tag", "tag = bug", "bug", "--off", "--session", reader)
        #expect(off.code == 0, off.summary)
        #expect(try found("tag = bug") == 0 && found("pinned") == 1)
        #expect(try fleet.hark("comment", "\(runs[1]):1", "--session", reader).code == 0)
        #expect(try found("comment") == 0)
    }

    @Test func aNumberOfSeveralRunsChangesNothing() throws {
        let fleet = try fleet()
        for words in [["pin", "2"], ["tag", "2", "x"], ["delete", "--final", "--force", "2"]] {
            let result = try Tool.run(
                Tool.hark(), words + ["--session", fleet.url], environment: ["HOME": fleet.scratch.path], seconds: 60)
            #expect(result.code == 64 && result.diagnostics.contains("2 is in 2 runs"), result.summary)
        }
        let missing = try fleet.hark("pin", "\(try runs(fleet)[0]):99", "--session", fleet.url)
        #expect(missing.code == 1, missing.summary)
        #expect(try fleet.count("hark.mark") == 0 && fleet.count("hark.flow") == 8)
    }

    @Test func aWriterCanNeitherReadNorMarkNorDelete() throws {
        let fleet = try fleet()
        let writer = try fleet.role("--writer")
        for words in [
            ["flows"], ["show", "last"], ["stats"], ["diff", "last", "last-2"], ["export", "last", "--format", "log"],
            ["replay", "last"], ["judge"], ["pin", "status = 404"], ["tag", "status = 404", "x"],
            ["comment", "status = 404", "x"], ["delete", "status = 404", "--final", "--force"], ["learn", "methods"],
        ] {
            let result = try Tool.run(
                Tool.hark(), words + ["--session", writer], environment: ["HOME": fleet.scratch.path], seconds: 60)
            #expect(result.code == 77, "\(words): \(result.summary)")
            #expect(!result.text.contains("demo.hark.test"), "\(words): \(result.summary)")
        }
        #expect(try fleet.count("hark.mark") == 0 && fleet.count("hark.flow") == 8)
    }

    @Test func aReaderOfAnotherTenantFindsNothing() throws {
        let fleet = try fleet()
        let stranger = try fleet.role("--reader", tenant: "other")
        for words in [["pin", "status = 404"], ["delete", "status = 404", "--final", "--force"], ["pin", "last"]] {
            let result = try Tool.run(
                Tool.hark(), words + ["--session", stranger], environment: ["HOME": fleet.scratch.path], seconds: 60)
            #expect(result.code == 1 && result.diagnostics.contains("no flow matches"), "\(words): \(result.summary)")
        }
        #expect(try fleet.count("hark.mark") == 0 && fleet.count("hark.flow") == 8)
    }

    /// It says how many, acts on exactly these, and says that nothing brings them back.
    @Test func deletionIsFinalAndForTheOwner() throws {
        let fleet = try fleet()
        let runs = try runs(fleet)
        let (name, reader) = ("\(runs[0]):4", try fleet.role("--reader"))
        for words in [["delete", name], ["delete", name, "--force"], ["delete", "--undo"]] {
            let result = try Tool.run(
                Tool.hark(), words + ["--session", fleet.url], environment: ["HOME": fleet.scratch.path], seconds: 60)
            #expect(result.code == 64 && result.diagnostics.contains("cannot be undone"), result.summary)
        }
        let refused = try fleet.hark("delete", name, "--final", "--force", "--session", reader)
        #expect(refused.code == 77 && refused.diagnostics.contains("only the owner"), refused.summary)
        // Without a terminal, and without --force, nothing happens.
        let unasked = try fleet.hark("delete", name, "--final", "--session", fleet.url)
        #expect(unasked.code == 64 && unasked.diagnostics.contains("1 flow would be deleted"), unasked.summary)
        #expect(try fleet.count("hark.flow") == 8)

        let done = try fleet.hark("delete", name, "--final", "--force", "--json", "--session", fleet.url)
        #expect(done.code == 0, done.summary)
        #expect(
            done.diagnostics.contains("deleting 1 flow from \(fleet.url): \(runs[0].prefix(8)):4 GET"), done.summary)
        #expect(done.diagnostics.contains("deleted 1 flow from"), done.summary)
        let facts = try JSONSerialization.jsonObject(with: Data(done.text.utf8)) as? [String: Any]
        #expect(facts?["deleted"] as? Int == 1 && facts?["undo"] as? Bool == false, done.summary)
        #expect(try fleet.count("hark.flow") == 7 && fleet.count("hark.flow WHERE status = 404") == 1)
        let again = try fleet.hark("delete", name, "--final", "--force", "--session", fleet.url)
        #expect(again.code == 1, again.summary)
        // The session file has it still, and shipping that again brings nothing back.
        #expect(try fleet.hark("ship", fleet.scratch.file("a.hark"), "--to", fleet.url).code == 0)
        #expect(try fleet.count("hark.flow") == 7)
    }

    /// By columns the figures are those that the session has.
    @Test func figuresAreThoseOfTheSession() throws {
        let fleet = try ShippedFleet(Self.shared.get())
        let session = fleet.scratch.file("figures.hark")
        let recorded = try fleet.hark(
            "run", "--quiet", "--store", session, "--", "sh", "-c",
            """
            for p in cookies cookies cache/revalidate cache/revalidate gzip nope; do
                curl -q -sS http://demo.hark.test/$p >/dev/null
            done
            curl -q -sS -d a=1 http://demo.hark.test/form >/dev/null; curl -q -s http://127.0.0.1:1/ >/dev/null || :
            """)
        #expect(recorded.code == 0, recorded.summary)
        let shipped = try fleet.hark("ship", session, "--to", fleet.url, "--with-secrets", "--bodies", "all")
        #expect(shipped.code == 0, shipped.summary)
        for dimension in ["endpoint", "host", "status", "type", "client"] {
            for filter in [[], ["status = 200"], ["'demo.hark.test/nope'"]] {
                let words = ["stats", "--by", dimension, "--json"] + filter
                func figures(_ place: String) throws -> Tool.Result {
                    try Tool.run(
                        Tool.hark(), words + ["--session", place], environment: ["HOME": fleet.scratch.path],
                        seconds: 60)
                }
                let (own, all) = (try figures(session), try figures(fleet.url))
                #expect(own.code == 0 && all.code == 0, all.summary)
                #expect(own.text == all.text && own.text.contains("phases"), "\(dimension) \(filter)")
            }
        }
    }

    /// Which of several addresses is wrong, and where it was read.
    @Test func aWrongVariableIsNamed() throws {
        let fleet = try ShippedFleet(Self.shared.get())
        for words in [["flows", "--session", "fleet"], ["fleet", "status", "fleet"]] {
            let result = try Tool.run(
                Tool.hark(), words + ["--no-config"], environment: ["HOME": fleet.scratch.path, "HARK_FLEET": "foo"],
                seconds: 60)
            #expect(result.code == 64 && result.diagnostics.contains("HARK_FLEET: expected a URL"), result.summary)
            #expect(!result.diagnostics.contains("--session"), result.summary)
        }
    }

    /// It has DELETE, and row-level security deletes nothing for it: that is no success.
    @Test func aRoleThatIsNotTheOwnerIsNotToldThatFlowsAreGone() throws {
        let fleet = try fleet()
        let reader = try fleet.role("--reader")
        let role = try #require(reader.components(separatedBy: "//").last?.components(separatedBy: "@").first)
        try fleet.sql("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA hark TO \(role)")
        for words in [[], ["--json"]] {
            let result = try Tool.run(
                Tool.hark(), ["delete", "status = 404", "--final", "--force", "--session", reader] + words,
                environment: ["HOME": fleet.scratch.path], seconds: 60)
            #expect(result.code == 77 && result.diagnostics.contains("only the owner"), result.summary)
            #expect(!result.diagnostics.contains("deleted"), result.summary)
            #expect(!result.text.contains("deleted"), result.summary)
        }
        #expect(try fleet.count("hark.flow") == 8)
    }

    @Test func flowsOfTwoRunsAreCompared() throws {
        let fleet = try fleet()
        let runs = try runs(fleet)
        let same = try fleet.hark("diff", "\(runs[0]):1", "\(runs[1]):4", "--session", fleet.url)
        #expect(same.code == 1, same.summary)
        for (run, number) in [(runs[0], 1), (runs[1], 4)] {
            #expect(same.text.contains("\(run.prefix(8)):\(number)  GET"), same.summary)
        }
    }

    /// For agents and the page flows of all runs have numbers of their own.
    @Test func agentsReadTheDatabase() throws {
        let fleet = try fleet()
        let runs = try runs(fleet)
        let reader = try fleet.role("--reader")
        let calls = [
            #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","#
                + #""capabilities":{},"clientInfo":{"name":"test","version":"1"}}}"#,
            #"{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"list_flows","arguments":{}}}"#,
            #"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_flows","arguments":"#
                + #"{"filter":"tag = '\#(runs[1].prefix(8)):4'"}}}"#,
            #"{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"get_flow","arguments":"#
                + #"{"flow":8,"parts":["request"]}}}"#,
            #"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get_status","arguments":{}}}"#,
            #"{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"explain_flow","arguments":"#
                + #"{"flow":1}}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"get_stats","arguments":"#
                + #"{"by":"status"}}}"#,
        ]
        let input = try fleet.scratch.write("calls", calls.joined(separator: "\n") + "\n")
        let environment = ["HOME": fleet.scratch.path, "TMPDIR": fleet.scratch.path]
        let said = try Tool.run(
            Tool.hark(), ["mcp", "--session", reader], environment: environment, input: input, seconds: 60)
        #expect(said.code == 0, said.summary)
        #expect(said.text.contains("Rows 1 to 8 of 8") && said.text.contains("Rows 1 to 1 of 1"), said.summary)
        #expect(said.text.contains("Flow 8: status") && said.text.contains("Flows: 8;"), said.summary)
        #expect(said.text.contains("the database of a fleet") && !said.text.contains("\"isError\":true"), said.summary)
        // Nothing is written, and marks are refused.
        let left = try FileManager.default.contentsOfDirectory(atPath: fleet.scratch.path)
        #expect(!left.contains { $0.hasPrefix("hark-run-") }, "\(left)")
        let marks = try fleet.hark("mcp", "--session", reader, "--allow", "marks")
        #expect(marks.code == 64 && marks.diagnostics.contains("hark tag --session"), marks.summary)
        let writer = try Tool.run(
            Tool.hark(), ["mcp", "--session", fleet.role("--writer")], environment: environment, input: input,
            seconds: 60)
        #expect(writer.code == 77 && !writer.text.contains("demo.hark.test"), writer.summary)
    }

    @Test func thePageShowsTheDatabaseAndDoesNotChangeIt() throws {
        let fleet = try fleet()
        let environment = ["HOME": fleet.scratch.path]
        let said = fleet.scratch.file("said")
        let page = try Child(
            Tool.hark(), ["page", "--session", fleet.role("--reader"), "--listen", "127.0.0.1:0"],
            environment: environment, output: fleet.scratch.file("out"), diagnostics: said)
        func parts() -> [String] {
            let text = (try? String(contentsOfFile: said, encoding: .utf8)) ?? ""
            let url = text.components(separatedBy: "page at ").last ?? ""
            return url.split(separator: "\n").first?.components(separatedBy: "/#") ?? []
        }
        try eventually("the page is served") { parts().count == 2 }
        let (place, key) = (parts()[0], parts()[1])
        let session = try Tool.run(
            Tool.find("curl"),
            ["-q", "-sS", "--noproxy", "*", "-d", #"{"key": "\#(key)"}"#, place + "/api/session"]
        ).text
        for fact in ["\"flows\":8", "\"name\":\"fleet\"", "\"canEdit\":false"] {
            #expect(session.contains(fact), "\(session.prefix(600))")
        }
        let token = try #require(session.components(separatedBy: "\"token\":\"").last?.prefix { $0 != "\"" })
        func ask(_ path: String, _ words: String...) throws -> String {
            try Tool.run(
                Tool.find("curl"),
                ["-q", "-sS", "--noproxy", "*", "-H", "Authorization: Bearer \(token)"] + words + [place + path]
            ).text
        }
        let view = try ask("/api/views", "-d", #"{"filter": "status >= 400"}"#)
        #expect(view.contains("\"matched\":2") && view.contains("\"total\":8"), "\(view)")
        let rows = try ask("/api/views/1/rows")
        #expect(rows.contains("\"id\":4,") && rows.contains("\"id\":8,"), "\(rows.prefix(600))")
        #expect(try ask("/api/views/1/overview").contains("\"counts\""))
        #expect(try ask("/api/views/1/endpoints").contains("/nope"))
        let flow = try ask("/api/flows/8")
        #expect(try flow.contains("/nope") && flow.contains(runs(fleet)[1].prefix(8) + ":4"), "\(flow.prefix(600))")
        // Another run is shipped while the page is open; then the database is gone for a while.
        let recorded = try fleet.hark(
            "run", "--quiet", "--store", fleet.scratch.file("c.hark"), "--", "curl", "-q", "-sS",
            "http://demo.hark.test/form")
        #expect(recorded.code == 0, recorded.summary)
        #expect(try fleet.hark("ship", fleet.scratch.file("c.hark"), "--to", fleet.url).code == 0)
        try fleet.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(fleet.name)' "
                + "AND pid <> pg_backend_pid()")
        try eventually("the new flow is shown") {
            try ask("/api/views", "-d", #"{"filter": "path = /form"}"#).contains("\"matched\":1")
        }
        #expect(try ask("/api/flows/9").contains("/form"))
        page.send(SIGINT)
        #expect(try page.wait() == .exited(0))
    }
}
