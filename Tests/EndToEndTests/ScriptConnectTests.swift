import Foundation
import Synchronization
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
                elif flow.request.path == "/wrong":
                    flow.via = "gopher://a/"
                else:
                    flow.via = "\(other.url)"
            """, ["--script-failure", "refuse"])
        #expect(try scripted.get("\(origin.url)/a").contains("two"))
        // What a script drops is not what it fails at.
        #expect(try scripted.get("\(origin.url)/drop").hasPrefix("HTTP/1.1 403"))
        #expect(try scripted.get("\(origin.url)/wrong").hasPrefix("HTTP/1.1 502"))
        let ended = try scripted.ended()
        #expect(
            ended.verdicts == ["way server-connect modify", "way server-connect drop", "way server-connect refused"],
            "\(ended)")
        #expect(ended.texts.contains("'via' is not the URL of a proxy") && !ended.texts.contains("gopher"))
        try other.stop()
        #expect(other.output.contains("CONNECT"), "\(other.output)")
    }

    /// A connection that a script was asked about is for that client only: of another one it may say something else.
    @Test(.enabled(if: hasPython), arguments: ["", "path = /drop"])
    func anotherClientIsAskedAbout(filter: String) throws {
        let connections = Mutex(0)
        let origin = try ScriptedOrigin { connection, _ in
            connections.withLock { $0 += 1 }
            while (try? connection.receiveHead()) != nil {
                try connection.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\ntwo".utf8))
            }
        }
        let scripted = try Scripted(
            """
            import hark

            @hark.on_server_connect("\(filter)")
            def lead(flow):
                if flow.request.path == "/drop":
                    flow.drop()
            """, ["--shards", "1"])
        let first = try scripted.proxy.connect()
        for _ in 1...2 {
            try first.send("GET \(origin.url)/a HTTP/1.1\r\nHost: a\r\n\r\n")
            _ = try first.receiveHead()
            #expect(try first.receive(exactly: 3) == Array("two".utf8))
        }
        #expect(connections.withLock { $0 } == 1, "a client goes on with its connection")
        #expect(try scripted.get("\(origin.url)/drop").hasPrefix("HTTP/1.1 403"))
        #expect(try scripted.get("\(origin.url)/b").hasSuffix("two"))
        // Where no script was asked, connections serve all.
        #expect(connections.withLock { $0 } == (filter.isEmpty ? 2 : 1))
        #expect(try scripted.ended().verdicts == ["way server-connect drop"])
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

    private static let tunnels = """
        from mitmproxy import ctx, http

        def said(name, flow):
            server = ":".join(map(str, flow.server_conn.address))
            status = flow.response.status_code if flow.response else None
            error = flow.error.msg if flow.error else None
            asked = f"{flow.request.method} {flow.request.host}:{flow.request.port}"
            ctx.log.info(f"{name} {asked} {server} {status} {error}")

        class Tunnels:
            def http_connect(self, flow):
                if flow.request.host == "closed.invalid":
                    flow.response = http.Response.make(403, b"closed")
                elif flow.request.host == "killed.invalid":
                    flow.kill()

            def http_connect_upstream(self, flow):
                said("upstream", flow)
                assert flow.request.headers["host"] == "up.invalid:443" and flow.client_conn.peername
                flow.request.headers["Proxy-Authorization"] = "Basic c2VjcmV0"
                flow.request.headers["X-Via"] = "addon"

            def http_connected(self, flow):
                said("connected", flow)

            def http_connect_error(self, flow):
                said("failed", flow)
                flow.response.headers["X-Why"] = "addon"

        addons = [Tunnels()]
        """

    @Test(.enabled(if: hasPython)) func anAddonHearsWhatCameOfTunnels() throws {
        let scripted = try Scripted(Self.tunnels, name: "addon.py")
        #expect(try scripted.tunnelled("https://demo.hark.test/").hasSuffix(" 200"))
        #expect(try scripted.tunnelled("https://nowhere.invalid/").hasSuffix(" 502"))
        let closed = try Tool.run(
            Tool.find("curl"),
            ["-q", "-ksSpi", "--max-time", "20", "-x", scripted.proxy.url, "https://closed.invalid/"]
        ).text
        #expect(closed.hasPrefix("HTTP/1.1 403") && closed.contains("X-Why: addon"), "\(closed)")
        #expect(try scripted.tunnelled("https://killed.invalid/").hasSuffix(" 000"))
        #expect(try scripted.get("http://demo.hark.test/").hasPrefix("HTTP/1.1 200"))
        #expect(try scripted.ended().flows == 6)
        let said = scripted.proxy.diagnostics.split(separator: "\n").filter { $0.hasPrefix("addon: ") }
        #expect(
            said.filter { $0.hasPrefix("addon: connected") } == [
                "addon: connected CONNECT demo.hark.test:443 demo.hark.test:443 200 None"
            ])
        let failed = said.filter { $0.hasPrefix("addon: failed") }
        #expect(failed.count == 2 && failed[0].contains("nowhere.invalid:443 nowhere.invalid:443 502 "), "\(said)")
        #expect(!failed[0].hasSuffix("None") && failed[1].hasSuffix("closed.invalid:443 403 None"), "\(said)")
        #expect(!said.contains { $0.contains("upstream") || $0.contains("killed") || $0.contains("Traceback") })
    }

    @Test(.enabled(if: hasPython)) func anAddonShowsAProxyItsCredentials() throws {
        let upstream = try RecordingOrigin(answering: Array("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n".utf8))
        let scripted = try Scripted(
            Self.tunnels, ["--upstream-proxy", "http://user:old@\(upstream.host)"], name: "addon.py")
        #expect(try scripted.tunnelled("https://up.invalid/").hasSuffix(" 502"))
        let head = try String(decoding: upstream.next(), as: UTF8.self)
        #expect(
            head == "CONNECT up.invalid:443 HTTP/1.1\r\nHost: up.invalid:443\r\nProxy-Authorization: Basic c2VjcmV0\r\n"
                + "X-Via: addon\r\n\r\n")
        // Plain requests are read by the proxy: there is no CONNECT.
        _ = try scripted.get("http://up.invalid/plain")
        let ended = try scripted.ended()
        #expect(ended.verdicts == ["addon connect-upstream modify"], "\(ended)")
        #expect(ended.texts.contains("proxy-authorization") && !ended.texts.contains("c2VjcmV0"))
        let said = scripted.proxy.diagnostics
        #expect(said.contains("addon: upstream CONNECT up.invalid:443 \(upstream.host) None None"), "\(said)")
        #expect(said.components(separatedBy: "addon: upstream").count == 2)
    }

    /// Where the tunnel leads, and where its head ends, no script changes.
    @Test(
        .enabled(if: hasPython),
        arguments: ["'Host', 'b.invalid:1'", "'Content-Length', '5'", "'X', 'a\\r\\nb: c'", "'a b', 'c'"],
        ["pass", "refuse"])
    func aConnectToAProxyStaysOne(field: String, policy: String) throws {
        let upstream = try RecordingOrigin(answering: Array("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n".utf8))
        let scripted = try Scripted(
            "import hark\n\n@hark.on_connect_upstream\ndef change(flow):\n    name, value = \(field)\n"
                + "    flow.request.headers[name] = value\n",
            ["--upstream-proxy", "http://\(upstream.host)", "--script-failure", policy])
        #expect(try scripted.tunnelled("https://up.invalid/").hasSuffix(" 502"))
        let ended = try scripted.ended()
        #expect(ended.verdicts == ["way connect-upstream \(policy == "pass" ? "failed" : "refused")"], "\(ended)")
        if policy == "pass" {
            let head = try String(decoding: upstream.next(), as: UTF8.self)
            #expect(head == "CONNECT up.invalid:443 HTTP/1.1\r\nHost: up.invalid:443\r\n\r\n")
        }
    }

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
