import Bytes
import Explain
import Flow
import HTTPModel
import Testing

/// Bodies and what follows them, taken apart by hand from RFC 9112 §6 and §7.
@Suite struct DissectionBodyTests {
    private static let chunked: Bytes = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    private func chunks(_ body: String) -> [String] {
        let input = Bytes(Self.chunked.text + body)
        let message = firstMessage(input)
        return outline(message?.spans.filter { $0.offset >= Self.chunked.count } ?? [], of: input)
    }

    @Test func chunksExtensionsAndTrailersAreNamed() {
        #expect(
            chunks("5;a=b ; c=\"d;\"\r\nhello\r\n0\r\nX: y\r\n\r\n") == [
                "chunk-size 5", "\";\" ;", "chunk-ext-name a", "\"=\" =", "chunk-ext-val b", "BWS  ", "\";\" ;",
                "BWS  ",
                "chunk-ext-name c", "\"=\" =", "chunk-ext-val \\\"d;\\\"", "CRLF \\r\\n", "chunk-data hello",
                "CRLF \\r\\n", "chunk-size 0", "CRLF \\r\\n", "field-name X", "\":\" :", "OWS  ", "field-value y",
                "CRLF \\r\\n", "CRLF \\r\\n",
            ])
    }

    @Test(arguments: [
        ("xyz\r\n", "!chunk-size xyz\\r\\n"), ("+5\r\nhello\r\n", "!chunk-size +5\\r\\n"),
        ("5\r\nhelloX\r\n", "!CRLF X\\r"), ("5 x\r\nhello\r\n", "!chunk-ext x"),
        ("11111111111111111\r\n", "!chunk-size 11111111111111111"), ("5\nhello\n0\n\n", "!CRLF \\n"),
        ("ffffffffffffffff\r\n", "!chunk-size ffffffffffffffff"), ("5;=\r\nhello\r\n", "!chunk-ext =\\r"),
    ])
    func whatBreaksAChunk(body: String, leaf: String) {
        let leaves = chunks(body)
        #expect(leaves.contains { $0 == leaf || $0 + "\\r" == leaf }, "\(leaves)")
    }

    @Test func aCutBodyEndsInWhatIsMissing() throws {
        let input: Bytes = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"
        let message = try #require(firstMessage(input))
        #expect(message.error?.code == .truncatedBody)
        #expect(message.error?.offset == input.count)
        #expect(message.spans.suffix(2).map(\.length) == [5, 0])
        #expect(message.spans.last?.isMalformed == true)
        #expect(message.spans.dropLast().last?.text.contains("5 of the 10 bytes") == true)
    }

    @Test func aRequestPastedWithItsResponseGivesTheMethod() {
        let input: Bytes = "HEAD / HTTP/1.1\r\nHost: a\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"
        let reading = MessageReader().read(input)
        #expect(reading.messages.map(\.kind) == [.request, .response])
        #expect(reading.messages.last?.answered == .head)
        #expect(reading.messages.last?.framing?.rule == 1)
        #expect(reading.messages.last?.error == nil)
        #expect(reading.rest.isEmpty)
    }

    @Test func responsesAnswerRequestsInTheirOrder() {
        let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
        let input = Bytes(
            request + request.replacing("GET", with: "HEAD") + "HTTP/1.1 103 Early Hints\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n")
        let reading = MessageReader().read(input)
        #expect(reading.messages.map(\.answered) == [nil, nil, .get, .get, .head])
        #expect(reading.messages.allSatisfy { $0.error == nil })
    }

    @Test func theMethodCanBeSaid() {
        let input: Bytes = "HTTP/1.1 200 OK\r\n\r\n\u{16}\u{3}"
        let tunnel = MessageReader(toMethod: .connect).read(input)
        #expect(tunnel.messages.first?.framing?.kind == .tunnel)
        #expect(tunnel.rest == 19..<21)
        let plain = MessageReader().read(input)
        #expect(plain.messages.first?.framing?.kind == .close)
        #expect(plain.rest.isEmpty)
    }

    @Test func bytesAfterTheLastMessageAreLeft() {
        let reading = MessageReader().read("GET / HTTP/1.1\r\nHost: a\r\n\r\n{\"a\": 1}")
        #expect(reading.messages.count == 1)
        #expect(reading.rest == 27..<35)
    }

    @Test func theKindCanBeForced() {
        #expect(MessageReader(kind: .request).read("HTTP/1.1 200 OK\r\n\r\n").messages.first?.kind == .request)
        #expect(MessageReader(kind: .response).read("GET / HTTP/1.1\r\n\r\n").messages.first?.kind == .response)
        #expect(MessageReader().read("").messages.isEmpty)
    }

    @Test func aBodyWithTwoEndsIsReadAsTheRFCSaysAndRefused() throws {
        let input: Bytes =
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        let message = try #require(firstMessage(input))
        #expect(message.error?.code == .contentLengthWithTransferEncoding)
        #expect(message.framing?.kind == .chunked)
        #expect(message.length == input.count)
        // The value of Content-Length is what the decoder points at.
        #expect(outline(input).contains("!Content-Length 4"))
    }

    @Test func manyMessagesAreBounded() {
        let input = Bytes(String(repeating: "GET / HTTP/1.1\r\nHost: a\r\n\r\n", count: 12))
        let reading = MessageReader(limits: MessageReader.Limits(messages: 10)).read(input)
        #expect(reading.messages.count == 10)
        #expect(reading.rest == 270..<324)
    }

    /// A body that does not end is cut off, also when something else is wrong with its message first.
    @Test(
        arguments: [
            ("Transfer-Encoding: chunked\r\nContent-Length: 50\r\n\r\n5\r\nhello\r\n", true),
            ("Transfer-Encoding: chunked\r\nContent-Length: 50\r\n\r\n5\r\nhel", true),
            ("Transfer-Encoding: chunked\r\nContent-Length: 50\r\n\r\n", true),
            ("Transfer-Encoding: chunked\r\nContent-Length: 50\r\n\r\n5\r\nhello\r\n0\r\n\r\n", false),
            ("Bad Name: x\r\nContent-Length: 50\r\n\r\nhello", true),
            ("Bad Name: x\r\nContent-Length: 5\r\n\r\nhello", false),
            ("Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n", true),
        ] as [(Bytes, Bool)])
    func aBodyThatDoesNotEndIsCutOff(rest: Bytes, isCutOff: Bool) throws {
        let input = Bytes(Array("HTTP/1.1 200 OK\r\n".utf8) + rest.array)
        let message = try #require(MessageReader(kind: .response).read(input).messages.first)
        let told = message.spans.filter { $0.length == 0 && $0.isMalformed && $0.offset == input.count }
        #expect(told.count == (isCutOff ? 1 : 0))
        #expect(told.first?.rule == (isCutOff ? "message-body" : nil))
    }
}
