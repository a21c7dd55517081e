import TestKit
import Testing

/// `--listen https://…` with `--reverse`: clients speak TLS with the proxy itself.
@Suite struct SecureListenerTests {
    private static let secure = "https://127.0.0.1:0"

    private func ask(_ proxy: RunningProxy, _ words: String...) throws -> Tool.Result {
        try Tool.run(
            Tool.find("curl"),
            ["-q", "-sS", "--max-time", "60", "--cacert", proxy.authority, "-w", " %{http_version} %{http_code}"]
                + words
                + ["https://\(proxy.listeners[0])/hello.txt"])
    }

    @Test func theServerIsServedOverTLS() throws {
        let origin = try SecureOrigin()
        let proxy = try RunningProxy(
            arguments: origin.options + ["--reverse", origin.url], listen: [Self.secure, "127.0.0.1:0"])
        // The server speaks HTTP/1.1 alone, so the client is not told that it could have more.
        for version in ["--http2", "--http1.1"] {
            let result = try ask(proxy, version)
            #expect(result.text == "Hello over TLS\n 1.1 200", result.summary)
        }
        let plain = try Tool.curl("http://\(proxy.listeners[1])/hello.txt")
        #expect(plain.text == "Hello over TLS\n", "the other listener is as ever")
    }

    @Test func aServerThatSpeaksHTTP2HasItsClientsSpeakItToo() throws {
        let origin = try SecureOrigin(listen: "ssl http2")
        let proxy = try RunningProxy(
            arguments: origin.options + ["--reverse", origin.url], listen: [Self.secure])
        #expect(try ask(proxy, "--http2").text.hasSuffix(" 2 200"))
        #expect(try ask(proxy, "--http1.1").text.hasSuffix(" 1.1 200"))
    }

    /// A plain listener speaks TLS too with whoever begins with it.
    @Test(arguments: ["ssl", "ssl http2"])
    func aPlainListenerServesClientsThatBeginWithTLS(listen: String) throws {
        let origin = try SecureOrigin(listen: listen)
        let plain = try NginxOrigin()
        let version = listen == "ssl" ? "1.1" : "2"
        for (url, version, text) in [
            (origin.url, version, "Hello over TLS\n"), (plain.url, "1.1", "Hello from nginx\n"),
        ] {
            let proxy = try RunningProxy(arguments: origin.options + ["--reverse", url])
            let place = "local.example:\(proxy.port)"
            let result = try Tool.run(
                Tool.find("curl"),
                [
                    "-q", "-sS", "--max-time", "60", "--cacert", proxy.authority, "--resolve", "\(place):127.0.0.1",
                    "-w", " %{http_version} %{http_code}", "https://\(place)/hello.txt",
                ])
            #expect(result.text == "\(text) \(version) 200", result.summary)
            #expect(try Tool.curl("\(proxy.url)/hello.txt").text == text)
            let other = try ask(proxy)
            #expect(other.text.hasPrefix(text), "by its address too")
        }
    }

    @Test func aPlainListenerThatMayNotOpenTLSSaysSo() throws {
        let proxy = try RunningProxy(
            "--reverse", "http://127.0.0.1:\(try Loopback.refusingPort())", "--tls", "tunnel")
        #expect(try Tool.curl("-k", "https://\(proxy.listeners[0])/").code != 0)
        try proxy.stop()
        #expect(proxy.output.contains("this port speaks HTTP without TLS"), "\(proxy.output)")
    }

    /// Not being able to keep an authority is no reason not to stand in for a plain server.
    @Test func withoutAnAuthorityPlainClientsAreServed() throws {
        let plain = try NginxOrigin()
        let proxy = try RunningProxy("--reverse", plain.url, "--ca-dir", "/dev/null/ca")
        #expect(try Tool.curl("\(proxy.url)/hello.txt").text == "Hello from nginx\n")
        #expect(proxy.diagnostics.contains("clients that start with TLS cannot be served"), "\(proxy.diagnostics)")
    }

    @Test func whoeverComesWithoutTLSIsToldSo() throws {
        let proxy = try RunningProxy(
            "--reverse", "http://127.0.0.1:\(try Loopback.refusingPort())", listen: [Self.secure])
        let result = try Tool.curl("-w", "%{http_code}", "http://\(proxy.listeners[0])/")
        #expect(result.text.contains("https://") && result.text.hasSuffix("400"), result.summary)
        #expect(!result.text.contains("grammar"))
    }

    @Test func aClientThatDoesNotTrustTheAuthorityLeavesAFlowThatSaysSo() throws {
        let proxy = try RunningProxy(
            "--reverse", "http://127.0.0.1:\(try Loopback.refusingPort())", listen: [Self.secure])
        let result = try Tool.curl("--cacert", "/dev/null", "https://\(proxy.listeners[0])/")
        #expect(result.code != 0)
        try proxy.stop()
        #expect(proxy.output.contains("does not trust Hark's CA"), "\(proxy.output)")
    }

    /// Connections are opened ahead of need, and closed again.
    @Test func aConnectionThatSaysNothingIsNoFlow() throws {
        let proxy = try RunningProxy(
            "--reverse", "http://127.0.0.1:\(try Loopback.refusingPort())", listen: [Self.secure])
        try proxy.connect().close()
        try proxy.stop()
        #expect(!proxy.output.contains("#1"), "\(proxy.output)")
    }

    @Test(
        arguments: [
            ["--tls", "tunnel"], ["--reverse", "http://127.0.0.1:9", "--tls", "tunnel"],
        ])
    func whatCannotBeServedIsSaidAtTheStart(options: [String]) throws {
        let result = try Tool.run(Tool.hark(), ["proxy", "--listen", "https://127.0.0.1:0"] + options)
        #expect(result.code == 64)
        #expect(result.diagnostics.contains("https://127.0.0.1:0"), result.summary)
    }
}
