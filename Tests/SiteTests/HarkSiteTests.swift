import Bytes
import Foundation
import HTTPModel
import HTTPSemantics
import Testing

@testable import Site

private let sampleStatus: @Sendable () -> HarkStatus = {
    HarkStatus(
        version: "9.8.7", uptimeSeconds: 90_061,
        listeners: [
            HarkStatus.Listener(address: "[::1]:9000", reverse: "http://a/\"<"),
            HarkStatus.Listener(address: "127.0.0.1:7777"),
        ],
        counters: [HarkStatus.Counter("exchanges", "Exchanges", 42)])
}

@Suite struct HarkSiteTests {
    private let site = HarkSite(status: sampleStatus)

    @Test func theStatusPageShowsTheSnapshotAndHowToSetTheProxy() throws {
        let reply = try #require(visit(makeRequest("GET / HTTP/1.1", host: "hark.test"), at: site))
        #expect(reply.head.status == 200)
        for text in ["9.8.7", "1 d 1 h", "42", "http_proxy=http://127.0.0.1:7777", "http://demo.hark.test/"] {
            #expect(reply.text.contains(text), "\(text)")
        }
    }

    @Test func theStatusIsJSONToo() throws {
        let reply = try #require(visit(makeRequest("GET /status.json HTTP/1.1"), at: site))
        let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        let listeners = try #require(object?["listeners"] as? [[String: Any]])
        #expect(object?["version"] as? String == "9.8.7")
        #expect(listeners.first?["reverse"] as? String == "http://a/\"<")
        #expect(listeners.last?["reverse"] is NSNull)
        #expect((object?["counters"] as? [String: Int])?["exchanges"] == 42)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"])
    func nothingCanBeChanged(method: String) throws {
        let request = makeRequest("\(method) / HTTP/1.1", "Content-Length: 3", "Expect: 100-continue")
        let reply = try #require(visit(request, body: "abc", at: site))
        #expect(reply.head.status == 405)
        #expect(reply.field("allow") == "GET, HEAD")
        #expect(reply.closes)
    }

    @Test func otherPathsAreNotFound() throws {
        #expect(try #require(visit(makeRequest("GET /flows HTTP/1.1"), at: site)).head.status == 404)
    }

    @Test(arguments: [("text/html,*/*;q=0.8", "text/html; charset=utf-8"), ("*/*", "text/plain; charset=utf-8")])
    func whoBrowsesToThePortIsHelped(accept: String, type: String) throws {
        let head = makeRequest("POST /x HTTP/1.1", "Accept: \(accept)", "Content-Length: 5").head
        let answer = HelpPage.directRequest(head, listener: "[::1]:8888", wallClock: testTime * 1_000_000)
        let reply = try #require(Reply(answer, to: .post))
        #expect(reply.head.status == 400)
        #expect(reply.field("content-type") == type)
        #expect(reply.closes)
        #expect(reply.text.contains("http://hark.test/"))
        #expect(reply.text.contains("curl -x http://[::1]:8888 "))
        let words = reply.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("HTTP Proxy [::1], Port 8888"))
    }
}

/// The pages about trust, of a run that has an authority.
@Suite struct TrustPagesTests {
    private let site = HarkSite(
        certificates: HarkCertificates(
            pem: "the pem", der: Bytes([0x30, 0x00, 0xFF]), p12: "the p12", mobileconfig: "the profile",
            p12Password: "open & sesame", subject: "Hark of <b>ada</b> on engine", fingerprint: "AB:CD",
            notAfter: 1_924_991_999),
        status: sampleStatus)

    private func get(_ path: String, _ fields: String...) throws -> Reply {
        try #require(visit(makeRequest(lines: ["GET \(path) HTTP/1.1"] + fields, host: "hark.test"), at: site))
    }

    @Test(arguments: [
        ("pem", "application/x-pem-file", "hark-ca.pem"), ("der", "application/x-x509-ca-cert", "hark-ca.cer"),
        ("cer", "application/x-x509-ca-cert", "hark-ca.cer"), ("p12", "application/x-pkcs12", "hark-ca.p12"),
        ("mobileconfig", "application/x-apple-aspen-config", "hark-ca.mobileconfig"),
    ])
    func theCertificateComesInEachFormUnderItsTypeAndName(form: String, type: String, name: String) throws {
        let reply = try get("/certificate.\(form)", "Accept: text/html")
        #expect(reply.head.status == 200)
        #expect(reply.field("content-type") == type)
        #expect(reply.field("content-disposition") == "inline; filename=\"\(name)\"")
        #expect(reply.field("x-content-type-options") == "nosniff")
        #expect(reply.field("cache-control") == "no-store")
        let content: [String: [UInt8]] = [
            "hark-ca.pem": Array("the pem".utf8), "hark-ca.cer": [0x30, 0x00, 0xFF],
            "hark-ca.p12": Array("the p12".utf8), "hark-ca.mobileconfig": Array("the profile".utf8),
        ]
        #expect(reply.body == content[name])
    }

