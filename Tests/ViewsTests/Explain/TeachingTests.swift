import Bytes
import Explain
import Flow
import Foundation
import HTTPModel
import Testing
import Views

/// What a page owes a learner, and what other tools lose or get wrong: order, case, white space, repeated fields,
/// extensions, trailers, Age, and the same thing said twice.
@Suite struct TeachingTests {
    private func page(_ text: String, width: Int = 100) -> String {
        ExplainedText.page(ExplainedText.read(text), width: width)
    }

    @Test func fieldsStandAsTheyCame() throws {
        let page = page("GET / HTTP/1.1\nhOST:   h \nZ-Last: 1\nA-First: 2\nz-last: 3\n\n")
        // Not sorted, not joined, letter case and white space as on the wire.
        let places = try ["  hOST:   h \n", "  Z-Last: 1\n", "  A-First: 2\n", "  z-last: 3\n"].map { line in
            try #require(page.range(of: line), "\(line)").lowerBound
        }
        #expect(places == places.sorted())
    }

    @Test func everyPartOfTheURLIsNamed() {
        let page = page("GET http://h:8080/a/b%20c?q=1 HTTP/1.1\nHost: h:8080\n\n")
        for part in ["    http ", "    h:8080 ", "    /a/b%20c ", "    b%20c ", "    q=1 "] {
            #expect(page.contains(part), "\(part)")
        }
    }

    @Test func twoSetCookieLinesStayTwo() {
        let page = page(
            "HTTP/1.1 200 OK\nSet-Cookie: a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT\nSet-Cookie: "
                + "b=2\nContent-Length: 0\n\n"
        )
        #expect(page.contains("  Set-Cookie: a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT\n"))
        #expect(page.contains("  Set-Cookie: b=2\n"))
    }

    @Test func extensionsAndTrailersOfChunksAreShown() {
        let page = page(
            "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nTrailer: X-Sum\n\n3;a=1\nabc\n2;b\nde\n0\nX-Sum: 9\n\n")
        #expect(page.contains("Chunk 1: 3 bytes of content. Its size line has ;a=1: for the next recipient"))
        #expect(page.contains("Chunk 2: 2 bytes of content. Its size line has ;b.\n"))
        #expect(page.contains("\n  X-Sum: 9\n"))
    }

    @Test func ofManyChunksTheTrailersAreShownAllTheSame() {
        let chunks = String(repeating: "1\na\n", count: 9)
        let page = page("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n\(chunks)0\nX-Sum: 9\n\n")
        #expect(page.contains("and 3 more chunks"))
        #expect(page.contains("The last chunk"))
        #expect(page.contains("\n  X-Sum: 9\n"))
    }

    @Test func textIsShownAndBytesAreNot() {
        let shown = page(ExplainedText.pair)
        #expect(shown.contains("\n    hello\n"))
        let hidden = page("HTTP/1.1 200 OK\nContent-Length: 6\n\nab\u{1}\u{1B}[m")
        #expect(!hidden.contains("    ab"))
        let long = page("HTTP/1.1 200 OK\nContent-Length: 31\n\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk")
        #expect(long.contains("\n    f\n    …\n") && !long.contains("\n    g\n"))
    }

    @Test func aLongLineIsWrappedAfterASpace() {
        let value = (1...12).map { "word\($0)" }.joined(separator: " ")
        let page = page("GET / HTTP/1.1\nHost: h\nX-Long: \(value)\n\n", width: 60)
        #expect(
            page.contains("  X-Long: word1 word2 word3 word4 word5 word6 word7 word8 \n  word9 word10 word11 word12\n"))
    }

    @Test func whatIsSaidOfSeveralIsSaidOnce() {
        let page = page("HTTP/1.1 200 OK\nSet-Cookie: a=1\nSet-Cookie: b=2\nSet-Cookie: c=3\nContent-Length: 0\n\n")
        #expect(page.components(separatedBy: "Scripts can read it:").count == 2)
        #expect(page.contains("Any script on the page can read “a”."))
        #expect(page.contains("Likewise b, c."))
    }

    @Test func bothCachesAreSideBySideAndEqualsAreSaidOnce() {
        let page = page(
            "GET / HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nAge: "
                + "40\nCache-Control: max-age=60, s-maxage=50\nContent-Length: 0\n\n"
        )
        #expect(page.contains("A private cache may use it for 20 seconds; a shared one may use it for 10 seconds."))
        #expect(page.components(separatedBy: "Responses to GET can be stored.").count == 2)
        #expect(page.contains("✓ private: freshness_lifetime") && page.contains("✓ shared: freshness_lifetime"))
    }

    @Test func aSignedLengthIsNoLength() {
        // Int("+5") is 5 to many a parser, and another one stops at the sign.
        let page = page("POST / HTTP/1.1\nHost: h\nContent-Length: +5\n\nhello")
        #expect(page.contains("✗ rule 5") && !page.contains("✓ rule 5"))
        #expect(!page.contains("The body is the 5 bytes"))
    }

    @Test func theJourneyIsToldAtItsEnd() {
        let input = ExplainedText.read(
            """
            POST /form HTTP/1.1
            Host: h
            Content-Length: 1

            aHTTP/1.1 302 Found
            Location: /done
            Content-Length: 0

            GET /done HTTP/1.1
            Host: h

            HTTP/1.1 200 OK
            Content-Length: 0


            """)
        var writer = PageWriter(style: .plain, width: 100)
        SessionPlace(SessionContext(input.exchanges), index: 1, topics: []).write(to: &writer)
        let page = String(decoding: writer.take(), as: UTF8.self)
        #expect(page.contains("Redirects: #1 → #2"))
        #expect(page.contains("clients change POST to GET, and the body is dropped"))
    }

    @Test func interimAnswersOfARecordingAreExplainedToo() throws {
        let input = ExplainedText.read("GET / HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Length: 0\n\n")
        var exchange = try #require(input.exchanges.first)
        let hints = ExplainedText.read("HTTP/1.1 103 Early Hints\nLink: </a.css>; rel=preload\n\n").messages
        exchange.interim = try [FlowRecord.Interim(#require(hints.first?.explanation.response))]
        let recorded = RecordedMessages(exchange)
        let page = ExplainedText.page(ExplainedInput(recorded: [recorded], in: SessionContext([exchange])))
        #expect(page.contains("Interim response 103"))
        #expect(page.contains("rel=preload"))
    }
}
