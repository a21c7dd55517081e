import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import Testing

@testable import Rules

/// `raw` before an action: what is refused without it goes out with it, and is said to.
@Suite struct RawRuleTests {
    /// An action that makes what is no message, and the words of it.
    static let meant: [(action: String, words: String)] = [
        ("set-request-header \"Content-Length: 3\"", "sets the request's Content-Length to '3', malformed or not"),
        ("add-request-header \"Transfer-Encoding: chunked\"", "adds 'Transfer-Encoding: chunked' to the request"),
        ("remove-request-header Host", "removes the request's Host"),
        ("set-request-header \"A b: c\"", "sets the request's A b to 'c'"),
        ("set-response-header \"Connection: X\"", "sets the response's Connection to 'X'"),
        ("add-response-header \"A: b\\u000d\\u000aB: c\"", "adds 'A: b\\u000d\\u000aB: c' to the response"),
        ("remove-response-header Content-Length", "removes the response's Content-Length"),
        ("set-cookie \"a=b;c\"", "sets the request's cookie a to 'b;c'"),
        ("set-response-cookie \"a=\\u0000\"", "makes the client store the cookie a=\\u0000"),
        ("set-trailer \"Content-Length: 3\"", "sends 'Content-Length: 3' after the response's content"),
        ("set-request-trailer \"Host: a\"", "sends 'Host: a' after the request's content"),
        ("set-method \"GE T\"", "changes the method to GE T"), ("set-path \"a b\"", "changes the path to a b"),
        ("set-host \"a b\"", "sets the request's Host to 'a b'"),
        ("respond 999 \"Content-Length: 1\" text abc", "answers 999 with the text 'abc'"),
    ]

    @Test(arguments: meant.map(\.action))
    func itIsRefusedWithoutAndAllowedWith(action: String) throws {
        #expect(Reading.fault("a: do \(action)") != nil)
        let rule = try Reading.rule("a: do raw   \(action)")
        #expect(rule.steps.map(\.isRaw) == [true])
        #expect(rule.steps.map(\.text) == ["raw   \(action)"])
        #expect(String(rule.steps[0].name) == action.prefix { $0 != " " })
        let words = try #require(Self.meant.first { $0.action == action }).words
        #expect(RuleWords.sentence(rule).hasPrefix("Always: \(words)"), "\(RuleWords.sentence(rule))")
        #expect(RuleWords.sentence(rule).hasSuffix("malformed or not."))
        #expect(RuleWords.sentence(rule).utf8.allSatisfy { $0 >= ASCII.space && $0 != ASCII.delete })
    }

    @Test func whatNeedsNoneIsTheSameWithIt() throws {
        let plain = try Reading.rule("a: do set-path /b, set-method PUT").steps
        let meant = try Reading.rule("a: do raw set-path /b, raw set-method PUT").steps
        #expect(plain.map { AnyHashable($0.action) } == meant.map { AnyHashable($0.action) })
        #expect(plain.map(\.isRaw) == [false, false])
    }

    @Test func eachActionThatMayHaveItIsTriedAndNoOther() throws {
        let tried = Set(Self.meant.map { String($0.action.prefix { $0 != " " }) } + ["break"])
        #expect(Set(ActionTable.raw.map(\.name)) == tried)
        for entry in ActionTable.all where !tried.contains(entry.name) {
            let fault = try #require(Reading.fault("a: do raw \(entry.name)"))
            #expect(fault.message.contains("'raw' has no effect before"), "\(entry.name): \(fault.message)")
        }
    }

