import Flow
import HTTPModel
import Testing

@testable import Filter

/// "Which flows": numbers that Hark printed, else a filter; what looks like a number is never searched for as a text.
@Suite struct FlowSelectionTests {
    private static func parts(_ words: [String]) throws -> [FlowSelection.Part]? {
        guard case .selection(let selection) = try FlowRequest(words) else { return nil }
        #expect(selection.groups.count == 1 && selection.groups[0].session == nil)
        return selection.groups[0].parts
    }

    @Test(
        arguments: [
            (["12"], [.number(12)]), (["#12"], [.number(12)]), (["012"], [.number(12)]), (["3-7"], [.range(3...7)]),
            (["#3-#7"], [.range(3...7)]), (["3-#7"], [.range(3...7)]), (["7-7"], [.range(7...7)]),
            (["12,15"], [.number(12), .number(15)]),
            (["3-7,12,#15"], [.range(3...7), .number(12), .number(15)]), (["3-7, 12"], [.range(3...7), .number(12)]),
            (["12,", "15"], [.number(12), .number(15)]),
            (["12", "3-4", "last"], [.number(12), .range(3...4), .newest(1)]),
            (["last"], [.newest(1)]), (["last-1"], [.newest(1)]), (["last-3"], [.newest(3)]), (["all"], [.all]),
            (["last,last-2"], [.newest(1), .newest(2)]), ([" 12 "], [.number(12)]),
            (["12 15"], [.number(12), .number(15)]),
            (["18446744073709551615"], [.number(.max)]), (["1-18446744073709551615"], [.range(1...UInt64.max)]),
        ] as [([String], [FlowSelection.Part])])
    func formsOfNumbersAreRead(words: [String], parts: [FlowSelection.Part]) throws {
        #expect(try Self.parts(words) == parts)
    }

    @Test(
        arguments: [
            ("a.har:3", "a.har", [.number(3)]), ("2026-11-21T12-00-00Z:7", "2026-11-21T12-00-00Z", [.number(7)]),
            ("A:3-7", "A", [.range(3...7)]), ("A:last", "A", [.newest(1)]), ("A:last-2", "A", [.newest(2)]),
            ("A:all", "A", [.all]), ("A:#12,15", "A", [.number(12), .number(15)]),
            ("/tmp/my files/a.hark:1", "/tmp/my files/a.hark", [.number(1)]), ("./text:12", "./text", [.number(12)]),
            ("./a=b:12", "./a=b", [.number(12)]), ("localhost:8080", "localhost", [.number(8080)]),
        ] as [(String, String, [FlowSelection.Part])])
    func aSessionMayBeNamed(word: String, session: String, parts: [FlowSelection.Part]) throws {
        guard case .selection(let selection) = try FlowRequest([word]) else {
            Issue.record("\(word) is no selection")
            return
        }
        #expect(selection.groups.map(\.session) == [session] && selection.groups.map(\.parts) == [parts])
    }

    @Test func severalSessionsMayBeNamed() throws {
        guard case .selection(let selection) = try FlowRequest(["A:1", "A:3", "B:2", "4"]) else {
            Issue.record("no selection")
            return
        }
        #expect(selection.groups.map(\.session) == ["A", "B", nil])
        #expect(selection.groups.map(\.parts) == [[.number(1), .number(3)], [.number(2)], [.number(4)]])
    }

    /// Numbers that are none are said to be, and what to write instead.
    @Test(arguments: [
        ("0", "numbered from 1"), ("#0", "numbered from 1"), ("0-3", "numbered from 1"), ("1,0", "numbered from 1"),
        ("7-3", "3-7"), ("3-", "both ends"), ("#3-", "both ends"), ("1-2-3", "neither a flow number nor a range"),
        ("2026-11-21", "text:2026-11-21"), ("99999999999999999999", "larger than any"),
        ("1-99999999999999999999", "larger than any"), ("last-0", "last is the newest"),
        ("last-99999999999999999999", "larger than any"), ("12,foo", "'foo' is not a flow number"),
        ("foo,12", "'foo' is not a flow number"), ("12,3-", "both ends"), ("a.har:0", "numbered from 1"),
        ("a.har:7-3", "3-7"),
    ])
    func whatLooksLikeNumbersIsNoText(word: String, text: String) {
        let error = #expect(throws: FlowRequestError.self) { try FlowRequest([word]) }
        #expect(error?.text.contains(text) == true, "\(word): \(error?.text ?? "")")
        let second = #expect(throws: FlowRequestError.self) { try FlowRequest(["12", word]) }
        #expect(second != nil)
    }