    @Test(arguments: ["/certificate", "/certificate.key", "/key", "/certificate.pem/key", "/hark-ca-key.pem"])
    func nothingElseIsGivenOut(path: String) throws {
        #expect(try get(path).head.status == 404)
    }

    @Test func theTrustPageNamesTheAuthorityEscapedAndInstructsEachKindOfClient() throws {
        let html = try get("/trust", "Accept: text/html").text
        #expect(html.contains("Hark of &lt;b&gt;ada&lt;/b&gt; on engine") && !html.contains("<b>"))
        #expect(html.contains("open &amp; sesame"))
        // 1,924,991,999 is the last second of 2030.
        #expect(html.contains("AB:CD") && html.contains("2030-12-31"))
        let text = try get("/trust", "Accept: */*").text
        for client in [
            "curl -x http://127.0.0.1:7777 --cacert", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS", "http.sslCAInfo",
            "-Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=7777", "Firefox", "Chrome", "Safari", "iPhone", "Android",
            "Windows", "update-ca-certificates", "update-ca-trust", "add-trusted-cert", "hark run", "hark ca untrust",
        ] {
            #expect(text.contains(client), "\(client)")
        }
        for file in ["/certificate.pem", "/certificate.cer", "/certificate.p12", "/certificate.mobileconfig"] {
            #expect(html.contains("href=\"\(file)\""), "\(file)")
        }
    }

    @Test(arguments: ["/", "/trust"])
    func onlyTheScriptOfTheCheckMayRunAndOnlyAskForOneThing(path: String) throws {
        let reply = try get(path, "Accept: text/html")
        let policy = try #require(reply.field("content-security-policy"))
        let parts = reply.text.components(of: "<script>")
        #expect(parts.count == 2)
        let script = try #require(parts.last?.components(of: "</script>").first)
        let hash = Base64.encode(HashAlgorithm.sha256.digest(Array(script.utf8)))
        #expect(policy.contains("script-src 'sha256-\(hash)';"))
        #expect(policy.hasPrefix("default-src 'none';"))
        #expect(policy.hasSuffix("connect-src https://hark.test/trusted"))
        #expect(!policy.contains("unsafe"))
        // Without a script there is a link to the same end.
        #expect(parts.first?.contains("<a href=\"https://hark.test/trusted\">") == true)
    }

    @Test func pagesWithoutTheCheckAllowNoScript() throws {
        for reply in [try get("/trusted", "Accept: text/html"), try get("/nothing", "Accept: text/html")] {
            let policy = try #require(reply.field("content-security-policy"))
            #expect(!policy.contains("script-src") && !policy.contains("connect-src"))
        }
    }

    @Test func whetherItIsTrustedMayBeAskedByItsOwnPageAlone() throws {
        let reply = try get("/trusted", "Origin: http://elsewhere.example")
        #expect(reply.head.status == 200)
        #expect(reply.field("access-control-allow-origin") == "http://hark.test")
        #expect(reply.field("cache-control") == "no-store")
    }

    @Test func withoutAnAuthorityThereIsNothingToTrust() throws {
        let site = HarkSite(status: sampleStatus)
        for path in ["/trust", "/trusted", "/certificate.pem"] {
            let reply = try #require(visit(makeRequest("GET \(path) HTTP/1.1", host: "hark.test"), at: site))
            #expect(reply.head.status == 404)
        }
        let page = try #require(visit(makeRequest("GET / HTTP/1.1", host: "hark.test"), at: site))
        #expect(page.text.contains("has no CA"))
    }

    @Test func theIndexOfTheDemoSiteListsTheServersWhoseCertificatesAreWrong() throws {
        let reply = try #require(visit(makeRequest("GET / HTTP/1.1")))
        for host in SecureHost.all { #expect(reply.text.contains("https://\(host.name)/"), "\(host.name)") }
    }
}
