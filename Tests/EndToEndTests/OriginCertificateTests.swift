import Foundation
import TestKit
import Testing

/// Servers of other makers with every certificate of the test set, asked by curl through `hark proxy`: good ones are
/// reached, each bad one is explained, and reads nothing of the request.
@Suite struct OriginCertificateTests {
    /// What becomes of each case: the outcome's code, and words that the answer has.
    static let expectations: [String: (code: String, words: String)] = [
        "expired": ("certificateExpired", "The server's certificate expired on 2020-04-01"),
        "not-yet-valid": ("certificateNotYetValid", "is not valid before 2048-01-01"),
        "wrong-host": ("wrongHost", "It is for another.origin.test."),
        "self-signed": ("selfSigned", "is self-signed, not signed by a CA"),
        "unknown-issuer": ("missingIntermediate", "is not a trusted root"),
        "missing-intermediate": ("missingIntermediate", "The server's operator must send the whole chain"),
        "weak-rsa": ("weakKey", "RSA 1024"),
        "sha1": ("weakSignature", "can be forged"),
        "name-constraint-violated": ("badCertificate", "permitted subtree violation"),
        "revoked": ("revoked", "was revoked by its issuer"),
    ]

    private func ask(
        _ proxy: RunningProxy, _ example: TestCertificateSet.Case, _ arguments: String...
    ) throws -> Tool.Result {
        try Tool.run(
            Tool.find("curl"),
            [
                "-q", "-sS", "--max-time", "60", "-x", proxy.url, "--noproxy", "", "--cacert", proxy.authority, "-w",
                "\n%{http_code}", "https://\(example.host)/hello.txt",
            ] + arguments)
    }

    @Test func nginxIsJudgedByEachOfItsCertificates() throws {
        let certificates = TestCertificateSet.shared
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let common = ["--upstream-ca-only", certificates.root, "--log", log, "--quiet"] + nginx.resolving
        let proxy = try RunningProxy(arguments: common)
        let cases = certificates.cases.filter { $0.needs != "crl" }
        #expect(cases.count == 14)
        for example in cases {
            let result = try ask(proxy, example)
            #expect(result.code == 0, result.summary)
            if example.isGood {
                #expect(result.text == "Hello over TLS\n\n200", "\(example)")
            } else {
                #expect(result.text.hasSuffix("\n502"), "\(example): \(result.text)")
                let words = Self.expectations[example.name]?.words ?? "?"
                #expect(result.text.contains(words), "\(example): \(result.text)")
            }
        }
        try proxy.stop()
        // Not one request of a refused one arrived.
        let good = cases.filter(\.isGood)
        #expect(nginx.requests.count == good.count)
        let entries = try Recorded.log(log).filter { $0.request.method == "GET" }
        #expect(entries.count == cases.count)
        for (entry, example) in zip(entries, cases) { check(entry, example) }
    }

    private func check(_ entry: Entry, _ example: TestCertificateSet.Case) {
        let client = entry.tls?.client
        #expect(client?.version == "TLS 1.3" && client?.alpn == "http/1.1", "\(example)")
        #expect(client?.cipher?.hasPrefix("TLS_") == true, "\(example)")
        #expect(client?.certificates?.first?.names == [example.host], "\(example)")
        #expect(client?.sni == (example.name == "ip" ? nil : example.host), "\(example)")
        let upstream = entry.tls?.upstream
        #expect(upstream?.certificates?.isEmpty == false, "\(example)")
        if example.isGood {
            #expect(entry.outcome.kind == "complete")
            #expect(upstream?.version == "TLS 1.3" && upstream?.alpn == "http/1.1", "\(example)")
            #expect(upstream?.certificates?.count == 2 && upstream?.failure == nil, "\(example)")
            #expect(upstream?.sni == (example.name == "ip" ? nil : example.host), "\(example)")
        } else {
            let code = Self.expectations[example.name]?.code
            #expect(entry.outcome.kind == "failed" && entry.outcome.by == "upstream", "\(example)")
            #expect(entry.outcome.code == code, "\(example)")
            #expect(upstream?.failure?.code == code, "\(example)")
            #expect(upstream?.failure?.text == entry.outcome.text, "\(example)")
            #expect(upstream?.version == nil, "\(example)")
        }
    }

