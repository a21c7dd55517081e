import Bytes
import Explain
import Flow
import Foundation
import HTTPModel
import Judge
import Testing
import Views

/// The short page says each thing once, and where it matters.
@Suite struct ShortPageTests {
    private func page(_ text: String) -> String {
        ExplainedText.page(ExplainedText.read(text), all: false)
    }

    private func count(_ words: String, in page: String) -> Int {
        page.split(whereSeparator: \.isWhitespace).joined(separator: " ").components(separatedBy: words).count - 1
    }

    /// Why a message is refused stands in the note, where it is looked for; the framing does not say it again.
    @Test(arguments: [
        (
            // Length and chunks together are read by now, as every client reads them.
            "HTTP/1.1 200 OK\nContent-Length: 5\nContent-Length: 6\n\nhello",
            "Content-Length is given more than once with different values."
        ),
        ("GET / HTTP/1.1\nHost : h\n\n", "There is white space between a field's name and its colon."),
    ])
    func whyAMessageIsRefusedIsSaidOnce(text: String, why: String) {
        let page = page(text)
        #expect(count("A strict recipient rejects this message.", in: page) == 1, "\(page)")
        #expect(count(why, in: page) <= 3, "\(page)")
        #expect(count("What follows is the reading of a lenient recipient.", in: page) == 1)
    }

    /// A target of CONNECT is host and port (RFC 9112 §3.2.3).
    @Test func aTunnelHasNoScheme() {
        let page = page("CONNECT a.test:443 HTTP/1.1\nHost: a.test:443\n\nHTTP/1.1 200 OK\n\n")
        #expect(page.contains("Request CONNECT a.test:443") && !page.contains("://a.test"), "\(page)")
        #expect(self.page("GET / HTTP/1.1\nHost: a.test\n\n").contains("Request GET http://a.test/"))
    }

    /// What a note says of the request stands there, and not with the response again.
    @Test func aWeakDigestIsSaidOnce() {
        let page = page(
            "GET / HTTP/1.1\nHost: a\nAuthorization: Digest username=\"u\", realm=\"r\", nonce=\"n\", uri=\"/\", "
                + "qop=auth, nc=00000001, cnonce=\"c\", response=\"00\"\n\nHTTP/1.1 200 OK\nContent-Length: 0\n\n")
        #expect(count("MD5 is fast", in: page) == 1, "\(page)")
    }

    /// A head of HTTP/2 as a list is what it is, and readable.
    @Test func aListOfFieldsIsCalledSo() {
        let page = page(":method: GET\n:scheme: https\n:authority: a.test\n:path: /\naccept: */*\n")
        #expect(page.contains("Fields of an HTTP/2 request") && !page.contains("No readable"), "\(page)")
    }

    /// What is missing is said once for each list, and nothing is made of what is not there.
    @Test func fieldsWithoutAStartLineAreCalledSo() {
        let page = page("Server: x\nSet-Cookie: a=b; Secure\nETag: \"a\"\n")
        #expect(page.contains("Header fields of a response") && count("is missing", in: page) == 1, "\(page)")
        for wrong in ["No readable", "In short", "✗", "HTTP/2", "--url", "rejects"] {
            #expect(!page.contains(wrong), "\(wrong): \(page)")
        }
        #expect(page.contains("set with the value “b”"))
    }

    /// A screen has 24 lines.
    @Test(arguments: [
        ("GET / HTTP/1.1\nHost: a\n\nHTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n5\nhello\n0\n\n", "Body end: "),
        ("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nTrailer: X\n\n1\na\n0\nX: 1\n\n", "Body end: "),
        (
            "POST / HTTP/1.1\nHost: a\nTransfer-Encoding: chunked\n\n0\n\nHTTP/1.1 204 No Content\n\n",
            "Body end of the request: "
        ),
    ])
    func whereAChunkedBodyEndsStandsInTheFirstLines(text: String, title: String) {
        let first = page(text).split(separator: "\n", omittingEmptySubsequences: false).prefix(24)
        let screen = first.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(screen.contains(title + "The last chunk (size 0)"), "\(screen)")
    }

