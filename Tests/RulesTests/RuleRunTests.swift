import Bytes
import Filter
import FilterTestKit
import Flow
import HTTPModel
import HTTPWire
import Testing

@testable import Rules

/// What rules do to messages, as playbooks: a message, a rule, and every line that is other than before.
@Suite struct RuleRunTests {
    static let request =
        "GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1\nHost: shop.example.com\nAccept: */*"
        + "\nCookie: a=1; b=2\nIf-None-Match: \"e\""
    static let response =
        "HTTP/1.1 200 OK\nContent-Type: text/plain\nETag: \"e\"\nSet-Cookie: a=1; Path=/\nSet-Cookie: b=2"

    private func trial(
        _ rules: String, _ request: String = request, body: String = "", _ response: String = response,
        content: String = "one two two", counting: Counting = Counting()
    ) throws -> RuleTrial {
        let record = MadeFlow.make(request, body: body, response, content: content)
        return RuleTrial(
            try Reading.book(rules), record, counting: counting, seed: 7, reader: FilterReader(),
            files: { $0 == "file.json" ? "{\"of\": \"a file\"}" : nil })
    }

    private func lines(_ lines: [RuleTrial.Line]) -> [String] {
        lines.map { ($0.isNew ? "+ " : "- ") + $0.text.text }
    }

    struct Play: Sendable, CustomTestStringConvertible {
        let action: String
        var request: [String] = []
        var response: [String] = []

        var testDescription: String { action }
    }

    static let plays: [Play] = [
        Play(action: "set-request-header \"Accept: text/html\"", request: ["- Accept: */*", "+ Accept: text/html"]),
        Play(action: "set-request-header \"Accept: */*\""),
        Play(action: "set-request-header \"X-A: é\"", request: ["+ X-A: é"]),
        Play(action: "add-request-header \"Accept: text/html\"", request: ["+ Accept: text/html"]),
        Play(action: "remove-request-header accept", request: ["- Accept: */*"]),
        Play(action: "remove-request-header X-None"),
        Play(action: "set-cookie a=9", request: ["- Cookie: a=1; b=2", "+ Cookie: a=9; b=2"]),
        Play(action: "set-cookie c=3", request: ["- Cookie: a=1; b=2", "+ Cookie: a=1; b=2; c=3"]),
        Play(action: "set-cookie a=1"),
        Play(action: "remove-cookie b", request: ["- Cookie: a=1; b=2", "+ Cookie: a=1"]),
        Play(action: "remove-cookie A"),
        Play(action: "remove-cookie a, remove-cookie b", request: ["- Cookie: a=1; b=2"]),
        Play(
            action: "set-response-cookie \"a=2; Secure\"",
            response: ["- Set-Cookie: a=1; Path=/", "+ Set-Cookie: a=2; Secure"]),
        Play(action: "set-response-cookie c=3", response: ["+ Set-Cookie: c=3"]),
        Play(action: "remove-response-cookie b", response: ["- Set-Cookie: b=2"]),
        Play(action: "remove-response-cookie c"),
        Play(action: "set-response-header \"X: y\"", response: ["+ X: y"]),
        Play(
            action: "set-method PUT",
            request: [
                "- GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1", "+ PUT /a/b?x=1&y=2 HTTP/1.1",
            ]),
        Play(
            action: "set-path /c",
            request: ["- GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1", "+ GET /c?x=1&y=2 HTTP/1.1"]),
        Play(
            action: "set-query \"x=a b&c\"",
            request: ["- GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1", "+ GET /a/b?x=a%20b%26c&y=2 HTTP/1.1"]),
        Play(
            action: "set-query z=3",
            request: ["- GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1", "+ GET /a/b?x=1&y=2&z=3 HTTP/1.1"]),
        Play(
            action: "remove-query x, remove-query y",
            request: ["- GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1", "+ GET /a/b HTTP/1.1"]),
        Play(action: "remove-query z"),
        Play(action: "set-host other.example", request: ["- Host: shop.example.com", "+ Host: other.example"]),
        Play(action: "connect-to 127.0.0.1:81"),
        Play(
            action: "map-to https://staging.example.com:8443",
            request: ["- Host: shop.example.com", "+ Host: staging.example.com:8443"]),
        Play(
            action: "map-to http://{host}.local/v2/ keep-host",
            request: ["- GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1", "+ GET /v2/a/b?x=1&y=2 HTTP/1.1"]),
        Play(
            action: "map-to http://x.local/get?of={path}",
            request: [
                "- GET http://shop.example.com/a/b?x=1&y=2 HTTP/1.1", "+ GET /get?of=/a/b HTTP/1.1",
                "- Host: shop.example.com", "+ Host: x.local",
            ]),
        Play(
            action: "no-cache",
            request: ["- If-None-Match: \"e\"", "+ Cache-Control: no-cache", "+ Pragma: no-cache"],
            response: ["- ETag: \"e\"", "+ Cache-Control: no-cache, no-store"]),
        Play(action: "no-compression", request: ["+ Accept-Encoding: identity"]),
        Play(
            action: "no-cookies", request: ["- Cookie: a=1; b=2"],
            response: ["- Set-Cookie: a=1; Path=/", "- Set-Cookie: b=2"]),
        Play(
            action: "allow-cors",
            response: ["+ Access-Control-Allow-Origin: *", "+ Access-Control-Expose-Headers: *"]),
        Play(action: "no-csp"),
        Play(
            action: "substitute-response-body /two/2/g",
            response: ["- ETag: \"e\"", "+ ETag: W/\"e\"", "- (content: 11 bytes)", "+ (content: 7 bytes)"]),
        Play(action: "substitute-response-body /three/3/g"),
        Play(
            action: "replace-response-body json {\"a\": 1}",
            response: [
                "- Content-Type: text/plain", "+ Content-Type: application/json", "- ETag: \"e\"", "+ ETag: W/\"e\"",
                "- (content: 11 bytes)", "+ (content: 8 bytes)",
            ]),
        Play(action: "set-json-response $.a 1"),
        Play(
            action: "respond 503 \"Retry-After: 5\" text \"busy\"",
            response: [
                "+ HTTP/1.1 503", "+ Retry-After: 5", "+ Content-Type: text/plain; charset=utf-8",
            ]),
        Play(
            action: "respond 200 json {\"q\": \"{request.query.x}\"}, set-response-header \"X: y\"",
            response: ["+ HTTP/1.1 200", "+ Content-Type: application/json", "+ X: y"]),
        Play(
            action: "redirect 307 https://{host}{path}?{query}",
            response: ["+ HTTP/1.1 307", "+ Location: https://shop.example.com/a/b?x=1&y=2"]),
        Play(
            action: "upgrade-insecure",
            response: ["+ HTTP/1.1 307", "+ Location: https://shop.example.com/a/b?x=1&y=2"]),
        Play(action: "reset", response: ["+ (the connection is reset)"]),
        Play(action: "drop", response: ["+ (the connection is closed)"]),
        Play(action: "map-file ./dist/", response: ["+ (the file ./dist//a/b)"]),
        Play(action: "pin, comment hm, tag bug, skip-record"),
        Play(action: "delay request 1s, delay response 1s, throttle 3g, cut-response after 5"),
    ]

