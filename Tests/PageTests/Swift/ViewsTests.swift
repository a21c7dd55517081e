import FilterTestKit
import Flow
import Foundation
import HTTPModel
import Library
import Page
import PageTestKit
import Testing

/// Lists: asked once, read by position, growing as flows come.
@Suite struct ViewsTests {
    private static func flow(_ number: UInt64, _ status: Int = 200, outcome: Outcome? = .complete) -> FlowRecord {
        MadeFlow.make(
            "GET http://shop.test/\(number) HTTP/1.1\nHost: shop.test",
            outcome == nil ? nil : "HTTP/1.1 \(status) X\nContent-Length: 0", number: number,
            at: MadeFlow.noon + Int64(number) * 1_000, outcome: outcome)
    }

    private func view(_ asker: PageAsker, _ body: String = "{}") throws -> Int {
        try #require(try asker.ask("POST", "/api/views", body).json["view"] as? Int)
    }

    private func ids(_ asker: PageAsker, _ view: Int) throws -> [Int] {
        try asker.ask("GET", "/api/views/\(view)/rows?count=500").list("rows").compactMap { $0["id"] as? Int }
    }

    @Test func aFilterSaysItselfAndCounts() throws {
        let asker = try PageAsker([Self.flow(1), Self.flow(2, 404), Self.flow(3, 500)])
        let made = try asker.ask("POST", "/api/views", #"{"filter": "status >= 400"}"#).json
        #expect(made["matched"] as? Int == 2 && made["total"] as? Int == 3)
        #expect((made["words"] as? String)?.contains("400 or more") == true)
    }

    @Test func aFilterThatIsNoneIsShownItsPlace() throws {
        let answer = try PageAsker().ask("POST", "/api/views", #"{"filter": "host = a and staus = 4"}"#)
        let error = answer.json["error"] as? [String: Any] ?? [:]
        #expect(answer.status == 422 && error["offset"] as? Int == 13 && error["length"] as? Int == 5)
        #expect(error["nearest"] as? String == "status")
    }

    @Test func windowsAreReadByPosition() throws {
        let asker = try PageAsker((1...9).map { Self.flow($0) })
        let view = try view(asker)
        let window = try asker.ask("GET", "/api/views/\(view)/rows?first=7&count=5")
        #expect(window.list("rows").compactMap { $0["id"] as? Int } == [8, 9])
        #expect(window.json["matched"] as? Int == 9)
        #expect(try asker.ask("GET", "/api/views/\(view)/rows?first=100").list("rows").isEmpty)
        #expect(try asker.ask("GET", "/api/views/\(view)/position?flow=8").json["position"] as? Int == 7)
        for wrong in ["first=-1", "count=501", "count=x", "first=99999999999999999999"] {
            #expect(try asker.ask("GET", "/api/views/\(view)/rows?\(wrong)").status == 400, "\(wrong)")
        }
    }

    /// The fifth ends the one that was not used for longest, and the tab that had it is told.
    @Test func fourViewsAreKept() throws {
        let asker = try PageAsker([Self.flow(1)])
        let views = try (0..<4).map { _ in try view(asker) }
        _ = try ids(asker, views[0])
        _ = try view(asker)
        #expect(try asker.ask("GET", "/api/views/\(views[1])/rows").code == "view")
        #expect(try ids(asker, views[0]) == [1])
        #expect(asker.tick(PageTick(change: .shrunk), view: views[1]).contains("event: note"))
    }

    @Test func aViewWithoutAnOrderGrowsAndASnapshotDoesNot() throws {
        let asker = try PageAsker([Self.flow(1)])
        let (all, sorted) = (try view(asker), try view(asker, #"{"order": {"by": "duration"}}"#))
        let new = Self.flow(2)
        asker.source.with { $0.flows.append(new) }
        let told = asker.tick(PageTick(began: [2], ended: [2], changed: [new], flowCount: 2), view: all)
        #expect(told.contains("\"first\":1,\"added\":1") && told.contains("\"position\":1"))
        #expect(try ids(asker, all) == [1, 2])
        #expect(try ids(asker, sorted) == [1])
    }

    // MARK: Tunnels

    private static func tunnel(_ number: UInt64, outcome: Outcome? = .complete) -> FlowRecord {
        MadeFlow.make(
            "CONNECT shop.test:443 HTTP/1.1\nHost: shop.test:443",
            outcome == nil ? nil : "HTTP/1.1 200 Connection established", number: number,
            at: MadeFlow.noon + Int64(number) * 1_000, outcome: outcome)
    }

    /// Flows that pass now, as a proxy knows them.
    private final class Passing: PageLive {
        let flows: [FlowRecord]
        init(_ flows: [FlowRecord]) { self.flows = flows }
        func record(_ number: UInt64) -> FlowRecord? { flows.first { $0.id.number == number } }
        var openCount: Int { 0 }
    }

    @Test func tunnelsAreFoldedIntoTheirExchangesWhenThatIsAsked() throws {
        let flows = [
            Self.tunnel(1), Self.flow(2), Self.tunnel(3, outcome: Outcome(.tunnel, by: .client, .ok)),
            Self.flow(4, 404), Self.tunnel(5),
        ]
        let asker = try PageAsker(flows)
        let made = try asker.ask("POST", "/api/views", #"{"tunnels": false}"#).json
        #expect(made["matched"] as? Int == 3 && made["total"] as? Int == 5 && made["folded"] as? Int == 2)
        #expect(made["words"] as? String == "All flows.")
        let view = try #require(made["view"] as? Int)
        // One that was only forwarded has no exchanges of its own.
        #expect(try ids(asker, view) == [2, 3, 4])
        #expect(try asker.ask("GET", "/api/views/\(view)/position?flow=5").json["position"] is NSNull)
        let failed = try self.view(asker, #"{"filter": "status >= 200", "tunnels": false}"#)
        #expect(try ids(asker, failed) == [2, 3, 4])
        let sorted = try self.view(asker, #"{"order": {"by": "status", "reverse": true}, "tunnels": false}"#)
        #expect(Set(try ids(asker, sorted)) == [2, 3, 4])
        // Whoever does not ask for it has all.
        #expect(try ids(asker, try self.view(asker)) == [1, 2, 3, 4, 5])
        #expect(try ids(asker, try self.view(asker, #"{"tunnels": true}"#)) == [1, 2, 3, 4, 5])
    }

    @Test func aFoldedListGrowsAtOnceByAllButTunnels() throws {
        let new = [Self.tunnel(2, outcome: nil), Self.flow(3, outcome: nil), Self.tunnel(4, outcome: nil)]
        let asker = try PageAsker([Self.flow(1)], live: Passing(new))
        let view = try view(asker, #"{"tunnels": false}"#)
        asker.source.with { $0.flows += new }
        let told = asker.tick(PageTick(began: [2, 3, 4], changed: new, flowCount: 4), view: view)
        #expect(told.contains("\"added\":1"), "\(told)")
        #expect(try ids(asker, view) == [1, 3])
        // The first was opened by Hark, the second only forwarded: that is known once they have ended.
        asker.source.with { state in
            state.flows[1] = Self.tunnel(2)
            state.flows[3] = Self.tunnel(4, outcome: Outcome(.tunnel, by: .client, .ok))
        }
        for _ in 0..<4 { _ = asker.tick(PageTick(ended: [2, 3, 4], flowCount: 4), view: view) }
        #expect(try ids(asker, view) == [1, 3, 4])
    }

    /// Of what nobody knows as it passes, a file is asked.
    @Test func aFoldedListAsksTheFileWhereNobodyKnows() throws {
        let asker = try PageAsker([Self.flow(1)])
        let view = try view(asker, #"{"tunnels": false}"#)
        asker.source.with { $0.flows += [Self.tunnel(2), Self.flow(3)] }
        for _ in 0..<4 { _ = asker.tick(PageTick(began: [2, 3], ended: [2, 3], flowCount: 3), view: view) }
        #expect(try ids(asker, view) == [1, 3])
    }

    /// Whether a flow matches is known when it has ended, and the file has it a moment later.
    @Test func aFilteredViewTakesInWhatMatches() throws {
        let asker = try PageAsker([Self.flow(1, 500)])
        let view = try view(asker, #"{"filter": "status >= 400"}"#)
        asker.source.with { $0.flows += [Self.flow(2), Self.flow(3, 404)] }
        _ = asker.tick(PageTick(began: [2, 3], ended: [2, 3]), view: view)
        for _ in 0..<3 { _ = asker.tick(PageTick(), view: view) }
        #expect(try ids(asker, view) == [1, 3])
        #expect(!asker.api.isWaiting)
    }

    /// What the first answer had already does not come twice, and what it had not is not lost.
    @Test func noFlowIsLostBetweenTheQuestionAndTheFirstTick() throws {
        let asker = try PageAsker([Self.flow(1), Self.flow(3)])
        // Flow 2 began before and is not in the file yet; 3 is, and is told of again.
        _ = asker.tick(PageTick(began: [1, 2]), view: nil)
        let view = try view(asker)
        _ = asker.tick(PageTick(began: [3, 4]), view: view)
        asker.source.with { $0.flows += [Self.flow(2), Self.flow(4)] }
        #expect(try ids(asker, view).sorted() == [1, 2, 3, 4])
    }

    @Test func anEmptyTickTellsNothing() throws {
        let asker = try PageAsker([Self.flow(1)])
        let view = try view(asker)
        let before = asker.api.revision
        #expect(asker.tick(PageTick(), view: view).isEmpty)
        #expect(asker.api.revision == before)
    }

    @Test func rowsOfAFloodAreCountedAndNotSent() throws {
        let asker = try PageAsker()
        let view = try view(asker)
        let flows = (1...300).map { Self.flow($0) }
        let told = asker.tick(
            PageTick(
                began: flows.map(\.id.number), changed: flows.suffix(100).reversed(), skipped: 200, flowCount: 300),
            view: view)
        #expect(told.contains("\"added\":300") && told.contains("\"skipped\":200"))
        #expect(told.components(separatedBy: "\"bar\"").count == 101)
    }

    @Test func aRowIsTheOneOfTheCommandAndABar() throws {
        let asker = try PageAsker([Self.flow(1, 404)])
        let row = try #require(try asker.ask("GET", "/api/rows?ids=1").list("rows").first)
        let names: Set = [
            "id", "run", "start", "method", "url", "status", "outcome", "by", "type", "requestSize", "responseSize",
            "duration", "phases", "client", "upstream", "connection", "reused", "flags", "cache", "worst", "bar",
            "call", "comment", "tags",
        ]
        #expect(Set(row.keys) == names)
        #expect(row["status"] as? Int == 404 && row["url"] as? String == "http://shop.test/1")
        let gone = try #require(try asker.ask("GET", "/api/rows?ids=7").list("rows").first)
        #expect(gone["id"] as? Int == 7 && gone["gone"] as? Bool == true)
    }

    @Test func deletionNeedsTheRightNumber() throws {
        let asker = try PageAsker([Self.flow(1), Self.flow(2, outcome: nil), Self.flow(3)])
        let (view, other) = (try view(asker), try view(asker))
        for wrong in [#"{"matched": 2}"#, "{}", #"{"matched": "3"}"#] {
            #expect(try asker.ask("DELETE", "/api/views/\(view)/flows", wrong).status != 200)
        }
        #expect(asker.source.flows.count == 3)
        let answer = try asker.ask("DELETE", "/api/views/\(view)/flows", #"{"matched": 3}"#).json
        #expect(answer["deleted"] as? Int == 2 && answer["kept"] as? Int == 1)
        #expect(try ids(asker, other) == [2])
    }

    @Test func aSessionThatIsDeletedIsTold() throws {
        let asker = try PageAsker([Self.flow(1)])
        let told = asker.tick(PageTick(change: .deleted), view: nil)
        #expect(told.contains("event: note") && told.contains("\"code\":\"deleted\""))
    }

    @Test(arguments: ["{]", "[]", "1", #"{"filter": 1}"#, #"{"order": {"by": "nothing"}}"#, #"{"order": 1}"#, "{} x"])
    func aBodyThatIsNoneIsRefused(body: String) throws {
        #expect(try PageAsker().ask("POST", "/api/views", body).status == 400)
    }

    private static func cached(_ number: UInt64, outcome: Outcome? = .complete) -> FlowRecord {
        MadeFlow.make(
            "GET http://shop.test/a HTTP/1.1\nHost: shop.test",
            outcome == nil ? nil : "HTTP/1.1 200 OK\nCache-Control: private, max-age=60\nContent-Length: 0",
            number: number, at: MadeFlow.noon + Int64(number) * 1_000, outcome: outcome)
    }

    @Test func aCacheSeesTheSessionWhateverTheViewShows() throws {
        let asker = try PageAsker([Self.cached(1), Self.cached(2), Self.flow(3, 404)])
        let view = try view(asker, #"{"filter": "id = 2"}"#)
        let answer = try asker.ask("GET", "/api/views/\(view)/ghosts?first=0&count=10")
        let ghosts = answer.list("ghosts")
        #expect(ghosts.compactMap { $0["flow"] as? Int } == [2])
        let own = ghosts.first?["private"] as? [String: Any]
        #expect(own?["served"] as? String == "fresh" && ghosts.first?["shared"] is NSNull)
        #expect(answer.json["more"] as? Bool == false)
        let totals = (answer.json["totals"] as? [String: Any])?["private"] as? [String: Any]
        #expect(totals?["requests"] as? Int == 1)
    }

    @Test func anOpenExchangeIsWaitedFor() throws {
        let asker = try PageAsker([Self.cached(1), Self.cached(2, outcome: nil), Self.cached(3)])
        let view = try view(asker)
        let answer = try asker.ask("GET", "/api/views/\(view)/ghosts")
        #expect(answer.json["looked"] as? Int == 1)
        #expect(answer.list("ghosts").compactMap { $0["flow"] as? Int } == [1])
        #expect(answer.json["more"] as? Bool == false)
    }
}