    @Test(arguments: [["12", "foo"], ["last", "host", "=", "a"], ["#3", "status >= 400"], ["3-7", "x"]])
    func numbersAndAFilterAreNotMixed(words: [String]) {
        let error = #expect(throws: FlowRequestError.self) { try FlowRequest(words) }
        #expect(error?.text.contains("one filter in quotes") == true)
    }

    /// Everything else is a filter, as it always was, in one argument or in several.
    @Test(arguments: [
        ["status = 404"], ["status", "=", "404"], ["id = 1"], ["id", "in", "(1,", "2)"], ["host = localhost"],
        ["url contains localhost:3000"], ["not localhost:3000"], ["text:12"], ["TEXT:12"], ["text:\"a b\""],
        ["\"12\""], ["'12'"], ["lastmod"], ["last-modified"], ["allow"], ["#"], ["#section"], ["-"], ["1.5"], ["12x"],
        ["x12"], ["Last"], ["ALL"], ["not 12"], ["12 and host = a"], ["foo bar"], ["time > 12:30"], ["(12)"],
        ["status=404"], ["http://localhost:80/"], ["\"localhost:8080\""],
    ])
    func otherFormsAreFilters(words: [String]) throws {
        guard case .filter(let filter, _) = try FlowRequest(words) else {
            Issue.record("\(words) is read as numbers")
            return
        }
        #expect(filter == (try FlowFilter(words.joined(separator: " "))))
    }

    @Test(arguments: [[], [""], ["", " "]] as [[String]])
    func nothingAsksForEveryFlow(words: [String]) throws {
        #expect(try FlowRequest(words) == .everything)
    }

    @Test func aFilterWithAMistakeSaysWhere() {
        let error = #expect(throws: FlowRequestError.self) { try FlowRequest(["statuss", "=", "1"]) }
        #expect(error?.text.contains("column 1") == true && error?.text.contains("status") == true)
    }

    // MARK: Words by themselves

    /// Commands that change flows refuse them, with both ways to say what was meant.
    @Test(arguments: [
        "foo", "foo bar", "not foo", "foo or bar", "(foo)", "\"a\" foo", "Last", "12 and host = a", "id = 3 or 5",
        "status = 404 12", "host = a or #3", "not 12", "host = a last",
    ])
    func aWordByItselfIsAmbiguous(text: String) throws {
        let ambiguity = try FlowRequest([text]).ambiguity
        #expect(ambiguity?.contains("text:") == true, "\(text): \(ambiguity ?? "")")
    }

    @Test(arguments: [
        "text:foo", "text:12", "\"foo\"", "'foo'", "text:foo text:bar", "host = a and foo", "status >= 400", "open",
        "12", "#12", "3-7", "all", "A:12", "host = a or text:12", "id in (3, 5)", "not text:foo", "comment contains 12",
    ])
    func whatIsExplicitIsNot(text: String) throws {
        #expect(try FlowRequest([text]).ambiguity == nil, "\(text)")
    }

    // MARK: Which flows these are

    @Test func numbersComeOnceInTheOrderTheyWereNamed() throws {
        let group = try #require(try FlowSelection.Group("9,3-5,4,last,last-2,12"))
        let chosen = group.chosen(from: [3, 5, 9, 20, 21], newest: [21, 20])
        #expect(chosen.numbers == [9, 3, 5, 21, 20])
        #expect(chosen.missing == [.number(4), .number(12)])
    }

