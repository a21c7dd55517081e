import HTTPModel
import HTTPSemantics
import Testing

@testable import Bytes
@testable import Judge

/// What checks of a session keep of each exchange: little, nothing twice, and no head.
@Suite struct SessionMemoryTests {
    private func visit(_ text: String, in pool: inout VisitPool, _ number: UInt64 = 1) throws -> SessionVisit {
        let facts = try Example("\(text)").facts()
        return try #require(SessionVisit(facts, SessionVisit.Trace(number: number, start: 5), in: &pool))
    }

    private static let answer = "< 200 | Content-Type: image/x-raw | ETag: \"v1\" | Vary: Accept-Language || abc"

    @Test func anExchangeNeedsFewBytes() {
        #expect(MemoryLayout<SessionVisit>.stride <= 200)
    }

    @Test func whatExchangesHaveInCommonIsKeptOnce() throws {
        var pool = VisitPool()
        let first = try visit("> GET /a | Accept: */* \(Self.answer)", in: &pool)
        let second = try visit("> GET /b | Accept: */* \(Self.answer)", in: &pool)
        let other = try visit("> GET /b | Accept: */* < 404 | Content-Type: image/x-raw || abc", in: &pool)
        #expect(first.terms === second.terms && first.terms !== other.terms)
        #expect(first.url != second.url && second.url == other.url)
        #expect(second.status == 200 && other.status == 404)
    }

    /// A slice would keep the storage alive that it is of.
    @Test func noValueKeepsTheHeadAlive() throws {
        var pool = VisitPool()
        let visit = try visit("> PURGE /a | Authorization: Basic eDp5 \(Self.answer)", in: &pool)
        let tag = try #require(visit.tag?.opaque)
        let values = [tag, visit.url, visit.host, visit.origin, visit.type, visit.method.name] + visit.vary
        for value in values {
            #expect(!value.isEmpty && value.storage.count == value.count, "\(value.text)")
        }
    }

    @Test func requestsAreComparedByTheirFields() throws {
        func fields(_ lines: String...) throws -> AskedFields {
            let facts = try Example("> GET /a | \(lines.joined(separator: " | ")) < 204").facts()
            return AskedFields(try #require(facts.request?.fields))
        }
        let one = try fields("Accept: a", "Cookie: x=1", "Referer: /1")
        #expect(one["accept"] != nil && one["ACCEPT"] == one["accept"] && one["x-none"] == nil)
        #expect(one.hasOnly("a", "accept") && !one.hasOnly("b", "accept") && !one.hasOnly("a", "x-none"))
        let twice = try fields("Accept: a", "Accept: a")
        #expect(twice["accept"] != nil && !twice.hasOnly("a", "accept"))
        let names = ["Accept", "Accept-Language"]
        func difference(_ other: AskedFields) -> String? {
            one.onlyDifference(from: other, among: names, ignoring: ["referer"])
        }
        #expect(difference(try fields("Accept: b", "Cookie: x=1", "Referer: /2")) == "Accept")
        #expect(difference(try fields("Cookie: x=1", "Referer: /2")) == "Accept")
        // None, several, one that is not asked for.
        #expect(difference(one) == nil)
        #expect(difference(try fields("Accept: a", "Cookie: x=1")) == nil)
        #expect(difference(try fields("Accept: b", "Cookie: x=2", "Referer: /1")) == nil)
        #expect(difference(try fields("Accept: a", "Cookie: x=2", "Referer: /1")) == nil)
    }

    /// More than the pool looks for is judged all the same.
    @Test func aPoolIsBounded() throws {
        var pool = VisitPool()
        let facts = try Example("> GET /a < 204").facts()
        for number in 0..<25_000 as Range<UInt64> {
            let trace = SessionVisit.Trace(number: number, client: "\(number)")
            #expect(SessionVisit(facts, trace, in: &pool)?.trace.number == number)
        }
        #expect(pool.count <= 60_000)
    }
}
