import Bytes
import Explain
import Flow
import HTTPModel
import Testing
import Views

/// Raw messages put together and judged.
@Suite struct ExplainedInputTests {
    private func topics(_ message: ExplainedMessage) -> Set<Reasoning.Topic> { Set(message.reasonings.map(\.topic)) }

    @Test func aResponseIsPairedWithTheRequestBeforeIt() throws {
        let input = ExplainedText.read(ExplainedText.pair)
        try #require(input.messages.count == 2 && input.exchanges.count == 1)
        #expect(input.exchanges[0].url == "http://example.com/a?q=1")
        #expect(input.exchanges[0].response.content.bytes == "hello")
        #expect(input.rest.isEmpty && input.rest.lowerBound == ExplainedText.bytes(ExplainedText.pair).count)
        #expect(topics(input.messages[0]) == [.url, .method])
        #expect(topics(input.messages[1]).isSuperset(of: [.status, .cookies, .caching, .content]))
        #expect(topics(input.messages[1]).isDisjoint(with: [.url, .method, .timing, .framing]))
    }

    /// RFC 9112 §3.2: what is no target names no resource, and none is made of it and Host.
    @Test(
        arguments: [
            ("GET hello HTTP/1.1\nHost: h\n\n", ""), ("GET hello HTTP/1.1\n\n", ""),
            ("GET ?q=1 HTTP/1.1\nHost: h\n\n", ""),
            ("GET http://[::1%25eth0]:99999/ HTTP/1.1\nHost: [::1]\n\n", "http://[::1%25eth0]:99999/"),
            ("GET //evil.test/path HTTP/1.1\nHost: h\n\n", "http://h//evil.test/path"),
        ])
    func noURLIsMadeUp(text: String, url: String) throws {
        let input = ExplainedText.read(text)
        let exchange = try #require(input.exchanges.first)
        #expect(exchange.url.text == url)
        let page = ExplainedText.page(input, all: false)
        #expect(!page.contains("example.com") && !page.contains("hhello") && !page.contains("Request to [::1]http:"))
        #expect(page.contains("URL: Request to ") == (url == "http://h//evil.test/path"), "\(page)")
    }

    @Test func pipelinedRequestsAreAnsweredInTheirOrder() throws {
        let input = ExplainedText.read(
            """
            HEAD /one HTTP/1.1
            Host: h

            GET /two HTTP/1.1
            Host: h

            HTTP/1.1 200 OK
            Content-Length: 9

            HTTP/1.1 404 Not Found
            Content-Length: 0


            """)
        #expect(input.messages.map(\.kind) == [.request, .request, .response, .response])
        #expect(input.exchanges.map(\.url) == ["http://h/one", "http://h/two"])
        // The answer to HEAD has no body whatever its Content-Length says (RFC 9112 §6.3 rule 1).
        #expect(input.exchanges.map { $0.responseHead?.status } == [200, 404])
    }

    @Test func interimResponsesBelongToTheSameRequest() throws {
        let input = ExplainedText.read(
            "GET / HTTP/1.1\nHost: h\n\nHTTP/1.1 103 Early Hints\n\nHTTP/1.1 204 No Content\n\n")
        try #require(input.exchanges.count == 1)
        #expect(
            input.exchanges[0].interim.map(\.head.status) == [103] && input.exchanges[0].responseHead?.status == 204)
        #expect(topics(input.messages[1]) == [.status])
    }

    @Test func aResponseAloneHasNothingToSayAboutARequest() throws {
        let input = ExplainedText.read("HTTP/1.1 200 OK\nVary: Accept\nContent-Length: 0\n\n")
        let message = try #require(input.messages.first)
        #expect(topics(message).isDisjoint(with: [.url, .method, .negotiation, .cors, .conditional, .connection]))
        #expect(message.notes.allSatisfy { $0.message == .response })
        #expect(message.assumptions.contains { $0.text.contains("The request is missing") })
    }

    @Test func aCookieForAWholeDomainNamesTheHostOfAResponseAlone() {
        let input = ExplainedText.read("HTTP/1.1 200 OK\nSet-Cookie: a=b; Domain=shop.example; Secure\n\n")
        let cookies = input.messages.first?.reasonings.first { $0.topic == .cookies }
        // Which host it was, nobody knows: nothing rejects the cookie, and nothing says that it is stored.
        #expect(cookies?.steps.last?.held == nil && cookies?.steps.last?.text.text.contains("shop.example") == true)
        #expect(cookies?.steps.contains { $0.isFault } == false, "\(cookies?.conclusion.text ?? "")")
    }

    @Test func theMethodOfAMissingRequestDecidesWhereTheBodyEnds() {
        let text = "HTTP/1.1 200 OK\nContent-Length: 5\n\n"
        #expect(ExplainedText.read(text, method: .get).messages.first?.explanation.framing?.kindName == "length")
        #expect(ExplainedText.read(text, method: .head).messages.first?.explanation.framing?.kindName == "none")
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\nHost: h\n\n", "http://h/"),
        ("GET / HTTP/1.1\nHost: h:443\n\n", "https://h:443/"),
        ("GET / HTTP/1.1\nHost: h\nOrigin: https://h\n\n", "https://h/"),
        ("GET / HTTP/1.1\nHost: h\nReferer: https://h/page\n\n", "https://h/"),
        ("GET http://h/a#b HTTP/1.1\nHost: h\n\n", "http://h/a"),
        ("OPTIONS * HTTP/1.1\nHost: h\n\n", "http://h"),
        ("GET / HTTP/1.0\n\n", "http://example.com/"),
    ])
    func theURLIsMadeOfWhatTheRequestSays(text: String, url: String) {
        #expect(ExplainedText.read(text).exchanges.first?.url.text == url)
    }

    @Test func theURLThatIsGivenCounts() {
        let input = ExplainedText.read("GET / HTTP/1.1\nHost: h\n\n", url: "https://h/")
        #expect(input.exchanges.first?.url == "https://h/")
        #expect(input.messages.first?.assumptions.isEmpty == true)
    }

    @Test func notesPointAtBytesOfTheWholeInput() throws {
        let text = "GET / HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Length: 0\nSet-Cookie: a=b\n\n"
        let input = ExplainedText.read(text)
        let bytes = ExplainedText.bytes(text)
        let notes = input.messages.flatMap(\.notes).filter { $0.code.hasPrefix("cookie") && $0.length > 0 }
        #expect(!notes.isEmpty)
        for note in notes {
            let marked = bytes.slice(note.offset..<(note.offset + note.length)).text
            #expect(marked.contains("a=b"), "\(note.code) marks \(marked)")
        }
    }

    @Test func whatAStrictReaderRefusesIsANote() throws {
        let text = "GET / HTTP/1.1\nHost: h\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\n"
        let message = try #require(ExplainedText.read(text).messages.first)
        let note = try #require(message.notes.first)
        #expect(note.code == "content-length-with-transfer-encoding" && note.level == .bad)
    }

    @Test func junkIsOneMessageWithoutReasonings() throws {
        let input = ExplainedText.read("\u{1} no message")
        try #require(input.messages.count == 1)
        #expect(input.messages[0].reasonings.isEmpty && input.exchanges.isEmpty)
        #expect(ExplainedText.read("").messages.isEmpty)
    }
}

