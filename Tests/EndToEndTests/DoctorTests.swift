import Foundation
import TestKit
import Testing

/// `hark doctor`, the real command, in environments made for it.
@Suite struct DoctorTests {
    private let home: PrivateHome

    init() throws {
        home = try PrivateHome()
    }

    private struct Check: Decodable {
        let name: String
        let verdict: String
        let text: String
        let remedy: String?
    }

    private struct Report: Decodable {
        let proxy: String
        let verdict: String
        let checks: [Check]

        func check(_ name: String) -> Check? {
            checks.first { $0.name == name }
        }
    }

    /// The report, once the exit code has been found to agree with it.
    private func examine(_ arguments: String..., environment: [String: String] = [:]) throws -> Report {
        let result = try home.hark(arguments: ["doctor", "--json"] + arguments, environment: environment)
        let report = try JSONDecoder().decode(Report.self, from: Data(result.output))
        #expect(result.code == (report.verdict == "bad" ? 1 : 0), result.summary)
        #expect((report.verdict == "bad") == report.checks.contains { $0.verdict == "bad" })
        return report
    }

    @Test func aPortWithNobodyBehindItIsSaidWithTheCommandThatListensThere() throws {
        let place = "127.0.0.1:\(try Loopback.refusingPort())"
        let report = try examine("--proxy", place)
        let check = try #require(report.check("listening"))
        #expect(report.proxy == place && check.verdict == "bad")
        #expect(check.remedy == "hark proxy --listen \(place)")
        #expect(report.check("http") == nil, "what cannot be tried is not judged")
    }

    /// On a fresh machine nothing is wrong yet: who named no proxy expects none.
    @Test func thatNoProxyRunsIsNoFaultWhereNoneWasNamed() throws {
        guard (try? RawConnection(port: 8888)) == nil else { return }
        let report = try examine()
        #expect(report.check("listening")?.verdict == "info" && report.verdict != "bad")
        #expect(report.check("listening")?.remedy == "hark proxy --listen 127.0.0.1:8888")
        let versions = try #require(report.check("versions"))
        #expect(versions.verdict == "info", "\(versions.text)")
        for word in ["OpenSSL 3", "SQLite 3", "Swift 6"] { #expect(versions.text.contains(word), "\(versions.text)") }
        // A variable names one that does not run: then programs of this shell fail.
        let place = "127.0.0.1:\(try Loopback.refusingPort())"
        #expect(try examine(environment: ["http_proxy": "http://\(place)"]).check("listening")?.verdict == "bad")
    }

    @Test func onlyTheNamedChecksAreMade() throws {
        let place = "127.0.0.1:\(try Loopback.refusingPort())"
        let report = try examine("--proxy", place, "--only", "listening,identity")
        #expect(report.checks.count == 1 && report.verdict == "bad")
        #expect(try examine("--only", "environment").checks.allSatisfy { $0.verdict != "bad" })
        // Of a proxy that nobody asked nothing is said.
        let stores = try home.hark("doctor", "--proxy", place, "--only", "trust,environment")
        #expect(stores.code == 0 && !stores.text.contains(" works"), stores.summary)
        let wrong = try home.hark("doctor", "--only", "listening,nope")
        #expect(
            wrong.code == 64 && wrong.diagnostics.contains("expected some of listening, identity, http"), wrong.summary)
    }

    @Test func someOtherServerOnThePortIsNotTakenForHark() throws {
        let nginx = try NginxOrigin()
        let check = try #require(try examine("--proxy", "127.0.0.1:\(nginx.port)").check("identity"))
        #expect(check.verdict == "bad")
        #expect(check.text.contains("not Hark") && check.text.contains("nginx"), "\(check.text)")
        #expect(check.text.contains("--reverse"), "a Hark that stands in for a server looks the same")
        let all = try examine("--proxy", "127.0.0.1:\(nginx.port)").checks
        #expect(!all.contains { $0.remedy?.contains("export") == true }, "nobody is sent to somebody else's port")
    }

    @Test func aServerThatSaysNothingDoesNotHoldTheDoctorUp() throws {
        let (descriptor, port) = try Loopback.listen()
        defer { close(descriptor) }
        let check = try #require(try examine("--proxy", "127.0.0.1:\(port)").check("identity"))
        #expect(check.verdict == "bad" && check.text.contains("no answer within 4 seconds"), "\(check.text)")
    }

