import Foundation
import TestKit
import Testing

/// Rules of a running proxy, against an origin that keeps what it gets.
@Suite struct RuleTests {
    private static let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: s=1\r\nETag: \"e\"\r\nContent-Length: 11\r\n"
        + "Connection: close\r\n\r\none two two"

    private struct Passed {
        let request: String
        let answer: String
        let entry: [String: Any]

        var rules: [String] {
            (entry["_rules"] as? [[String: Any]] ?? []).map { "\($0["name"] ?? "") \($0["action"] ?? "")" }
        }
    }

    /// One request through a proxy with these rules; what reached the origin is empty when nothing did.
    private func pass(
        _ rules: [String],
        request: String = "GET ORIGIN/a?x=1 HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nCookie: a=1; b=2\r\n\r\n",
        answering answer: String = answer, reachesOrigin: Bool = true, more: [String] = []
    ) throws -> Passed {
        let origin = try RecordingOrigin(answering: Array(answer.utf8))
        let scratch = try Scratch()
        let log = scratch.file("log")
        let filled = rules.map { $0.replacing("ORIGIN", with: origin.url).replacing("HOST", with: origin.host) }
        let proxy = try RunningProxy(arguments: ["--log", log] + more + filled.flatMap { ["--rule", $0] })
        let client = try proxy.connect()
        try client.send(request.replacing("ORIGIN", with: origin.url).replacing("HOST", with: origin.host))
        let received = try client.receiveToEnd().text
        let sent = reachesOrigin ? String(decoding: try origin.next(), as: UTF8.self) : ""
        try proxy.stop()
        let line = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").first ?? ""
        let entry = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return Passed(
            request: sent.replacing(origin.host, with: "HOST"), answer: received, entry: entry ?? [:])
    }

    @Test func aRuleThatDoesNotMatchChangesNoByte() throws {
        let actions = [
            "set-request-header \"X: y\"", "set-method PUT", "respond 500", "substitute-response-body /one/1/",
            "drop", "throttle gprs", "cut-response after 1", "corrupt-response 3", "map-to http://other.example",
        ]
        let passed = try pass(actions.map { "when host = other.example do \($0)" } + ["when status = 404 do reset"])
        #expect(passed.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n\r\n")
        #expect(passed.answer == Self.answer)
        #expect(passed.entry["_rules"] == nil)
    }

    @Test func aRequestIsChangedLineByLine() throws {
        let passed = try pass([
            "when path = /a do set-request-header \"X: y\", set-cookie a=9, remove-cookie b, set-path /b, "
                + "set-query \"q=a b\", set-method PUT"
        ])
        #expect(passed.request == "PUT /b?x=1&q=a%20b HTTP/1.1\r\nHost: HOST\r\nCookie: a=9\r\nX: y\r\n\r\n")
        #expect(passed.answer == Self.answer)
        #expect(passed.rules.count == 6)
        #expect(passed.rules.first == "rule-1 set-request-header \"X: y\"")
        let reasons = (passed.entry["_changes"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String }
        #expect(reasons.contains("rule-1 (--rule:1)"))
    }

    @Test func flagsComeBeforeRulesAndStayAsTheyAre() throws {
        let passed = try pass(
            ["do set-request-header \"X: rule\"", "do add-request-header \"Y: 2\""],
            more: ["--set-request-header", "X: flag", "--add-request-header", "Y: 1"])
        #expect(passed.request.hasSuffix("Cookie: a=1; b=2\r\nY: 1\r\nX: rule\r\nY: 2\r\n\r\n"))
    }

    @Test func aResponseIsChangedByWhatItSays() throws {
        let passed = try pass([
            "when status = 200 do set-response-header \"X: y\", remove-response-cookie s",
            "when status = 404 do set-response-header \"X: z\"",
        ])
        #expect(
            passed.answer
                == Self.answer.replacing("Set-Cookie: s=1\r\n", with: "").replacing(
                    "Connection: close\r\n", with: "Connection: close\r\nX: y\r\n"))
    }

