import Foundation
import TestKit
import Testing

/// Rules that change messages, answer them or send them elsewhere: what the server gets, and what the client.
@Suite struct RuleTests {
    @Test func aRuleThatDoesNotMatchChangesNoByte() throws {
        let actions = [
            "set-request-header \"X: y\"", "set-method PUT", "respond 500", "substitute-response-body /one/1/",
            "drop", "throttle gprs", "cut-response after 1", "corrupt-response 3", "map-to http://other.example",
        ]
        let passed = try RuledExchange(
            actions.map { "when host = other.example do \($0)" } + ["when status = 404 do reset"])
        #expect(passed.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n\r\n")
        #expect(passed.answer == RuledExchange.ofServer)
        #expect(passed.entry["_rules"] == nil)
    }

    @Test func aRequestIsChangedLineByLine() throws {
        let passed = try RuledExchange([
            "when path = /a do set-request-header \"X: y\", set-cookie a=9, remove-cookie b, set-path /b, "
                + "set-query \"q=a b\", set-method PUT"
        ])
        // RFC 9110 §8.6: with a PUT the server is told that there is no content.
        #expect(
            passed.request
                == "PUT /b?x=1&q=a%20b HTTP/1.1\r\nHost: HOST\r\nCookie: a=9\r\nContent-Length: 0\r\nX: y\r\n\r\n")
        #expect(passed.answer == RuledExchange.ofServer)
        #expect(passed.rules.count == 6)
        #expect(passed.rules.first == "rule-1 set-request-header \"X: y\"")
        let reasons = (passed.entry["_changes"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String }
        #expect(reasons.contains("rule-1 (--rule:1)"))
    }

    @Test func flagsComeBeforeRulesAndStayAsTheyAre() throws {
        let passed = try RuledExchange(
            ["do set-request-header \"X: rule\"", "do add-request-header \"Y: 2\""],
            more: ["--set-request-header", "X: flag", "--add-request-header", "Y: 1"])
        #expect(passed.request.hasSuffix("Cookie: a=1; b=2\r\nY: 1\r\nX: rule\r\nY: 2\r\n\r\n"))
    }

