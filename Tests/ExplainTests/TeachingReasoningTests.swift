import Bytes
import Explain
import Flow
import HTTPModel
import Testing

/// Verdicts that would teach something wrong if they were not exact.
@Suite struct TeachingReasoningTests {
    /// RFC 9110 §15.3.7.2: the response to several ranges has no Content-Range of its own.
    @Test func partsOfAMultipartSayTheirRangesThemselves() throws {
        let many = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h\nRange: bytes=0-0,2-2",
            "HTTP/1.1 206 Partial Content\nContent-Type: multipart/byteranges; boundary=b\n\n--b--")
        #expect(StatusReasoning.reasoning(about: many)?.step("Content-Range") == nil)
        let one = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h\nRange: bytes=0-0", "HTTP/1.1 206 Partial Content\nContent-Type: text/plain\n\na")
        #expect(StatusReasoning.reasoning(about: one)?.step("Content-Range")?.held == false)
    }

    /// RFC 9110 §13.2.2: step 6 is reached only when nothing before it has decided.
    @Test func aStepThatDecidesIsTheLast() throws {
        let request = "GET / HTTP/1.1\nHost: h\nIf-None-Match: \"a\""
        let same = MadeExchange.make(request, "HTTP/1.1 304 Not Modified\nETag: \"a\"")
        #expect(
            ConditionalReasoning.reasoning(about: same)?.steps.map(\.rule) == ["representation", "step 3", "answer"])
        let other = MadeExchange.make(request, "HTTP/1.1 200 OK\nETag: \"b\"")
        let rules = ConditionalReasoning.reasoning(about: other)?.steps.map(\.rule)
        #expect(rules == ["representation", "step 3", "step 6", "answer"])
    }

    @Test func aCookieWhoseTimeIsOverIsRemovedAndNotStored() throws {
        let made = MadeExchange.make("GET / HTTP/1.1\nHost: h.example", "HTTP/1.1 200 OK\nSet-Cookie: a=; Max-Age=0")
        let reasoning = try #require(CookieReasoning.reasoning(about: made))
        #expect(reasoning.conclusion.text == "Cookies: 1 to be deleted.")
        #expect(reasoning.step("5.7: expired")?.text.text.contains("deleted") == true)
        let both = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h.example", "HTTP/1.1 200 OK\nSet-Cookie: a=; Max-Age=0\nSet-Cookie: b=1")
        #expect(
            CookieReasoning.reasoning(about: both)?.conclusion.text
                == "Cookies: 2 set, 1 of them stored and 1 to be deleted.")
    }

    @Test func theSameSchemeIsNamedOnce() throws {
        let first = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h",
            "HTTP/1.1 401 No\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", "
                + "algorithm=SHA-256\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\"",
            index: 0)
        let second = MadeExchange.make(
            "GET / HTTP/1.1\nHost: h\nAuthorization: Digest username=\"u\"", "HTTP/1.1 200 OK", index: 1)
        let reasoning = AuthenticationReasoning.reasoning(about: second, in: SessionContext([first, second]))
        #expect(reasoning?.step("challenge")?.text.text == "It answers #1, which asked for Digest.")
    }
}
