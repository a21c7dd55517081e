import Foundation
import TestKit
import Testing

/// What scripts hear of besides requests and responses, and what they ask of Hark.
@Suite struct ScriptEventTests {
    private static let hasPython = (try? Tool.find("python3")) != nil

    /// A script of Python's SDK whose lines of interest go to a file.
    private struct Scripted {
        let scratch: Scratch
        let proxy: RunningProxy
        let notes: String
        let log: String

        init(_ text: String, _ more: [String] = [], keepsSession: Bool = false) throws {
            scratch = try Scratch()
            notes = scratch.file("notes")
            log = scratch.file("log")
            let start = """
                import hark

                def note(*words):
                    open("\(notes)", "a").write(" ".join(map(str, words)) + "\\n")


                """
            let path = try scratch.write("seen.py", start + text)
            proxy = try RunningProxy(
                arguments: ["--script", path, "--log", log] + more,
                environment: keepsSession ? ["XDG_DATA_HOME": scratch.file("data")] : [:], keepsSession: keepsSession)
        }

        var lines: [String] {
            ((try? String(contentsOfFile: notes, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
        }

        func entries() throws -> [[String: Any]] {
            try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }
    }

    private struct Seen: Decodable, Equatable {
        var server: [String]
        var client: [String]
        var code: Int?
        var failed: String?
    }

    private static let changes = """
        @hark.on_message
        async def change(flow):
            message = flow.message
            if message.text == "drop" or message.text == "re: quiet":
                message.drop()
            elif message.from_client and message.text != "bye":
                message.text = message.text.replace("one", "eins")

        @hark.on_websocket_start
        def start(flow):
            note("start", flow.request.path, flow.response.status)

        @hark.on_websocket_end
        def end(flow):
            note("end")
        """

    @Test(.enabled(if: hasPython), arguments: ["deflate", "plain"])
    func messagesOfAWebSocketAreChangedAndDropped(compression: String) throws {
        let scripted = try Scripted(Self.changes)
        let long = String(repeating: "one 0123456789", count: 5_000)
        let words = ["one", "drop", "two", "quiet", "one", long, "one"]
        let result = try Tool.runScript("websocket_rules.py", [scripted.proxy.url, compression] + words)
        #expect(result.code == 0, result.summary)
        let passed = ["eins", "two", "quiet", "eins", long.replacing("one", with: "eins"), "eins"]
        let seen = try JSONDecoder().decode(Seen.self, from: Data(result.output))
        #expect(
            seen
                == Seen(
                    server: passed + ["bye"], client: passed.filter { $0 != "quiet" }.map { "re: " + $0 }, code: 4000))
        try scripted.proxy.stop()
        #expect(scripted.lines == ["start /chat 101", "end"])
        let acts = try scripted.entries().flatMap { $0["_scripts"] as? [[String: Any]] ?? [] }
        #expect(
            acts.map { "\($0["on"] ?? "") \($0["verdict"] ?? "")" }.sorted().filter { $0 == "message drop" }.count == 2)
        #expect(acts.filter { $0["verdict"] as? String == "modify" }.count == 4)
        #expect(acts.allSatisfy { $0["name"] as? String == "seen" })
    }

    @Test(.enabled(if: hasPython), arguments: [("pass", ["one", "two"]), ("refuse", [])])
    func aScriptThatFailsTakesNoWebSocketWithIt(policy: String, passed: [String]) throws {
        let scripted = try Scripted(
            "@hark.on_message\ndef fail(flow):\n    if flow.message.from_client and flow.message.text != \"bye\":\n"
                + "        raise KeyError(\"x\")\n", ["--script-failure", policy])
        let result = try Tool.runScript("websocket_rules.py", [scripted.proxy.url, "plain", "one", "two"])
        let seen = try JSONDecoder().decode(Seen.self, from: Data(result.output))
        #expect(seen == Seen(server: passed + ["bye"], client: passed.map { "re: " + $0 }, code: 4000))
        try scripted.proxy.stop()
        let verdicts = try scripted.entries().flatMap { $0["_scripts"] as? [[String: Any]] ?? [] }.compactMap {
            $0["verdict"] as? String
        }
        #expect(verdicts == Array(repeating: policy == "pass" ? "failed" : "refused", count: 2))
    }

