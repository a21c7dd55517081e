import Foundation
import TestKit
import Testing

/// `--script`: what a script changes, and that none takes an exchange with it, whatever it does.
@Suite struct ScriptTests {
    private static let hasPython = (try? Tool.find("python3")) != nil

    /// A script that speaks the protocol itself: `answer` is the body of what it does with an event `o`.
    private static func raw(_ answer: String, on event: String = "request") -> String {
        """
        import json, os, sys, time

        def send(o):
            sys.stdout.write(json.dumps(o) + "\\n")
            sys.stdout.flush()

        def verdict(o, kind="pass", **more):
            send({"type": "verdict", "id": o["id"], "verdict": kind, **more})

        for line in sys.stdin:
            o = json.loads(line)
            if o["type"] == "hello":
                send({"type": "ready", "protocol": 1, "events": [{"on": "\(event)"}]})
            elif o["type"] == "start":
                send({"type": "started"})
            elif o["type"] == "event":
        \(answer.split(separator: "\n").map { "        " + $0 }.joined(separator: "\n"))
            elif o["type"] == "stop":
                break
        """
    }

    private func passed(
        _ script: String, name: String = "one.py", more: [String] = [], reachesOrigin: Bool = true,
        request: String? = nil
    ) throws -> RuledExchange {
        let scratch = try Scratch()
        let path = try scratch.write(name, script)
        let words = ["--script", path, "--script-timeout", "2s"] + more
        guard let request else { return try RuledExchange([], reachesOrigin: reachesOrigin, more: words) }
        return try RuledExchange([], request: request, reachesOrigin: reachesOrigin, more: words)
    }

    private func scripts(_ passed: RuledExchange) -> [[String: Any]] {
        passed.entry["_scripts"] as? [[String: Any]] ?? []
    }

    private func verdicts(_ passed: RuledExchange) -> [String] {
        scripts(passed).map { "\($0["on"] ?? "") \($0["verdict"] ?? "")" }
    }

    // MARK: - Changes

    @Test(.enabled(if: hasPython)) func aHeaderIsChangedAndTheScriptIsNamed() throws {
        let passed = try passed(
            """
            import hark
            key = hark.option("key", str, "none")

            @hark.on_request("path = /a")
            def sign(flow):
                flow.request.headers["X-Signature"] = key.value
                flow.request.headers["Cookie"] = "a=9"
                print("printed")
            """, name: "sign.py", more: ["--set", "key=abc"])
        #expect(
            passed.request
                == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=9\r\nX-Signature: abc\r\n\r\n")
        #expect(passed.answer == RuledExchange.ofServer)
        #expect(verdicts(passed) == ["request modify"])
        #expect(scripts(passed).first?["name"] as? String == "sign")
        let reasons = (passed.entry["_changes"] as? [[String: Any]] ?? []).compactMap { $0["reason"] as? String }
        #expect(reasons.filter { $0 == "script sign" }.count == 2)
        #expect(passed.entry["_rules"] == nil)
    }

    @Test(.enabled(if: hasPython)) func whatNoFilterMatchesIsNotAskedAndNotChanged() throws {
        let passed = try passed(
            """
            import hark

            @hark.on_request("path = /other")
            def sign(flow):
                flow.drop()

            @hark.on_response("status = 404")
            def seen(flow):
                flow.drop()
            """)
        #expect(passed.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n\r\n")
        #expect(passed.answer == RuledExchange.ofServer)
        #expect(scripts(passed).isEmpty)
    }

    @Test(.enabled(if: hasPython)) func bodiesOfBothMessagesAreChangedWithTheirLengths() throws {
        let passed = try passed(
            """
            import hark

            @hark.on_request(body=True)
            def ask(flow):
                flow.request.body = flow.request.body + b"!"
                flow.request.method = "PUT"
                flow.request.path = "/b"

            @hark.on_response(body=True)
            def answer(flow):
                flow.response.text = flow.response.text.replace("two", "zwei")
                flow.response.status = 201
            """,
            request: "POST ORIGIN/a HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello")
        #expect(passed.request.hasPrefix("PUT /b HTTP/1.1\r\n"))
        #expect(passed.request.hasSuffix("\r\n\r\nhello!"))
        #expect(passed.request.contains("Content-Length: 6\r\n"))
        #expect(!passed.request.contains("Content-Length: 5"))
        #expect(passed.answer.hasPrefix("HTTP/1.1 201"))
        #expect(passed.answer.hasSuffix("\r\n\r\none zwei zwei"))
        #expect(passed.answer.contains("Content-Length: 13\r\n"))
        #expect(passed.answer.contains("ETag: W/\"e\"\r\n"))
        #expect(verdicts(passed) == ["request modify", "response modify"])
    }