    /// RFC 9110 §9.2.2: before the advice to try again.
    @Test(arguments: [("POST", 504, true), ("PUT", 503, true), ("GET", 503, false), ("POST", 404, false)])
    func whetherAFailureMayBeRepeatedIsSaidInShort(method: String, status: Int, isSaid: Bool) {
        let text = "\(method) / HTTP/1.1\nHost: a\nContent-Length: 0\n\nHTTP/1.1 \(status) X\nContent-Length: 0\n\n"
        let page = page(text)
        let short = page[..<(page.range(of: "Request \(method)")?.lowerBound ?? page.startIndex)]
        #expect(short.contains("idempotent") == isSaid, "\(page)")
    }

    /// A copy that ends early: nobody saw a connection close, and nobody refused anything.
    @Test func aShortCopyIsNoRefusedMessage() throws {
        let input = ExplainedText.read("HTTP/1.1 200 OK\nContent-Length: 500\n\nhello")
        let note = try #require(input.messages.first?.notes.first { $0.code == "truncated-body" })
        #expect(note.level == .warning && note.text.text.contains("495 bytes early"))
        for all in [true, false] {
            let page = ExplainedText.page(input, all: all)
            #expect(!page.contains("connection was closed") && !page.contains("strict reader"), "\(page)")
        }
    }

