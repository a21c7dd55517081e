import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import Testing

/// Nothing is found that rests on something made up.
@Suite struct ProvenanceTests {
    private func codes(_ text: String, method: HTTPModel.Method? = nil, url: Bytes? = nil) -> Set<String> {
        let input = ExplainedInput(
            raw: Bytes(text.replacing("\n", with: "\r\n")),
            ExplainedInput.Circumstances(
                method: method, url: url, now: 1_800_000_000, options: ExplainOptions(notes: Checks.notes)))
        return Set(input.messages.flatMap(\.notes).map(\.code))
    }

    /// When a pasted response came is assumed, so no clock can be compared with it, however old a cache says it is.
    @Test func pastedResponsesHaveNoClock() {
        let found = codes(
            """
            HTTP/1.1 200 OK
            Date: Sun, 01 Jun 2025 12:00:00 GMT
            Age: 3600
            Cache-Control: max-age=7200
            ETag: "a"
            Content-Type: text/css
            Content-Length: 2

            hi
            """)
        #expect(!found.contains("server-clock-differs"))
        #expect(found.contains("strong-validator"))
    }

    /// A response alone is not judged with a request made up for it.
    @Test func aResponseAloneAnswersNothing() {
        let part = codes(
            """
            HTTP/1.1 206 Partial Content
            Date: Sun, 01 Mar 2026 12:00:00 GMT
            Content-Range: bytes 0-4/10
            Content-Encoding: gzip
            Content-Type: image/x-raw
            Access-Control-Allow-Origin: *
            Content-Length: 5

            xxxxx
            """)
        #expect(part.isDisjoint(with: ["range-unasked", "coding-not-accepted", "vary-missing", "cors-allowed"]))
        let unchanged = codes("HTTP/1.1 304 Not Modified\nDate: Sun, 01 Mar 2026 12:00:00 GMT\nETag: \"a\"\n\n")
        #expect(!unchanged.contains("not-modified-unasked"))
    }

    /// A request does not say its scheme.
    @Test func theSchemeOfAPastedRequestIsNotKnown() {
        let text = "GET / HTTP/1.1\nHost: a.example\nAuthorization: Basic YTpi\n\n"
        #expect(!codes(text).contains("basic-without-tls"))
        #expect(codes(text, url: "http://a.example/").contains("basic-without-tls"))
        #expect(!codes(text, url: "https://a.example/").contains("basic-without-tls"))
    }

    /// That no answer was pasted does not mean that none came.
    @Test func aPastedRequestIsNotAFailedOne() {
        let text = "POST /order HTTP/1.1\nHost: a.example\nContent-Length: 1\n\na"
        #expect(!codes(text).contains("post-not-repeatable"))
    }

    /// Both framings: the chunks tell where the content ends, and it is whole.
    @Test func aLengthThatDoesNotCountIsNotHeldAgainstTheContent() {
        let found = codes(
            """
            HTTP/1.1 200 OK
            Date: Sun, 01 Jun 2025 12:00:00 GMT
            Content-Type: text/html; charset=utf-8
            Content-Length: 50
            Transfer-Encoding: chunked

            5
            hello
            0


            """)
        #expect(!found.contains("content-cut-off"))
    }

    /// After a write the answer shows the validators of the new state: the textbook successes.
    @Test func conditionalWritesThatSucceedAreNotBroken() {
        let changed = codes(
            """
            PUT /doc HTTP/1.1
            Host: h.test
            If-Match: "v1"
            Content-Length: 2

            hiHTTP/1.1 204 No Content
            Date: Sun, 01 Jun 2025 12:00:00 GMT
            ETag: "v2"


            """)
        #expect(changed.contains("if-match-protects") && !changed.contains("precondition-ignored"))
        let made = codes(
            """
            PUT /new HTTP/1.1
            Host: h.test
            If-None-Match: *
            Content-Length: 2

            hiHTTP/1.1 201 Created
            Date: Sun, 01 Jun 2025 12:00:00 GMT
            ETag: "1"
            Content-Length: 0


            """)
        #expect(!made.contains("precondition-ignored"))
    }

    /// HTTP/2 ends its messages by itself, and its connection lives on.
    @Test func messagesOfHTTP2AreNotJudgedByTheirConnection() {
        let found = codes("HTTP/2 200\nDate: Sun, 01 Jun 2025 12:00:00 GMT\nContent-Type: image/x-raw\n\nabc")
        #expect(found.isDisjoint(with: ["content-length-unknown", "connection-http10", "connection-closed-by-server"]))
    }
}
