import Bytes
import FilterTestKit
import Flow
import TestKit
import Testing

@testable import Filter

/// What a request's head says of filters before they are asked: never no where one would hold.
@Suite struct RequestNeedsTests {
    private static func mayMean(_ filters: [String], _ request: String) throws -> Bool {
        let head = try #require(MadeFlow.make(request).requestHead)
        return RequestNeeds(try filters.map { try FlowFilter($0) }).mayMean(head)
    }

    @Test(arguments: [
        "GET http://shop.example.com/a/b?q HTTP/1.1\nHost: shop.example.com",
        "GET http://SHOP.example.com:8080/a/b HTTP/1.1\nHost: other.test",
        "GET /a/b HTTP/1.1\nHost: Shop.Example.Com:80",
    ])
    func whatIsToldByTheHeadIs(_ request: String) throws {
        for filter in [
            "host = shop.example.com", "path ~ \"/a/*\"", "method = GET and path = /a/b",
            "host in (a.test, shop.example.com)",
            "status = 200", "not host = shop.example.com", "host = a.test or path = /x", "path !~ \"/x*\"",
            "path ~ \"*b\"",
        ] {
            #expect(try Self.mayMean([filter], request), "\(filter)")
        }
        for filter in [
            "host = example.com", "host = shop.example.com.evil.test", "path ~ \"/b/*\"", "method = POST",
            "host = shop.example.com and path ~ \"/b*\"", "status = 200 and host in (a.test, b.test)", "path = /a/b/c",
            "method = get",
        ] {
            #expect(try !Self.mayMean([filter], request), "\(filter)")
            #expect(try Self.mayMean([filter, "method = GET"], request), "another one may")
        }
    }

    /// What takes more than a look is left to the filters.
    @Test(arguments: [
        "GET / HTTP/1.1\nHost: [::1]:80", "GET / HTTP/1.1\nHost:", "OPTIONS * HTTP/1.1\nHost: a.test",
        "GET http://a.test HTTP/1.1\nHost: a.test",
    ])
    func whatIsOutOfTheOrdinaryIsAsked(_ request: String) throws {
        #expect(try Self.mayMean(["host = nobody.test and path = /nowhere"], request))
    }

    @Test(arguments: 0..<8) func noFilterHoldsThatWasPassedOver(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var passedOver = 0
        for number in 0..<2_000 {
            let record = RandomFlow.make(number: UInt64(number), &random)
            guard let head = record.requestHead else { continue }
            let tests = ["host", "path", "method", "status"].compactMap { FilterFields.column($0) }
            let parts = (0..<3).map { _ in
                RandomFilter.test(of: tests.randomElement(using: &random) ?? tests[0], &random)
            }
            let text = parts.joined(separator: Bool.random(using: &random) ? " and " : " or ")
            let filter = try FlowFilter(text)
            guard !RequestNeeds([filter]).mayMean(head) else { continue }
            passedOver += 1
            let matcher = FilterMatcher(filter, FilterClock(now: MadeFlow.noon))
            #expect(!matcher.matches(FilterSubject(record)), "\(text) of \(record.url.text)")
        }
        #expect(passedOver > 100, "else nothing is tested")
    }
}
