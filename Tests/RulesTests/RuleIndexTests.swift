import Bytes
import Filter
import FilterTestKit
import Flow
import Testing

@testable import Rules

/// Rules that mean certain hosts are found by them: the same rules act as if each were asked, in the same order.
@Suite struct RuleIndexTests {
    private static let hosts = [
        "shop.example.com", "SHOP.example.com", "api.example.com", "192.0.2.1", "[2001:db8::1]",
    ]

    private static func record(_ host: String) -> FlowRecord {
        MadeFlow.make("GET http://\(host)/a HTTP/1.1\nHost: \(host)")
    }

    private static func matched(_ book: RuleBook, _ record: FlowRecord) -> [String] {
        var run = RuleRun(book, counting: Counting(), seed: 1)
        _ = run.request(RuleSubject(record), hasBody: false)
        return run.matched
    }

    @Test(arguments: [
        ("host = shop.example.com", true), ("host = SHOP.EXAMPLE.COM", true), ("host != api.example.com", true),
        ("host in (api.example.com, shop.example.com)", true), ("not host = api.example.com", true),
        ("host = api.example.com or path = /a", true), ("host = shop.example.com and path = /a", true),
        ("path = /a and host = shop.example.com", true), ("host ~ \"shop.*\"", true),
        ("host = shop.example.com and path = /b", false), ("host = api.example.com", false),
        ("host in (api.example.com, 192.0.2.1)", false), ("host = shop.example.com and host = api.example.com", false),
        ("host = example.com", false), ("host != shop.example.com", false),
    ])
    func aFilterOfHostsMeansWhatItMeant(_ filter: String, _ isMeant: Bool) throws {
        let book = try Reading.book("a: when \(filter) do pin")
        #expect(Self.matched(book, Self.record("shop.example.com")) == (isMeant ? ["a"] : []))
    }

    @Test func rulesOfOneHostAndOfAnyActInTheirOrder() throws {
        let book = try Reading.book(
            """
            a: when host = shop.example.com do pin
            b: do tag b
            c: when host = api.example.com do tag c
            d: when host in (api.example.com, shop.example.com) do tag d
            e: when path = /a do tag e, final
            f: when host = shop.example.com do tag f
            """)
        #expect(Self.matched(book, Self.record("shop.example.com")) == ["a", "b", "d", "e"])
        #expect(Self.matched(book, Self.record("api.example.com")) == ["b", "c", "d", "e"])
        #expect(Self.matched(book, Self.record("other.example.com")) == ["b", "e"])
    }

    /// Filters that are the same for Swift, and not for messages: a letter in one piece, and one with its accent
    /// behind.
    @Test func filtersAreTheSameByTheirBytes() throws {
        let (one, other) = ("\u{E9}", "e\u{301}")
        let filter = "request.header.x"
        let book = try Reading.book(
            "a: when \(filter) = \(one) do pin\nb: when \(filter) = \(other) do pin\nc: when \(filter) = \(one) do pin")
        func matched(_ value: String) -> [String] {
            Self.matched(book, MadeFlow.make("GET http://a.test/ HTTP/1.1\nHost: a.test\nX: \(value)"))
        }
        #expect(matched(one) == ["a", "c"])
        #expect(matched(other) == ["b"])
    }

    /// A rule that is final at the response leaves those behind it alone which the request chose.
    @Test func whatAFinalRuleOfAResponseStandsBeforeActsNoMore() throws {
        let book = try Reading.book("a: when status = 200 do tag a, final\nb: do set-response-header \"X: 1\"")
        let record = MadeFlow.make("GET http://a.test/ HTTP/1.1\nHost: a.test", "HTTP/1.1 200 OK\nContent-Length: 0")
        var run = RuleRun(book, counting: Counting(), seed: 1)
        _ = run.request(RuleSubject(record), hasBody: false)
        #expect(run.matched == ["b"])
        let orders = run.response(RuleSubject(record), hasBody: false)
        #expect(run.matched == ["a"])
        #expect(orders.fields.isEmpty && orders.remarks.tags == ["a"])
    }

    /// Asked one by one, each rule says the same as the index.
    @Test func whatTheIndexLeavesOutWouldNotHaveBeenMeant() throws {
        var seed = Chance(seed: 7, 1, 1)
        let parts = [
            "host = shop.example.com", "host != api.example.com", "path = /a", "host in (192.0.2.1, api.example.com)",
        ]
        for _ in 0..<300 {
            let filters = (0..<6).map { _ -> String in
                let (one, other) = (Int(seed.next() % 4), Int(seed.next() % 4))
                let word = ["and", "or", "and not"][Int(seed.next() % 3)]
                return "\(parts[one]) \(word) \(parts[other])"
            }
            let rules = filters.enumerated().map { "r\($0): when \($1) do pin" }
            let book = try Reading.book(rules.joined(separator: "\n"))
            for host in Self.hosts {
                let record = Self.record(host)
                let expected = try filters.enumerated().filter { _, filter in
                    FilterMatcher(try FlowFilter(filter), Reading.clock).matches(FilterSubject(record))
                }.map { "r\($0.offset)" }
                #expect(Self.matched(book, record) == expected, "\(filters) of \(host)")
            }
        }
    }
}
