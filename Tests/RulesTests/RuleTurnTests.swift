import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Rules

/// Which of the messages that a rule means have their turn, and what templates make of them.
@Suite struct RuleTurnTests {
    // MARK: - Turns

    @Test(arguments: [
        ("first 2", [true, true, false, false, false]), ("after 2", [false, false, true, true, true]),
        ("every 2", [false, true, false, true, false]), ("chance 0%", [false, false, false, false, false]),
        ("chance 100%", [true, true, true, true, true]), ("", [true, true, true, true, true]),
    ])
    func aTurnComesWhenItIsDue(turn: String, comes: [Bool]) throws {
        let counting = Counting()
        let found = try comes.map { _ in
            try !Reading.trial("a: when host \(turn) do pin", counting: counting).matched.isEmpty
        }
        #expect(found == comes)
    }

    @Test func chanceIsTheSameForTheSameSeedAndAboutWhatItSays() throws {
        func hits(_ seed: UInt64) throws -> [Bool] {
            let book = try Reading.book("a: when host chance 30% do pin")
            let counting = Counting()
            let record = MadeFlow.make(Reading.request)
            return (0..<2_000).map { _ in
                !RuleTrial(book, record, counting: counting, seed: seed, reader: FilterReader(), files: { _ in nil })
                    .matched.isEmpty
            }
        }
        #expect(try hits(1) == hits(1))
        #expect(try hits(1) != hits(2))
        // Five times the standard deviation (20.5) around 600.
        #expect((497...703).contains(try hits(1).count { $0 }))
    }

    @Test func countersSurviveOtherRulesAroundThem() throws {
        let counting = Counting()
        _ = try Reading.trial("a: when host first 1 do pin", counting: counting)
        #expect(
            try Reading.trial("# new\nz: do tag x\nb: when host   first 1 do pin", counting: counting).matched == ["z"])
    }

    // MARK: - Templates

    @Test(arguments: [
        ("{method} {host}{path}?{query}", "GET shop.example.com/a/b?x=1&y=2"),
        ("{request.query.x}{request.query.none}{request.cookie.b}{request.path.2}{request.header.accept}", "12b*/*"),
        ("{ }{}{nothing}{\"a\": 1}", "{ }{}{nothing}{\"a\": 1}"), ("{now}", "2026-11-21T12:00:00.000Z"),
        ("{count}{count}", "11"), ("{random 5 5}", "5"),
    ])
    func aTemplateTakesItsValuesFromTheRequest(text: String, result: String) throws {
        let values = RuleValues(RuleSubject(MadeFlow.make(Reading.request)), seed: 1)
        #expect(values.text(try RuleTemplate(text), .none, count: { 1 }).text == result)
    }

    @Test func whatAClientSendsStaysAValue() throws {
        let hostile =
            "GET http://shop.example.com/%22%0d%0aX:y?x=%22%7D%0d%0a&u=http://evil HTTP/1.1\nHost: x\nX-A: \"\\"
        let values = RuleValues(RuleSubject(MadeFlow.make(hostile)), seed: 1)
        func text(_ text: String, _ escaping: RuleValues.Escaping) throws -> String {
            values.text(try RuleTemplate(text), escaping, count: { 1 }).text
        }
        #expect(try text("{\"a\": \"{request.query.x}\"}", .json) == "{\"a\": \"\\\"}\\u000d\\u000a\"}")
        #expect(try text("{\"a\": \"{request.header.x-a}\"}", .json) == "{\"a\": \"\\\"\\\\\"}")
        #expect(try text("{request.query.x}", .field) == "\"}  ")
        #expect(try text("/{request.query.u}", .url) == "/http%3A%2F%2Fevil")
    }
}
