import Foundation
import TestKit
import Testing

/// What scripts say of connections before they are made: `connect` and `server-connect`.
@Suite struct ScriptConnectTests {
    private static let hasPython = (try? Tool.find("python3")) != nil

    /// A proxy with one script, and what it recorded.
    private struct Scripted {
        let scratch: Scratch
        let proxy: RunningProxy
        let log: String

        init(_ text: String, _ more: [String] = [], name: String = "way.py") throws {
            scratch = try Scratch()
            log = scratch.file("log")
            let path = try scratch.write(name, text)
            proxy = try RunningProxy(arguments: ["--script", path, "--log", log] + more)
        }

        func get(_ url: String) throws -> String {
            let client = try proxy.connect()
            try client.send("GET \(url) HTTP/1.1\r\nHost: nowhere.invalid\r\nConnection: close\r\n\r\n")
            return try client.receiveToEnd().text
        }

        /// The status of the answer to CONNECT, and the content of what was asked inside.
        func tunnelled(_ url: String) throws -> String {
            try Tool.run(
                Tool.find("curl"),
                ["-q", "-ksSp", "--max-time", "20", "-w", " %{http_connect}", "-x", proxy.url, url]
            ).text
        }

        /// Verdicts with their events, in the order of the record, and the number of flows.
        func ended() throws -> (verdicts: [String], flows: Int, texts: String) {
            try proxy.stop()
            let entries = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
            let all = entries.flatMap { $0["_scripts"] as? [[String: Any]] ?? [] }
            return (
                all.map { "\($0["name"] ?? "") \($0["on"] ?? "") \($0["verdict"] ?? "")" }, entries.count,
                all.map { "\($0["text"] ?? "")" }.joined(separator: "\n")
            )
        }
    }

    // MARK: CONNECT

    @Test(.enabled(if: hasPython)) func aTunnelLeadsToAnotherServer() throws {
        let origin = try RecordingOrigin(answering: Array(RuledExchange.ofServer.utf8))
        let scripted = try Scripted(
            """
            import hark

            @hark.on_connect("host = nowhere.invalid")
            def lead(flow):
                assert flow.host == "nowhere.invalid:80" and flow.request.method == "CONNECT"
                flow.host = "\(origin.host)"
                flow.tag("led")
            """)
        let text = try scripted.tunnelled("http://nowhere.invalid/inside")
        #expect(text.hasSuffix(" 200") && text.contains("two"), "\(text)")
        let ended = try scripted.ended()
        #expect(ended.verdicts == ["way connect modify"], "\(ended)")
        #expect(ended.texts.contains(origin.host) && ended.flows == 2)
    }

    @Test(.enabled(if: hasPython)) func aTunnelIsRefusedInTheScriptsWords() throws {
        let scripted = try Scripted(
            """
            import hark

            @hark.on_connect
            def close(flow):
                if flow.host.startswith("drop"):
                    flow.drop()
                else:
                    flow.respond(407 if flow.host.startswith("a") else 451, "closed")
            """)
        #expect(try scripted.tunnelled("http://a.invalid/").hasSuffix(" 407"))
        #expect(try scripted.tunnelled("https://b.invalid/").hasSuffix(" 451"))
        #expect(try scripted.tunnelled("https://drop.invalid/").hasSuffix(" 000"))
        let ended = try scripted.ended()
        #expect(ended.verdicts == ["way connect respond", "way connect respond", "way connect drop"], "\(ended)")
        #expect(ended.flows == 3)
    }

    /// A 2xx is no answer but a tunnel (RFC 9110 §9.3.6): the verdict is invalid, and the policy says what follows.
    @Test(.enabled(if: hasPython), arguments: ["pass", "refuse"])
    func aTunnelIsNotFakedByAnAnswer(policy: String) throws {
        let scripted = try Scripted(
            "import hark\n\n@hark.on_connect\ndef fake(flow):\n    flow.respond(200, 'fake')\n",
            ["--script-failure", policy])
        let text = try scripted.tunnelled("http://demo.hark.test/")
        #expect(text.hasSuffix(policy == "pass" ? " 200" : " 502") && !text.contains("fake"), "\(text)")
        #expect(try scripted.ended().verdicts == ["way connect \(policy == "pass" ? "failed" : "refused")"])
    }

    @Test(.enabled(if: hasPython)) func aTunnelIsRelayedUnread() throws {
        let scripted = try Scripted("import hark\n\n@hark.on_connect\ndef relay(flow):\n    flow.tunnel()\n")
        #expect(try scripted.tunnelled("https://demo.hark.test/").hasSuffix(" 200"))
        #expect(try scripted.tunnelled("http://demo.hark.test/").hasSuffix(" 200"))
        let ended = try scripted.ended()
        #expect(ended.verdicts == ["way connect tunnel", "way connect tunnel"], "\(ended)")
        #expect(ended.flows == 2, "what is inside is no flow")
    }