    @Test func aServerThatSpeaksSomethingElseIsNotTakenForHark() throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("220 mail.example ESMTP\r\n")
        }
        let check = try #require(try examine("--proxy", "127.0.0.1:\(origin.port)").check("identity"))
        #expect(check.verdict == "bad" && check.text.contains("not HTTP"), "\(check.text)")
    }

    @Test func harkItselfIsRecognisedAndTheFirstRequestMakesTheWholeWay() throws {
        let proxy = try RunningProxy()
        let report = try examine("--proxy", proxy.listeners[0])
        for name in ["listening", "identity", "http"] {
            #expect(report.check(name)?.verdict == "ok", "\(name)")
        }
    }

    // MARK: - The variables

    @Test func withoutVariablesItSaysWhatToExport() throws {
        let proxy = try RunningProxy()
        let check = try #require(try examine("--proxy", proxy.listeners[0]).check("environment"))
        #expect(check.verdict == "warn")
        #expect(check.remedy?.contains("export http_proxy=\(proxy.url) https_proxy=\(proxy.url)") == true)
    }

    @Test func theProxyOfTheEnvironmentIsTheOneThatIsExamined() throws {
        let proxy = try RunningProxy()
        let report = try examine(environment: ["http_proxy": proxy.url, "https_proxy": proxy.url])
        #expect(report.proxy == proxy.listeners[0])
        #expect(report.check("http_proxy")?.verdict == "ok" && report.check("https_proxy")?.verdict == "ok")
        #expect(report.check("environment") == nil && report.check("no_proxy")?.verdict == "ok")
    }

    // MARK: - Trust

    @Test func whetherThereIsAnAuthorityAndWhoTrustsItIsSaid() throws {
        let none = try examine("--proxy", "127.0.0.1:9")
        #expect(none.check("authority")?.remedy == "hark ca create" && none.check("trust") == nil)
        _ = try home.hark("ca", "create")
        let untrusted = try examine("--proxy", "127.0.0.1:9")
        #expect(untrusted.check("authority")?.verdict == "ok")
        #expect(untrusted.check("trust")?.verdict == "warn")
        #expect(untrusted.check("trust")?.remedy?.contains("hark run -- PROGRAM") == true)
        let bundle = home.folder + "/hark-ca.pem"
        let trusted = try examine(
            "--proxy", "127.0.0.1:9", environment: ["SSL_CERT_FILE": bundle, "PIP_CERT": bundle])
        let trust = try #require(trusted.check("trust"))
        #expect(trust.verdict == "ok" && trust.text.contains("SSL_CERT_FILE, PIP_CERT"), "\(trust.text)")
    }

    @Test func aBundleWithoutItIsSaidAndOneThatIsNotThereIsBad() throws {
        _ = try home.hark("ca", "create")
        let other = try home.scratch.write("other.pem", "# nothing\n")
        let stale = try examine("--proxy", "127.0.0.1:9", environment: ["REQUESTS_CA_BUNDLE": other])
        let check = try #require(stale.check("bundle"))
        #expect(check.verdict == "warn" && check.text.contains("REQUESTS_CA_BUNDLE"), "\(check.text)")
        let gone = try examine(
            "--proxy", "127.0.0.1:9", environment: ["CURL_CA_BUNDLE": home.scratch.file("gone.pem")])
        #expect(gone.check("bundle")?.verdict == "bad")
        #expect(gone.check("bundle")?.remedy == "unset CURL_CA_BUNDLE")
    }

    @Test func anAuthorityThatCannotBeUsedIsBadWithTheCommandThatMendsIt() throws {
        _ = try home.hark("ca", "create")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: home.folder)
        let check = try #require(try examine("--proxy", "127.0.0.1:9").check("authority"))
        #expect(check.verdict == "bad" && check.text.contains("chmod 700 \(home.folder)"), "\(check.text)")
    }

    // MARK: - The whole way over TLS

    /// A stand-in for a proxy that decrypts, with a certificate for the demo site that `folder`'s authority signed.
    private func decrypting(signedBy folder: String) throws -> (Child, place: String) {
        let openssl = try Tool.find("openssl")
        let scratch = home.scratch
        let names = try scratch.write(
            "names.cnf", "subjectAltName = DNS:demo.hark.test\nextendedKeyUsage = serverAuth\n")
        let (key, request) = (scratch.file("leaf.key"), scratch.file("leaf.csr"))
        let made = try Tool.run(
            openssl,
            ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key, "-out", request]
                + ["-subj", "/CN=demo.hark.test"], environment: ["RANDFILE": scratch.file("rnd")])
        let signed = try Tool.run(
            openssl,
            ["x509", "-req", "-in", request, "-CA", folder + "/hark-ca.pem", "-CAkey", folder + "/hark-ca-key.pem"]
                + ["-days", "7", "-extfile", names, "-out", scratch.file("leaf.pem"), "-set_serial", "77"])
        guard made.code == 0, signed.code == 0 else { throw Failure(made.diagnostics + signed.diagnostics) }
        let output = scratch.file("port")
        let child = try Child(
            Tool.find("python3"), [Tool.script("tls_proxy.py"), scratch.file("leaf.pem"), key], output: output,
            diagnostics: scratch.file("proxy.stderr"))
        var port = ""
        try eventually("the port of the stand-in") {
            port = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            return port.hasSuffix("\n")
        }
        return (child, "127.0.0.1:" + port.dropLast())
    }

    @Test func aRequestOverTLSMakesTheWholeWayWhenTheAuthorityIsOurs() throws {
        _ = try home.hark("ca", "create")
        let (child, place) = try decrypting(signedBy: home.folder)
        let report = try examine("--proxy", place)
        let check = try #require(report.check("https"))
        #expect(check.verdict == "ok", "\(check.text)")
        #expect(!child.hasEnded)
    }

    @Test func aCertificateOfAnotherAuthorityIsNotTrusted() throws {
        _ = try home.hark("ca", "create")
        let other = home.scratch.file("other")
        _ = try home.hark("ca", "create", "--ca-dir", other)
        let (child, place) = try decrypting(signedBy: other)
        let check = try #require(try examine("--proxy", place).check("https"))
        #expect(check.verdict == "bad" && check.text.contains("trusted"), "\(check.text)")
        #expect(check.remedy?.contains("--ca-dir") == true)
        #expect(!child.hasEnded)
    }

    @Test(arguments: ["nonsense", "127.0.0.1", "127.0.0.1:0", ":8888"])
    func aProxyThatIsNoPlaceIs64(text: String) throws {
        let result = try home.hark("doctor", "--proxy", text)
        #expect(result.code == 64 && result.output.isEmpty, result.summary)
    }

    @Test func itHasHelpWithAnExample() throws {
        let result = try home.hark("doctor", "--help")
        #expect(result.code == 0 && result.text.contains("hark doctor --proxy 127.0.0.1:8888 --json"), result.summary)
    }

    /// A container asks every few seconds: that is no traffic of its user's. The same pages asked by others are.
    @Test func whetherItIsHarkIsAskedWithoutARecord() throws {
        let scratch = try Scratch()
        let session = scratch.file("a.hark")
        let proxy = try RunningProxy(arguments: ["--store", session])
        for _ in 1...3 {
            let health = try home.hark("doctor", "--proxy", proxy.listeners[0], "--only", "listening,identity")
            #expect(health.code == 0 && health.text.contains("It is Hark."), health.summary)
        }
        _ = try Tool.curl("-x", proxy.url, "http://hark.test/status.json")
        _ = try Tool.curl("-x", proxy.url, "-A", "hark-doctor", "http://demo.hark.test/")
        try proxy.stop()
        let flows = try Tool.run(Tool.hark(), ["flows", "--session", session, "--columns", "host,path"])
        #expect(
            flows.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
                == ["hark.test /status.json", "demo.hark.test /"], flows.summary)
    }

    @Test func linesAreForPeople() throws {
        let proxy = try RunningProxy()
        let result = try home.hark("doctor", "--proxy", proxy.listeners[0])
        #expect(result.text.contains("ok    listening     \(proxy.listeners[0]) accepts connections."), result.summary)
        #expect(result.text.contains("→ hark run -- PROGRAM"), result.summary)
        #expect(!result.text.contains("\u{1B}"), "no colour into a file")
    }
}