    @Test(arguments: plays)
    func anActionChangesItsLinesAndNoOthers(play: Play) throws {
        let trial = try trial("a: when host = shop.example.com do \(play.action)")
        #expect(lines(trial.request) == play.request)
        #expect(lines(trial.response).sorted() == play.response.sorted())
        #expect(trial.matched == ["a"])
    }

    @Test(arguments: plays)
    func aRuleThatDoesNotMatchDoesNothing(play: Play) throws {
        let trial = try trial("a: when host = other.example do \(play.action)")
        #expect(trial.acts.isEmpty)
        #expect(trial.request.isEmpty)
        #expect(trial.response.isEmpty)
        #expect(trial.matched.isEmpty)
    }

    @Test(arguments: plays)
    func aRuleWhoseTurnItIsNotDoesNothing(play: Play) throws {
        let trial = try trial(
            "a: after 1 do \(play.action)".replacing("a: after", with: "a: when host chance 100% after"))
        #expect(trial.request.isEmpty)
        #expect(trial.response.isEmpty)
    }

    @Test func whatNothingChangedIsNotOnRecord() throws {
        #expect(try trial("a: do set-cookie a=1, remove-cookie x, remove-query z").acts.isEmpty)
    }

    @Test func aChangeNamesItsRuleAndLine() throws {
        let trial = try trial("# one\ngerman: do set-request-header \"Accept-Language: de\"")
        let act = try #require(trial.acts.first)
        #expect(act.rule == "german")
        #expect(act.file == "debug.rules")
        #expect(act.line == 2)
        #expect(act.action == "set-request-header \"Accept-Language: de\"")
    }

    @Test func rulesSeeTheMessageAsItCame() throws {
        let trial = try trial("a: do set-request-header \"Accept: x\"\nb: when request.header.accept = x do tag seen")
        #expect(trial.matched == ["a"])
    }