    // MARK: Connections to servers

    @Test(.enabled(if: hasPython)) func aConnectionLeadsToAnotherServerOnce() throws {
        let origin = try RecordingOrigin(
            answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo".utf8))
        let scripted = try Scripted(
            """
            import hark

            @hark.on_server_connect("method = GET")
            def lead(flow):
                assert flow.host == "nowhere.invalid:80" and flow.via == ""
                flow.host = "\(origin.host)"

            @hark.on_server_connected
            def made(flow):
                hark.log("made " + flow.host)
            """)
        let answer = try scripted.get("http://nowhere.invalid/a")
        #expect(answer.hasPrefix("HTTP/1.1 200") && answer.hasSuffix("two"), "\(answer)")
        let ended = try scripted.ended()
        #expect(ended.verdicts == ["way server-connect modify"], "\(ended)")
        #expect(scripted.proxy.diagnostics.contains("made \(origin.host)"))
    }

    @Test(.enabled(if: hasPython)) func aConnectionGoesThroughAnotherProxyOrNotAtAll() throws {
        let origin = try RecordingOrigin(answering: Array(RuledExchange.ofServer.utf8))
        let other = try RunningProxy(arguments: ["--verbose"])
        let scripted = try Scripted(
            """
            import hark

            @hark.on_server_connect
            def lead(flow):
                if flow.request.path == "/drop":
                    flow.drop()
                else:
                    flow.via = "\(other.url)"
            """, ["--script-failure", "refuse"])
        #expect(try scripted.get("\(origin.url)/a").contains("two"))
        for path in ["/drop"] {
            let answer = try scripted.get("\(origin.url)\(path)")
            #expect(answer.hasPrefix("HTTP/1.1 ") && !answer.hasPrefix("HTTP/1.1 2"), "\(answer)")
        }
        let ended = try scripted.ended()
        #expect(
            ended.verdicts == ["way server-connect modify", "way server-connect drop"],
            "\(ended)")
        try other.stop()
        #expect(other.output.contains("CONNECT"), "\(other.output)")
    }

    /// A script that never answers, ends, or answers what nobody asked takes no exchange with it.
    @Test(.enabled(if: hasPython), arguments: ["time.sleep(30)", "os._exit(3)", "raise ValueError('x')"])
    func aScriptThatFailsLeavesConnectionsAlone(fault: String) throws {
        let origin = try RecordingOrigin(answering: Array(RuledExchange.ofServer.utf8))
        let scripted = try Scripted(
            "import hark, os, time\n\n@hark.on_server_connect\n@hark.on_connect\ndef fail(flow):\n    \(fault)\n",
            ["--script-timeout", "700ms"])
        #expect(try scripted.tunnelled("\(origin.url)/a").hasSuffix(" 200"))
        let ended = try scripted.ended()
        #expect(ended.verdicts == ["way connect failed", "way server-connect failed"], "\(ended)")
    }

    // MARK: mitmproxy

    @Test(.enabled(if: hasPython)) func anAddonChoosesServers() throws {
        let origin = try RecordingOrigin(answering: Array(RuledExchange.ofServer.utf8))
        let port = origin.host.split(separator: ":").last.map(String.init) ?? ""
        let scripted = try Scripted(
            """
            from mitmproxy import http

            class Ways:
                def http_connect(self, flow):
                    if flow.request.host == "closed.invalid":
                        flow.response = http.Response.make(403, b"closed")
                    elif flow.request.host == "killed.invalid":
                        flow.kill()

                def server_connect(self, data):
                    assert data.client.peername[0] == "127.0.0.1"
                    if data.server.address[0] == "bad.invalid":
                        data.server.error = "not this one"
                    else:
                        data.server.address = ("127.0.0.1", \(port))

            addons = [Ways()]
            """, name: "addon.py")
        #expect(try scripted.tunnelled("http://closed.invalid/").hasSuffix(" 403"))
        #expect(try scripted.tunnelled("http://killed.invalid/").hasSuffix(" 000"))
        #expect(try scripted.get("http://bad.invalid/").hasPrefix("HTTP/1.1 ") == true)
        #expect(try scripted.get("http://nowhere.invalid/a").contains("two"))
        let ended = try scripted.ended()
        #expect(
            ended.verdicts == [
                "addon connect respond", "addon connect drop", "addon server-connect drop",
                "addon server-connect modify",
            ], "\(ended)")
    }
}