    @Test(.enabled(if: hasPython)) func aScriptAnswersInTheServersPlace() throws {
        let passed = try passed(
            """
            import hark

            @hark.on_request()
            def close(flow):
                flow.respond(503, "closed", {"Retry-After": "5"})
            """, reachesOrigin: false)
        #expect(passed.request.isEmpty)
        #expect(passed.answer.hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        #expect(passed.answer.contains("Retry-After: 5\r\n"))
        #expect(passed.answer.hasSuffix("\r\n\r\nclosed"))
        #expect(verdicts(passed) == ["request respond"])
    }

    @Test(.enabled(if: hasPython)) func scriptsAreAskedInTheirOrderAfterRules() throws {
        let scratch = try Scratch()
        func script(_ name: String) throws -> String {
            try scratch.write(
                name,
                """
                import hark

                @hark.on_request()
                def add(flow):
                    flow.request.headers["X"] = flow.request.headers.get("X", "") + "-\(name.prefix(1))"
                """)
        }
        let passed = try RuledExchange(
            ["do set-request-header \"X: rule\""],
            more: ["--script", try script("b.py"), "--script", try script("a.py")])
        #expect(passed.request.contains("\r\nX: rule-b-a\r\n"))
        #expect(scripts(passed).compactMap { $0["name"] as? String } == ["b", "a"])
    }