    @Test func opensslIsJudgedByEachOfItsCertificates() throws {
        let certificates = TestCertificateSet.shared
        for example in certificates.cases where example.needs != "crl" {
            let server = try OpenSSLServer(example.name, example.isGood ? "-www" : "-no_ticket")
            let proxy = try RunningProxy(
                arguments: ["--upstream-ca-only", certificates.root] + SecureNginx.resolving(to: server.port))
            let result = try ask(proxy, example)
            if example.isGood {
                #expect(result.text.hasSuffix("\n200"), "\(example): \(result.text)")
                #expect(result.text.contains("s_server"), "\(example)")
            } else {
                #expect(result.text.hasSuffix("\n502"), "\(example): \(result.text)")
                #expect(result.text.contains(Self.expectations[example.name]?.words ?? "?"), "\(example)")
                // It prints what it reads.
                #expect(!server.output.contains("GET "), "\(example)")
            }
        }
    }

    @Test func aRevokedCertificateIsRefusedWhereTheListIsGiven() throws {
        let certificates = TestCertificateSet.shared
        let nginx = try SecureNginx()
        let example = try #require(certificates.cases.first { $0.name == "revoked" })
        let good = try #require(certificates.cases.first { $0.name == "good" })
        let without = try RunningProxy(arguments: ["--upstream-ca-only", certificates.root] + nginx.resolving)
        #expect(try ask(without, example).text == "Hello over TLS\n\n200")
        let with = try RunningProxy(
            arguments: ["--upstream-ca-only", certificates.root, "--upstream-crl", certificates.revocationList]
                + nginx.resolving)
        let result = try ask(with, example)
        #expect(result.text.contains("was revoked by its issuer") && result.text.hasSuffix("\n502"))
        #expect(try ask(with, good).text == "Hello over TLS\n\n200")
        #expect(nginx.requests.count == 2)
    }

    @Test func withoutChecksEveryCertificateWillDoAndEachFlowSaysSo() throws {
        let certificates = TestCertificateSet.shared
        let nginx = try SecureNginx()
        let scratch = try Scratch()
        let log = scratch.file("flows.log")
        let proxy = try RunningProxy(
            arguments: ["--upstream-ca-only", certificates.root, "--insecure-upstream", "--log", log]
                + nginx.resolving)
        #expect(proxy.diagnostics.contains("warning: server certificates are not verified (--insecure-upstream)"))
        for example in certificates.cases {
            let result = try ask(proxy, example)
            #expect(result.text == "Hello over TLS\n\n200", "\(example): \(result.text)")
        }
        try proxy.stop()
        let entries = try Recorded.log(log).filter { $0.request.method == "GET" }
        #expect(entries.count == certificates.cases.count)
        for (entry, example) in zip(entries, certificates.cases) where example.needs != "crl" {
            #expect((entry.tls?.upstream?.toleratedProblem == nil) == example.isGood, "\(example)")
        }
    }

    // MARK: - Certificates of clients

