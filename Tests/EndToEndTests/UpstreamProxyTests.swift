import Foundation
import TestKit
import Testing

/// `--upstream-proxy` and the rule action `via`, with Squid and Dante.
@Suite struct UpstreamProxyTests {
    private func ask(_ proxy: RunningProxy, _ url: String, _ words: String...) throws -> Tool.Result {
        try Tool.run(
            Tool.find("curl"),
            ["-q", "-sS", "--max-time", "60", "-x", proxy.url, "--cacert", proxy.authority]
                + ["-w", " %{http_version} %{http_code}"] + words + [url])
    }

    /// Everything that the proxy wrote, wherever.
    private func written(_ proxy: RunningProxy) throws -> String {
        let files = try FileManager.default.subpathsOfDirectory(atPath: proxy.scratch.path)
        return files.filter { !$0.hasPrefix("ca/") }.map { name in
            let data = FileManager.default.contents(atPath: proxy.scratch.file(name)) ?? Data()
            return String(decoding: data, as: UTF8.self)
        }.joined()
    }

    @Test(arguments: [false, true])
    func everythingGoesThroughSquidAndTheCredentialsAreNowhere(isSecure: Bool) throws {
        let squid = try SquidProxy()
        let origin = try SecureOrigin(listen: "ssl http2")
        let plain = try NginxOrigin()
        let scratch = try Scratch()
        let proxy = try RunningProxy(
            arguments: [
                "--upstream-proxy", isSecure ? squid.secureURL : squid.url, "--upstream-proxy-auth", squid.credentials,
                "--upstream-ca", origin.certificate, "--upstream-ca", squid.certificate, "--verbose", "--show-secrets",
                "--har", scratch.file("a.har"), "--log", scratch.file("a.log"), "--store", scratch.file("a.hark"),
            ])
        #expect(try ask(proxy, "http://127.0.0.1:\(plain.port)/hello.txt").text.hasSuffix(" 1.1 200"))
        #expect(try ask(proxy, "\(origin.url)/hello.txt", "--http1.1").text == "Hello over TLS\n 1.1 200")
        #expect(try ask(proxy, "\(origin.url)/hello.txt", "--http2").text == "Hello over TLS\n 2 200")
        try proxy.stop()
        let shown = isSecure ? squid.secureURL : squid.url
        #expect(proxy.output.contains(", through \(shown)"), "\(proxy.output)")
        for name in ["a.har", "a.log"] {
            let text = try String(contentsOfFile: scratch.file(name), encoding: .utf8)
            #expect(text.contains("\"through\":[\"\(shown)\"]"), "\(name)")
        }
        let heads = try Recorded.har(scratch.file("a.har")).map(\.request.sentText)
        #expect(heads.contains { $0.contains("\r\nProxy-Authorization: Basic _redacted\r\n") }, "\(heads)")
        let stored = try Tool.run(Tool.hark(), ["show", "1", "--session", scratch.file("a.hark")])
        #expect(stored.code == 0, stored.summary)
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path) {
            let text = String(
                decoding: FileManager.default.contents(atPath: scratch.file(name)) ?? Data(), as: UTF8.self)
            #expect(!text.contains("bWU6c2VjcmV0") && !text.contains("me:secret"), "\(name)")
        }
        let text = try written(proxy)
        #expect(!text.contains("bWU6c2VjcmV0") && !text.contains("me:secret"))
    }

    @Test func aRefusalIsToldAsTheProxysOwn() throws {
        let squid = try SquidProxy()
        let proxy = try RunningProxy("--upstream-proxy", squid.url)
        for url in ["http://origin.example:1/", "https://origin.example:1/"] {
            let result = try ask(proxy, url)
            #expect(result.text.hasSuffix(" 502") || result.diagnostics.contains("502"), result.summary)
        }
        let forbidden = try ask(proxy, "https://forbidden.example/")
        #expect(forbidden.diagnostics.contains("502"), forbidden.summary)
        try proxy.stop()
        let output = proxy.output
        #expect(output.contains("It answered with 407. It requires a user name and password (Basic"), "\(output)")
        #expect(output.contains("It answered CONNECT with 407"))
        #expect(output.contains("It answered CONNECT with 403"))
    }

    @Test func aProxyThatIsNotThereIsSaidToBe() throws {
        let dead = try Loopback.refusingPort()
        let proxy = try RunningProxy("--upstream-proxy", "http://127.0.0.1:\(dead)")
        #expect(try ask(proxy, "http://origin.example/").text.contains("The upstream proxy could not be used"))
        let tls = try RunningProxy("--upstream-proxy", "https://localhost:\(try SquidProxy().port)")
        #expect(try ask(tls, "http://origin.example/").text.contains("The upstream proxy could not be used"))
    }

    /// Its certificate is checked as a server's is.
    @Test func aProxyThatIsNotTrustedIsNotUsed() throws {
        let squid = try SquidProxy()
        let proxy = try RunningProxy(
            "--upstream-proxy", squid.secureURL, "--upstream-proxy-auth", squid.credentials)
        let result = try ask(proxy, "http://origin.example/")
        #expect(result.text.hasSuffix(" 502") && result.text.contains("The upstream proxy could not"), result.summary)
        #expect(result.text.contains("certificate"), result.summary)
    }

    @Test func danteLeadsToServers() throws {
        let dante = try DanteProxy()
        let origin = try SecureOrigin()
        let plain = try NginxOrigin()
        let proxy = try RunningProxy("--upstream-proxy", dante.url, "--upstream-ca", origin.certificate, "--verbose")
        #expect(try ask(proxy, "http://localhost:\(plain.port)/hello.txt").text.hasSuffix(" 1.1 200"))
        let secure = try ask(
            proxy, "\(origin.url)/hello.txt", "--connect-to", "origin.example:\(origin.port):127.0.0.1:\(origin.port)")
        #expect(secure.text == "Hello over TLS\n 1.1 200", secure.summary)
        let refused = try ask(proxy, "http://127.0.0.1:9/")
        #expect(refused.text.contains("connection not allowed by its rules (RFC 1928 §6)"), refused.summary)
        try proxy.stop()
        #expect(proxy.output.contains(", through \(dante.url)"))
    }

    @Test func exceptionsGoStraight() throws {
        let plain = try NginxOrigin()
        let proxy = try RunningProxy(
            "--upstream-proxy", "http://127.0.0.1:\(try Loopback.refusingPort())", "--upstream-proxy-except",
            "10.0.0.0/8,127.0.0.0/8", "--verbose")
        #expect(try ask(proxy, "http://127.0.0.1:\(plain.port)/hello.txt").text.hasSuffix(" 1.1 200"))
        #expect(try ask(proxy, "http://localhost:\(plain.port)/hello.txt").text.hasSuffix(" 1.1 502"))
        try proxy.stop()
        #expect(!proxy.output.contains("through http://127.0.0.1"))
    }

    @Test func aRuleSendsItThroughAProxy() throws {
        let squid = try SquidProxy()
        let plain = try NginxOrigin()
        let rule = "when path = /hello.txt do via http://me:secret@127.0.0.1:\(squid.port)"
        let proxy = try RunningProxy("--rule", rule, "--verbose")
        #expect(try ask(proxy, "http://127.0.0.1:\(plain.port)/hello.txt").text.hasSuffix(" 1.1 200"))
        #expect(try ask(proxy, "http://127.0.0.1:\(plain.port)/missing").text.hasSuffix(" 1.1 404"))
        try proxy.stop()
        let lines = proxy.output.split(separator: "\n").filter { $0.contains(" through ") && $0.contains("* server") }
        #expect(lines.count == 1 && lines[0].hasSuffix("through \(squid.url)"), "\(proxy.output)")
        #expect(!proxy.output.contains("secret"))
    }

    /// A tunnel goes through the rule's proxy before anybody knows what is inside, and what is inside goes with it.
    @Test(arguments: [["--tls", "intercept"], ["--tls", "tunnel"]])
    func aRuleSendsTunnelsThroughAProxy(mode: [String]) throws {
        let squid = try SquidProxy()
        let origin = try SecureOrigin()
        let scratch = try Scratch()
        let file = try scratch.write(
            "a.rules", "office: when host = origin.example do via http://me:secret@127.0.0.1:\(squid.port)\n")
        let proxy = try RunningProxy(
            arguments: mode + [
                "--rules", file, "--upstream-ca", origin.certificate, "--har", scratch.file("a.har"), "--log",
                scratch.file("a.log"), "--store", scratch.file("a.hark"), "--verbose", "--show-secrets",
            ])
        // Nobody but Squid knows the name: what goes through another way does not arrive.
        let result = try ask(
            proxy, "\(origin.url)/hello.txt", "--cacert", mode[1] == "tunnel" ? origin.certificate : proxy.authority)
        #expect(result.text == "Hello over TLS\n 1.1 200", result.summary)
        try proxy.stop()
        let flows = try String(contentsOfFile: scratch.file("a.log"), encoding: .utf8).split(separator: "\n")
        #expect(flows.count == (mode[1] == "tunnel" ? 1 : 2))
        for flow in flows {
            #expect(flow.contains("\"through\":[\"\(squid.url)\"]") && flow.contains("\"name\":\"office\""), "\(flow)")
        }
        for name in ["a.har", "a.log", "a.hark"] {
            let bytes = FileManager.default.contents(atPath: scratch.file(name)) ?? Data()
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!text.contains("bWU6c2VjcmV0") && !text.contains("me:secret"), "\(name)")
        }
        #expect(!proxy.output.contains("secret") && !proxy.diagnostics.contains("secret"))
    }

    /// What counts messages counts requests: a CONNECT takes no turn away.
    @Test func aRuleThatCountsIsNotAskedAboutTunnels() throws {
        let squid = try SquidProxy()
        let origin = try SecureOrigin()
        let rule = "when host = origin.example first 1 do via http://me:secret@127.0.0.1:\(squid.port)"
        let proxy = try RunningProxy(arguments: origin.options + ["--rule", rule, "--verbose"])
        for _ in 0..<2 {
            let result = try ask(proxy, "\(origin.url)/hello.txt")
            #expect(result.text == "Hello over TLS\n 1.1 200", result.summary)
        }
        try proxy.stop()
        let lines = proxy.output.split(separator: "\n").filter { $0.contains("* server") && $0.contains(" through ") }
        #expect(lines.count == 1, "\(proxy.output)")
    }

    @Test(
        arguments: [
            (["--upstream-proxy", "ftp://a:1"], 64), (["--upstream-proxy", "http://me:secret@a:0"], 64),
            (["--upstream-proxy-except", "a"], 64),
            (["--upstream-proxy", "http://a:1", "--upstream-proxy-except", "10.0.0.0/40"], 64),
            (["--upstream-proxy", "http://a:1", "--upstream-proxy-auth", "/nowhere/at/all"], 66),
            (["--upstream-proxy", "http://a:1", "--upstream-proxy-auth", "/dev/null"], 78),
        ] as [([String], Int32)])
    func mistakesAreSaidAtTheStart(options: [String], code: Int32) throws {
        let result = try Tool.run(Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--no-store"] + options)
        #expect(result.code == code, result.summary)
        #expect(result.diagnostics.contains("--upstream-proxy") && !result.diagnostics.contains("secret"))
    }
}
