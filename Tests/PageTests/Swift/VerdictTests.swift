import FilterTestKit
import Flow
import Foundation
import PageTestKit
import Testing

/// What is said of cookies, caches and redirects is the session's, whatever a filter shows and however far back it
/// lies.
@Suite struct VerdictTests {
    private static func flow(
        _ number: Int, _ path: String = "/x", cookie: String? = nil, _ fields: String = "", status: Int = 200,
        host: String = "shop.test"
    ) -> FlowRecord {
        MadeFlow.make(
            "GET http://\(host)\(path) HTTP/1.1\nHost: \(host)" + (cookie.map { "\nCookie: \($0)" } ?? ""),
            "HTTP/1.1 \(status) X\nContent-Length: 0" + (fields.isEmpty ? "" : "\n" + fields), number: UInt64(number),
            at: MadeFlow.noon + Int64(number) * 1_000)
    }

    private static let far = 5_200

    /// #1 and #2 set cookies and fill caches; what follows has nothing to do with it until the last ones.
    private static func session(_ change: (inout [FlowRecord]) -> Void = { _ in }) -> [FlowRecord] {
        var flows = [
            flow(1, "/login", "Set-Cookie: sid=1; Path=/\nSet-Cookie: other=1; Domain=foreign.test"),
            flow(2, "/app.js", "ETag: \"v1\"\nCache-Control: max-age=1"),
        ]
        for number in 3..<far - 3 { flows.append(flow(number, "/n/\(number)")) }
        flows += [
            flow(far - 3, "/a", cookie: "sid=1; unheard=1"), flow(far - 2, "/b"),
            flow(far - 1, "/app.js", "ETag: \"v1\"\nCache-Control: max-age=1", status: 304),
            flow(far, "/a", cookie: "sid=2", "Set-Cookie: sid=3; Path=/"),
        ]
        change(&flows)
        return flows
    }

