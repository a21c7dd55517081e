import Foundation
import TestKit
import Testing

/// HTTP/2 through the proxy, with clients and servers that others made.
@Suite struct HTTP2ProxyTests {
    private static let certificates = TestCertificateSet.shared

    private func proxy(_ arguments: String..., certificate: String? = nil) throws -> RunningProxy {
        try RunningProxy(
            arguments: ["--quiet", "--upstream-ca-only", certificate ?? Self.certificates.root] + arguments)
    }

    private static func secured(_ proxy: RunningProxy, _ arguments: String...) throws -> Tool.Result {
        try Tool.run(
            Tool.find("curl"),
            ["-q", "-sS", "--max-time", "60", "-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority]
                + ["-w", " %{http_version}"] + arguments)
    }

    /// An origin of its own certificate for localhost.
    private struct Origin {
        let scratch: Scratch
        let port: UInt16
        let server: Child
        var url: String { "https://localhost:\(port)" }
        var certificate: String { scratch.file("c.pem") }
        var key: String { scratch.file("k.pem") }

        init(_ program: String, _ arguments: (_ port: UInt16, _ certificate: String, _ key: String) -> [String]) throws
        {
            scratch = try Scratch()
            try Origin.certify(in: scratch)
            port = try Loopback.freePort()
            _ = try scratch.write("hello.txt", "Hello over HTTP/2\n")
            server = try Child(
                program, arguments(port, scratch.file("c.pem"), scratch.file("k.pem")), output: scratch.file("out"),
                diagnostics: scratch.file("err"))
            let port = port
            try eventually("the origin listens") { (try? RawConnection(port: port)) != nil }
        }

        static func certify(in scratch: Scratch) throws {
            let made = try Tool.run(
                Tool.find("openssl"),
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
                    "30",
                    "-keyout", scratch.file("k.pem"), "-out", scratch.file("c.pem"), "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost",
                ])
            guard made.code == 0 else { throw Failure("no certificate: \(made.diagnostics)") }
        }
    }

    // MARK: - TLS

    @Test func theServerChooses() throws {
        for (listen, version) in [("ssl http2", "2"), ("ssl", "1.1")] {
            let nginx = try SecureNginx(listen: listen)
            let scratch = try Scratch()
            let log = scratch.file("flows.log")
            let proxy = try RunningProxy(
                arguments: ["--upstream-ca-only", Self.certificates.root, "--quiet", "--log", log] + nginx.resolving)
            let result = try Self.secured(proxy, "--http2", "https://origin.test/hello.txt")
            #expect(result.text == "Hello over TLS\n \(version)", result.summary)
            let old = try Self.secured(proxy, "--http1.1", "https://origin.test/hello.txt")
            #expect(old.text == "Hello over TLS\n 1.1", old.summary)
            try proxy.stop()
            let protocols = try Recorded.log(log).compactMap(\.tls).map { [$0.client?.alpn, $0.upstream?.alpn] }
            let chosen = version == "2" ? "h2" : "http/1.1"
            #expect(protocols.contains([chosen, chosen]))
            #expect(protocols.contains(["http/1.1", "http/1.1"]))
            #expect(protocols.allSatisfy { $0[0] == $0[1] || $0[0] == nil })
        }
    }

    @Test func theSitesInsideHarkSpeakWhatTheClientOffers() throws {
        let scratch = try Scratch()
        let har = scratch.file("flows.har")
        let proxy = try proxy("--har", har)
        let site = "https://demo.hark.test"
        for (option, version) in [("--http2", "2"), ("--http1.1", "1.1")] {
            // In chunks, with trailers; behind interim responses; without content; after its request's content.
            let chunked = try Self.secured(proxy, option, "\(site)/chunked?every=1")
            #expect(chunked.code == 0 && chunked.text.hasSuffix(" \(version)"), chunked.summary)
            let hinted = try Self.secured(proxy, option, "-i", "\(site)/early-hints")
            #expect(hinted.text.contains("HTTP/\(version) 103"), hinted.summary)
            let empty = try Self.secured(proxy, option, "-o", "/dev/null", "-w", " %{http_code}", "\(site)/status/204")
            #expect(empty.text == " 204", empty.summary)
            let echoed = try Self.secured(proxy, option, "-d", "abc=1", "\(site)/echo")
            #expect(echoed.text.hasSuffix("abc=1 \(version)"), echoed.summary)
            // More than the site reads: the rest is not wanted, and what was said of it arrives.
            let large = try scratch.write("large", [UInt8](repeating: 0x61, count: 3_000_000))
            let refused = try Self.secured(proxy, option, "-T", large, "-w", " %{http_code}", "\(site)/upload")
            #expect(refused.text.hasSuffix(" 413"), refused.summary)
        }
        // One of three is cut off, and no other: 92 is curl's word for a stream that did not end well.
        let codes = try (0..<3).map { _ in try Self.secured(proxy, "--http2", "\(site)/flaky?how=cut").code }
        #expect(codes.sorted() == [0, 0, 92])
        try proxy.stop()
        let text = try String(contentsOfFile: har, encoding: .utf8)
        // Nothing had to be translated: both legs spoke it.
        #expect(text.contains(#""_stream":{"client":1,"upstream":1}"#))
    }