    /// A range has gaps; one without a flow, or a place behind the last flow, is missing.
    @Test func aRangeTakesWhatIsThere() throws {
        func chosen(_ text: String) throws -> ([UInt64], [FlowSelection.Part]) {
            let group = try #require(try FlowSelection.Group(text))
            let result = group.chosen(from: [1, 5, 7], newest: [7, 5, 1])
            return (result.numbers, result.missing)
        }
        #expect(try chosen("2-18446744073709551615") == ([5, 7], []))
        #expect(try chosen("8-99") == ([], [.range(8...99)]))
        #expect(try chosen("last-3") == ([1], []))
        #expect(try chosen("last-4") == ([], [.newest(4)]))
        #expect(try chosen("all") == ([1, 5, 7], []))
    }

    @Test(
        arguments: [
            ("12", [12], [1, 2, 120, 121]), ("3-5,9", [3, 4, 5, 9], [2, 6, 8, 10]), ("last", [30], [29, 3]),
            ("all", [1, 2, 30], []), ("last-9", [], [1, 9, 30]), ("1-18446744073709551615", [1, 30], []),
        ] as [(String, [UInt64], [UInt64])])
    func theFilterFindsThem(text: String, found: [UInt64], others: [UInt64]) throws {
        let filter = try #require(try FlowSelection.Group(text)).filter(newest: [30, 29])
        let matcher = FilterMatcher(filter, FilterClock(now: 0, utcOffset: 0))
        for number in found { #expect(matcher.matches(Self.subject(number)), "\(text) \(number)") }
        for number in others { #expect(!matcher.matches(Self.subject(number)), "\(text) \(number)") }
    }

    private static func subject(_ number: UInt64) -> FilterSubject {
        FilterSubject(FlowRecord(id: FlowID(number), openedAt: Instant(nanoseconds: 0)))
    }

    // MARK: A line in a box

    @Test func aBoxReadsNumbersAsCommandsDo() throws {
        #expect(try FlowFilter(line: "#12") == (try FlowFilter("id = 12")))
        #expect(try FlowFilter(line: "12") == (try FlowFilter("id = 12")))
        #expect(try FlowFilter(line: "3-7") == (try FlowFilter("id >= 3 and id <= 7")))
        #expect(try FlowFilter(line: "12,15") == (try FlowFilter("id in (12, 15)")))
        #expect(try FlowFilter(line: "last", newest: { _ in [9] }) == (try FlowFilter("id = 9")))
        #expect(try FlowFilter(line: "all") == .everything)
        #expect(try FlowFilter(line: "") == .everything)
        // One session is shown: what stands before a colon names no other.
        #expect(try FlowFilter(line: "localhost:8080") == (try FlowFilter("localhost:8080")))
        #expect(try FlowFilter(line: "status = 404") == (try FlowFilter("status = 404")))
        #expect(throws: FilterError.self) { try FlowFilter(line: "7-3") }
        #expect(throws: FilterError.self) { try FlowFilter(line: "last") }
    }

    // MARK: text:WORD

    @Test(arguments: [
        ("text:foo", "\"foo\""), ("text:a=b", "\"a=b\""), ("text:\"a b\"", "\"a b\""), ("TEXT:foo", "\"foo\""),
        ("text:12 and status = 404", "\"12\" and status = 404"), ("not text:foo", "not \"foo\""),
        ("(text:a or text:b) open", "(\"a\" or \"b\") and open"), ("text:/api/v1?x=1", "\"/api/v1?x=1\""),
        ("text:text:x", "\"text:x\""), ("text:>=", "\">=\""),
    ])
    func aTextIsSearchedForExplicitly(text: String, same: String) throws {
        let filter = try FlowFilter(text)
        #expect(filter == (try FlowFilter(same)))
        #expect(try FlowFilter(filter.text) == filter)
    }

    @Test(arguments: ["text:", "text: foo", "text:\"\"", "text = foo", "text contains foo", "text:\"a"])
    func aTextHasToBeThere(text: String) {
        #expect(throws: FilterError.self) { try FlowFilter(text) }
    }

    @Test func theSearchIsOffered() {
        #expect(FilterCompletion("te").candidates.map(\.text).contains("text:"))
        #expect(FilterCompletion("text:").candidates.isEmpty)
        #expect(FilterCompletion("text:a=b and sta").candidates.map(\.text).contains("status"))
    }
}