    @Test func aBodyIsChangedAndItsLengthWithIt() throws {
        let passed = try pass(["when response.body contains two do substitute-response-body /two/zwei/g"])
        #expect(passed.answer.hasSuffix("\r\n\r\none zwei zwei"))
        #expect(passed.answer.contains("Content-Length: 13\r\n"))
        #expect(passed.answer.contains("ETag: W/\"e\"\r\n"))
        #expect(!passed.answer.contains("Content-Length: 11"))
    }

    @Test func aRequestsBodyIsChanged() throws {
        let passed = try pass(
            ["do set-json-request $.user.name \"you\""],
            request:
                "POST ORIGIN/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nContent-Length: 24\r\n\r\n"
                + "{\"user\": {\"name\": \"me\"}}"
        )
        #expect(passed.request.hasSuffix("Content-Length: 25\r\n\r\n{\"user\": {\"name\": \"you\"}}"))
    }

    @Test func aBodyBeyondTheLimitPassesUnchanged() throws {
        let passed = try pass(
            ["do substitute-response-body /two/2/g"], more: ["--max-body-change", "10"])
        #expect(passed.answer.hasSuffix("one two two"))
        let acts = passed.entry["_rules"] as? [[String: Any]]
        #expect((acts?.first?["text"] as? String)?.contains("longer than") == true)
    }

    @Test func anAnswerIsMadeAndNobodyIsAsked() throws {
        let passed = try pass(
            ["when path = /a do respond 201 \"X: y\" json {\"id\": \"{request.query.x}\"}, allow-cors"],
            reachesOrigin: false)
        #expect(passed.answer.hasPrefix("HTTP/1.1 201 Created\r\n"))
        #expect(passed.answer.contains("X: y\r\n"))
        #expect(passed.answer.contains("Access-Control-Allow-Origin: *\r\n"))
        #expect(passed.answer.hasSuffix("\r\n\r\n{\"id\": \"1\"}"))
        #expect(passed.rules.contains { $0.hasPrefix("rule-1 respond 201") })
    }

