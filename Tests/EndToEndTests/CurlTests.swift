import Foundation
import TestKit
import Testing

/// curl, as people use it, through a forward proxy.
@Suite struct CurlTests {
    @Test func absoluteFormRequestsAreForwardedAndAnswered() throws {
        let nginx = try NginxOrigin()
        let proxy = try RunningProxy()
        let result = try Tool.curl("-x", proxy.url, nginx.url + "/hello.txt")
        #expect(result.code == 0 && result.text == "Hello from nginx\n", result.summary)
    }

    @Test func bodiesArriveByteForByteBothWays() throws {
        let scratch = try Scratch()
        let bytes = NginxOrigin.bytes(count: 3_000_000)
        let file = try scratch.write("body", bytes)
        let received = Handover<[UInt8]>()
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            if head.contains("100-continue") { try connection.send("HTTP/1.1 100 Continue\r\n\r\n") }
            let body = try connection.receive(exactly: ScriptedOrigin.contentLength(head) ?? 0)
            received.put(body)
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\r\n")
            try connection.send(body)
        }
        let proxy = try RunningProxy()
        let result = try Tool.curl("-x", proxy.url, "--data-binary", "@\(file)", origin.url)
        #expect(result.code == 0, result.summary)
        #expect(result.output == bytes)
        #expect(try received.take("the body at the origin") == bytes)
        #expect(origin.problems.isEmpty)
    }

    @Test func headGetsTheHeadOfAGetAndNoBody() throws {
        let nginx = try NginxOrigin()
        let proxy = try RunningProxy()
        // Two at once: had the first a body, the second would not be understood.
        let result = try Tool.curl("-x", proxy.url, "-I", nginx.url + "/hello.txt", nginx.url + "/hello.txt")
        #expect(result.code == 0, result.summary)
        #expect(result.text.components(separatedBy: "Content-Length: 17\r\n").count == 3, result.summary)
    }

    @Test func chunkedUploadsKeepTheirChunks() throws {
        let scratch = try Scratch()
        let file = try scratch.write("body", "five!")
        let body = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            try Failure.unless(head.lowercased().contains("transfer-encoding: chunked"), head)
            body.put(try connection.receive(through: "0\r\n\r\n"))
            try connection.send("HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n")
        }
        let har = scratch.file("a.har")
        let proxy = try RunningProxy("--har", har)
        let result = try Tool.curl(
            "-x", proxy.url, "-T", file, "-H", "Transfer-Encoding: chunked", "-w", "%{http_code}", origin.url + "/up")
        #expect(result.code == 0 && result.text == "201", result.summary)
        #expect(try body.take("the body at the origin") == "5\r\nfive!\r\n0\r\n\r\n")
        try proxy.stop()
        let entry = try #require(try Recorded.har(har).first)
        #expect(entry.request.framing?.kind == "chunked")
        #expect(entry.request.chunks?.map(\.size) == [5, 0])
        #expect(entry.request.bodySize == 5)
    }

    @Test func continueIsTheOriginsToSay() throws {
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            try Failure.unless(head.contains("Expect: 100-continue\r\n"), head)
            try connection.send("HTTP/1.1 100 Continue\r\nX-From: origin\r\n\r\n")
            _ = try connection.receive(exactly: 4)
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let proxy = try RunningProxy("--har", har)
        let result = try Tool.curl(
            "-x", proxy.url, "-v", "-H", "Expect: 100-continue", "--expect100-timeout", "60", "-d", "body", origin.url)
        #expect(result.code == 0, result.summary)
        #expect(result.diagnostics.contains("< HTTP/1.1 100 Continue"), result.summary)
        #expect(result.diagnostics.contains("< X-From: origin"), result.summary)
        try proxy.stop()
        #expect(try Recorded.har(har).first?.response.interim?.map(\.status) == [100])
    }

    @Test func plainHTTPInsideOfAConnectIsRead() throws {
        let nginx = try NginxOrigin()
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        // -p makes curl use CONNECT for a plain http URL too.
        let result = try Tool.curl("-x", proxy.url, "-p", nginx.url + "/hello.txt")
        #expect(result.code == 0 && result.text == "Hello from nginx\n", result.summary)
        try proxy.stop()
        let entries = try Recorded.log(log)
        #expect(entries.map(\.request.method) == ["CONNECT", "GET"])
        #expect(entries.map(\.outcome.kind) == ["complete", "complete"])
        #expect(entries.last?.request.url == nginx.url + "/hello.txt")
    }

    @Test func whatIsNeitherTLSNorHTTPInsideOfAConnectIsRelayedAndCounted() throws {
        let echo = try ScriptedOrigin { connection, _ in
            try connection.send(try connection.receive(exactly: 9).reversed())
        }
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        let client = try proxy.connect()
        try client.send("CONNECT 127.0.0.1:\(echo.port) HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
        try client.send("HELO you\n")
        #expect(try client.receiveToEnd().text == "\nuoy OLEH")
        client.close()
        try eventually("the tunnel ends") { (try? Recorded.log(log))?.isEmpty == false }
        try proxy.stop()
        let entry = try #require(try Recorded.log(log).first)
        #expect(entry.outcome.kind == "tunnel")
        #expect(entry.tunnel?.sent == 9 && entry.tunnel?.received == 9)
    }

    @Test func proxyCredentialsStayWithTheProxy() throws {
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let heads = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            heads.put(try connection.receiveHead())
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let proxy = try RunningProxy("--har", har)
        let result = try Tool.curl("-x", proxy.url, "--proxy-user", "me:secret", origin.url)
        #expect(result.code == 0, result.summary)
        let head = try heads.take("a request at the origin").lowercased()
        #expect(!head.contains("proxy-authorization") && !head.contains("proxy-connection"), "\(head)")
        try proxy.stop()
        let entry = try #require(try Recorded.har(har).first)
        // RFC 9110 §7.6.1: what is meant for the next hop goes no further, and it is said so.
        #expect(entry.request.rawText.contains("Proxy-Authorization: Basic"))
        #expect(entry.changes?.contains { $0.action == "removed" && $0.line.hasPrefix("Proxy-Authorization") } == true)
    }

    @Test func urlCredentialsBecomeBasicAuthorization() throws {
        let heads = Handover<String>()
        let origin = try ScriptedOrigin { connection, _ in
            heads.put(try connection.receiveHead())
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET http://user:pass@\(origin.host)/x HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
        let head = try heads.take("a request at the origin")
        // RFC 7617 §2: base64 of "user:pass".
        #expect(head.contains("Authorization: Basic dXNlcjpwYXNz\r\n"))
        #expect(head.hasPrefix("GET /x HTTP/1.1\r\n"))
        #expect(!head.contains("user:pass"))
    }

    @Test func originsAndListenersMayBeOnIPv6() throws {
        let nginx = try NginxOrigin(ipv6: true)
        let proxy = try RunningProxy(listen: ["127.0.0.1:0", "[::1]:0"])
        for listener in proxy.listeners {
            let result = try Tool.curl("-x", "http://" + listener, "http://[::1]:\(nginx.port)/hello.txt")
            #expect(result.code == 0 && result.text == "Hello from nginx\n", result.summary)
        }
    }

    @Test func compressedAnswersPassAsTheyAre() throws {
        let nginx = try NginxOrigin()
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let proxy = try RunningProxy("--har", har)
        let direct = try Tool.curl("--compressed", nginx.url + "/text.txt")
        let result = try Tool.curl("-x", proxy.url, "--compressed", nginx.url + "/text.txt")
        #expect(result.code == 0 && result.output == direct.output, result.summary)
        try proxy.stop()
        let content = try #require(try Recorded.har(har).first?.response.content)
        // 2,000 times 26 bytes, whatever their number on the wire.
        #expect(content.size == 52_000)
        #expect((content.compression ?? 0) > 40_000)
    }

    @Test func aRedirectChainOfTheDemoSiteIsFollowed() throws {
        let proxy = try RunningProxy()
        let result = try Tool.curl(
            "-x", proxy.url, "-L", "-o", "/dev/null", "-w", "%{http_code} %{num_redirects}",
            "http://demo.hark.test/redirect/1")
        // 301, 302, 307, 308, and the page at the end.
        #expect(result.code == 0 && result.text == "200 4", result.summary)
        // Lines are printed a moment after the client has its answer.
        try proxy.stop()
        for status in ["301", "302", "307", "308"] {
            #expect(proxy.output.contains(status), "the terminal shows \(status)")
        }
    }

    @Test(arguments: ["http://hark.test/", "http://demo.hark.test/"])
    func theBuiltInSitesNeedNoNetwork(url: String) throws {
        let proxy = try RunningProxy()
        let result = try Tool.curl("-x", proxy.url, "-f", url)
        #expect(result.code == 0 && result.text.contains("Hark"), result.summary)
    }

    @Test func browsingToThePortIsAnsweredWithHelp() throws {
        let proxy = try RunningProxy()
        let result = try Tool.curl(proxy.url + "/")
        #expect(result.code == 0 && result.text.contains("http://hark.test/"), result.summary)
    }

    @Test func resolveConnectsElsewhere() throws {
        let nginx = try NginxOrigin()
        let proxy = try RunningProxy("--resolve", "www.example.com:80:127.0.0.1:\(nginx.port)")
        let result = try Tool.curl("-x", proxy.url, "http://www.example.com/seen")
        #expect(result.code == 0 && result.text.contains("|www.example.com"), result.summary)
    }

    @Test func anUnknownHostIsA502InPlainWords() throws {
        let proxy = try RunningProxy()
        // RFC 6761 §6.4: no name under .invalid exists.
        let result = try Tool.curl("-x", proxy.url, "-w", "%{http_code}", "http://nowhere.invalid/")
        #expect(result.code == 0 && result.text.hasSuffix("502"), result.summary)
        #expect(result.text.contains("nowhere.invalid"), result.summary)
    }

    @Test func aRefusedConnectionIsA502InPlainWords() throws {
        let proxy = try RunningProxy()
        let nowhere = try Loopback.refusingPort()
        let result = try Tool.curl(
            "-x", proxy.url, "-w", "%{http_code}", "http://127.0.0.1:\(nowhere)/")
        #expect(result.code == 0 && result.text.hasSuffix("502"), result.summary)
        #expect(result.text.contains("refused"), result.summary)
    }
}
