import Testing

@testable import Rules

@Suite struct RuleReviewTests {
    private func doubts(_ text: String) throws -> [String] {
        RuleReview.doubts(try Reading.book(text).rules).map { "\($0.rule): \($0.text)" }
    }

    @Test func ordinaryRulesRaiseNoDoubt() throws {
        let ordinary = RuleParserTests.contract
        #expect(try doubts(ordinary).isEmpty)
        #expect(try doubts("a: when host = x do pin, final\nb: when host = y do pin\nc: do pin").isEmpty)
        #expect(try doubts("a: when host = x chance 50% do pin, final\nb: when host = x do pin").isEmpty)
        #expect(
            try doubts("a: when host = x or host = y do pin\nb: when status >= 400 and status < 500 do pin").isEmpty)
        #expect(try doubts("a: when host = X and host = x do pin").isEmpty)
    }

    @Test(arguments: [
        ("a: when host = x and host = y do pin", "host cannot be both x and y"),
        (
            "a: when status >= 500 and status < 500 do set-response-header \"A: b\"",
            "no number matches all tests of status"
        ),
        ("a: when status = 100 do set-response-header \"A: b\"", "a final status is from 200"),
        ("a: when host chance 0% do pin", "the chance is 0%"),
        ("a: do pin, final\nb: when host = x do pin", "b: a (debug.rules:1) matches the same messages and is final"),
        (
            "a: when host = x do final\nb: when host = x and path = /y do pin",
            "b: a (debug.rules:1) matches the same messages and is final"
        ),
        ("a: when method = get do pin", "is not GET"),
    ])
    func whatIsNotMeantSoIsSaid(text: String, says: String) throws {
        let found = try doubts(text)
        #expect(found.count == 1)
        #expect(found.first?.contains(says) == true, "\(found)")
    }

    @Test(arguments: [
        (
            "a: when host = shop.example.com do set-request-header \"Accept-Language: de\"",
            "When the host is shop.example.com: sets the request's Accept-Language to 'de'."
        ),
        (
            "a: when path = /pay chance 30% first 3 do delay response 200ms, respond 503, final",
            "When the path is /pay, with a chance of 30%, the first 3 times: waits 200 ms before the response is "
                + "forwarded, "
                + "answers 503 itself and prevents later rules from acting."
        ),
        ("a: do block", "Always: answers 403."),
        ("a: when host every 22 do pin", "When the host is present, every 22nd time: pins it."),
    ])
    func aRuleIsSaidInWords(text: String, sentence: String) throws {
        #expect(RuleWords.sentence(try Reading.book(text).rules[0]) == sentence)
    }

    @Test func everyActionHasItsWords() throws {
        for text in RuleParserTests.samples.map(\.text) {
            let rule = try Reading.rule("a: do \(text)")
            #expect(RuleWords.sentence(rule).count > "Always: .".count + 3, "\(text)")
        }
    }

    /// Rates are said as networks are measured, and as they were written where that is in binary units.
    @Test(arguments: [
        ("3g", "1.6 Mbit/s down, 768 kbit/s up, 200 ms latency"), ("4g", "10 Mbit/s down, 4 Mbit/s up, 70 ms latency"),
        ("48KiB/s down 12KiB/s up", "48 KiB/s down, 12 KiB/s up"), ("1001B/s", "1001 bytes/s down, 1001 bytes/s up"),
    ])
    func aRateIsSaidInUnits(rate: String, words: String) throws {
        let sentence = RuleWords.sentence(try Reading.rule("a: do throttle \(rate)"))
        #expect(sentence.contains("limits to \(words)") && !sentence.contains("bytes a second"), "\(sentence)")
    }
}