    @Test(.enabled(if: hasPython)) func whatARuleAnswersIsAResponseForScriptsAndNoRequest() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "seen.py",
            """
            import hark

            @hark.on_request()
            def ask(flow):
                flow.drop()

            @hark.on_response("status = 203", body=True)
            def answer(flow):
                flow.response.headers["X"] = "y"
                flow.response.text = flow.response.text.upper()
            """)
        let passed = try RuledExchange(
            ["do respond 203 \"A: b\" text \"hi\""], reachesOrigin: false, more: ["--script", path])
        #expect(passed.answer.hasPrefix("HTTP/1.1 203 "))
        #expect(passed.answer.contains("\r\nA: b\r\n") && passed.answer.contains("\r\nX: y\r\n"))
        #expect(passed.answer.hasSuffix("\r\n\r\nHI"))
        #expect(verdicts(passed) == ["response modify"])
    }

    @Test(.enabled(if: hasPython)) func aMessageThatIsHeldWaitsForTheSecondVerdict() throws {
        let passed = try passed(
            Self.raw(
                """
                verdict(o, "hold")
                time.sleep(2.5)
                verdict(o, "modify", request={"set": [["X", "late"]]})
                """))
        #expect(passed.request.contains("\r\nX: late\r\n"))
        #expect(verdicts(passed) == ["request hold", "request modify"])
    }

    // MARK: - Scripts that fail

    @Test(
        .enabled(if: hasPython),
        arguments: [
            ("time.sleep(100)", "no answer in 2 s"),
            ("os._exit(3)", "it exited with code 3"),
            ("os.close(0)\nos.close(1)\ntime.sleep(100)", "it closed its standard output"),
            ("verdict(o, 'explode')", "invalid verdict"),
            ("verdict(o, 'modify', request={'set': [['Transfer-Encoding', 'chunked']]})", "Transfer-Encoding"),
            ("verdict(o, 'modify', request={'set': [['X', 'a\\r\\nY: b']]})", "control characters"),
            ("verdict(o, 'fail', text='KeyError')", "KeyError"),
        ])
    func aScriptThatFailsTakesNoExchangeWithIt(answer: String, reason: String) throws {
        let passed = try passed(Self.raw(answer))
        #expect(passed.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\n\r\n")
        #expect(passed.answer == RuledExchange.ofServer)
        #expect(verdicts(passed) == ["request failed"])
        let error = scripts(passed).first?["error"] as? String ?? ""
        #expect(error.contains(reason), "\(error)")

        let refused = try self.passed(Self.raw(answer), more: ["--script-failure", "refuse"], reachesOrigin: false)
        #expect(refused.request.isEmpty)
        #expect(refused.answer.hasPrefix("HTTP/1.1 502 "))
        #expect(!refused.answer.contains("one two two"))
    }

    @Test(.enabled(if: hasPython)) func noiseAndAnswersToNothingDoNothing() throws {
        let passed = try passed(
            Self.raw(
                """
                for number in range(100): sys.stdout.write("noise\\x1b[31m\\n")
                sys.stdout.write("[1]\\n{\\n\\n")
                send({"type": "verdict", "id": 999, "verdict": "drop"})
                send({"type": "unheard"})
                verdict(o, "modify", request={"set": [["X", "y"]]}, unheard=1)
                verdict(o, "drop")
                """))
        #expect(passed.request.contains("\r\nX: y\r\n"))
        #expect(passed.answer == RuledExchange.ofServer)
        #expect(verdicts(passed) == ["request modify"])
    }

    @Test(.enabled(if: hasPython)) func answersMayComeInAnyOrder() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "order.py",
            Self.raw(
                """
                held = globals().setdefault("held", [])
                held.append(o)
                if len(held) == 3:
                    for one in reversed(held):
                        verdict(one, "respond", response={"body": {"text": one["request"]["url"][-1]}})
                """))
        let proxy = try RunningProxy(arguments: ["--script", path])
        let clients = try (0..<3).map { number in
            let client = try proxy.connect()
            try client.send("GET http://none.test/\(number) HTTP/1.1\r\nHost: none.test\r\nConnection: close\r\n\r\n")
            return client
        }
        for (number, client) in clients.enumerated() {
            #expect(try client.receiveToEnd().text.hasSuffix("\r\n\r\n\(number)"))
        }
        try proxy.stop()
    }

    @Test(.enabled(if: hasPython)) func aScriptThatEndsIsStartedAgain() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "dies.py",
            Self.raw(
                """
                if o["request"]["url"].endswith("die"): os._exit(3)
                verdict(o, "respond", response={"status": 299})
                """))
        let proxy = try RunningProxy(arguments: ["--script", path])
        func status(_ path: String) throws -> String {
            let client = try proxy.connect()
            try client.send("GET http://none.test/\(path) HTTP/1.1\r\nHost: none.test\r\nConnection: close\r\n\r\n")
            return String(try client.receiveToEnd().text.prefix(12))
        }
        #expect(try status("a") == "HTTP/1.1 299")
        #expect(try status("die") != "HTTP/1.1 299")
        try eventually("the script answers again") { try status("b") == "HTTP/1.1 299" }
        try proxy.stop()
    }

    @Test(.enabled(if: hasPython)) func aChangedFileTakesOverAndABrokenOneDoesNot() throws {
        let scratch = try Scratch()
        func text(_ status: Int) -> String {
            "import hark\n\n@hark.on_request()\ndef answer(flow):\n    flow.respond(\(status), '')\n"
        }
        let path = try scratch.write("changes.py", text(291))
        let proxy = try RunningProxy(arguments: ["--script", path])
        func status() throws -> String {
            let client = try proxy.connect()
            try client.send("GET http://none.test/ HTTP/1.1\r\nHost: none.test\r\nConnection: close\r\n\r\n")
            return String(try client.receiveToEnd().text.prefix(12))
        }
        #expect(try status() == "HTTP/1.1 291")
        _ = try scratch.write("changes.py", "import hark\ndef (:\n")
        usleep(1_500_000)
        #expect(try status() == "HTTP/1.1 291")
        _ = try scratch.write("changes.py", text(292))
        try eventually("the changed script answers") { try status() == "HTTP/1.1 292" }
        try proxy.stop()
    }

    // MARK: - The start

    @Test(.enabled(if: hasPython)) func whatCannotStartEndsHarkWithItsReason() throws {
        let scratch = try Scratch()
        func run(_ text: String, _ more: [String] = [], mode: Int = 0o600) throws -> Tool.Result {
            let path = try scratch.write("bad.py", text)
            chmod(path, mode_t(mode))
            return try Tool.run(
                Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--no-store", "--script", path] + more)
        }
        let filter = try run("import hark\n@hark.on_request('hos = a')\ndef f(flow): pass\n")
        #expect(filter.code == 78 && filter.diagnostics.contains("unknown field 'hos'"), filter.summary)
        let late = try run("import hark\n@hark.on_request('status = 200')\ndef f(flow): pass\n")
        #expect(late.code == 78 && late.diagnostics.contains("status"), late.summary)
        let syntax = try run("def (:\n")
        #expect(syntax.code == 78 && syntax.diagnostics.contains("bad.py:1"), syntax.summary)
        let option = try run("import hark\nkey = hark.option('key')\n", ["--set", "kez=1"])
        #expect(option.code == 64 && option.diagnostics.contains("key"), option.summary)
        let open = try run("import hark\n", mode: 0o646)
        #expect(open.code == 77, open.summary)
        let missing = try Tool.run(Tool.hark(), ["proxy", "--script", scratch.file("none.py")])
        #expect(missing.code == 66, missing.summary)
    }

    // MARK: - mitmproxy addons

    @Test(.enabled(if: hasPython)) func aMitmproxyAddonRunsAsItIs() throws {
        let passed = try passed(
            """
            from mitmproxy import ctx, http

            class Addon:
                def load(self, loader):
                    loader.add_option("word", str, "two", "what is replaced")

                def request(self, flow: http.HTTPFlow) -> None:
                    flow.metadata["seen"] = flow.request.path
                    flow.request.headers["x-a"] = "1"
                    flow.request.query["y"] = "2"

                def response(self, flow: http.HTTPFlow) -> None:
                    assert flow.metadata["seen"] == "/a?x=1"
                    flow.response.headers.add("x-b", str(flow.response.status_code))
                    flow.response.text = flow.response.text.replace(ctx.options.word, "deux")

            addons = [Addon()]
            """, name: "addon.py")
        #expect(passed.request == "GET /a?x=1&y=2 HTTP/1.1\r\nHost: HOST\r\nCookie: a=1; b=2\r\nx-a: 1\r\n\r\n")
        #expect(passed.answer.contains("x-b: 200\r\n"))
        #expect(passed.answer.hasSuffix("\r\n\r\none deux deux"))
        #expect(verdicts(passed) == ["request modify", "response modify"])
    }

    @Test(.enabled(if: hasPython)) func whatMitmproxyHasAndHarkHasNotIsNamed() throws {
        let scratch = try Scratch()
        let path = try scratch.write("layers.py", "from mitmproxy.proxy import layers\n\ndef request(flow): pass\n")
        let checked = try Tool.run(Tool.hark(), ["script", "check", path])
        #expect(checked.code == 78, checked.summary)
        #expect(
            checked.diagnostics.contains("mitmproxy.proxy.layers is not available in Hark (layers.py:1)"),
            checked.summary)
    }

    /// What shows a gRPC message in mitmproxy is Hark's own here, and the sentence says which option.
    @Test(.enabled(if: hasPython)) func aViewThatHarkHasItselfIsNamed() throws {
        let scratch = try Scratch()
        for (line, wanted) in [
            ("from mitmproxy.contentviews.grpc import ViewGrpcProtobuf", "--proto FILE.proto"),
            ("from mitmproxy.contentviews import json", "contentviews.json is not available in Hark (view.py:1)"),
        ] {
            let path = try scratch.write("view.py", line + "\n\ndef request(flow): pass\n")
            let checked = try Tool.run(Tool.hark(), ["script", "check", path])
            #expect(checked.code == 78 && checked.diagnostics.contains(wanted), checked.summary)
        }
        let path = try scratch.write("own.py", "from mitmproxy.contentviews import base, View, add\n")
        #expect(try Tool.run(Tool.hark(), ["script", "check", path]).code == 0)
    }

    /// Headers, URLs, cookies, forms, texts and filters do in Hark what they do in mitmproxy.
    @Test func theSurfaceIsThatOfMitmproxy() throws {
        let result = try Tool.run(
            Tool.python(), ["-B", Tool.script("mitmproxy_surface.py"), Tool.packageRoot], seconds: 60)
        #expect(result.code == 0, result.summary)
    }

    /// Flow files and states of flows are those of mitmproxy, in both directions.
    @Test func theFlowFilesAreThoseOfMitmproxy() throws {
        let result = try Tool.run(
            Tool.python(), ["-B", Tool.script("mitmproxy_io.py"), Tool.packageRoot], seconds: 60)
        #expect(result.code == 0, result.summary)
    }

    /// Sizes, times, texts, statuses and addresses are those of mitmproxy's small modules.
    @Test func theUtilitiesAreThoseOfMitmproxy() throws {
        let result = try Tool.run(
            Tool.python(), ["-B", Tool.script("mitmproxy_utils.py"), Tool.packageRoot], seconds: 60)
        #expect(result.code == 0, result.summary)
    }

    // MARK: - JavaScript

    private static let hasNode = (try? Tool.find("node")) != nil

    @Test(.enabled(if: hasNode), arguments: ["one.js", "one.mjs"])
    func aScriptInJavaScriptChangesBothMessages(name: String) throws {
        let passed = try passed(
            """
            import { onRequest, onResponse, option, options } from 'hark'
            option('word', String, 'two')

            onRequest('path = /a', (flow) => {
              console.log('printed')
              flow.request.headers.set('X', 'y')
              flow.request.headers.delete('cookie')
            })

            onResponse({ body: true }, async (flow) => {
              flow.response.text = flow.response.text.replaceAll(options.word, 'zwei')
            })
            """, name: name)
        #expect(passed.request == "GET /a?x=1 HTTP/1.1\r\nHost: HOST\r\nX: y\r\n\r\n")
        #expect(passed.answer.hasSuffix("\r\n\r\none zwei zwei"))
        #expect(verdicts(passed) == ["request modify", "response modify"])
    }

    @Test(.enabled(if: hasNode)) func anErrorInJavaScriptFailsThatEventAlone() throws {
        let passed = try passed(
            "const { onRequest } = require('hark')\nonRequest((flow) => { throw new Error('boom') })\n", name: "one.cjs"
        )
        #expect(passed.request.contains("Cookie: a=1; b=2\r\n"))
        #expect(verdicts(passed) == ["request failed"])
        #expect((scripts(passed).first?["error"] as? String ?? "").contains("boom"))
    }

    // MARK: - The end

    /// The process number that a script writes into a file.
    private func number(in file: String) throws -> Int32 {
        var number: Int32?
        try eventually("the script has written its number") {
            number = (try? String(contentsOfFile: file, encoding: .utf8)).flatMap { Int32($0) }
            return number != nil
        }
        return try #require(number)
    }

    /// Also a script that hangs, and notices nothing.
    @Test(.enabled(if: hasPython)) func noProcessOutlivesAHarkThatIsKilled() throws {
        let scratch = try Scratch()
        let file = scratch.file("pid")
        let path = try scratch.write(
            "hangs.py", Self.raw("open('\(file)', 'w').write(str(os.getpid()))\ntime.sleep(1000)"))
        let proxy = try RunningProxy(arguments: ["--script", path])
        let client = try proxy.connect()
        try client.send("GET http://none.test/ HTTP/1.1\r\nHost: none.test\r\n\r\n")
        let script = try number(in: file)
        #expect(kill(script, 0) == 0)
        proxy.child.send(SIGKILL)
        try eventually("the script has ended") { kill(script, 0) != 0 }
    }

    /// A child that does not end when it is asked to does not outlive Hark either, and holds up nothing.
    @Test(.enabled(if: hasPython)) func noChildOfAScriptOutlivesHark() throws {
        let scratch = try Scratch()
        let file = scratch.file("pid")
        let path = try scratch.write(
            "forks.py",
            """
            import hark, os, signal, time

            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                open('\(file)', 'w').write(str(os.getpid()))
                time.sleep(1000)
                os._exit(0)

            @hark.on_request()
            def f(flow): pass
            """)
        let proxy = try RunningProxy(arguments: ["--script", path])
        let child = try number(in: file)
        #expect(kill(child, 0) == 0)
        #expect(try proxy.stop() == .exited(0))
        try eventually("the script's child has ended", within: 5) { kill(child, 0) != 0 }
    }

    /// Nobody reads what it prints: neither its exchanges nor Hark's end wait for that.
    @Test(.enabled(if: hasPython)) func whatNobodyReadsHoldsUpNobody() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "prints.py",
            """
            import hark

            @hark.on_request()
            def f(flow):
                print("x" * 1_000_000)
                flow.respond(200, "answered")
            """)
        let result = try Tool.run(
            Tool.find("sh"),
            [
                "-c",
                """
                mkfifo "$1/out" "$1/ready"
                sleep 60 <"$1/out" & reader=$!
                "$0" proxy --quiet --no-store --listen 127.0.0.1:0 --ready-fd 3 --script "$1/prints.py" \
                    >"$1/out" 3>"$1/ready" & hark=$!
                read -r words <"$1/ready"
                for number in 1 2 3 4 5 6 7 8; do
                    curl -sS --max-time 5 -x "http://${words##* }" http://a.test/ || exit 1
                done
                kill -INT $hark
                wait $hark
                kill $reader
                """, Tool.hark(), scratch.path,
            ], seconds: 60)
        #expect(result.text == String(repeating: "answered", count: 8), result.summary)
    }

    @Test(.enabled(if: hasPython)) func aVerdictThatCannotBeCarriedOutIsAFailure() throws {
        let passed = try passed(
            Self.raw(#"verdict(o, "modify", request={"body": {"text": "new"}})"#, on: "request"))
        #expect(passed.answer == RuledExchange.ofServer)
        #expect(verdicts(passed) == ["request failed"])
    }

    // MARK: - Commands

    @Test(.enabled(if: hasPython), arguments: ["python", "mitmproxy", "javascript"])
    func whatNewPrintsLoads(kind: String) throws {
        guard kind != "javascript" || Self.hasNode else { return }
        let scratch = try Scratch()
        let path = try scratch.write(
            kind == "javascript" ? "new.js" : "new.py", try Tool.run(Tool.hark(), ["script", "new", kind]).text)
        let checked = try Tool.run(Tool.hark(), ["script", "check", path])
        #expect(checked.code == 0, checked.summary)
        #expect(checked.text.contains("event request") && checked.text.contains("option key (str)"), checked.summary)
    }

    /// A person looks at what runs, changes an option, has a command run, and starts it again; an exchange sees each.
    @Test(.enabled(if: hasPython)) func aRunningScriptIsControlled() throws {
        let scratch = try Scratch()
        let path = try scratch.write(
            "sign.py",
            """
            import hark, os

            key = hark.option("key", int, 1, "which one")

            @hark.on_request()
            def f(flow):
                flow.respond(200, f"key {key.value}, process {os.getpid()}")

            @hark.command("sign.join")
            async def join(*words):
                "Joins words."
                return "+".join(words)

            @hark.command("sign.facts")
            def facts():
                return {"key": key.value}

            @hark.command("sign.fails")
            def fails():
                raise KeyError("nothing here")
            """)
        let session = scratch.file("a.hark")
        let proxy = try RunningProxy(arguments: ["--store", session, "--script", path, "--set", "key=7"])
        func script(_ words: String...) throws -> Tool.Result {
            try Tool.run(Tool.hark(), ["script", words[0], "--proxy", session] + words.dropFirst())
        }
        func answer() throws -> String { try Tool.curl("-x", proxy.url, "http://a.test/").text }
        let first = try answer()
        #expect(first.hasPrefix("key 7, process "))
        let list = try script("list")
        #expect(list.code == 0 && list.text.hasPrefix("sign: running, process "), list.summary)
        #expect(list.text.contains("1 event, 1 change, 0 failures"), list.summary)
        #expect(list.text.contains("option key (int): 7\n") && list.text.contains("command sign.join: Joins words.\n"))

        #expect(try script("set", "key=8").code == 0)
        try eventually("the option is another one") { try answer().hasPrefix("key 8, process ") }
        // What the script objects to changes nothing; what no script has is refused.
        let refused = try script("set", "key=many")
        #expect(refused.code == 1 && refused.diagnostics.contains("many"), refused.summary)
        let unknown = try script("set", "kez=9")
        #expect(unknown.code == 64 && unknown.diagnostics.contains("did you mean 'key'?"), unknown.summary)
        #expect(try answer().hasPrefix("key 8, process "))

        #expect(try script("call", "sign.join", "a b", "", "x").text == "a b++x\n")
        #expect(try script("call", "sign.facts").text == "{\"key\":8}\n")
        let failed = try script("call", "sign.fails")
        #expect(failed.code == 1 && failed.text.isEmpty && failed.diagnostics.contains("KeyError"), failed.summary)
        let none = try script("call", "sign.none")
        #expect(none.code == 1 && none.diagnostics.contains("sign.none"), none.summary)

        #expect(try script("restart", "other").code == 1)
        let before = try answer()
        #expect(try script("restart", "sign").code == 0)
        try eventually("another process answers") { try answer() != before }
        let after = try answer()
        #expect(after.hasPrefix("key ") && before.dropFirst(7) == first.dropFirst(7))
        try proxy.stop()
        let gone = try script("list")
        #expect(gone.code == 69 && gone.text.isEmpty, gone.summary)
    }

    /// The types that editors read name what there is, and nothing else.
    @Test(.enabled(if: hasPython && hasNode)) func theTypesNameWhatTheSDKHas() throws {
        let scratch = try Scratch()
        func sdk(_ language: String) throws -> Substring {
            try Tool.run(
                Tool.hark(), ["script", "sdk", language], environment: ["XDG_CACHE_HOME": scratch.path]
            ).text.dropLast()
        }
        let python = try sdk("python")
        let names = try Tool.run(
            Tool.find("python3"),
            [
                "-B", "-c",
                """
                import ast, sys
                sys.path.insert(0, sys.argv[1])
                import hark
                tree = ast.parse(open(sys.argv[1] + "/hark.pyi").read())
                typed = {one.name for one in tree.body if hasattr(one, "name")}
                typed |= {one.target.id for one in tree.body if isinstance(one, ast.AnnAssign)}
                print(sorted(set(hark.__all__) ^ {one for one in typed if not one.startswith("_")}))
                """, String(python),
            ])
        #expect(names.text == "['Message']\n", names.summary)
        let node = try sdk("javascript")
        let missing = try Tool.run(
            Tool.find("node"),
            [
                "-e",
                """
                const folder = process.argv[1] + "/hark/";
                const types = require("node:fs").readFileSync(folder + "index.d.ts", "utf8");
                const typed = [...types.matchAll(/^export (?:const|function|class) (\\w+)/gm)].map((one) => one[1]);
                const there = Object.keys(require(folder + "index.js"));
                const lacks = (list, other) => list.filter((one) => !other.includes(one));
                console.log(lacks(there, typed).concat(lacks(typed, there)).join());
                """, String(node),
            ])
        #expect(missing.text == "\n", missing.summary)
    }

    @Test(.enabled(if: hasPython)) func aTrialShowsWhatWouldChange() throws {
        let scratch = try Scratch()
        let origin = try RecordingOrigin(answering: Array(RuledExchange.ofServer.utf8))
        let proxy = try RunningProxy(arguments: ["--log", scratch.file("a.log")])
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/a HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        _ = try client.receiveToEnd()
        try proxy.stop()
        let path = try scratch.write(
            "try.py",
            """
            import hark

            @hark.on_response("status = 200", body=True)
            def change(flow):
                flow.response.headers["X-New"] = "1"
                flow.response.text = "three"
            """)
        let tried = try Tool.run(Tool.hark(), ["script", "try", path, "--session", scratch.file("a.log")])
        #expect(tried.code == 0, tried.summary)
        #expect(tried.text.contains("+ X-New: 1") && tried.text.contains("- (content: 11 bytes)"), tried.summary)
        let none = try Tool.run(
            Tool.hark(), ["script", "try", path, "--session", scratch.file("a.log"), "status = 404"])
        #expect(none.code == 1, none.summary)
    }

    // MARK: - Examples

    @Test(.enabled(if: hasPython), arguments: ["sign", "outage", "mitmproxy-words"])
    func anExampleShowsWhatItSpeaksOf(name: String) throws {
        let home = try PrivateHome()
        let result = try Tool.run(
            Tool.find("sh"), ["\(Tool.packageRoot)/examples/scripts/\(name).sh"],
            environment: ["HARK": Tool.hark(), "HOME": home.scratch.path, "XDG_DATA_HOME": home.scratch.file("data")])
        #expect(result.code == 0, result.summary)
    }
}