    @Test func aResponseIsChangedByWhatItSays() throws {
        let passed = try RuledExchange([
            "when status = 200 do set-response-header \"X: y\", remove-response-cookie s",
            "when status = 404 do set-response-header \"X: z\"",
        ])
        #expect(
            passed.answer
                == RuledExchange.ofServer.replacing("Set-Cookie: s=1\r\n", with: "").replacing(
                    "Connection: close\r\n", with: "Connection: close\r\nX: y\r\n"))
    }

    @Test func aBodyIsChangedAndItsLengthWithIt() throws {
        let passed = try RuledExchange(["when response.body contains two do substitute-response-body /two/zwei/g"])
        #expect(passed.answer.hasSuffix("\r\n\r\none zwei zwei"))
        #expect(passed.answer.contains("Content-Length: 13\r\n"))
        #expect(passed.answer.contains("ETag: W/\"e\"\r\n"))
        #expect(!passed.answer.contains("Content-Length: 11"))
    }

    @Test func aRequestsBodyIsChanged() throws {
        let passed = try RuledExchange(
            ["do set-json-request $.user.name \"you\""],
            request:
                "POST ORIGIN/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nContent-Length: 24\r\n\r\n"
                + "{\"user\": {\"name\": \"me\"}}"
        )
        #expect(passed.request.hasSuffix("Content-Length: 25\r\n\r\n{\"user\": {\"name\": \"you\"}}"))
    }

    @Test func aBodyBeyondTheLimitPassesUnchanged() throws {
        let passed = try RuledExchange(
            ["do substitute-response-body /two/2/g"], more: ["--max-body-change", "10"])
        #expect(passed.answer.hasSuffix("one two two"))
        let acts = passed.entry["_rules"] as? [[String: Any]]
        #expect((acts?.first?["text"] as? String)?.contains("longer than") == true)
    }

    @Test func anAnswerIsMadeAndNobodyIsAsked() throws {
        let passed = try RuledExchange(
            ["when path = /a do respond 201 \"X: y\" json {\"id\": \"{request.query.x}\"}, allow-cors"],
            reachesOrigin: false)
        #expect(passed.answer.hasPrefix("HTTP/1.1 201 Created\r\n"))
        #expect(passed.answer.contains("X: y\r\n"))
        #expect(passed.answer.contains("Access-Control-Allow-Origin: *\r\n"))
        #expect(passed.answer.hasSuffix("\r\n\r\n{\"id\": \"1\"}"))
        #expect(passed.rules.contains { $0.hasPrefix("rule-1 respond 201") })
    }

    @Test func aRequestGoesToAnotherServer() throws {
        let passed = try RuledExchange(
            ["when host = nowhere.invalid do map-to ORIGIN/v2"],
            request: "GET http://nowhere.invalid/a?b HTTP/1.1\r\nHost: nowhere.invalid\r\nConnection: close\r\n\r\n")
        #expect(passed.request == "GET /v2/a?b HTTP/1.1\r\nHost: HOST\r\n\r\n")
        let kept = try RuledExchange(
            ["when host = nowhere.invalid do connect-to HOST"],
            request: "GET http://nowhere.invalid/a HTTP/1.1\r\nHost: nowhere.invalid\r\nConnection: close\r\n\r\n")
        #expect(kept.request == "GET /a HTTP/1.1\r\nHost: nowhere.invalid\r\n\r\n")
    }

    // MARK: - Fields behind the content

    @Test func contentWithALengthGoesInChunksSoThatFieldsCanFollow() throws {
        let passed = try RuledExchange(["do set-trailer \"X-Sum: 1\""])
        let (head, body) = (passed.answer.components(separatedBy: "\r\n\r\n")[0], passed.answer)
        #expect(head.contains("\r\nTransfer-Encoding: chunked") && !head.contains("Content-Length"))
        #expect(body.hasSuffix("\r\n\r\nb\r\none two two\r\n0\r\nX-Sum: 1\r\n\r\n"), "\(body)")
        #expect(passed.rules == ["rule-1 set-trailer \"X-Sum: 1\""])
    }

    @Test func aFieldBehindChunksTakesThePlaceOfItsOwn() throws {
        let chunked =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\none\r\n0\r\n"
        for (trailers, wanted) in [
            ("", "X-Sum: 1\r\n"), ("X-Sum: 0\r\nY: 2\r\n", "X-Sum: 1\r\nY: 2\r\n"),
        ] {
            let passed = try RuledExchange(["do set-trailer \"X-Sum: 1\""], answering: chunked + trailers + "\r\n")
            #expect(passed.answer.hasSuffix("\r\n\r\n3\r\none\r\n0\r\n" + wanted + "\r\n"), "\(passed.answer)")
        }
    }

    @Test func whereNothingCanFollowNothingIsChanged() throws {
        let empty = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
        let passed = try RuledExchange(["do set-trailer \"X-Sum: 1\""], answering: empty)
        #expect(passed.answer == empty)
        let old = try RuledExchange(
            ["do set-trailer \"X-Sum: 1\""], request: "GET ORIGIN/ HTTP/1.0\r\nHost: HOST\r\n\r\n")
        #expect(old.answer.hasSuffix("\r\n\r\none two two") && old.answer.contains("Content-Length: 11\r\n"))
        let texts = (old.entry["_rules"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        #expect(texts == ["The client uses HTTP/1.0, which has no trailers."])
    }

    @Test func aRequestsContentIsFollowedByFields() throws {
        let head = "POST ORIGIN/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
        let counted = try RuledExchange(
            ["do set-request-trailer \"X-Sum: 1\""], request: head + "Content-Length: 3\r\n\r\nabc")
        #expect(
            counted.request
                == "POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n"
        )
        let none = try RuledExchange(["do set-request-trailer \"X-Sum: 1\""])
        #expect(none.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n\r\n")
    }
}