    /// RFC 9110 §8.6: one text for the length of a content that is not sent, on both pages and for scripts.
    @Test(arguments: [
        "HEAD / HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Length: 9999\n\n",
        "HEAD / HTTP/2\nHost: h\n\nHTTP/2 200\ncontent-length: 9999\n\n",
        "GET / HTTP/1.1\nHost: h\nIf-None-Match: \"a\"\n\nHTTP/1.1 304 Not Modified\nContent-Length: 9999\n\n",
    ])
    func theLengthOfNoContent(text: String) throws {
        let input = ExplainedText.read(text)
        for all in [true, false] {
            let page = ExplainedText.page(input, all: all)
            #expect(
                count("content has 9999 bytes", in: page) == 0 && count("number of bytes of the body", in: page) == 0)
            #expect(count("it would have 9999 bytes", in: page) == 1, "\(page)")
        }
        let line = input.messages.last?.spans.first { $0.text.contains("ontent-") && $0.text.contains("9999") }
        let texts = line?.children.flatMap { [$0.text] + $0.children.map(\.text) } ?? []
        #expect(
            texts.contains { $0.contains("would have 9999") } && !texts.contains { $0.contains("bytes of the body") })
    }

    /// A step that says what the answer says, or what a note says by the same section, is left to them.
    @Test func aFaultIsToldOnce() {
        let range = page(
            "GET /f HTTP/1.1\nHost: h\nRange: bytes=0-4\n\nHTTP/1.1 206 Partial Content\nContent-Range: bytes 3-9/10\n"
                + "Content-Type: image/png\nContent-Length: 7\n\nDEFGHIJ")
        #expect(count("nother part than requested", in: range) == 1, "\(range)")
        #expect(range.contains("✗ Another part than requested"))
        let untyped = page("GET /f HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Length: 2\n\nhi")
        #expect(untyped.contains("content-type-missing") && !untyped.contains("No type is declared"))
        #expect(!untyped.contains("Content: "))
    }

    /// What no note says stays, however short the page.
    @Test func aFaultThatNoNoteTellsStays() {
        let page = page(
            "GET / HTTP/1.1\nHost: h\n\nHTTP/1.1 302 Found\nLocation: /\\evil.example\nContent-Length: 0\n\n")
        #expect(page.contains("✗ browsers  Browsers ask another server, for http://evil.example/."), "\(page)")
    }

    /// The meaning of a field is told at the first of its lines; each value at its own.
    @Test func whatAFieldIsForIsSaidOnce() {
        let text =
            "HTTP/1.1 200 OK\nSet-Cookie: a=1; HttpOnly\nset-cookie: b=2; Secure\nSet-Cookie: c=3; Path=/x\n"
            + "Content-Length: 0\n\n"
        let short = page(text)
        #expect(count("A cookie for the client to store and send back.", in: short) == 1)
        for value in ["“1”", "“2”", "“3”", "HttpOnly  Scripts", "Secure  The"] {
            #expect(short.contains(value), "\(value)")
        }
        #expect(
            count("A cookie for the client to store and send back.", in: ExplainedText.page(ExplainedText.read(text)))
                == 3)
    }

    /// Names in a list say what they are by standing there; a part that is none is told of.
    @Test func aListOfNamesIsToldOnce() {
        let text = "HTTP/1.1 405 Method Not Allowed\nAllow: GET, HEAD\nContent-Length: 0\n\n"
        #expect(page(text).contains("The methods that the target supports."))
        #expect(!page(text).contains("GET is supported"))
        #expect(ExplainedText.page(ExplainedText.read(text)).contains("GET is supported"))
        #expect(page(text.replacing("GET, HEAD", with: "GET, H@D")).contains("✗ byte"))
    }

    /// That 200 asks for nothing but taking the content stands on its line; other statuses ask for something.
    @Test func aStatusThatAsksForNothingHasNoAnswerOfItsOwn() {
        #expect(!page("HTTP/1.1 200 OK\nContent-Length: 0\n\n").contains("Status:"))
        #expect(page("HTTP/1.1 404 Not Found\nContent-Length: 0\n\n").contains("Status: Check the path and the host."))
    }

    // MARK: - Content

    @Test func theContentOfChunksIsShown() {
        let text = "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\nabcd\n3\nefg\n0\n\n"
        let page = page(text)
        #expect(page.contains("The content: 7 bytes, in 2 chunks.\n    abcdefg\n"), "\(page)")
        let cut = self.page("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n4\nabcd\n3\ne")
        #expect(!cut.contains("in 2 chunks"))
        // What is no text is not shown.
        #expect(!self.page("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n2\n\u{1}\u{2}\n0\n\n").contains("\u{1}"))
    }

    @Test func oneByteIsNoBytes() {
        #expect(!page("HTTP/1.1 200 OK\nContent-Length: 1\n\nx").contains("1 bytes"))
    }

    /// What decoders make of a coded content, and how far they came.
    @Test func codedContentIsShownWithoutItsCoding() {
        func page(_ remark: String?) -> String {
            let decode: @Sendable (FlowRecord, MessageKind) -> PlainContent? = { record, kind in
                guard kind == .response, record.response.content.bytes == "\u{1}\u{2}\u{3}" else { return nil }
                return PlainContent("plain\u{1B}[2J text", size: 14, codings: ["gzip", "br"], remark: remark)
            }
            let input = ExplainedInput(
                raw: ExplainedText.bytes(
                    "GET / HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Encoding: gzip, br\nContent-Length: 3\n\n"
                        + "\u{1}\u{2}\u{3}"),
                ExplainedInput.Circumstances(
                    now: ExplainedText.moment, options: ExplainOptions(notes: Checks.notes, decode: decode)))
            return ExplainedText.page(input, all: false)
        }
        let whole = page(nil)
        #expect(whole.contains("Without gzip, br: 14 bytes.\n"), "\(whole)")
        #expect(!whole.contains("\u{1B}"))
        // Both sizes are known now.
        #expect(whole.contains("compression-saves"))
        let cut = page("That is as far as it was recorded.")
        #expect(cut.contains("Without gzip, br: 14 bytes. That is as far as it was recorded."))
        #expect(!cut.contains("compression-saves"))
    }
}