    @Test func laterRulesWorkOnWhatEarlierOnesLeft() throws {
        let trial = try trial("a: do set-cookie c=3\nb: do remove-cookie a\nc: do set-query z=3\nd: do set-path /q")
        #expect(lines(trial.request).contains("+ Cookie: b=2; c=3"))
        #expect(lines(trial.request).contains("+ GET /q?x=1&y=2&z=3 HTTP/1.1"))
    }

    @Test func finalKeepsLaterRulesOff() throws {
        let rules = "a: when path = /a/b do tag one, final\nb: do tag two, set-response-header \"X: y\""
        #expect(try trial(rules).matched == ["a"])
        #expect(try trial(rules).response.isEmpty)
        #expect(try trial(rules.replacing("/a/b", with: "/other")).matched == ["b"])
    }

    @Test func anAnswerLeavesNoRequestToBeChanged() throws {
        let trial = try trial("a: do respond 204\nb: do set-request-header \"X: y\", respond 500")
        #expect(trial.request.isEmpty)
        #expect(lines(trial.response) == ["+ HTTP/1.1 204"])
    }

    @Test func aResponseCanBeAnsweredAnew() throws {
        let trial = try trial("a: when status = 200 do respond 500 text \"no\"\nb: when status = 404 do respond 501")
        #expect(lines(trial.response).first == "+ HTTP/1.1 500")
        #expect(trial.matched == ["a"])
    }

    @Test func aHeadIsAskedForWithItsOwnMethod() throws {
        let head = Self.request.replacing("GET ", with: "HEAD ")
        let trial = try trial("a: do set-method GET", head, content: "")
        #expect(trial.request.isEmpty)
        #expect(trial.acts.map(\.text).first?.contains("The method stays") == true)
    }

