import Foundation
import TestKit
import Testing

/// Servers that are wrong but readable: the client gets what it could not misread, and the record says what was wrong.
@Suite struct OddResponseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: String
        /// The client's answer, and what is told.
        let answer: String
        let quirks: [String]

        init(_ what: String, _ response: String, _ answer: String, _ quirks: [String]) {
            testDescription = what
            self.response = response
            self.answer = answer
            self.quirks = quirks
        }
    }

    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
    private static let chunks = "5\r\nhello\r\n0\r\n\r\n"
    private static let close = "Connection: close\r\n"
    private static let whole = chunked + close + "\r\n" + chunks

    static let cases = [
        Case("padded sizes", chunked + "\r\n5   \r\nhello\r\n0   \r\n\r\n", whole, ["padded-chunk-size"]),
        // One in the chunks, one in the trailers.
        Case(
            "line feeds in chunk lines", chunked + "\r\n5\nhello\n0\n\n", whole, ["bare-line-feed", "bare-line-feed"]),
        Case("an empty extension", chunked + "\r\n5;\r\nhello\r\n0\r\n\r\n", whole, ["odd-chunk-extension"]),
        Case(
            "length beside chunks", chunked + "Content-Length: 99\r\n\r\n" + chunks, whole, ["length-beside-chunked"]),
        Case(
            "chunked twice", chunked + "Transfer-Encoding: chunked\r\n\r\n" + chunks, whole, ["repeated-chunked"]),
        Case(
            "identity", "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\(close)\r\nhello", ["identity-coding"]),
        Case(
            "a signed length", "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\(close)\r\nhello", ["signed-content-length"]),
        Case(
            "odd names", "HTTP/1.1 200 OK\r\nA=B: c\r\n: d\r\nE F: g\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\(close)\r\nhello",
            ["odd-field-name", "odd-field-name", "odd-field-name"]),
        Case(
            "control characters", "HTTP/1.1 200 OK\r\nA: b\u{1}c\rd\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nA: b c d\r\nContent-Length: 5\r\n\(close)\r\nhello", ["control-in-value"]),
        Case(
            "a status line of its own", "http/1.1   200 OK\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\(close)\r\nhello", ["odd-version", "repeated-status-space"]),
        Case(
            "HTTP/2.0", "HTTP/2.0 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\(close)\r\nhello", ["odd-version"]),
        Case(
            "a length in a 103",
            "HTTP/1.1 103 Early Hints\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
            "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\(close)\r\nhello",
            ["framing-without-body"]),
    ]

    @Test(arguments: cases)
    func isReadAndPutRight(test: Case) throws {
        let origin = try ScriptedOrigin(answering: test.response)
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy("--log", log)
        let request = "GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n"
        let client = try proxy.connect()
        try client.send(request)
        #expect(try client.receiveToEnd().0 == test.answer)
        try proxy.stop()
        let entry = try #require(try Recorded.log(log).first)
        #expect(entry.outcome.kind == "complete")
        #expect(entry.quirks?.map(\.code) == test.quirks)
    }

    /// Whoever wants to find such a server uses `--strict`: nothing of its answer reaches the client as if it were
    /// well.
    @Test(arguments: cases)
    func isRefusedWhenStrict(test: Case) throws {
        let origin = try ScriptedOrigin(answering: test.response)
        let proxy = try RunningProxy("--strict")
        let client = try proxy.connect()
        try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
        let answer = try client.receiveToEnd().0
        #expect(!answer.contains("hello"), "\(answer)")
    }
}
