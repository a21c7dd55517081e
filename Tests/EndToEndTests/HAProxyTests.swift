import Foundation
import TestKit
import Testing

/// HAProxy in front of Hark, and behind it.
@Suite struct HAProxyTests {
    private func ask(_ words: [String], _ url: String) throws -> Tool.Result {
        try Tool.run(
            Tool.find("curl"), ["-q", "-sS", "--max-time", "60", "-w", " %{http_version} %{http_code}"] + words + [url])
    }

    /// Requests of several clients come over connections that HAProxy shares among them.
    @Test func inFrontItsRequestsAreServedAndSeen() throws {
        let origin = try NginxOrigin()
        let scratch = try Scratch()
        let log = scratch.file("a.log")
        let proxy = try RunningProxy("--reverse", origin.url, "--log", log)
        let front = try HAProxy(to: proxy.listeners[0], more: "option forwardfor")
        for _ in 0..<3 { #expect(try ask([], "\(front.url)/hello.txt").text == "Hello from nginx\n 1.1 200") }
        let large = try ask(
            ["-o", scratch.file("got"), "--data-binary", "@\(origin.scratch.file("random.bin"))"], "\(front.url)/empty")
        #expect(large.text == " 1.1 204", large.summary)
        let body = try ask(["-o", scratch.file("got")], "\(front.url)/random.bin")
        #expect(body.text == " 1.1 200", body.summary)
        #expect(
            FileManager.default.contents(atPath: scratch.file("got")).map(Array.init)
                == NginxOrigin.bytes(count: 1_000_000))
        try proxy.stop()
        let flows = try Recorded.log(log)
        // The server answers before it has read all of the large one, and HAProxy may stop sending then.
        let kinds = flows.map(\.outcome.kind)
        #expect(kinds.count == 5 && (kinds.prefix(3) + kinds.suffix(1)).allSatisfy { $0 == "complete" }, "\(kinds)")
        let names = flows.flatMap { $0.request.headers.map { $0.name.lowercased() } }
        #expect(
            names.filter { $0 == "x-forwarded-for" }.count == 5, "what HAProxy adds is what the client of Hark sent")
    }

    @Test func inFrontItMaySpeakHTTP2() throws {
        let origin = try NginxOrigin()
        let scratch = try Scratch()
        let log = scratch.file("a.log")
        let proxy = try RunningProxy("--reverse", origin.url, "--log", log)
        let front = try HAProxy(to: "\(proxy.listeners[0]) proto h2")
        for _ in 0..<2 { #expect(try ask([], "\(front.url)/hello.txt").text == "Hello from nginx\n 1.1 200") }
        try proxy.stop()
        let versions = try Recorded.log(log).map(\.request.httpVersion)
        #expect(versions == ["HTTP/2.0", "HTTP/2.0"])
    }

    /// It speaks TLS with Hark, which stands in for a server over TLS.
    @Test func inFrontItMaySpeakTLS() throws {
        let origin = try SecureOrigin()
        let proxy = try RunningProxy(arguments: origin.options + ["--reverse", origin.url])
        let front = try HAProxy(
            to: "\(proxy.listeners[0]) ssl verify required ca-file \(proxy.authority) sni str(hark.example) "
                + "verifyhost hark.example")
        let result = try ask([], "\(front.url)/hello.txt")
        #expect(result.text == "Hello over TLS\n 1.1 200", result.summary)
    }

    @Test func behindItIsAServerLikeAnyOther() throws {
        let origin = try NginxOrigin()
        let behind = try HAProxy(
            to: "127.0.0.1:\(origin.port)", more: "http-request deny deny_status 429 if { path /busy }")
        let scratch = try Scratch()
        let log = scratch.file("a.log")
        let proxy = try RunningProxy("--log", log)
        #expect(try ask(["-x", proxy.url], "\(behind.url)/hello.txt").text == "Hello from nginx\n 1.1 200")
        #expect(try ask(["-x", proxy.url], "\(behind.url)/busy").text.hasSuffix(" 1.1 429"))
        try proxy.stop()
        #expect(try Recorded.log(log).map(\.response.status) == [200, 429])
    }

    /// Hark's own answer goes through it as any server's does.
    @Test func inFrontItPassesOnWhyAServerCannotBeReached() throws {
        let scratch = try Scratch()
        let log = scratch.file("a.log")
        let proxy = try RunningProxy("--reverse", "http://127.0.0.1:\(try Loopback.refusingPort())", "--log", log)
        let front = try HAProxy(to: proxy.listeners[0])
        let result = try ask([], "\(front.url)/hello.txt")
        #expect(result.text.hasSuffix(" 1.1 502") && result.text.contains("refused"), result.summary)
        try proxy.stop()
        #expect(try Recorded.log(log).map(\.outcome.code) == ["connectionRefused"])
    }
}