    @Test func aPreflightIsAnswered() throws {
        let preflight =
            "OPTIONS http://api.example.com/ HTTP/1.1\nHost: api.example.com\nOrigin: http://localhost:3000"
            + "\nAccess-Control-Request-Method: PUT\nAccess-Control-Request-Headers: x-a"
        #expect(
            lines(try trial("a: do allow-cors", preflight).response) == [
                "+ HTTP/1.1 204", "+ Access-Control-Allow-Origin: http://localhost:3000",
                "+ Access-Control-Allow-Credentials: true", "+ Access-Control-Allow-Methods: PUT", "+ Vary: Origin",
                "+ Access-Control-Allow-Headers: x-a",
            ])
    }

    // MARK: - Bodies

    @Test func aBodysFilterIsAskedOfTheBody() throws {
        let rules = "a: when host = shop.example.com and response.body contains two do replace-response-body text \"2\""
        #expect(try trial(rules).matched == ["a"])
        #expect(try trial(rules, content: "three").matched.isEmpty)
        #expect(try trial(rules, content: "three").response.isEmpty)
    }

    @Test func whatSpokeOfOtherBytesIsTakenOff() throws {
        let coded = Self.response + "\nContent-Digest: sha-256=:x:\nAccept-Ranges: bytes"
        let trial = try trial("a: do replace-response-body text x", Self.request, coded)
        #expect(lines(trial.response).contains("- Content-Digest: sha-256=:x:"))
        #expect(lines(trial.response).contains("- Accept-Ranges: bytes"))
    }

    @Test func aPartOfSomethingStaysAsItIs() throws {
        let part = "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-10/20"
        let trial = try trial("a: do substitute-response-body /one/1/", Self.request, part)
        #expect(trial.response.isEmpty)
        #expect(trial.acts.first?.text.contains("a part of something larger") == true)
    }

    @Test func aFileIsReadWhereTheRuleStands() throws {
        #expect(
            lines(try trial("a: do replace-response-body file file.json").response).contains("+ (content: 16 bytes)"))
        let missing = try trial("a: do replace-response-body file none.json")
        #expect(missing.response.isEmpty)
        #expect(missing.acts.first?.text.contains("none.json cannot be read") == true)
    }

    @Test(arguments: [
        ("{\"a\": {\"b\": [1, 2]}, \"c\": 3}", "$.a.b[1]", "9", "{\"a\": {\"b\": [1, 9]}, \"c\": 3}"),
        ("{ \"a\" : 1 }", "$.a", "{\"x\": []}", "{ \"a\" : {\"x\": []} }"),
        ("{\"a\": 1}", "$.b", "true", "{\"b\":true,\"a\": 1}"), ("{}", "$.b", "true", "{\"b\":true}"),
        ("[{\"p\": 1}, {\"p\": 2}]", "$[*].p", "0", "[{\"p\": 0}, {\"p\": 0}]"),
        ("[1, 2]", "$", "null", "null"), ("{\"a b\": 1}", "$[\"a b\"]", "2", "{\"a b\": 2}"),
    ])
    func aValueIsSetAndNoOtherByteChanges(text: String, path: String, value: String, result: String) throws {
        let edited = JSONEdit.set(try ValuePath(path), to: Bytes(value), in: Bytes(text))
        #expect(edited == .changed(Bytes(result)))
    }

    @Test(arguments: [
        ("{\"a\": 1}", "$.a", "1"), ("{\"a\": 1}", "$.b.c", "1"), ("[1]", "$[1]", "1"), ("[1]", "$.a", "1"),
    ])
    func whatIsNotThereIsLeft(text: String, path: String, value: String) throws {
        #expect(JSONEdit.set(try ValuePath(path), to: Bytes(value), in: Bytes(text)) == .none)
    }

    @Test(arguments: ["", "{", "{\"a\": 1,}", "{'a': 1}", "[01]", "nul", "\"\u{1}\"", "1 2"])
    func whatIsNoJSONIsLeft(text: String) throws {
        #expect(JSONEdit.set(try ValuePath("$.a"), to: "1", in: Bytes(text)) == .failure("it is no JSON"))
    }

    @Test func anExpressionThatLooksAheadForEverGivesUp() throws {
        let text = Bytes(String(repeating: "a", count: 20_000))
        let substitution = Substitution(
            expression: try RegularExpression("a(.*b)?"), replacement: "x", replacesAll: true)
        #expect(substitution.applied(to: text) == nil)
    }

    // MARK: - Turns

    @Test(arguments: [
        ("first 2", [true, true, false, false, false]), ("after 2", [false, false, true, true, true]),
        ("every 2", [false, true, false, true, false]), ("chance 0%", [false, false, false, false, false]),
        ("chance 100%", [true, true, true, true, true]), ("", [true, true, true, true, true]),
    ])
    func aTurnComesWhenItIsDue(turn: String, comes: [Bool]) throws {
        let counting = Counting()
        let found = try comes.map { _ in try !trial("a: when host \(turn) do pin", counting: counting).matched.isEmpty }
        #expect(found == comes)
    }

    @Test func chanceIsTheSameForTheSameSeedAndAboutWhatItSays() throws {
        func hits(_ seed: UInt64) throws -> [Bool] {
            let book = try Reading.book("a: when host chance 30% do pin")
            let counting = Counting()
            let record = MadeFlow.make(Self.request)
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
        _ = try trial("a: when host first 1 do pin", counting: counting)
        #expect(try trial("# new\nz: do tag x\nb: when host   first 1 do pin", counting: counting).matched == ["z"])
    }

    // MARK: - Templates

    @Test(arguments: [
        ("{method} {host}{path}?{query}", "GET shop.example.com/a/b?x=1&y=2"),
        ("{request.query.x}{request.query.none}{request.cookie.b}{request.path.2}{request.header.accept}", "12b*/*"),
        ("{ }{}{nothing}{\"a\": 1}", "{ }{}{nothing}{\"a\": 1}"), ("{now}", "2026-11-21T12:00:00.000Z"),
        ("{count}{count}", "11"), ("{random 5 5}", "5"),
    ])
    func aTemplateTakesItsValuesFromTheRequest(text: String, result: String) throws {
        let values = RuleValues(MadeFlow.make(Self.request), seed: 1)
        #expect(values.text(try RuleTemplate(text), .none, count: { 1 }).text == result)
    }

    @Test func whatAClientSendsStaysAValue() throws {
        let hostile =
            "GET http://shop.example.com/%22%0d%0aX:y?x=%22%7D%0d%0a&u=http://evil HTTP/1.1\nHost: x\nX-A: \"\\"
        let values = RuleValues(MadeFlow.make(hostile), seed: 1)
        func text(_ text: String, _ escaping: RuleValues.Escaping) throws -> String {
            values.text(try RuleTemplate(text), escaping, count: { 1 }).text
        }
        #expect(try text("{\"a\": \"{request.query.x}\"}", .json) == "{\"a\": \"\\\"}\\u000d\\u000a\"}")
        #expect(try text("{\"a\": \"{request.header.x-a}\"}", .json) == "{\"a\": \"\\\"\\\\\"}")
        #expect(try text("{request.query.x}", .field) == "\"}  ")
        #expect(try text("/{request.query.u}", .url) == "/http%3A%2F%2Fevil")
    }

    // MARK: - What goes out

    /// Whatever a request says: what a rule answers is one response, whose end our own decoder finds at its end.
    @Test func anAnswerIsAlwaysOneMessage() throws {
        var random = SystemRandomNumberGenerator()
        let rules = try Reading.book(
            """
            a: when path ~ "/json*" do respond 200 "X-Q: {request.query.q}" json {"q": "{request.query.q}"}
            b: when path ~ "/text*" do respond 418 "X-H: {request.header.h}" text "{request.header.h}{url}"
            c: when path ~ "/redirect*" do redirect 302 "https://{host}/{request.query.q}"
            d: when path ~ "/block*" do block, set-response-header "X: y", set-response-cookie "a=b"
            e: when path ~ "/none*" do respond 204, allow-cors
            f: when path ~ "/host*" do dns-fail
            """)
        for _ in 0..<400 {
            let path = ["json", "text", "redirect", "block", "none", "host"].randomElement(using: &random) ?? ""
            let noise = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                ["%0d%0a", "%22", "a", "%00", "{", "}", "%C3%A9", "%FF", "/", "%5C", "&", "="]
                    .randomElement(using: &random) ?? ""
            }.joined()
            let record = MadeFlow.make(
                "GET http://h\(path).example/\(path)?q=\(noise) HTTP/1.1\nHost: x\nOrigin: null\nH: \"\(noise)\\")
            guard record.requestHead != nil else { continue }
            var run = RuleRun(rules, counting: Counting(), seed: 1)
            guard case .answer(let answer)? = run.request(RuleSubject(record), hasBody: false).ending,
                case .bytes(let content) = answer.content
            else {
                Issue.record("/\(path) was not answered")
                continue
            }
            let sent = try #require(answer.written(content, isHead: false, date: "Mon, 23 Nov 2026 00:00:00 GMT"))
            try expectOneResponse(Bytes(sent.head.array + sent.body.array))
        }
    }

    /// What a rule says of a content's type stands there once, however it is written.
    @Test(arguments: ["Content-Type", "content-type", "CONTENT-TYPE"])
    func aTypeThatIsSaidIsNotSaidAgain(name: String) throws {
        let record = MadeFlow.make(Self.request)
        let rules = try Reading.book("a: do respond 200 \"\(name): text/html\" text x")
        var run = RuleRun(rules, counting: Counting(), seed: 1)
        guard case .answer(let answer)? = run.request(RuleSubject(record), hasBody: false).ending else {
            Issue.record("it was not answered")
            return
        }
        #expect(answer.fields.map(\.value.text) == ["text/html"])
    }

    private func expectOneResponse(_ bytes: Bytes) throws {
        var decoder = HTTP1Decoder(role: .response)
        decoder.expectResponse(to: .get)
        var offset = 0
        var hasEnded = false
        while !hasEnded {
            let decoded = try bytes.slice(offset..<bytes.count).withSpan { span in try decoder.decode(span) }
            let part = try #require(decoded, "more is expected than was sent: \(bytes.text)")
            offset += part.consumed
            if case .responseHead(let head, _) = part.part {
                #expect(head.quirks.allSatisfy { $0.code == .obsoleteText })
            }
            if case .end = part.part { hasEnded = true }
        }
        #expect(offset == bytes.count)
    }

    /// Rules on random flows: what is changed in a head makes a head that is read again, and says what was wanted.
    @Test func aChangedRequestIsAlwaysOneMessage() throws {
        var random = SystemRandomNumberGenerator()
        let actions = Self.plays.map(\.action).filter {
            $0.hasPrefix("set-") || $0.hasPrefix("add-") || $0.hasPrefix("remove-") || $0.hasPrefix("no-")
                || $0.hasPrefix("map-to")
        }
        for number in 1...300 {
            let record = RandomFlow.make(number: UInt64(number), &random)
            guard let head = record.requestHead else { continue }
            let chosen = (0..<3).compactMap { _ in actions.randomElement(using: &random) }.joined(separator: ", ")
            var run = RuleRun(try Reading.book("a: do \(chosen)"), counting: Counting(), seed: 1)
            let orders = run.request(RuleSubject(record), hasBody: false)
            var edits = head.fields.edits(by: orders.fields).map(\.action)
            if let line = orders.line {
                edits.append(.replaceStartLine(Bytes([line.method, " ", line.target, " HTTP/1.1"].flatMap { $0 })))
            }
            let written = try HeadEncoder.apply(edits, to: head.fields)
            var decoder = HTTP1Decoder(role: .request)
            let part = try written.withSpan { span in try decoder.decode(span) }
            #expect(part?.consumed == written.count, "\(chosen): \(written.text)")
        }
    }
}
