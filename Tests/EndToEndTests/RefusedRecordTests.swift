import Foundation
import TestKit
import Testing

/// A refused request is recorded with everything that could be read of it, and nothing that was not said.
@Suite struct RefusedRecordTests {
    private static func recorded(_ requests: [String], _ arguments: [String] = []) throws -> [Entry] {
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy(arguments: ["--log", log] + arguments)
        for request in requests {
            let client = try proxy.connect()
            try client.send(request)
            _ = try client.receiveToEnd()
        }
        try proxy.stop()
        return try Recorded.log(log)
    }

    @Test func bothFramings() throws {
        let head =
            "POST http://a.test/x?y=z HTTP/1.1\r\nHost: a.test\r\nContent-Length: 6\r\nTransfer-Encoding: "
            + "chunked\r\n\r\n"
        let entry = try #require(try Self.recorded([head + "0\r\n\r\nX"]).first)
        #expect(entry.outcome.kind == "refused")
        #expect(entry.request.method == "POST")
        #expect(entry.request.url == "http://a.test/x?y=z")
        #expect(entry.request.httpVersion == "HTTP/1.1")
        #expect(entry.request.headers.map(\.name) == ["Host", "Content-Length", "Transfer-Encoding"])
        #expect(entry.request.headersSize == head.utf8.count)
        #expect(entry.request.rawText == head)
    }

    @Test func theFieldsBeforeTheFault() throws {
        let entry = try #require(
            try Self.recorded(["GET http://a.test/ HTTP/1.1\r\nHost: a.test\r\nX : y\r\nZ: a\r\n\r\n"]).first)
        #expect(entry.request.httpVersion == "HTTP/1.1")
        #expect(entry.request.headers == [Entry.Pair(name: "Host", value: "a.test")])
    }

    /// What is no target stands behind no host, and no character of a target reaches a terminal as it came.
    @Test(arguments: [
        ("GET T HTTP/1.1", "http://a.test"), ("GET /a#b HTTP/1.1", "http://a.test/a#b"),
        ("GET /\u{1}x HTTP/1.1", "http://a.test/%01x"), ("GET http://\u{FC}.test/ HTTP/1.1", "http://%C3%BC.test/"),
        ("GET / HTTP/3.0", "http://a.test/"), ("G@T /x HTTP/1.1", "http://a.test/x"),
    ])
    func theRequestLine(line: String, url: String) throws {
        let entry = try #require(try Self.recorded(["\(line)\r\nHost: a.test\r\n\r\n"]).first)
        #expect(entry.request.method == String(line.prefix { $0 != " " }))
        #expect(entry.request.url == url)
    }

    /// Requests that Hark takes although they are not as they should be, and with `--strict` does not.
    @Test(arguments: [false, true])
    func whatHasOneReadingIsForwarded(isStrict: Bool) throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let ws = origin.url.replacing("http://", with: "ws://")
        let requests = [
            "GET \(origin.url)/stra\u{DF}e?\u{FC} HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n",
            "GET \(ws)/x HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n",
        ]
        let entries = try Self.recorded(requests, isStrict ? ["--strict"] : [])
        #expect(entries.count == 2)
        #expect(entries.map(\.outcome.kind) == Array(repeating: isStrict ? "refused" : "complete", count: 2))
        #expect(entries.map(\.request.method) == ["GET", "GET"])
        #expect(entries.allSatisfy { $0.request.url.contains(origin.host) })
        guard !isStrict else { return }
        let (text, socket) = (
            entries.first { $0.request.url.contains("stra") }, entries.first { $0.request.url.hasSuffix("/x") }
        )
        #expect(text?.quirks?.map(\.code) == ["unencoded-target"])
        #expect(origin.heads.first?.hasPrefix("GET /stra\u{DF}e?\u{FC} HTTP/1.1\r\n") == true)
        #expect(origin.heads.last?.hasPrefix("GET /x HTTP/1.1\r\n") == true)
        #expect(socket?.changes?.contains { $0.line.hasPrefix("GET ws:") } == true)
    }

    @Test func aConnectNeedsNoHost() throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        for (arguments, status) in [([], "200"), (["--strict"], "400")] as [([String], String)] {
            let proxy = try RunningProxy(arguments: arguments)
            let client = try proxy.connect()
            try client.send("CONNECT \(origin.host) HTTP/1.1\r\n\r\n")
            #expect(try client.receiveHead().hasPrefix("HTTP/1.1 \(status) "))
        }
    }

    /// Inside a tunnel the server is the tunnel's, never the listener that the client's connection came to.
    @Test(arguments: ["", "Host: a b\r\n", "Host: one.test\r\nHost: two.test\r\n"])
    func insideOfATunnel(fields: String) throws {
        let origin = try ScriptedOrigin(answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        let client = try proxy.connect()
        try client.send("CONNECT \(origin.host) HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        #expect(try client.receiveHead().hasPrefix("HTTP/1.1 200 "))
        try client.send("GET /a HTTP/1.1\r\n\(fields)\r\n")
        #expect(try client.receiveToEnd().0.hasPrefix("HTTP/1.1 400 "))
        try proxy.stop()
        let entry = try #require(try Recorded.log(log).first { $0.request.method == "GET" })
        #expect(entry.request.url == "http://\(origin.host)/a")
    }
}