    @Test func aHeldMessageIsSaidToGoOutAsItIsWritten() throws {
        let rule = try Reading.rule("a: do raw break request")
        #expect(
            RuleWords.sentence(rule)
                == "Always: holds the request until you decide, and sends exactly the bytes you write.")
    }

    @Test func itStaysWhenALineIsTidied() throws {
        let text = "a: do raw set-path \"a b\", pin"
        #expect(try RuleFormat.file(text, named: "x") == text)
        #expect(RuleFormat.text(try Reading.rule(text)) == "do raw set-path \"a b\", pin")
    }

    @Test func itIsOfferedAndBehindItWhatMayHaveIt() {
        func offered(_ text: String) -> [String] { RuleCompletion(text).candidates.map(\.text) }
        #expect(offered("a: do r").contains("raw"))
        #expect(offered("a: do raw ") == ActionTable.raw.map(\.name))
        #expect(offered("a: do pin, raw set-m").first == "set-method")
        #expect(offered("a: do raw set-m") == ["set-method"])
        #expect(!offered("a: do raw ").contains("pin") && !offered("a: do raw ").contains("raw"))
        let completion = RuleCompletion("a: do raw bre")
        #expect(completion.range == 10..<13)
        #expect(RuleCompletion("a: do raw break ").usage == "break request|response|both")
        #expect(offered("a: do rawset").isEmpty)
    }

    @Test(arguments: ["é: when host = é€ do set-h", "when host = 😀 do respond 200 text \"😀", "a: do é😀", "é\n€: do r"])
    func aCursorWithinAScalarIsBeforeIt(text: String) {
        for cursor in 0...text.utf8.count {
            let completion = RuleCompletion(text, at: cursor)
            #expect(completion.range.upperBound <= cursor && completion.lineStart <= cursor)
        }
    }

    private func run(_ rules: String, _ request: String = "GET http://a/ HTTP/1.1\nHost: a") throws -> RuleOrders {
        var run = RuleRun(try Reading.book(rules), counting: Counting(), seed: 1)
        return run.request(RuleSubject(MadeFlow.make(request)), hasBody: false)
    }

    @Test func aChangeNamesItsRuleAndSaysRaw() throws {
        let orders = try run("a: do raw set-request-header \"X: \\u0000\", set-request-header \"Y: 1\"")
        #expect(orders.fields.map(\.isRaw) == [true, false])
        #expect(orders.fields.map(\.source) == ["a (debug.rules:1), raw", "a (debug.rules:1)"])
        #expect(orders.acts.first?.action == "raw set-request-header \"X: \\u0000\"")
        #expect(orders.acts.map(\.isRaw) == [true, false])
    }

    /// What came stays a value, whoever means what stands around it.
    @Test func whatAClientSendsIsEscapedNevertheless() throws {
        let orders = try run(
            "a: do raw respond 200 \"X: {request.query.q}\" text x", "GET http://a/?q=b%0d%0aY:%20c HTTP/1.1\nHost: a")
        guard case .answer(let answer)? = orders.ending else {
            Issue.record("it was not answered")
            return
        }
        #expect(answer.fields.first?.value == "b  Y: c")
    }

    @Test func anAnswerSaysOfItsEndWhatTheRuleSays() throws {
        let orders = try run("a: do raw respond 299 \"Content-Length: 1\" \"Connection: keep-alive\" text abc")
        guard case .answer(let answer)? = orders.ending else {
            Issue.record("it was not answered")
            return
        }
        let sent = try #require(answer.written("abc", isHead: false, date: "now"))
        #expect(
            sent.head.text
                == "HTTP/1.1 299 \r\nDate: now\r\nContent-Length: 1\r\nConnection: keep-alive\r\n"
                + "Content-Type: text/plain; charset=utf-8\r\n\r\n")
        #expect(sent.body == "abc")
    }

    @Test func ofWhatHasNoFormInFramesIsTold() throws {
        let formless = [
            "set-request-header \"Transfer-Encoding: x\"", "set-request-header \"A b: c\"",
            "set-request-header \"A: b\\u000d\"", "add-request-header \"Connection: x\"", "set-method \"A\\u0000\"",
            "set-path \"/a\\u000a\"", "set-cookie \"a=\\u0001\"",
        ]
        for action in formless {
            let orders = try run("a: do raw \(action)")
            #expect(orders.formless.map(\.text) == [RuleOrders.formlessText], "\(action)")
            #expect(orders.formless.first?.rule == "a")
        }
        let others = [
            "set-request-header \"Content-Length: 3\"", "set-path a", "set-host \"a b\"", "set-method \"G T\"",
        ]
        for action in others {
            #expect(try run("a: do raw \(action)").formless.isEmpty, "\(action)")
        }
    }

    /// HTTP/2 has a field for the method and one for the path: what is wrong with one takes nothing from the other.
    @Test(arguments: [
        ("raw set-method \"A\\u0000\", set-path /b", ["raw set-method \"A\\u0000\""]),
        ("set-path /b, raw set-method \"A\\u0000\"", ["raw set-method \"A\\u0000\""]),
        ("raw set-path \"/b\\r\", raw set-method PUT", ["raw set-path \"/b\\r\""]),
        // One works on what the other left.
        ("raw set-path \"/b\\r\", set-query c=1", ["raw set-path \"/b\\r\"", "set-query c=1"]),
        ("raw set-path \"/b\\r\", set-path /c", []),
        (
            "raw set-path \"/b\\r\", raw set-method \"A\\r\"",
            ["raw set-path \"/b\\r\"", "raw set-method \"A\\r\""]
        ),
    ])
    func ofAMethodAndAPathEachIsToldOf(actions: String, formless: [String]) throws {
        let orders = try run("a: do \(actions)")
        #expect(orders.formless.map(\.action) == formless)
        #expect(orders.formless.allSatisfy { $0.text == RuleOrders.formlessText })
    }
}
