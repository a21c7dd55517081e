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
        let trial = try Reading.trial("a: when host = shop.example.com do \(play.action)")
        #expect(trial.request.marked == play.request)
        #expect(trial.response.marked.sorted() == play.response.sorted())
        #expect(trial.matched == ["a"])
    }

    @Test(arguments: plays)
    func aRuleThatDoesNotMatchDoesNothing(play: Play) throws {
        let trial = try Reading.trial("a: when host = other.example do \(play.action)")
        #expect(trial.acts.isEmpty)
        #expect(trial.request.isEmpty)
        #expect(trial.response.isEmpty)
        #expect(trial.matched.isEmpty)
    }

    @Test(arguments: plays)
    func aRuleWhoseTurnItIsNotDoesNothing(play: Play) throws {
        let trial = try Reading.trial(
            "a: after 1 do \(play.action)".replacing("a: after", with: "a: when host chance 100% after"))
        #expect(trial.request.isEmpty)
        #expect(trial.response.isEmpty)
    }

    @Test func whatNothingChangedIsNotOnRecord() throws {
        #expect(try Reading.trial("a: do set-cookie a=1, remove-cookie x, remove-query z").acts.isEmpty)
    }

    @Test func aChangeNamesItsRuleAndLine() throws {
        let trial = try Reading.trial("# one\ngerman: do set-request-header \"Accept-Language: de\"")
        let act = try #require(trial.acts.first)
        #expect(act.rule == "german")
        #expect(act.file == "debug.rules")
        #expect(act.line == 2)
        #expect(act.action == "set-request-header \"Accept-Language: de\"")
    }

    @Test func rulesSeeTheMessageAsItCame() throws {
        let trial = try Reading.trial(
            "a: do set-request-header \"Accept: x\"\nb: when request.header.accept = x do tag seen")
        #expect(trial.matched == ["a"])
    }

    @Test func laterRulesWorkOnWhatEarlierOnesLeft() throws {
        let trial = try Reading.trial(
            "a: do set-cookie c=3\nb: do remove-cookie a\nc: do set-query z=3\nd: do set-path /q")
        #expect(trial.request.marked.contains("+ Cookie: b=2; c=3"))
        #expect(trial.request.marked.contains("+ GET /q?x=1&y=2&z=3 HTTP/1.1"))
    }

    @Test func finalKeepsLaterRulesOff() throws {
        let rules = "a: when path = /a/b do tag one, final\nb: do tag two, set-response-header \"X: y\""
        #expect(try Reading.trial(rules).matched == ["a"])
        #expect(try Reading.trial(rules).response.isEmpty)
        #expect(try Reading.trial(rules.replacing("/a/b", with: "/other")).matched == ["b"])
    }

    @Test func anAnswerLeavesNoRequestToBeChanged() throws {
        let trial = try Reading.trial("a: do respond 204\nb: do set-request-header \"X: y\", respond 500")
        #expect(trial.request.isEmpty)
        #expect(trial.response.marked == ["+ HTTP/1.1 204"])
    }

    /// What was done to a message that then goes nowhere was not done: the record tells of the answer alone, and of
    /// what holds all the same.
    @Test func anAnswerMakesVoidWhatWasDoneBefore() throws {
        let request = try Reading.trial(
            "a: do set-request-header \"X: y\", map-to http://b, force-http1, set-path /c, delay request 1ms, tag t\n"
                + "b: do break request, pin, respond 204, force-http1, tag u")
        #expect(request.acts.map(\.action) == ["delay request 1ms", "tag t", "pin", "respond 204", "tag u"])
        #expect(request.request.isEmpty && request.response.marked == ["+ HTTP/1.1 204"])
        let response = try Reading.trial(
            "a: when status = 200 do cut-response after 1, set-response-header \"X: y\", tag t, drop, "
                + "corrupt-response 1"
        )
        #expect(response.acts.map(\.action) == ["tag t", "drop"])
        #expect(response.response.marked == ["+ (the connection is closed)"])
    }

    /// An answer is a response like others to what bears on responses: told once, though it stands before the answer.
    @Test func whatBearsOnResponsesBearsOnAnswers() throws {
        let early = try Reading.trial(
            "a: do throttle 3g, set-response-header \"X: y\"\n"
                + "b: do respond 200 text x, cut-response after 1, delay response 1ms"
        )
        #expect(
            early.acts.map(\.action) == [
                "respond 200 text x", "throttle 3g", "set-response-header \"X: y\"", "cut-response after 1",
                "delay response 1ms",
            ])
        // What waits for a response has waited when that is answered anew.
        let late = try Reading.trial(
            "a: do delay response 1ms\n"
                + "b: when status = 200 do respond 500 text x, set-response-header \"X: y\", throttle 3g"
        )
        #expect(
            late.acts.map(\.action) == [
                "delay response 1ms", "respond 500 text x", "set-response-header \"X: y\"", "throttle 3g",
            ])
        #expect(late.response.marked.contains("+ X: y"))
        for actions in ["respond 500 text x, delay each-chunk 1ms", "delay each-chunk 1ms, respond 500 text x"] {
            let late = try Reading.trial("a: when status = 200 do \(actions)")
            #expect(late.acts.map(\.action) == ["respond 500 text x", "delay each-chunk 1ms"])
        }
    }

    @Test func aResponseCanBeAnsweredAnew() throws {
        let trial = try Reading.trial(
            "a: when status = 200 do respond 500 text \"no\"\nb: when status = 404 do respond 501")
        #expect(trial.response.marked.first == "+ HTTP/1.1 500")
        #expect(trial.matched == ["a"])
    }

    @Test func aHeadMayBeAskedForWithAnotherMethod() throws {
        let head = Reading.request.replacing("GET ", with: "HEAD ")
        let trial = try Reading.trial("a: do set-method GET", head, content: "")
        #expect(trial.request.marked.count == 2 && trial.request.marked.last?.hasPrefix("+ GET ") == true)
        #expect(trial.acts.map(\.text) == ["The method was changed."])
    }

    @Test func aPreflightIsAnswered() throws {
        let preflight =
            "OPTIONS http://api.example.com/ HTTP/1.1\nHost: api.example.com\nOrigin: http://localhost:3000"
            + "\nAccess-Control-Request-Method: PUT\nAccess-Control-Request-Headers: x-a"
        #expect(
            try Reading.trial("a: do allow-cors", preflight).response.marked == [
                "+ HTTP/1.1 204", "+ Access-Control-Allow-Origin: http://localhost:3000",
                "+ Access-Control-Allow-Credentials: true", "+ Access-Control-Allow-Methods: PUT", "+ Vary: Origin",
                "+ Access-Control-Allow-Headers: x-a",
            ])
    }
}
