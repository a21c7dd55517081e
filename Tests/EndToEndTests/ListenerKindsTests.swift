import Foundation
import TestKit
import Testing

/// Listeners of each kind, in one proxy and alone: SOCKS 5, TLS with a forward proxy, in place of servers.
@Suite struct ListenerKindsTests {
    private func ask(_ proxy: RunningProxy, _ words: [String]) throws -> Tool.Result {
        try Tool.run(
            Tool.find("curl"),
            ["-q", "-sS", "--max-time", "60", "--cacert", proxy.authority, "--proxy-cacert", proxy.authority]
                + ["-w", " %{http_code}"] + words)
    }

    // MARK: - SOCKS 5

    @Test func socksClientsAreServedAndSeen() throws {
        let plain = try NginxOrigin()
        let secure = try SecureOrigin()
        let scratch = try Scratch()
        let proxy = try RunningProxy(
            arguments: secure.options + ["--har", scratch.file("a.har")], listen: ["socks5://127.0.0.1:0"])
        let place = proxy.listeners[0]
        #expect(try ask(proxy, ["--socks5", place, "\(plain.url)/hello.txt"]).text == "Hello from nginx\n 200")
        #expect(
            try ask(proxy, ["--socks5-hostname", place, "http://localhost:\(plain.port)/hello.txt"]).text
                == "Hello from nginx\n 200")
        let named = try ask(proxy, ["--socks5-hostname", place, "\(secure.url)/hello.txt"])
        #expect(named.text == "Hello over TLS\n 200", named.summary)
        try proxy.stop()
        let entries = try Recorded.har(scratch.file("a.har"))
        #expect(entries.map(\.request.method) == ["CONNECT", "GET", "CONNECT", "GET", "CONNECT", "GET"])
        #expect(entries.last?.request.url == "\(secure.url)/hello.txt")
        #expect(entries[1].response.status == 200 && entries[1].request.url == "\(plain.url)/hello.txt")
    }

    @Test func whatCannotBeReachedIsAnsweredInSOCKS() throws {
        let scratch = try Scratch()
        let proxy = try RunningProxy(arguments: ["--log", scratch.file("a.log")], listen: ["socks5://127.0.0.1:0"])
        let dead = try Loopback.refusingPort()
        // curl's 97 is a failure of the proxy handshake; the number behind is the reply.
        for (url, reply) in [
            ("http://127.0.0.1:\(dead)/", "(5)"), ("http://\(proxy.listeners[0])/", "(2)"),
            ("http://nowhere.invalid/", "(4)"),
        ] {
            let result = try ask(proxy, ["--socks5-hostname", proxy.listeners[0], url])
            #expect(result.code == 97 && result.diagnostics.contains(reply), result.summary)
        }
        try proxy.stop()
        let codes = try Recorded.log(scratch.file("a.log")).map(\.outcome.code)
        #expect(codes == ["connectionRefused", "loop", "nameNotFound"])
    }

    @Test func socksClientsShowThePassword() throws {
        let plain = try NginxOrigin()
        let scratch = try Scratch()
        let file = try scratch.write("password", "me:secret\n")
        let proxy = try RunningProxy("--proxy-auth", file, listen: ["socks5://127.0.0.1:0"])
        let url = "\(plain.url)/hello.txt"
        let place = proxy.listeners[0]
        #expect(try ask(proxy, ["--proxy-user", "me:secret", "--socks5", place, url]).text.hasSuffix(" 200"))
        for words in [["--proxy-user", "me:secreT"], []] {
            #expect(try ask(proxy, words + ["--socks5", place, url]).code == 97)
        }
        try proxy.stop()
        #expect(!proxy.output.contains("secret"))
    }

    @Test func aBrowserThatTakesItForAnHTTPProxyLeavesAFlowThatSaysSo() throws {
        let proxy = try RunningProxy(listen: ["socks5://127.0.0.1:0"])
        let answer = try ask(proxy, ["-x", "http://\(proxy.listeners[0])", "http://a.example/"])
        #expect(answer.text.hasSuffix(" 400") && answer.text.contains("socks5h://"), answer.summary)
        try proxy.stop()
        #expect(proxy.output.contains("this port speaks SOCKS 5"), "\(proxy.output)")
    }

    // MARK: - TLS with the proxy

    @Test(arguments: ["https://127.0.0.1:0", "127.0.0.1:0"])
    func aForwardProxyIsSpokenWithOverTLS(listener: String) throws {
        let plain = try NginxOrigin()
        let secure = try SecureOrigin()
        let proxy = try RunningProxy(arguments: secure.options, listen: [listener])
        for name in ["localhost", "127.0.0.1"] {
            let place = "https://\(name):\(proxy.port)"
            let open = try ask(proxy, ["-x", place, "\(plain.url)/hello.txt"])
            #expect(open.text == "Hello from nginx\n 200", open.summary)
            let nested = try ask(proxy, ["-x", place, "\(secure.url)/hello.txt"])
            #expect(nested.text == "Hello over TLS\n 200", nested.summary)
        }
        let own = try ask(proxy, ["-x", "https://localhost:\(proxy.port)", "http://127.0.0.1:\(proxy.port)/"])
        #expect(own.text.hasSuffix(" 403"), own.summary)
    }

    /// All that passes through both layers of TLS arrives.
    @Test func muchPassesThroughTLSInsideOfTLS() throws {
        let secure = try SecureOrigin()
        try secure.scratch.write("large.bin", NginxOrigin.bytes(count: 3_000_000))
        let proxy = try RunningProxy(arguments: secure.options, listen: ["https://127.0.0.1:0"])
        let file = proxy.scratch.file("got.bin")
        let place = "https://localhost:\(proxy.port)"
        let result = try ask(proxy, ["-x", place, "-o", file, "\(secure.url)/large.bin"])
        #expect(result.text == " 200", result.summary)
        #expect(FileManager.default.contents(atPath: file).map(Array.init) == NginxOrigin.bytes(count: 3_000_000))
    }

    // MARK: - Several, each with its own mode

    @Test func eachListenerHasItsOwnMode() throws {
        let plain = try NginxOrigin()
        let secure = try SecureOrigin()
        let proxy = try RunningProxy(
            arguments: secure.options,
            listen: [
                "127.0.0.1:0", "reverse+http://127.0.0.1:0=\(plain.url)", "reverse+https://127.0.0.1:0=\(secure.url)",
            ])
        #expect(try ask(proxy, ["http://\(proxy.listeners[1])/hello.txt"]).text == "Hello from nginx\n 200")
        #expect(try ask(proxy, ["https://\(proxy.listeners[2])/hello.txt"]).text == "Hello over TLS\n 200")
        #expect(
            try ask(proxy, ["-x", "http://\(proxy.listeners[0])", "\(plain.url)/hello.txt"]).text
                == "Hello from nginx\n 200")
    }

    @Test(arguments: [
        "ftp://127.0.0.1:0", "socks5://127.0.0.1", "socks5://127.0.0.1:70000", "reverse+http://127.0.0.1:0",
        "reverse+https://127.0.0.1:0=ftp://a", "reverse+http://127.0.0.1:0=http://a/b", "socks5://0.0.0.0:0",
    ])
    func whatIsNoListenerIsSaidAtTheStart(text: String) throws {
        let result = try Tool.run(Tool.hark(), ["proxy", "--no-store", "--listen", text])
        #expect(result.code == 64 && result.diagnostics.contains("--listen"), result.summary)
    }

    // MARK: - Clients that know of no proxy

    #if os(Linux)
    @Test func thePasswordOfAProxyCannotBeAskedFor() throws {
        let scratch = try Scratch()
        let file = try scratch.write("password", "me:secret\n")
        let result = try Tool.run(
            Tool.hark(), ["proxy", "--no-store", "--listen", "transparent://127.0.0.1:0", "--proxy-auth", file])
        #expect(result.code == 64 && result.diagnostics.contains("transparent://"), result.summary)
        let open = try Tool.run(Tool.hark(), ["proxy", "--no-store", "--listen", "transparent://0.0.0.0:0"])
        #expect(open.code == 64 && open.diagnostics.contains("--allow"), open.summary)
    }
    #endif
}
