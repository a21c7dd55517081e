import Testing

/// A body that is cut off is never made to look whole, on either side, and what came of it is kept.
@Suite struct TruncationTests {
    struct Response: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: String
        let resets: Bool
    }

    static let responses = [
        Response(
            testDescription: "shorter than its Content-Length",
            bytes: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello",
            resets: false),
        Response(
            testDescription: "without a last chunk",
            bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", resets: false),
        Response(
            testDescription: "inside a chunk",
            bytes: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nhello", resets: false),
        Response(
            testDescription: "reset while it lasts until the close",
            bytes: "HTTP/1.1 200 OK\r\n\r\nhello", resets: true),
    ]

    @Test(arguments: responses)
    func theClientSeesThatAResponseWasCutOff(response: Response) throws {
        let arrived = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send(response.bytes)
            // Not before the client has what was sent: a reset may overtake bytes.
            try arrived.take("the client has the first part")
            if response.resets { connection.reset() }
        }
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let proxy = try RunningProxy("--har", har)
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        let first = try client.receive(through: "hello")
        arrived.put(())
        let (rest, end) = try client.receiveToEnd()
        let whole = first + rest
        #expect(whole.hasPrefix("HTTP/1.1 200 "))
        #expect(!whole.hasSuffix("0\r\n\r\n"))
        // A body that lasts until the close has no other sign of being cut off than a reset.
        if response.resets { #expect(end == .reset) }
        #expect(origin.problems.isEmpty)
        try proxy.stop()
        let entry = try #require(try Recorded.har(har).first)
        #expect(entry.outcome.kind == "aborted" && entry.outcome.by == "upstream")
        #expect(entry.response.content.bytes == Array("hello".utf8))
    }

    @Test func curlCallsATruncatedDownloadAnError() throws {
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhello", closing: true)
        let proxy = try RunningProxy()
        let result = try Tool.curl("-x", proxy.url, origin.url)
        // 18: partial file; 56: failure in receiving.
        #expect([18, 56].contains(result.code), result.summary)
    }

    @Test(arguments: [
        ("Content-Length: 100", "hello"), ("Transfer-Encoding: chunked", "5\r\nhello\r\n"),
        ("Transfer-Encoding: chunked", "64\r\nhello"),
    ])
    func theServerSeesThatARequestWasCutOff(framing: String, body: String) throws {
        let received = Handover<String>()
        let arrived = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            let first = try connection.receive(through: "hello")
            arrived.put(())
            received.put(first + (try connection.receiveToEnd().text))
        }
        let scratch = try Scratch()
        let har = scratch.file("a.har")
        let proxy = try RunningProxy("--har", har)
        let client = try proxy.connect()
        try client.send("POST \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\(framing)\r\n\r\n\(body)")
        try arrived.take("the first part is at the origin")
        client.reset()
        let seen = try received.take("the origin's connection ends")
        #expect(seen.contains("hello") && !seen.hasSuffix("0\r\n\r\n"), "\(seen)")
        try proxy.stop()
        let entry = try #require(try Recorded.har(har).first)
        #expect(entry.outcome.kind == "aborted" && entry.outcome.by == "client")
        #expect(entry.request.framing != nil)
    }

    @Test func aClientThatLeavesFreesItsServer() throws {
        let ended = Handover<Void>()
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")
            _ = try connection.receiveToEnd()
            ended.put(())
        }
        let proxy = try RunningProxy()
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\n\r\n")
        _ = try client.receive(through: "hello")
        client.reset()
        try ended.take("the connection to the origin is closed")
    }
}
