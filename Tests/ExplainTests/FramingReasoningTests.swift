import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// RFC 9112 §6.3, told rule by rule.
@Suite struct FramingReasoningTests {
    private static func response(_ status: Int, _ fields: String, _ method: Method = .get) throws -> FramingReasoning {
        let input = Bytes("HTTP/1.1 \(status) x\r\n\(fields)\r\n")
        return try #require(MessageReader(kind: .response, toMethod: method).read(input).messages.first?.framing)
    }

    private static func request(_ line: String, _ fields: String) throws -> FramingReasoning {
        let input = Bytes("\(line)\r\nHost: a\r\n\(fields)\r\n")
        return try #require(MessageReader(kind: .request).read(input).messages.first?.framing)
    }

    @Test(arguments: [
        (304, "Content-Length: 5\r\n", Method.get, 1, "none"), (200, "Content-Length: 5\r\n", .head, 1, "none"),
        (204, "", .get, 1, "none"), (101, "", .get, 1, "tunnel"), (200, "", .connect, 2, "tunnel"),
        (407, "Content-Length: 5\r\n", .connect, 6, "length"),
        (200, "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n", .get, 3, "chunked"),
        (200, "Transfer-Encoding: gzip, chunked\r\n", .get, 4, "chunked"),
        (200, "Transfer-Encoding: gzip\r\n", .get, 4, "close"), (200, "Content-Length: 5x\r\n", .get, 5, "unknown"),
        (200, "Content-Length: 5, 6\r\n", .get, 5, "unknown"), (200, "Content-Length: +5\r\n", .get, 6, "length"),
        (200, "Content-Length: 5\r\nContent-Length: 5\r\n", .get, 6, "length"), (200, "", .get, 8, "close"),
    ])
    func responses(status: Int, fields: String, method: Method, rule: Int, kind: String) throws {
        let framing = try Self.response(status, fields, method)
        #expect(framing.rule == rule)
        #expect(framing.kindName == kind)
        try Self.checkSteps(framing)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1", "", 7, "none"), ("POST / HTTP/1.1", "Content-Length: 3\r\n", 6, "length"),
        ("POST / HTTP/1.1", "Transfer-Encoding: chunked\r\n", 4, "chunked"),
        ("POST / HTTP/1.1", "Transfer-Encoding: gzip\r\n", 4, "unknown"),
        ("POST / HTTP/1.0", "Transfer-Encoding: chunked\r\n", 4, "unknown"),
        ("POST / HTTP/1.1", "Content-Length: 3\r\nTransfer-Encoding: gzip\r\n", 3, "unknown"),
        ("POST / HTTP/1.1", "Content-Length: 3\r\nContent-Length: 4\r\n", 5, "unknown"),
        ("CONNECT a:1 HTTP/1.1", "Content-Length: 3\r\n", 7, "none"),
    ])
    func requests(line: String, fields: String, rule: Int, kind: String) throws {
        let framing = try Self.request(line, fields)
        #expect(framing.rule == rule)
        #expect(framing.kindName == kind)
        try Self.checkSteps(framing)
    }

    /// The rules come in order, each once, and only the last one held; what other readers think comes after.
    private static func checkSteps(_ framing: FramingReasoning) throws {
        let steps = framing.reasoning.steps.filter { $0.held != nil }
        #expect(steps.map(\.rule) == (1...framing.rule).map { "rule \($0)" })
        #expect(steps.dropLast().allSatisfy { $0.held == false })
        #expect(steps.last?.held == true)
        #expect(framing.reasoning.steps.drop { $0.held != nil }.allSatisfy { $0.rule == "second reader" })
        if framing.kind == nil { #expect(framing.refusal != nil) }
    }

    @Test func theStepsQuoteTheMessage() throws {
        let framing = try Self.response(304, "Content-Length: 5\r\n")
        #expect(framing.reasoning.conclusion.text == "No body: the message ends with the empty line (rule 1).")
        #expect(
            framing.reasoning.steps.first?.text.text
                == "A response with status 304 ends at the empty line, whatever its fields say.")
    }

    @Test(arguments: [
        ("POST / HTTP/1.1", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", "ends the body at another byte"),
        ("POST / HTTP/1.0", "Transfer-Encoding: chunked\r\n", "HTTP/1.0 does not know"),
        ("POST / HTTP/1.1", "Transfer-Encoding: chunked, gzip\r\n", "searches for the word chunked"),
        ("POST / HTTP/1.1", "Content-Length: 3, 4\r\n", "first number"),
        ("POST / HTTP/1.1", "Content-Length: 3, 3\r\n", "strict reader"),
        ("POST / HTTP/1.1", "Content-Length: +3\r\n", "lenient reader"),
        ("GET / HTTP/1.1", "Content-Length: 3\r\n", "as the next request"),
        ("CONNECT a:1 HTTP/1.1", "Content-Length: 3\r\n", "tunnel's first bytes"),
    ])
    func whatASecondReaderCouldThink(line: String, fields: String, words: String) throws {
        let framing = try Self.request(line, fields)
        #expect(framing.reasoning.steps.contains { $0.rule == "second reader" && $0.text.text.contains(words) })
    }

    @Test func anOrdinaryMessageHasNoSecondReading() throws {
        for fields in ["Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", ""] {
            #expect(!(try Self.request("POST / HTTP/1.1", fields)).reasoning.steps.contains { $0.held == nil })
        }
        #expect(try Self.response(204, "Content-Length: 3\r\n").reasoning.steps.last?.held == nil)
        #expect(try Self.response(200, "").reasoning.steps.last?.spec == "RFC 9112 §8")
    }

    /// Whatever the fields are, the rules tried end at the one that `BodyFraming` applied.
    @Test func theTrialAgreesWithTheDecision() throws {
        var random = SeededGenerator(seed: 63)
        let values = [
            "", "Content-Length: 0\r\n", "Content-Length: 5\r\n", "Content-Length: 5,5\r\n", "Content-Length: -1\r\n",
            "Transfer-Encoding: chunked\r\n", "Transfer-Encoding: Chunked\r\n", "Transfer-Encoding: gzip\r\n",
            "Transfer-Encoding: chunked, chunked\r\n", "Transfer-Encoding: xchunked\r\n", "Transfer-Encoding:\r\n",
            "Content-Length:\r\n", "Content-Length: 99999999999999999999\r\n",
        ]
        let methods: [Method] = [.get, .head, .connect, .post, .other("BREW")]
        for _ in 0..<2000 {
            let fields = (values.randomElement(using: &random) ?? "") + (values.randomElement(using: &random) ?? "")
            let method = methods.randomElement(using: &random) ?? .get
            let status = [101, 103, 200, 204, 304, 404].randomElement(using: &random) ?? 200
            let version = Bool.random(using: &random) ? "HTTP/1.1" : "HTTP/1.0"
            let input = Bytes("\(version) \(status) x\r\n\(fields)\r\n")
            let response = MessageReader(kind: .response, toMethod: method).read(input).messages.first
            try Self.checkSteps(try #require(response?.framing))
            let target = method == .connect ? "a:1" : "/"
            let head = Bytes("\(method.name) \(target) \(version)\r\nHost: a\r\n\(fields)\r\n")
            try Self.checkSteps(try #require(MessageReader(kind: .request).read(head).messages.first?.framing))
        }
    }

    /// RFC 9113 §8.1, RFC 9114 §4.1: recorded messages of later versions are not told that they end with the
    /// connection, and their start lines, which tools make up, are not malformed.
    @Test(
        arguments: [
            ("HTTP/2 200 \r\ncontent-type: text/html\r\n\r\nhello", "RFC 9113 §8.1"),
            ("HTTP/2 200 \r\ncontent-length: 5\r\n\r\nhello", "RFC 9113 §8.1"),
            ("HTTP/2.0 204 \r\n\r\n", "RFC 9113 §8.1"), ("HTTP/3 200\r\n\r\nhello", "RFC 9114 §4.1"),
            ("GET / HTTP/2\r\nHost: a\r\n\r\n", "RFC 9113 §8.1"), ("POST / HTTP/3\r\n\r\nhello", "RFC 9114 §4.1"),
        ] as [(Bytes, String)])
    func messagesOfLaterVersionsEndWithAFrame(input: Bytes, spec: String) throws {
        let message = try #require(MessageReader().read(input).messages.first)
        #expect(message.error == nil)
        #expect(message.length == input.count)
        #expect(!outline(input).contains { $0.hasPrefix("!") })
        let framing = try #require(message.framing)
        #expect(framing.kind == .frames)
        #expect(framing.kindName == "frames")
        #expect(framing.rule == 0)
        #expect(framing.refusal == nil)
        #expect(framing.reasoning.steps.map(\.rule) == ["frames"])
        #expect(framing.reasoning.steps.first?.spec == spec)
        #expect(!framing.reasoning.conclusion.text.contains("rule"))
    }

    /// HTTP/1 stays with its eight rules.
    @Test(arguments: ["HTTP/1.0", "HTTP/1.1", "HTTP/1.2"])
    func messagesOfHTTP1HaveNoFrames(version: String) throws {
        let message = try #require(MessageReader().read(Bytes("\(version) 200 OK\r\n\r\nhello")).messages.first)
        #expect(message.error == nil)
        #expect(message.framing?.kind == .close)
        #expect(message.framing?.rule == 8)
    }
}