/// Messages of a recording.
@Suite struct RecordedMessagesTests {
    private func recorded(_ request: String, _ response: String, remark: String? = nil) throws -> ExplainedInput {
        let (first, second) = (ExplainedText.bytes(request), ExplainedText.bytes(response))
        let exchange = try #require(ExplainedText.read(request + response).exchanges.first)
        var messages = RecordedMessages(exchange)
        messages.request = .init(bytes: first)
        messages.response = .init(bytes: second, remarks: remark.map { [$0] } ?? [])
        return ExplainedInput(recorded: [messages], in: SessionContext([exchange]))
    }

    /// The spans of all messages, one after the other, with the base of their message added.
    private func tiles(_ input: ExplainedInput) -> Bool {
        var position = 0
        for message in input.messages {
            guard message.offset == position else { return false }
            for span in message.spans {
                guard message.base + span.offset == position else { return false }
                position += span.length
            }
        }
        return position == input.rest.lowerBound
    }

    @Test func theResponseFollowsTheRequest() throws {
        let input = try recorded("GET / HTTP/1.1\nHost: h\n\n", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi")
        #expect(input.messages.map(\.offset) == [0, 27])
        #expect(tiles(input))
    }

    @Test func bytesBehindTheEndAreNamed() throws {
        let input = try recorded("GET / HTTP/1.1\nHost: h\n\n", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhigh")
        let last = try #require(input.messages.last?.spans.last)
        #expect(last.isMalformed && last.length == 2)
        #expect(tiles(input))
    }

    /// A head that a tool put together has no size: none is given for a fact.
    @Test func whatWasPutTogetherHasNoSize() throws {
        let texts = ("GET / HTTP/1.1\nHost: h\n\n", "HTTP/1.1 200 OK\nContent-Length: 2\n\nhi")
        let exact = ExplainedText.page(try recorded(texts.0, texts.1))
        #expect(exact.contains("Response 200 · 40 bytes from byte 27"))
        let made = ExplainedText.page(try recorded(texts.0, texts.1, remark: "The head was put together."))
        #expect(made.contains("Response 200 ─"))
        #expect(!made.contains("Response 200 · "))
    }

    @Test func aBodyWithoutItsChunkLinesIsNotItsSendersFault() throws {
        let response = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\nhello, no chunk lines"
        let remark = "The chunk lines of the body were not recorded."
        let input = try recorded("GET / HTTP/1.1\nHost: h\n\n", response, remark: remark)
        let message = try #require(input.messages.last)
        #expect(message.notes.allSatisfy { $0.level != .bad })
        #expect(message.spans.allSatisfy { !$0.isMalformed })
        #expect(message.explanation.framing?.kindName == "chunked")
        #expect(message.assumptions.map(\.text) == [remark])
        #expect(tiles(input))
        let blamed = try recorded("GET / HTTP/1.1\nHost: h\n\n", response)
        #expect(blamed.messages.last?.notes.first?.code == "malformed-chunk-size")
    }
}