    @Test func http1AloneOffersNobodyHTTP2() throws {
        let nginx = try SecureNginx(listen: "ssl http2")
        let proxy = try RunningProxy(
            arguments: ["--upstream-ca-only", Self.certificates.root, "--quiet", "--http1"] + nginx.resolving)
        let result = try Self.secured(proxy, "--http2", "https://origin.test/hello.txt")
        #expect(result.text == "Hello over TLS\n 1.1", result.summary)
        #expect(nginx.requests.allSatisfy { $0.contains("HTTP/1.1") })
    }

    @Test func httpxAndHypercornAreJoined() throws {
        let origin = try Origin(try Tool.python()) { port, certificate, key in
            [Tool.script("http2_origin.py"), "\(port)", certificate, key]
        }
        let proxy = try proxy(certificate: origin.certificate)
        let result = try Tool.runScript("httpx_client.py", [proxy.url, origin.url, proxy.authority])
        #expect(result.text == "ok\n", result.summary)
    }

    @Test func nodeIsJoinedWithNode() throws {
        let scratch = try Scratch()
        try Origin.certify(in: scratch)
        let proxy = try proxy(certificate: scratch.file("c.pem"))
        let result = try Tool.run(
            Tool.find("node"),
            [Tool.script("node_http2.js"), scratch.file("c.pem"), scratch.file("k.pem"), proxy.authority],
            environment: ["HARK_PROXY": proxy.url])
        #expect(result.text == "ok\n", result.summary)
    }

    // MARK: - In clear