    @Test(.enabled(if: hasPython)) func connectionsAreToldFromTheirBeginningToTheirEnd() throws {
        let scripted = try Scripted(
            """
            @hark.on_client_connected
            def a(flow):
                note("client", flow.connection, flow.client.startswith("127.0.0.1:"))

            @hark.on_client_disconnected
            def b(flow):
                note("client left", flow.connection)

            @hark.on_server_connected
            def c(flow):
                note("server", flow.host)

            @hark.on_server_disconnected
            def d(flow):
                note("server left", flow.host)

            @hark.on_server_failed
            def e(flow):
                note("failed", flow.host, flow.error["code"])

            @hark.on_error
            def f(flow):
                note("error", flow.id, flow.error["code"])

            @hark.on_end("status = 200")
            def g(flow):
                note("end", flow.id, flow.record["response"]["status"])
            """)
        let origin = try RecordingOrigin(answering: Array(RuledExchange.ofServer.utf8))
        let closed = try Loopback.freePort()
        for url in ["\(origin.url)/a", "http://127.0.0.1:\(closed)/"] {
            let client = try scripted.proxy.connect()
            try client.send("GET \(url) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            _ = try client.receiveToEnd()
        }
        try eventually("all is told") { scripted.lines.count >= 9 }
        try scripted.proxy.stop()
        let lines = scripted.lines
        #expect(lines.filter { $0 == "client 1 True" || $0 == "client 2 True" }.count == 2)
        #expect(lines.filter { $0.hasPrefix("client left ") }.count == 2)
        #expect(lines.contains("server \(origin.host)") && lines.contains("server left \(origin.host)"))
        #expect(lines.contains("failed 127.0.0.1:\(closed) connectionRefused"))
        #expect(lines.contains("error 2 connectionRefused") && lines.contains("end 1 200"))
        #expect(!lines.contains { $0.hasPrefix("error 1") || $0.hasPrefix("end 2") })
        func place(_ line: String) -> Int { lines.firstIndex(of: line) ?? -1 }
        #expect(place("client 1 True") < place("server \(origin.host)"))
        #expect(place("server \(origin.host)") < place("server left \(origin.host)"))
    }

    @Test(.enabled(if: hasPython)) func aClientHelloIsTunnelledOrRefused() throws {
        let scripted = try Scripted(
            """
            @hark.on_client_hello
            def hello(flow):
                note("hello", flow.tls["server_name"], flow.request.method)
                if flow.request.url.endswith("/refuse") or flow.tls["server_name"] == "hark.test":
                    flow.drop()
                elif flow.tls["server_name"] == "demo.hark.test":
                    flow.tunnel()

            @hark.on_tls_client
            def opened(flow):
                note("opened", flow.tls.get("server_name"))
            """)
        for host in ["demo.hark.test", "hark.test"] {
            _ = try Tool.run(
                Tool.find("curl"), ["-q", "-ksS", "--max-time", "20", "-x", scripted.proxy.url, "https://\(host)/"])
        }
        try scripted.proxy.stop()
        #expect(scripted.lines == ["hello demo.hark.test CONNECT", "hello hark.test CONNECT"])
        let entries = try scripted.entries()
        let verdicts = entries.flatMap { $0["_scripts"] as? [[String: Any]] ?? [] }.compactMap {
            $0["verdict"] as? String
        }
        #expect(verdicts == ["tunnel", "drop"])
        // Nothing inside was read.
        #expect(entries.count == 2)
    }

    @Test(.enabled(if: hasPython)) func scriptsFindMarkAndSend() throws {
        let origin = try RecordingOrigin(answering: Array(RuledExchange.ofServer.utf8))
        let scripted = try Scripted(
            """
            import asyncio

            @hark.on_response("path = /start")
            async def ask(flow):
                for _ in range(100):
                    rows = await hark.flows("path = /first")
                    if rows:
                        break
                    await asyncio.sleep(0.05)
                note("found", rows[0]["flow"], rows[0]["status"], len(rows))
                note("body", await hark.body(rows[0]["flow"]))
                await hark.mark(rows[0]["flow"], tag="seen")
                sent = await hark.send("\(origin.url)/sent", "POST", {"X-By": "script"}, "hello")
                note("sent", sent["flow"], sent["status"])
                again = await hark.replay(rows[0]["flow"])
                note("again", again["status"])
                for wrong in (hark.replay(999), hark.mark(999, tag="x"), hark.flows("host ="), hark.release(1),
                              hark.inject(1, "client", "x"), hark.send("ftp://a/"), hark.send("\(origin.url)/", "A B")):
                    try:
                        note("taken", await wrong)
                    except hark.CallFailed as error:
                        note("refused")
            """, keepsSession: true)
        for path in ["/first", "/start"] {
            let client = try scripted.proxy.connect()
            try client.send("GET \(origin.url)\(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            _ = try client.receiveToEnd()
        }
        try scripted.proxy.stop()
        let lines = scripted.lines
        #expect(lines.first == "found 1 200 1", "\(lines)")
        #expect(lines.contains { $0.hasPrefix("body b'") && $0.contains("two") })
        #expect(lines.contains { $0.hasPrefix("sent ") && $0.hasSuffix(" 200") } && lines.contains("again 200"))
        #expect(lines.filter { $0 == "refused" }.count == 7 && !lines.contains { $0.hasPrefix("taken") }, "\(lines)")
    }

    /// An addon's hooks for WebSockets and connections, with mitmproxy's own names.
    @Test(.enabled(if: hasPython)) func anAddonHearsOfMessages() throws {
        let scratch = try Scratch()
        let notes = scratch.file("notes")
        let path = try scratch.write(
            "addon.py",
            """
            def note(*words):
                open("\(notes)", "a").write(" ".join(map(str, words)) + "\\n")

            class Words:
                def websocket_start(self, flow):
                    note("start", flow.request.path)

                def websocket_message(self, flow):
                    message = flow.websocket.messages[-1]
                    if message.from_client and message.text != "bye":
                        message.content = message.content.replace(b"one", b"eins")
                    elif message.text == "re: two":
                        message.drop()

                def websocket_end(self, flow):
                    note("end", len(flow.websocket.messages))

                def client_connected(self, client):
                    note("client", client.peername[0])

                def server_connected(self, data):
                    note("server", data.server.address[0])

            addons = [Words()]
            """)
        let proxy = try RunningProxy(arguments: ["--script", path])
        let result = try Tool.runScript("websocket_rules.py", [proxy.url, "deflate", "one", "two", "one"])
        let seen = try JSONDecoder().decode(Seen.self, from: Data(result.output))
        #expect(
            seen
                == Seen(
                    server: ["eins", "two", "eins", "bye"], client: ["re: eins", "re: eins"], code: 4000),
            result.summary)
        try proxy.stop()
        let lines = try String(contentsOfFile: notes, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(lines.contains("client 127.0.0.1") && lines.contains("server 127.0.0.1"))
        #expect(lines.contains("start /chat") && lines.contains("end 7"), "\(lines)")
    }
}
