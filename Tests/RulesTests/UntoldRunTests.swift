import Bytes
import FilterTestKit
import Flow
import HTTPModel
import TestKit
import Testing

@testable import Rules

/// Where nobody is told, rules take shorter ways; what becomes of the messages is the same.
@Suite struct UntoldRunTests {
    private static let actions = [
        "set-request-header \"X-A: 1\"", "set-request-header \"x-a: 2\"", "add-request-header \"X-A: 3\"",
        "remove-request-header X-A", "remove-request-header Cookie", "set-request-header \"Accept: text/html\"",
        "set-request-header \"Host: other.example\"", "add-request-header \"Accept: image/png\"", "no-cache",
        "no-cookies",
        "set-cookie a=9", "remove-cookie b", "set-response-header \"ETag: x\"", "add-response-header \"X-B: 1\"",
        "remove-response-header set-cookie", "set-response-cookie a=7", "remove-response-cookie b", "allow-cors",
        "no-csp",
        "raw set-request-header \"X Y: 1\"", "respond 418", "set-query x=2", "set-method PUT", "tag seen",
    ]
    private static let filters = [
        "when method = GET ", "when path = /a/b ", "when host = shop.example.com ", "when method = POST ",
    ]

    private static func rules(_ random: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...12, using: &random)).map { number in
            let turn = ["", "", "", "first 1 ", "every 2 "].randomElement(using: &random) ?? ""
            let filter = filters.randomElement(using: &random) ?? "when path = /a/b "
            let steps = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                actions.randomElement(using: &random) ?? "pin"
            }
            let isLast = Int.random(in: 0...9, using: &random) == 0
            return "r\(number): \(filter)\(turn)do \(steps.joined(separator: ", "))\(isLast ? ", final" : "")\n"
        }.joined()
    }

    @Test func messagesBecomeTheSame() throws {
        var random = SeededGenerator(seed: 20)
        var changed = 0
        for _ in 0..<1_500 {
            let text = Self.rules(&random)
            let book = try Reading.book(text)
            let record = MadeFlow.make(Reading.request, body: "", Reading.response, content: "one")
            var told = RuleRun(book, counting: Counting(), seed: 7)
            var untold = RuleRun(book, counting: Counting(), seed: 7, isTold: false)
            let (one, other) = (RuleSubject(record), RuleSubject(record))
            let requests = (told.request(one, hasBody: false), untold.request(other, hasBody: false))
            #expect(Self.edits(requests.0, record, .request) == Self.edits(requests.1, record, .request), "\(text)")
            #expect(requests.0.ending == requests.1.ending, "\(text)")
            #expect(requests.0.line == requests.1.line && requests.0.remarks == requests.1.remarks, "\(text)")
            #expect(told.active == untold.active, "\(text)")
            guard requests.0.ending == nil else { continue }
            let responses = (told.response(one, hasBody: true), untold.response(other, hasBody: true))
            #expect(Self.edits(responses.0, record, .response) == Self.edits(responses.1, record, .response), "\(text)")
            if !requests.0.fields.isEmpty, !responses.0.fields.isEmpty { changed += 1 }
        }
        // It would be the same of rules that do nothing.
        #expect(changed > 200)
    }

    private static func edits(_ orders: RuleOrders, _ record: FlowRecord, _ kind: MessageKind) -> [Change] {
        (record.fields(kind) ?? .none).edits(by: orders.fields)
    }

    /// Rules with the same filter are asked together, and keep their places among the others.
    @Test func theOrderOfRulesStays() throws {
        let text = """
            a: when method = GET do set-request-header "X: a"
            b: when host = shop.example.com do set-request-header "X: b"
            c: when method = GET do set-request-header "X: c"
            d: when method = POST do set-request-header "X: d"
            e: when host = shop.example.com first 1 do set-request-header "X: e"
            f: when method = GET do set-request-header "X: f", final
            g: when method = GET do set-request-header "X: g"
            """
        let record = MadeFlow.make(Reading.request, body: "", Reading.response, content: "one")
        let counting = Counting()
        for names in [["a", "b", "c", "e", "f"], ["a", "b", "c", "f"]] {
            var run = RuleRun(try Reading.book(text), counting: counting, seed: 7)
            let orders = run.request(RuleSubject(record), hasBody: false)
            #expect(run.matched == names)
            #expect(orders.acts.map(\.rule) == names)
        }
    }
}