    @Test func aPortThatStandsInForAServerTakesThePreface() throws {
        let origin = try ScriptedOrigin { connection, _ in
            while let head = try? connection.receiveHead() {
                let body = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
                let text = "\(head.prefix { $0 != "\r\n" }) \(body.count)\n"
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)")
            }
        }
        let proxy = try proxy("--reverse", origin.url)
        let asked = try Tool.curl("--http2-prior-knowledge", "-w", "%{http_version}", proxy.url + "/a?b")
        #expect(asked.text == "GET /a?b HTTP/1.1 0\n2", asked.summary)
        let upload = try proxy.scratch.write("upload", [UInt8](repeating: 0x62, count: 700_000))
        let posted = try Tool.run(Tool.find("nghttp"), ["-d", upload, proxy.url + "/in", proxy.url + "/two"])
        #expect(
            Set(posted.text.split(separator: "\n")) == ["POST /in HTTP/1.1 700000", "POST /two HTTP/1.1 700000"],
            posted.summary)
        let load = try Tool.run(Tool.find("h2load"), ["-n", "400", "-c", "3", "-m", "20", proxy.url + "/x"])
        #expect(load.text.contains("400 succeeded, 0 failed, 0 errored, 0 timeout"), load.summary)
    }

    @Test func serversAreAskedInHTTP2WhereThatIsWanted() throws {
        let scratch = try Scratch()
        let body = String(repeating: "hello ", count: 100_000)
        _ = try scratch.write("file.txt", body)
        let port = try Loopback.freePort()
        let server = try Child(
            Tool.find("nghttpd"),
            ["--no-tls", "-a", "127.0.0.1", "-d", scratch.path, "-b", "30", "--echo-upload", "\(port)"],
            output: scratch.file("out"), diagnostics: scratch.file("err"))
        defer { withExtendedLifetime(server) {} }
        try eventually("nghttpd listens") { (try? RawConnection(port: port)) != nil }
        let proxy = try proxy("--reverse", "http://127.0.0.1:\(port)", "--upstream-http2")
        let asked = try Tool.curl("--http1.1", proxy.url + "/file.txt")
        #expect(asked.text == body, asked.summary)
        let upload = try scratch.write("upload", body)
        let echoed = try Tool.curl("--http1.1", "--data-binary", "@\(upload)", proxy.url + "/echo")
        #expect(echoed.text == body, echoed.summary)
        let missing = try Tool.curl("-o", "/dev/null", "-w", "%{http_code}", proxy.url + "/none")
        #expect(missing.text == "404", missing.summary)
    }

    @Test func aTunnelInClearIsReadToo() throws {
        let scratch = try Scratch()
        _ = try scratch.write("file.txt", "in clear\n")
        let port = try Loopback.freePort()
        let server = try Child(
            Tool.find("nghttpd"), ["--no-tls", "-a", "127.0.0.1", "-d", scratch.path, "\(port)"],
            output: scratch.file("out"), diagnostics: scratch.file("err"))
        defer { withExtendedLifetime(server) {} }
        try eventually("nghttpd listens") { (try? RawConnection(port: port)) != nil }
        let har = scratch.file("flows.har")
        let proxy = try proxy("--har", har)
        let asked = try Tool.curl(
            "-p", "-x", proxy.url, "--noproxy", "", "--http2-prior-knowledge", "http://127.0.0.1:\(port)/file.txt")
        #expect(asked.text == "in clear\n", asked.summary)
        try proxy.stop()
        let text = try String(contentsOfFile: har, encoding: .utf8)
        #expect(text.contains(#""httpVersion":"HTTP/2.0""#))
        #expect(text.contains(#""_stream":{"client":1,"upstream":1}"#))
        #expect(text.contains(#""_frames":[{"type":"HEADERS""#))
    }

    /// Nobody is asked, so no server's name is known but what the client says.
    @Test func whatRulesAnswerHasTheURLThatTheClientMeant() throws {
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try proxy("--log", log, "--rule", "when host = named.test do respond 204")
        let result = try Tool.curl(
            "--http2-prior-knowledge", "--resolve", "named.test:\(proxy.port):127.0.0.1", "-w", "%{http_code}",
            "http://named.test:\(proxy.port)/x?y")
        #expect(result.text == "204", result.summary)
        try proxy.stop()
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.contains(#""url":"http://named.test:\#(proxy.port)/x?y""#))
    }

    @Test func framesAreShownAlikeFromASessionAndAHAR() throws {
        let scratch = try Scratch()
        _ = try scratch.write("file.txt", "in clear\n")
        let port = try Loopback.freePort()
        let server = try Child(
            Tool.find("nghttpd"), ["--no-tls", "-a", "127.0.0.1", "-d", scratch.path, "\(port)"],
            output: scratch.file("out"), diagnostics: scratch.file("err"))
        defer { withExtendedLifetime(server) {} }
        try eventually("nghttpd listens") { (try? RawConnection(port: port)) != nil }
        let (har, session) = (scratch.file("flows.har"), scratch.file("flows.hark"))
        let proxy = try proxy(
            "--har", har, "--store", session, "--log", scratch.file("log"), "--log-connections", "--reverse",
            "http://127.0.0.1:\(port)", "--upstream-http2")
        // The second request names what the first one entered into the table.
        let url = proxy.url + "/file.txt"
        let asked = try Tool.run(Tool.find("nghttp"), ["-H", "x-a: b", "-m", "2", url])
        #expect(asked.code == 0 && asked.text == "in clear\nin clear\n", asked.summary)
        try proxy.stop()

        func shown(_ file: String) throws -> String {
            // A HAR has them in the order in which they ended, which may be any of two.
            try (1...2).map { number in
                let result = try Tool.run(Tool.hark(), ["show", "\(number)", "--frames", "--session", file])
                #expect(result.code == 0, result.summary)
                return result.text
            }.sorted().joined()
        }
        let text = try shown(session)
        #expect(try shown(har) == text)
        #expect(text.contains("Between the client and Hark"))
        #expect(text.contains("Between Hark and the server · stream 1"))
        #expect(text.contains("x-a: b") && text.contains("sent as text, added to the table"))
        #expect(text.contains(", which stream "))
        #expect(text.contains("DATA            END_STREAM · 9 bytes"))
        #expect(text.contains("Client connection 1 · stream 0") && text.contains("Server connection 1 · stream 0"))
        #expect(text.contains("MAX_CONCURRENT_STREAMS = 100"))
        #expect(text.contains("SETTINGS        ACK · 0 bytes"))
        let log = try String(contentsOfFile: scratch.file("log"), encoding: .utf8)
        #expect(log.split(separator: "\n").count { $0.hasPrefix(#"{"_connection":{"number":1,"#) } == 2)
        let exported = scratch.file("exported.har")
        let export = try Tool.run(
            Tool.hark(), ["export", "--format", "har", "--session", session, "-o", exported, "id > 0"])
        #expect(export.code == 0, export.summary)
        #expect(try shown(exported) == text)
        let checked = try Tool.run(Tool.hark(), ["check", har])
        // Two at once may end in another order than they began; nothing else is out of the ordinary.
        let findings = checked.text.split(separator: "\n").filter { $0.contains("log.") }
        #expect(findings.allSatisfy { $0.contains("startedDateTime") }, checked.summary)
    }
}
