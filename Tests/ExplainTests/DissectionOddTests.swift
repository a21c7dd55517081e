import Bytes
import Explain
import HTTPModel
import Testing

/// What is tolerated in a response is read on, and marked where it stands.
@Suite struct DissectionOddTests {
    private static func answer(_ fields: String, _ body: String = "") -> Bytes {
        Bytes("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n\(body)")
    }

    private static let chunked = "Transfer-Encoding: chunked"

    @Test(
        arguments: [
            ("5   \r\nhello\r\n0\r\n\r\n", "!BWS    "), ("  5\r\nhello\r\n0\r\n\r\n", "!BWS   "),
            ("5\r\nhello\r\n0\t\r\n\r\n", "!BWS \\t"), ("5;\r\nhello\r\n0\r\n\r\n", "!chunk-ext-name "),
            ("5;a=\r\nhello\r\n0\r\n\r\n", "!chunk-ext-name "), ("5;=b\r\nhello\r\n0\r\n\r\n", "!chunk-ext =b"),
            ("5\nhello\n0\n\n", "!CRLF \\n"), ("5\r\nhello\r\n0\r\nA B: c\r\n\r\n", "!field-name A B"),
        ] as [(String, String)])
    func chunksAreReadOn(body: String, leaf: String) throws {
        let input = Self.answer(Self.chunked, body)
        let message = try #require(firstMessage(input))
        #expect(message.error == nil)
        #expect(message.length == input.count)
        #expect(!message.bodyQuirks.isEmpty)
        let leaves = outline(input)
        #expect(leaves.contains(leaf), "\(leaves)")
        #expect(leaves.contains("chunk-data hello"))
        #expect(leaves.contains("chunk-size 0"))
    }

    /// A request with the same chunks has no second chunk that anybody could find.
    @Test(arguments: ["5   \r\nhello\r\n0\r\n\r\n", "5;\r\nhello\r\n0\r\n\r\n", " 5\r\nhello\r\n0\r\n\r\n"])
    func chunksOfRequestsAreNot(body: String) throws {
        let input = Bytes("POST / HTTP/1.1\r\nHost: a\r\n\(Self.chunked)\r\n\r\n\(body)")
        #expect(try #require(firstMessage(input)).error != nil)
        #expect(!outline(input).contains("chunk-data hello"))
    }

    @Test(
        arguments: [
            ("HTTP/1.1  200 OK", "!SP  "), ("http/1.1 200 OK", "!HTTP-version http/1.1"),
            ("HTTP/1.1 200 O\u{1}K", "!reason-phrase O\\u{01}K"),
        ] as [(String, String)])
    func statusLines(line: String, leaf: String) throws {
        let input = Bytes("\(line)\r\nContent-Length: 0\r\n\r\n")
        #expect(outline(input).contains(leaf), "\(outline(input))")
        let message = try #require(firstMessage(input))
        #expect(message.error == nil)
        #expect(message.response?.status == 200)
    }

    @Test(arguments: [
        "Content-Length: 5\r\n" + chunked, chunked + "\r\n" + chunked, "Content-Length: +5",
        "Transfer-Encoding: identity\r\nContent-Length: 5", "A: b\u{1}c\r\nContent-Length: 5",
        "A=b: c\r\nContent-Length: 5",
        ": c\r\nContent-Length: 5",
    ])
    func headsAreMarkedAndNotRefused(fields: String) throws {
        let isChunked = fields.contains("chunked")
        let input = Self.answer(fields, isChunked ? "5\r\nhello\r\n0\r\n\r\n" : "hello")
        let message = try #require(firstMessage(input))
        #expect(message.error == nil)
        #expect(message.framing?.refusal == nil)
        #expect(message.length == input.count)
        #expect(!message.quirks.isEmpty)
        #expect(message.spans.contains { !$0.malformedLeaves.isEmpty })
    }
}
