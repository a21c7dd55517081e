import Foundation
import TestKit
import Testing

/// Rules about TLS connections and versions, seen by curl and openssl.
@Suite struct ConnectionRuleTests {
    /// A proxy with these rules before an origin with TLS.
    private struct Scene {
        let origin: SecureOrigin
        let proxy: RunningProxy
        let log: String

        init(_ rules: String..., listen: String = "ssl") throws {
            origin = try SecureOrigin(listen: listen)
            log = origin.scratch.file("log")
            proxy = try RunningProxy(arguments: origin.options + ["--log", log] + rules.flatMap { ["--rule", $0] })
        }

        func get(_ more: String..., trusting: String? = nil) throws -> Tool.Result {
            try Tool.run(
                Tool.find("curl"),
                ["-q", "-sS", "-m", "20", "-x", proxy.url, "--cacert", trusting ?? proxy.authority] + more
                    + [origin.url + "/hello.txt"])
        }

        func entries() throws -> [[String: Any]] {
            try proxy.stop()
            return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").compactMap {
                try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
        }
    }

    private static func acts(_ entry: [String: Any]) -> [String] {
        (entry["_rules"] as? [[String: Any]] ?? []).compactMap { $0["action"] as? String }
    }

    @Test func aRelayedTunnelShowsTheServersOwnCertificate() throws {
        let scene = try Scene("when host = origin.example do tunnel")
        let relayed = try scene.get(trusting: scene.origin.certificate)
        #expect(relayed.text == "Hello over TLS\n", relayed.summary)
        let trusting = try scene.get()
        #expect(trusting.code == 60, trusting.summary)
        let entries = try scene.entries()
        #expect(entries.allSatisfy { Self.acts($0) == ["tunnel"] })
        #expect(!entries.contains { "\($0)".contains("hello.txt") })
    }

    @Test func whomTheClientAsksForByNameIsMeantAsWell() throws {
        let origin = try SecureOrigin()
        let proxy = try RunningProxy(
            arguments: origin.options + ["--rule", "when host = origin.example do tunnel"])
        // The CONNECT names an address.
        let relayed = try Tool.curl(
            "-sS", "-x", proxy.url, "--cacert", origin.certificate, "--connect-to",
            "\(SecureOrigin.host):\(origin.port):127.0.0.1:\(origin.port)", origin.url + "/hello.txt")
        #expect(relayed.text == "Hello over TLS\n", relayed.summary)
    }

    @Test func othersAreOpenedAsBefore() throws {
        let scene = try Scene(
            "when host = other.example do tunnel", "when tls.sni = other.example do tls-fail internal_error",
            "when host = other.example do expired-certificate")
        let opened = try scene.get()
        #expect(opened.text == "Hello over TLS\n", opened.summary)
        let entries = try scene.entries()
        #expect(entries.contains { "\($0)".contains("hello.txt") })
        #expect(entries.allSatisfy { Self.acts($0).isEmpty })
    }

    @Test(arguments: [("handshake_failure", "handshake failure", 40), ("unrecognized_name", "unrecognized name", 112)])
    func aHandshakeEndsWithTheAlertThatIsAskedFor(name: String, words: String, number: Int) throws {
        let scene = try Scene("when host = origin.example do tls-fail \(name)")
        let curl = try scene.get()
        #expect(curl.code == 35, curl.summary)
        #expect(curl.diagnostics.contains(words), curl.summary)
        let openssl = try Tool.run(
            Tool.find("openssl"),
            [
                "s_client", "-proxy", scene.proxy.listeners[0], "-connect", "\(SecureOrigin.host):\(scene.origin.port)",
                "-servername", SecureOrigin.host,
            ])
        #expect(openssl.diagnostics.contains("SSL alert number \(number)"), openssl.summary)
        let entries = try scene.entries()
        #expect(entries.count == 2)
        #expect(entries.allSatisfy { Self.acts($0) == ["tls-fail \(name)"] })
    }

    @Test func anExpiredCertificateIsShownAndNothingElseIsWrongWithIt() throws {
        let scene = try Scene("when host = origin.example first 2 do expired-certificate")
        let refused = try scene.get()
        #expect(refused.code == 60 && refused.diagnostics.contains("expired"), refused.summary)
        let openssl = try Tool.run(
            Tool.find("openssl"),
            [
                "s_client", "-proxy", scene.proxy.listeners[0], "-connect", "\(SecureOrigin.host):\(scene.origin.port)",
                "-servername", SecureOrigin.host, "-CAfile", scene.proxy.authority,
            ])
        #expect(openssl.text.contains("Verify return code: 10 (certificate has expired)"), openssl.summary)
        // Its turns are over.
        let opened = try scene.get()
        #expect(opened.text == "Hello over TLS\n", opened.summary)
    }

    @Test func theServerIsSpokenWithInHTTP1() throws {
        let scene = try Scene("when path = /hello.txt first 1 do force-http1", listen: "ssl http2")
        let old = try scene.get("--http2", "-w", "%{http_version}")
        #expect(old.text == "Hello over TLS\n2", old.summary)
        let new = try scene.get("--http2", "-w", "%{http_version}")
        #expect(new.text == "Hello over TLS\n2", new.summary)
        let requests = try scene.entries().filter { "\($0)".contains("hello.txt") }
        let versions = requests.compactMap { ($0["response"] as? [String: Any])?["httpVersion"] as? String }
        #expect(versions == ["HTTP/1.1", "HTTP/2.0"])
    }

    @Test func contentsAreCountedAndNotKept() throws {
        let origin = try RecordingOrigin(
            answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret".utf8))
        let scratch = try Scratch()
        let (log, session) = (scratch.file("log"), scratch.file("kept.hark"))
        let proxy = try RunningProxy(
            "--log", log, "--store", session, "--rule", "when path = /no do keep-body off")
        for path in ["no", "yes"] {
            let passed = try Tool.curl("-sS", "-x", proxy.url, "-d", "hidden=\(path)", "\(origin.url)/\(path)")
            #expect(passed.text == "secret", passed.summary)
        }
        try proxy.stop()
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        #expect(lines.count == 2)
        let (no, yes) = (lines.first { $0.contains("/no") } ?? "", lines.first { $0.contains("/yes") } ?? "")
        #expect(!no.contains("secret") && !no.contains("hidden=no"))
        #expect(no.contains("The contents were not recorded."))
        #expect(yes.contains("secret") && yes.contains("hidden=yes"))
        let kept = try Data(contentsOf: URL(filePath: session))
        #expect(kept.range(of: Data("hidden=no".utf8)) == nil)
    }

    /// A client that trusts the authority gets an answer although its server is not there, and only where a rule has
    /// one.
    @Test func anAbsentServerOfHTTPSIsAnsweredFor() throws {
        let scratch = try Scratch()
        let proxy = try RunningProxy(
            "--rule", "when host = gone.invalid and path = /a do respond 200 text \"from a rule\"")
        func get(_ url: String) throws -> Tool.Result {
            try Tool.curl("-sS", "-w", " %{http_code}", "-x", proxy.url, "--cacert", proxy.authority, url)
        }
        #expect(try get("https://gone.invalid/a").text == "from a rule 200")
        let other = try get("https://gone.invalid/b")
        #expect(other.text.hasSuffix(" 502") && other.text.contains("does not exist"), other.summary)
        let plain = try RunningProxy("--rule", "do pin")
        let refused = try Tool.curl("-sS", "-x", plain.url, "https://gone.invalid/a")
        #expect(refused.code == 56, refused.summary)
        _ = scratch
    }
}