    private func view(_ asker: PageAsker, _ filter: String) throws -> Int {
        try #require(
            try asker.ask("POST", "/api/views", #"{"filter": "\#(filter)"}"#).json["view"] as? Int)
    }

    /// What the page's tab of one exchange asks.
    private func told(_ asker: PageAsker, _ chapter: String, of flow: Int, _ filter: String) throws -> [String: Any] {
        let view = try view(asker, filter)
        let found = try asker.ask("GET", "/api/views/\(view)/position?flow=\(flow)").json["position"] as? Int
        let place = try #require(found)
        var answer = try asker.ask("GET", "/api/views/\(view)/\(chapter)?first=\(place)&count=1").json
        for member in ["first", "matched"] { answer[member] = nil }
        return answer
    }

    private func sent(_ answer: [String: Any]) -> [String: [String: Any]] {
        let entry = (answer["cookies"] as? [[String: Any]])?.first
        let sent = entry?["sent"] as? [[String: Any]] ?? []
        return Dictionary(sent.map { ($0["name"] as? String ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    }

    private static let filters = ["", "path = /a", "request.header.cookie", "id > 5100", "not path ~ \\\"/n/*\\\""]

    @Test func aCookieIsJudgedTheSameUnderEveryFilter() throws {
        let asker = try PageAsker(Self.session())
        var answers: [NSDictionary] = []
        for filter in Self.filters {
            let answer = try told(asker, "jar", of: Self.far - 3, filter)
            #expect(answer["since"] is NSNull)
            let sent = sent(answer)
            #expect(sent["sid"]?["expected"] as? Bool == true, "\(filter)")
            #expect((sent["sid"]?["text"] as? String)?.contains("#1 set it") == true, "\(filter)")
            #expect(sent["unheard"]?["expected"] is NSNull)
            #expect(sent["unheard"]?["step"] as? String == "not set in this session")
            answers.append(answer as NSDictionary)
        }
        #expect(Set(answers).count == 1)
    }

    /// One that was due and is missing is told of, too; what a host elsewhere set is not due here.
    @Test func whatWasDueIsKnownFromFarAway() throws {
        let asker = try PageAsker(Self.session())
        for filter in ["", "path = /b"] {
            let sent = sent(try told(asker, "jar", of: Self.far - 2, filter))
            #expect(sent.keys.sorted() == ["sid"])
            #expect(sent["sid"]?["sent"] as? Bool == false && sent["sid"]?["expected"] as? Bool == true)
        }
    }

    @Test func aCacheIsJudgedTheSameUnderEveryFilter() throws {
        let asker = try PageAsker(Self.session())
        var answers: Set<NSDictionary> = []
        for filter in ["", "status = 304", "path = /app.js"] {
            var answer = try told(asker, "cache", of: Self.far - 1, filter)
            answer["savings"] = nil
            let entry = (answer["cache"] as? [[String: Any]])?.first?["private"] as? [String: Any]
            #expect(entry?["served"] as? String == "validated", "\(filter): \(entry ?? [:])")
            answers.insert(answer as NSDictionary)
        }
        #expect(answers.count == 1)
    }

    /// Where flows are missing it is not said that nothing set a cookie.
    @Test func whatIsMissingIsSaidToBeUnknown() throws {
        let gone = try PageAsker(Self.session { $0.removeFirst(2) })
        for filter in ["", "path = /a"] {
            let answer = try told(gone, "jar", of: Self.far - 3, filter)
            #expect(answer["since"] as? Int == 3)
            let cookie = try #require(sent(answer)["sid"])
            #expect(cookie["expected"] is NSNull && cookie["step"] as? String == "unknown before #3")
            #expect((cookie["text"] as? String)?.contains("Unknown before #3") == true)
        }
        // A gap in the middle: what lies before it still counts.
        let holed = try PageAsker(Self.session { $0.remove(at: 2_000) })
        let answer = try told(holed, "jar", of: Self.far - 3, "path = /a")
        #expect(answer["since"] as? Int == 2_002)
        #expect(sent(answer)["sid"]?["expected"] as? Bool == true)
        #expect(sent(answer)["unheard"]?["step"] as? String == "unknown before #2002")
        let cache = try told(gone, "cache", of: Self.far - 1, "")
        let entry = (cache["cache"] as? [[String: Any]])?.first?["private"] as? [String: Any]
        #expect((entry?["line"] as? String)?.contains("Unknown before #3") == true, "\(entry ?? [:])")
    }

    /// The screen of cookies goes through those exchanges alone that have some, or could have.
    @Test func exchangesWithCookiesArePagedByThemselves() throws {
        let asker = try PageAsker(
            Self.session { flows in
                for place in 1..<flows.count - 4 {
                    flows[place] = Self.flow(
                        place + 1, "/n/\(place)", host: place == 7 ? "www.shop.test" : "other.test")
                }
                flows[Self.far - 3] = Self.flow(Self.far - 2, "/b", host: "noshop.test")
                flows[Self.far - 2] = Self.flow(Self.far - 1, "/app.js", host: "foreign.test")
            })
        let view = try view(asker, "")
        let last = try asker.ask("GET", "/api/views/\(view)/jar?with=cookies&count=2").json
        #expect(last["flows"] as? [Int] == [Self.far] && last["matched"] as? Int == 3)
        let first = try asker.ask("GET", "/api/views/\(view)/jar?with=cookies&first=0&count=2").json
        #expect(first["flows"] as? [Int] == [1, Self.far - 3])
        #expect(try asker.ask("GET", "/api/views/\(view)/jar?with=everything").status == 400)
    }

    /// One that sends none of the cookies that it could have sent is what a person looks for there.
    @Test func exchangesFromWhichAllCookiesWereWithheldAreThere() throws {
        let asker = try PageAsker([
            Self.flow(1, "/before"),
            Self.flow(2, "/login", "Set-Cookie: a=1; Path=/account; Domain=shop.test\nSet-Cookie: evil=1; Domain=test"),
            Self.flow(3, "/other"), Self.flow(4, "/x", host: "www.shop.test"), Self.flow(5, "/x", host: "notshop.test"),
            Self.flow(6, "/x", host: "a.test"), Self.flow(7, "/account"),
        ])
        let all = try asker.ask("GET", "/api/views/\(try view(asker, ""))/jar?with=cookies").json
        #expect(all["flows"] as? [Int] == [2, 3, 4, 7])
        let entries = all["cookies"] as? [[String: Any]] ?? []
        let sent = entries.map { ($0["sent"] as? [[String: Any]])?.map { $0["expected"] as? Bool } ?? [] }
        #expect(sent == [[], [false], [false], [true]])
        let one = try asker.ask("GET", "/api/views/\(try view(asker, "id in (1, 3, 5)"))/jar?with=cookies").json
        #expect(one["flows"] as? [Int] == [3])
    }

    /// Fifteen exchanges lead elsewhere, none of them near the end of the list.
    @Test func redirectsAreFoundWhereverTheyAre() throws {
        let asker = try PageAsker(
            Self.session { flows in
                for place in 0..<15 {
                    flows[10 + place * 3] = Self.flow(
                        11 + place * 3, "/old\(place)", "Location: /new\(place)", status: 301)
                    if place > 0 { flows[11 + place * 3] = Self.flow(12 + place * 3, "/new\(place)") }
                }
            })
        let all = try asker.ask("GET", "/api/views/\(try view(asker, ""))/redirects?count=10").json
        #expect(all["matched"] as? Int == 15 && all["first"] as? Int == 10)
        let chains = all["redirects"] as? [[String: Any]] ?? []
        let flows = all["flows"] as? [Int] ?? []
        #expect(chains.count == 5)
        let hops = chains.compactMap { ($0["entries"] as? [Int])?.map { flows[$0] } }
        #expect(hops.last == [53, 54])
        // A filter that shows a hop shows its chain; one that shows none shows none.
        let one = try asker.ask("GET", "/api/views/\(try view(asker, "path = /new3"))/redirects").json
        #expect(one["matched"] as? Int == 1)
        let none = try asker.ask("GET", "/api/views/\(try view(asker, "path = /a"))/redirects").json
        #expect(none["matched"] as? Int == 0)
    }
}
