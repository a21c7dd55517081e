import Foundation
import TestKit
import Testing

/// Versions of TLS, resumption, key logs, and the ways in which a request comes to a TLS server, with curl, OpenSSL's
/// client and nginx.
@Suite struct TLSVersionTests {
    private static let certificates = TestCertificateSet.shared

    private func proxy(
        _ nginx: SecureNginx, _ arguments: String..., environment: [String: String] = [:]
    ) throws -> RunningProxy {
        try RunningProxy(
            arguments: ["--upstream-ca-only", Self.certificates.root, "--quiet"] + nginx.resolving + arguments,
            environment: environment)
    }

    /// OpenSSL's client through the proxy: one request, after which the server closes.
    private func openssl(_ proxy: RunningProxy, _ arguments: String...) throws -> Tool.Result {
        let input = try proxy.scratch.write(
            "request", "GET /hello.txt HTTP/1.1\r\nHost: origin.test\r\nConnection: close\r\n\r\n")
        return try Tool.run(
            Tool.find("openssl"),
            [
                "s_client", "-proxy", proxy.listeners[0], "-connect", "origin.test:443", "-servername", "origin.test",
                "-CAfile", proxy.authority, "-verify_return_error", "-ign_eof",
            ] + arguments, input: input)
    }

    @Test(arguments: ["1.2", "1.3"], ["1.2", "1.3"])
    func eachLegHasAVersionOfItsOwn(client: String, server: String) throws {
        let nginx = try SecureNginx(settings: "ssl_protocols TLSv\(server);")
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try proxy(nginx, "--log", log)
        let result = try Tool.curl(
            "-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority, "--tlsv\(client)", "--tls-max", client,
            "https://origin.test/hello.txt")
        #expect(result.text == "Hello over TLS\n", result.summary)
        try proxy.stop()
        let tls = try #require(try Recorded.log(log).last?.tls)
        #expect(tls.client?.version == "TLS \(client)" && tls.upstream?.version == "TLS \(server)")
        #expect(tls.client?.resumed == false && tls.upstream?.resumed == false)
        #expect(tls.client?.alpn == "http/1.1" && tls.upstream?.alpn == "http/1.1")
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func bothLegsResumeTheirSessions(version: String) throws {
        let nginx = try SecureNginx(settings: "ssl_protocols TLSv\(version == "-tls1_2" ? "1.2" : "1.3");")
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try proxy(nginx, "--log", log)
        let session = scratch.file("session")
        let first = try openssl(proxy, version, "-sess_out", session)
        #expect(first.text.contains("Hello over TLS"), first.summary)
        let second = try openssl(proxy, version, "-sess_in", session)
        #expect(second.text.contains("Hello over TLS"), second.summary)
        try proxy.stop()
        let entries = try Recorded.log(log).filter { $0.request.method == "GET" }
        #expect(entries.map { $0.tls?.client?.resumed } == [false, true])
        #expect(entries.map { $0.tls?.upstream?.resumed } == [false, true])
        // nginx says the same of its side.
        #expect(nginx.requests.map { $0.split(separator: " ")[2] } == [".", "r"])
    }

    @Test func theKeysOfBothLegsAreLoggedForTheOwnerAlone() throws {
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let path = scratch.file("keys.log")
        let proxy = try proxy(nginx, environment: ["SSLKEYLOGFILE": path])
        #expect(
            proxy.diagnostics.contains(
                "warning: SSLKEYLOGFILE is set: the keys of all TLS connections are written to \(path)"))
        let result = try Tool.curl(
            "-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority, "https://origin.test/hello.txt")
        #expect(result.code == 0, result.summary)
        try proxy.stop()
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let secrets = lines.filter { $0.hasPrefix("CLIENT_TRAFFIC_SECRET_0 ") }
        // One ClientHello's random a leg.
        #expect(Set(secrets.map { $0.split(separator: " ")[1] }).count == 2)
        #expect(lines.allSatisfy { $0.split(separator: " ").count == 3 })
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func aReverseProxyAsksATLSServerForPlainClients() throws {
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try proxy(nginx, "--reverse", "https://origin.test", "--log", log)
        let url = proxy.url + "/hello.txt"
        let result = try Tool.curl("--noproxy", "*", url, "-o", scratch.file("one"), url)
        #expect(result.text.hasSuffix("Hello over TLS\n"), result.summary)
        // A server that cannot prove itself is not asked.
        let bad = try self.proxy(nginx, "--reverse", "https://expired.origin.test")
        let refused = try Tool.curl("--noproxy", "*", "-w", "%{http_code}", bad.url + "/hello.txt")
        #expect(refused.text.contains("expired on 2020-04-01") && refused.text.hasSuffix("502"))
        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.count == 2)
        #expect(entries.allSatisfy { $0.tls?.client == nil && $0.tls?.upstream?.version == "TLS 1.3" })
        #expect(entries.map { $0.connection?.reused } == [false, true])
        #expect(nginx.requests.count == 2)
        #expect(Set(nginx.requests.map { $0.split(separator: " ")[3] }).count == 1)
    }

    @Test func anHTTPSURLInAPlainRequestIsFetchedOverTLS() throws {
        let nginx = try SecureNginx()
        let proxy = try proxy(nginx)
        let client = try proxy.connect()
        try client.send("GET https://origin.test/hello.txt HTTP/1.1\r\nHost: origin.test\r\n\r\n")
        #expect(try client.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 200 "))
        #expect(String(decoding: try client.receive(exactly: 15), as: UTF8.self) == "Hello over TLS\n")
        try eventually("nginx has written it down") { !nginx.requests.isEmpty }
        #expect(nginx.requests.first?.hasPrefix("origin.test TLSv1.3 ") == true)
    }

    @Test func requestsInOneTunnelShareBothConnections() throws {
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try proxy(nginx, "--log", log)
        let url = "https://origin.test/hello.txt"
        let result = try Tool.curl("-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority, url, url, url)
        #expect(result.text == String(repeating: "Hello over TLS\n", count: 3), result.summary)
        // The next tunnel has connections of its own.
        let next = try Tool.curl("-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority, url)
        #expect(next.code == 0, next.summary)
        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.map(\.request.method) == ["CONNECT", "GET", "GET", "GET", "CONNECT", "GET"])
        #expect(entries.map { $0.connection?.client } == [1, 1, 1, 1, 2, 2])
        #expect(entries.map { $0.connection?.upstream } == [1, 1, 1, 1, 2, 2])
        #expect(entries.map { $0.connection?.reused } == [false, false, true, true, false, false])
        #expect(entries.map(\.outcome.code) == ["opened", "ok", "ok", "ok", "opened", "ok"])
    }

    /// RFC 5246 §7.4.1.1: either side may decline a new handshake, and Hark always does.
    @Test func aClientThatWantsToRenegotiateIsRefused() throws {
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try proxy(nginx, "--log", log)
        // To OpenSSL's client a line that begins with R is a command.
        let input = try scratch.write("commands", "R\n")
        let result = try Tool.run(
            Tool.find("openssl"),
            [
                "s_client", "-proxy", proxy.listeners[0], "-connect", "origin.test:443", "-servername", "origin.test",
                "-CAfile", proxy.authority, "-tls1_2",
            ], input: input)
        #expect(result.diagnostics.contains("RENEGOTIATING"), result.summary)
        #expect(result.diagnostics.contains("no renegotiation"), result.summary)
        let other = try Tool.curl(
            "-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority, "https://origin.test/hello.txt")
        #expect(other.text == "Hello over TLS\n", other.summary)
        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.count == 3)
        #expect(entries.first?.outcome.by == "client" && entries.first?.outcome.kind != "complete")
        #expect(entries.first?.tls?.client?.version == "TLS 1.2")
    }

    // MARK: - Tunnels that are left alone

    @Test(arguments: [["--tls", "tunnel"], ["--tunnel-host", "*.test"], ["--tunnel-host", "origin.test"]])
    func aTunnelThatIsNotOpenedStillTellsWhoWasAskedFor(arguments: [String]) throws {
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try RunningProxy(arguments: ["--log", log] + nginx.resolving + arguments)
        // The server's own certificate comes through.
        let result = try Tool.curl(
            "-x", proxy.url, "--noproxy", "", "--cacert", Self.certificates.root, "https://origin.test/hello.txt")
        #expect(result.text == "Hello over TLS\n", result.summary)
        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.count == 1)
        let entry = try #require(entries.first)
        #expect(entry.outcome.kind == "tunnel" && entry.request.method == "CONNECT")
        #expect(entry.tls?.client?.sni == "origin.test")
        #expect(entry.tls?.client?.offered?.alpn == ["h2", "http/1.1"])
        #expect(entry.tls?.client?.version == nil && entry.tls?.upstream == nil)
        // More than a ClientHello went out, more than a certificate came back.
        #expect((entry.tunnel?.sent ?? 0) > 500 && (entry.tunnel?.received ?? 0) > 1000)
    }

    @Test func aHostThatMatchesNoPatternIsStillOpened() throws {
        let nginx = try SecureNginx()
        let proxy = try proxy(nginx, "--tunnel-host", "*.example.com")
        let result = try Tool.curl(
            "-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority, "https://origin.test/hello.txt")
        #expect(result.text == "Hello over TLS\n", result.summary)
    }

    // MARK: - Clients that do not trust the authority

    enum Distrust: String, CaseIterable {
        case curl, python, node, openssl
    }

    /// Python and Node say CONNECT by hand, with the User-Agent that their libraries send.
    private static let pythonScript = """
        import socket, ssl, sys
        s = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        s.sendall(b"CONNECT origin.test:443 HTTP/1.1\\r\\nHost: origin.test:443\\r\\nUser-Agent: \
        python-requests/2.31\\r\\n\\r\\n")
        s.recv(4096)
        try:
            ssl.create_default_context().wrap_socket(s, server_hostname="origin.test")
        except ssl.SSLCertVerificationError as e:
            print("REFUSED", e)
        """
    private static let nodeScript = """
        const net = require("net"), tls = require("tls");
        const s = net.connect(Number(process.argv[2]), "127.0.0.1", () => {
          s.write("CONNECT origin.test:443 HTTP/1.1\\r\\nHost: origin.test:443\\r\\nUser-Agent: node\\r\\n\\r\\n");
          s.once("data", () => tls.connect({socket: s, servername: "origin.test"}).on("error", e => \
          console.log("REFUSED", e.code)));
        });
        """

    @Test(arguments: Distrust.allCases)
    func aClientThatDoesNotTrustTheAuthorityIsToldHow(client: Distrust) throws {
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try proxy(nginx, "--log", log)
        let remedy: String
        switch client {
        case .curl:
            let result = try Tool.curl(
                "-x", proxy.url, "--noproxy", "", "--cacert", Self.certificates.root, "https://origin.test/")
            #expect(result.code == 60, result.summary)
            remedy = "--cacert FILE"
        case .python:
            let script = try scratch.write("client.py", Self.pythonScript)
            let result = try Tool.run(Tool.find("python3"), [script, "\(proxy.port)"])
            #expect(result.text.contains("REFUSED"), result.summary)
            remedy = "REQUESTS_CA_BUNDLE"
        case .node:
            let script = try scratch.write("client.js", Self.nodeScript)
            let result = try Tool.run(Tool.find("node"), [script, "\(proxy.port)"])
            #expect(result.text.contains("REFUSED"), result.summary)
            remedy = "NODE_EXTRA_CA_CERTS"
        case .openssl:
            let result = try Tool.run(
                Tool.find("openssl"),
                [
                    "s_client", "-proxy", proxy.listeners[0], "-connect", "origin.test:443", "-servername",
                    "origin.test", "-CAfile", Self.certificates.root, "-verify_return_error",
                ])
            #expect(result.code != 0, result.summary)
            remedy = "hark ca trust"
        }
        try eventually("the flow is written") { try !Recorded.log(log).isEmpty }
        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.count == 1)
        let outcome = try #require(entries.first?.outcome)
        #expect(outcome.code == "clientDoesNotTrust")
        #expect(outcome.by == "client")
        #expect(outcome.text.contains(remedy), "\(outcome.text)")
        #expect(nginx.requests.isEmpty)
    }
}