    /// A self-signed certificate for clients: who trusts it as a root accepts it.
    private func clientCertificate(_ name: String, in scratch: Scratch) throws -> String {
        let (certificate, key) = (scratch.file("\(name).crt"), scratch.file("\(name).key"))
        let made = try Tool.run(
            Tool.find("openssl"),
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                "/CN=\(name)", "-keyout", key, "-out", certificate,
            ])
        guard made.code == 0 else { throw Failure(made.diagnostics) }
        let both = try [certificate, key].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        return try scratch.write("\(name).pem", both)
    }

    @Test(arguments: ["-tls1_2", "-tls1_3"])
    func aServerThatWantsACertificateGetsTheOneThatIsSetForIt(version: String) throws {
        let certificates = TestCertificateSet.shared
        let scratch = try Scratch()
        let own = try clientCertificate("known", in: scratch)
        let foreign = try clientCertificate("foreign", in: scratch)
        let server = try OpenSSLServer("good", "-www", "-Verify", "3", "-verify_return_error", "-CAfile", own, version)
        let good = try #require(certificates.cases.first { $0.name == "good" })
        let log = scratch.file("flows.log")
        let common =
            ["--upstream-ca-only", certificates.root, "--log", log] + SecureNginx.resolving(to: server.port)

        let first = try RunningProxy(arguments: common)
        let missing = try ask(first, good)
        #expect(missing.text.contains("requires a client certificate"), missing.summary)
        #expect(missing.text.contains("--client-cert origin.test=FILE") && missing.text.hasSuffix("\n502"))
        try first.stop()

        let second = try RunningProxy(arguments: common + ["--client-cert", "*.test=\(foreign)"])
        let wrong = try ask(second, good)
        #expect(wrong.text.contains("rejected the client certificate"), wrong.summary)
        #expect(wrong.text.hasSuffix("\n502"))
        try second.stop()

        let third = try RunningProxy(arguments: common + ["--client-cert", "origin.test=\(own)"])
        let right = try ask(third, good)
        #expect(right.text.hasSuffix("\n200"), right.summary)
        try third.stop()

        let entries = try Recorded.log(log).filter { $0.request.method == "GET" }
        #expect(
            entries.map(\.outcome.code) == ["clientCertificateRequired", "clientCertificateRejected", "ok"])
        #expect(
            entries.map { $0.tls?.upstream?.failure?.code }
                == ["clientCertificateRequired", "clientCertificateRejected", nil])
        #expect(entries.map(\.outcome.by) == ["proxy", "proxy", "upstream"])
    }

    /// Before there is a client: later it would be a failure of each request.
    @Test func aKeyThatIsTooShortIsToldAtTheStart() throws {
        let scratch = try Scratch()
        let (certificate, key) = (scratch.file("old.crt"), scratch.file("old.key"))
        let made = try Tool.run(
            Tool.find("openssl"),
            ["req", "-x509", "-newkey", "rsa:1024", "-nodes", "-subj", "/CN=old", "-keyout", key, "-out", certificate])
        guard made.code == 0 else { throw Failure(made.diagnostics) }
        let both = try [certificate, key].map { try String(contentsOfFile: $0, encoding: .utf8) }.joined()
        let path = try scratch.write("old.pem", both)
        let result = try Tool.run(
            Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--no-store", "--client-cert", "a.test=\(path)"],
            seconds: 30)
        #expect(result.code == 78, result.summary)
        #expect(result.diagnostics.contains(path) && result.diagnostics.contains("ee key too small"))
        #expect(result.diagnostics.contains("RSA 1024") && !result.diagnostics.contains("bug in Hark"))
    }

    @Test func anOldServerIsOpenedWhereItIsAllowed() throws {
        let certificates = TestCertificateSet.shared
        let server = try OpenSSLServer("good", "-www", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0")
        let good = try #require(certificates.cases.first { $0.name == "good" })
        let common = ["--upstream-ca-only", certificates.root] + SecureNginx.resolving(to: server.port)
        let strict = try ask(RunningProxy(arguments: common), good)
        #expect(strict.text.hasSuffix("\n502"), strict.summary)
        #expect(strict.text.contains("--tls-min 1.0") && strict.text.contains("--tunnel-host origin.test"))
        let proxy = try RunningProxy(arguments: common + ["--tls-min", "1.0"])
        #expect(proxy.diagnostics.contains("TLS 1.0 is accepted (--tls-min)"))
        let opened = try ask(proxy, good)
        #expect(opened.text.hasSuffix("\n200"), opened.summary)
    }

    // MARK: - The wrong protocol

    @Test func tlsAndPlainHTTPOnEachOthersPortsAreExplained() throws {
        let certificates = TestCertificateSet.shared
        let secure = try SecureNginx()
        let plain = try NginxOrigin()
        let good = try #require(certificates.cases.first { $0.name == "good" })
        let proxy = try RunningProxy(
            arguments: [
                "--upstream-ca-only", certificates.root, "--resolve", "origin.test:443:127.0.0.1:\(plain.port)",
            ])
        let result = try ask(proxy, good)
        #expect(result.text.contains("this port does not speak TLS") && result.text.hasSuffix("\n502"), result.summary)
        // nginx itself answers plain HTTP on its TLS port with 400 and a page, which passes as it is.
        let reverse = try Tool.curl("-x", proxy.url, "--noproxy", "", "http://127.0.0.1:\(secure.port)/hello.txt")
        #expect(reverse.text.contains("The plain HTTP request was sent to HTTPS port"), reverse.summary)
    }
}