    /// What a rule answered is seen as a server's answer is: its size, its head, its content.
    @Test func whatARuleAnsweredIsShown() throws {
        let scratch = try Scratch()
        let store = scratch.file("s.hark")
        let proxy = try RunningProxy(
            "--store", store, "--rule", "when path = /a do respond 201 \"X-A: 1\" json {\"made\": [1, 2]}")
        let client = try proxy.connect()
        try client.send("GET http://x.example/a HTTP/1.1\r\nHost: x.example\r\n\r\n")
        #expect(try client.receiveToEnd().text.hasSuffix("{\"made\": [1, 2]}"))
        try proxy.stop()
        func show(_ words: String...) throws -> String {
            let shown = try Tool.run(Tool.hark(), ["show", "1", "--session", store] + words)
            #expect(shown.code == 0, shown.summary)
            return shown.text
        }
        let whole = try show()
        #expect(whole.contains("Response body · JSON") && whole.contains("\"made\""), "\(whole)")
        // Lines are as wide as the terminal.
        let words = whole.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("rule-1 (--rule:1) respond 201") && words.contains("It was answered with 201."))
        #expect(try show("--body").contains("\"made\""))
        let entry = try #require(
            try JSONSerialization.jsonObject(with: Data(try show("--json").utf8)) as? [String: Any])
        let response = try #require(entry["response"] as? [String: Any])
        let content = try #require(response["content"] as? [String: Any])
        #expect(response["status"] as? Int == 0)
        #expect(content["size"] as? Int == 16 && content["text"] as? String == "{\"made\": [1, 2]}")
    }

    @Test func theWayThatARuleChoseIsShown() throws {
        let origin = try RecordingOrigin()
        let scratch = try Scratch()
        let store = scratch.file("s.hark")
        let proxy = try RunningProxy(
            "--store", store, "--rule", "when path = /a do connect-to \(origin.host)",
            "--rule", "when path = /b do map-to \(origin.url)")
        for path in ["a", "b"] {
            let client = try proxy.connect()
            try client.send(
                "GET http://nowhere.invalid/\(path) HTTP/1.1\r\nHost: nowhere.invalid\r\nConnection: close\r\n\r\n")
            _ = try client.receiveToEnd()
        }
        try proxy.stop()
        let ways = ["connect-to \(origin.host) (rule-1,", "map-to \(origin.url) (rule-2,"]
        for (number, way) in ways.enumerated() {
            let shown = try Tool.run(Tool.hark(), ["show", "\(number + 1)", "--session", store])
            #expect(shown.text.contains("way") && shown.text.contains(way), shown.summary)
            #expect(shown.text.contains("server \(origin.host)"), shown.summary)
        }
    }

    @Test func aRequestGoesToAnotherServer() throws {
        let passed = try pass(
            ["when host = nowhere.invalid do map-to ORIGIN/v2"],
            request: "GET http://nowhere.invalid/a?b HTTP/1.1\r\nHost: nowhere.invalid\r\nConnection: close\r\n\r\n")
        #expect(passed.request == "GET /v2/a?b HTTP/1.1\r\nHost: HOST\r\n\r\n")
        let kept = try pass(
            ["when host = nowhere.invalid do connect-to HOST"],
            request: "GET http://nowhere.invalid/a HTTP/1.1\r\nHost: nowhere.invalid\r\nConnection: close\r\n\r\n")
        #expect(kept.request == "GET /a HTTP/1.1\r\nHost: nowhere.invalid\r\n\r\n")
    }

    // MARK: - Fields behind the content

    @Test func contentWithALengthGoesInChunksSoThatFieldsCanFollow() throws {
        let passed = try pass(["do set-trailer \"X-Sum: 1\""])
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
            let passed = try pass(["do set-trailer \"X-Sum: 1\""], answering: chunked + trailers + "\r\n")
            #expect(passed.answer.hasSuffix("\r\n\r\n3\r\none\r\n0\r\n" + wanted + "\r\n"), "\(passed.answer)")
        }
    }

    @Test func whereNothingCanFollowNothingIsChanged() throws {
        let empty = "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n"
        let passed = try pass(["do set-trailer \"X-Sum: 1\""], answering: empty)
        #expect(passed.answer == empty)
        let old = try pass(
            ["do set-trailer \"X-Sum: 1\""], request: "GET ORIGIN/ HTTP/1.0\r\nHost: HOST\r\n\r\n")
        #expect(old.answer.hasSuffix("\r\n\r\none two two") && old.answer.contains("Content-Length: 11\r\n"))
        let texts = (old.entry["_rules"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        #expect(texts == ["The client speaks HTTP/1.0, in which nothing follows content."])
    }

    @Test func aRequestsContentIsFollowedByFields() throws {
        let head = "POST ORIGIN/ HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n"
        let counted = try pass(
            ["do set-request-trailer \"X-Sum: 1\""], request: head + "Content-Length: 3\r\n\r\nabc")
        #expect(
            counted.request
                == "POST / HTTP/1.1\r\nHost: HOST\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n"
        )
        let none = try pass(["do set-request-trailer \"X-Sum: 1\""])
        #expect(none.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n\r\n")
    }

    @Test func aConnectionEndsWithoutAWord() throws {
        #expect(try pass(["do drop"], reachesOrigin: false).answer.isEmpty)
        #expect(try pass(["when status = 200 do drop"]).answer.isEmpty)
    }

    @Test func aResponseIsCutOffWhereTheRuleSays() throws {
        let passed = try pass(["do cut-response after 5"])
        #expect(passed.answer.hasSuffix("\r\n\r\none t"))
        let outcome = passed.entry["_outcome"] as? [String: Any]
        #expect(outcome?["by"] as? String == "proxy")
    }

    @Test func bytesAreChangedAndItIsSaidWhich() throws {
        let passed = try pass(["do corrupt-response 2"], more: ["--seed", "7"])
        #expect(passed.answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(!passed.answer.hasSuffix("one two two"))
        let texts = (passed.entry["_rules"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        #expect(texts.contains { $0.hasPrefix("Changed are the bytes ") }, "\(texts)")
    }

    /// A run can be played again: the same seed and the same requests have the same luck, and the same bytes changed.
    @Test func aSeedMakesARunRepeatable() throws {
        let origin = try RecordingOrigin(
            answering: Array(Self.answer.replacing("one two two", with: "0123456789a").utf8))
        func run(_ seed: String) throws -> [String] {
            let proxy = try RunningProxy(
                "--seed", seed, "--rule", "when path = /luck chance 40% do respond 503 text \"{random 1 1000000}\"",
                "--rule", "when path = /bits chance 50% do corrupt-response 3")
            let answers = try (0..<24).map { number in
                let client = try proxy.connect()
                let path = number % 2 == 0 ? "/luck" : "/bits"
                try client.send(
                    "GET \(origin.url)\(path) HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
                let lines = try client.receiveToEnd().text.split(separator: "\r\n")
                return "\(lines.first ?? "") \(lines.last ?? "")"
            }
            try proxy.stop()
            return answers
        }
        let first = try run("20261127")
        #expect(try run("20261127") == first)
        #expect(try run("20261128") != first)
        // Some were lucky, and some were not.
        #expect(Set(first.filter { $0.contains("503") }).count > 1 && first.contains { $0.contains("200") })
        #expect(first.contains { !$0.contains("503") && !$0.hasSuffix("0123456789a") })
    }

    @Test func aThrottledResponseTakesItsTime() throws {
        let body = String(repeating: "x", count: 40_000)
        let clock = ContinuousClock()
        var passed: Passed?
        let time = try clock.measure {
            passed = try pass(
                ["do throttle 40kB/s"],
                answering: "HTTP/1.1 200 OK\r\nContent-Length: 40000\r\nConnection: close\r\n\r\n\(body)")
        }
        #expect(passed?.answer.hasSuffix("\r\n\r\n" + body) == true)
        #expect(time > .milliseconds(900))
    }

    @Test func marksAreOnTheFlow() throws {
        let passed = try pass(["when status = 200 do tag bug, comment hm"])
        #expect(passed.entry["_tags"] as? [String] == ["bug"])
        #expect(passed.entry["comment"] as? String == "hm")
    }

    @Test func aFlowIsKeptOutOfFiles() throws {
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy(
            arguments: ["--log", log, "--rule", "when path = /no do skip-record", "--rule", "do respond 204"])
        for path in ["no", "yes"] {
            let client = try proxy.connect()
            try client.send("GET http://x.example/\(path) HTTP/1.1\r\nHost: x.example\r\n\r\n")
            _ = try client.receiveToEnd()
        }
        try proxy.stop()
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.contains("/yes"))
        #expect(!text.contains("/no"))
    }

    // MARK: - Files

    @Test func filesOfAFolderAnswer() throws {
        let scratch = try Scratch()
        let rules = try scratch.write("debug.rules", "local: when path ~ \"/app/*\" do map-file ./\n")
        _ = try scratch.write("app.js", "let a = 1")
        let proxy = try RunningProxy("--rules", rules)
        func get(_ path: String, _ more: String = "") throws -> String {
            let client = try proxy.connect()
            try client.send("GET http://x.example\(path) HTTP/1.1\r\nHost: x.example\r\n\(more)\r\n")
            return try client.receiveToEnd().text
        }
        let whole = try get("/app/app.js?v=2")
        #expect(whole.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(whole.contains("Content-Type: text/javascript; charset=utf-8\r\n"))
        #expect(whole.hasSuffix("let a = 1"))
        let tag = try #require(whole.split(separator: "\r\n").first { $0.hasPrefix("ETag: ") }?.dropFirst(6))
        #expect(try get("/app/app.js", "If-None-Match: \(tag)\r\n").hasPrefix("HTTP/1.1 304 "))
        let part = try get("/app/app.js", "Range: bytes=4-4\r\n")
        #expect(part.contains("Content-Range: bytes 4-4/9\r\n") && part.hasSuffix("\r\n\r\na"))
        #expect(try get("/app/app.js", "Range: bytes=9-\r\n").hasPrefix("HTTP/1.1 416 "))
        for path in ["/app/../debug.rules", "/app/%2e%2e/x", "/app/.hidden", "/app/none"] {
            #expect(try get(path).hasPrefix("HTTP/1.1 404 "), "\(path)")
        }
        try proxy.stop()
    }

    @Test func rulesAreReadAgainWhenTheirFileChanges() throws {
        let scratch = try Scratch()
        let rules = try scratch.write("debug.rules", "a: do respond 201\n")
        let proxy = try RunningProxy("--rules", rules)
        func status() throws -> String {
            let client = try proxy.connect()
            try client.send("GET http://x.example/ HTTP/1.1\r\nHost: x.example\r\n\r\n")
            return String(try client.receiveToEnd().text.dropFirst(9).prefix(3))
        }
        #expect(try status() == "201")
        _ = try scratch.write("debug.rules", "a: do respond 2000\n")
        try eventually("the mistake is said") { proxy.diagnostics.contains("the rules stay as they were") }
        #expect(proxy.diagnostics.contains("debug.rules:1:15:"))
        #expect(try status() == "201")
        _ = try scratch.write("debug.rules", "a: do respond 202 # other\n")
        try eventually("the rules are read") { try status() == "202" }
        try proxy.stop()
    }

    // MARK: - Holding

    @Test func aHeldMessageWaitsForADecision() throws {
        let origin = try RecordingOrigin()
        let scratch = try Scratch()
        let store = scratch.file("s.hark")
        let proxy = try RunningProxy(
            arguments: ["--store", store, "--rule", "look: when method = DELETE do break request"])
        func held(_ words: String..., editor: String = "true") throws -> Tool.Result {
            try Tool.run(
                Tool.hark(), ["held", "--proxy", store] + words,
                environment: ["EDITOR": editor, "VISUAL": editor, "TMPDIR": scratch.file("")])
        }
        func ask() throws -> RawConnection {
            let client = try proxy.connect()
            try client.send(
                "DELETE \(origin.url)/a HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\nX: 1\r\n\r\n")
            try eventually("it is held") { try held().text.contains("DELETE") }
            return client
        }
        var status = stat()
        #expect(stat(store + ".control", &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(try held().text == "Nothing is held.\n")

        let first = try ask()
        #expect(try held().text.contains("1  request  "))
        #expect(try held("1", "send").code == 0)
        #expect(String(decoding: try origin.next(), as: UTF8.self).contains("X: 1\r\n"))
        #expect(try first.receiveToEnd().text.hasPrefix("HTTP/1.1 200 "))

        let second = try ask()
        #expect(try held("2", "respond", "503 text \"busy\"").code == 0)
        let answer = try second.receiveToEnd().text
        #expect(answer.hasPrefix("HTTP/1.1 503 ") && answer.hasSuffix("busy"))

        let third = try ask()
        #expect(try held("3", "drop").code == 0)
        #expect(try third.receiveToEnd().text.isEmpty)

        let fourth = try ask()
        #expect(try held("4", "edit", editor: "sed -i s/X:.1/X:2/").code == 0)
        let edited = String(decoding: try origin.next(), as: UTF8.self)
        #expect(edited.contains("X: 2\r\n") && !edited.contains("X: 1"))
        _ = try fourth.receiveToEnd()

        let fifth = try ask()
        fifth.reset()
        try eventually("it is let go") { try held().text == "Nothing is held.\n" }
        #expect(try held("5", "send").code == 1)
        try proxy.stop()
        #expect(stat(store + ".control", &status) != 0)
    }

    @Test func whatIsEditedIntoNoMessageStaysHeld() throws {
        let scratch = try Scratch()
        let store = scratch.file("s.hark")
        let proxy = try RunningProxy(
            arguments: ["--store", store, "--rule", "look: do break request"])
        func held(_ words: String..., editor: String = "true") throws -> Tool.Result {
            try Tool.run(
                Tool.hark(), ["held", "--proxy", store] + words,
                environment: ["EDITOR": editor, "VISUAL": editor, "TMPDIR": scratch.file("")])
        }
        func kept() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: scratch.file("")).filter {
                $0.hasPrefix("hark-message")
            }
        }
        let client = try proxy.connect()
        try client.send("GET http://x.example/ HTTP/1.1\r\nHost: x.example\r\nX: 1\r\n\r\n")
        try eventually("it is held") { try held().text.contains("look") }
        let refused = try held("1", "edit", editor: "sed -i s/X:.1/X.2/")
        #expect(refused.code == 1)
        #expect(refused.diagnostics.contains("line 3, column 1: A field line has no colon"), refused.summary)
        #expect(refused.diagnostics.contains("is still held. What was edited is kept in "), refused.summary)
        #expect(try kept().count == 1)
        #expect(try held().text.contains("look"))
        #expect(try held("1", "drop").code == 0)
        #expect(try client.receiveToEnd().text.isEmpty)
        try proxy.stop()
    }

    @Test func whatNobodyDecidesGoesOn() throws {
        let passed = try pass(["do break response"], more: ["--hold-timeout", "200ms"])
        #expect(passed.answer == Self.answer)
        let texts = (passed.entry["_rules"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        #expect(texts.contains { $0.contains("Nobody decided") })
    }

    // MARK: - The commands

    private func rules(_ text: String, _ arguments: [String]) throws -> Tool.Result {
        let scratch = try Scratch()
        let file = try scratch.write("x.rules", text)
        return try Tool.run(Tool.hark(), arguments.map { $0 == "FILE" ? file : $0 })
    }

    @Test func aFileIsSaidInWords() throws {
        let good = try rules("a: when host = x do block\n", ["rules", "check", "FILE"])
        #expect(good.text == "a: When the host is x: refuses it with 403.\n", good.summary)
        #expect(good.code == 0)
        let bad = try rules("a: when hots = x do block\n", ["rules", "check", "FILE"])
        #expect(bad.code == 78)
        #expect(bad.diagnostics.contains("x.rules:1:9: there is no field 'hots'. Did you mean 'host'?"))
        let idle = try rules("a: when host = x and host = y do block\n", ["rules", "check", "FILE"])
        #expect(idle.code == 1)
        #expect(idle.text.contains("It can never match"))
    }

    @Test func aMistakeStartsNoProxy() throws {
        let mistaken = try Tool.run(Tool.hark(), ["proxy", "--no-store", "--rule", "when host = x do blck"])
        #expect(mistaken.code == 64)
        #expect(mistaken.diagnostics.contains("--rule:1:18: there is no action 'blck'. Did you mean 'block'?"))
        let file = try rules("a: do blck", ["proxy", "--no-store", "--rules", "FILE"])
        #expect(file.code == 78)
    }

    @Test func aFileOfRulesThatIsNotThereIsNamedOnce() throws {
        let name = try Scratch().file("none.rules")
        for words in [["rules", "check", name], ["proxy", "--no-store", "--rules", name]] {
            let missing = try Tool.run(Tool.hark(), words)
            #expect(missing.code == 78)
            #expect(missing.diagnostics.contains("none.rules: cannot be opened: "), missing.summary)
            #expect(missing.diagnostics.ranges(of: "none.rules").count == 1, missing.summary)
        }
    }

    @Test func rulesAreTriedOnWhatWasRecorded() throws {
        let scratch = try Scratch()
        let har = scratch.file("flows.har")
        let proxy = try RunningProxy("--har", har, "--rule", "when path = /a do respond 200 text \"one\"")
        let client = try proxy.connect()
        try client.send("GET http://x.example/a HTTP/1.1\r\nHost: x.example\r\nAccept: */*\r\n\r\n")
        _ = try client.receiveToEnd()
        try proxy.stop()
        let tried = try rules(
            "a: when path = /a do set-request-header \"Accept: text/html\"\nb: when path = /b do pin\n",
            ["rules", "try", "FILE", "--session", har])
        #expect(tried.text.contains("- Accept: */*") && tried.text.contains("+ Accept: text/html"), tried.summary)
        #expect(tried.text.hasSuffix("a: 1 of 1 flows\nb: matched nothing\n"), tried.summary)
        #expect(tried.code == 1)
        let all = try rules("a: when path = /a do pin\n", ["rules", "try", "FILE", "--session", har])
        #expect(all.code == 0, all.summary)
    }
}
