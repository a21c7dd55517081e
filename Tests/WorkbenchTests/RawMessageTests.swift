import Bytes
import Testing

@testable import Workbench

@Suite struct RawMessageTests {
    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a\r\n\r\n", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nab",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ])
    func oneRequestHasNoProblem(text: String) {
        #expect(RawMessage.problem(of: Bytes(text)) == nil)
    }

    @Test(arguments: [
        "", "\r\n", "hello", "GET / HTTP/1.1\r\nHost: a\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\r\nmore",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na",
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nabc",
        "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc",
    ])
    func anythingElseHasOne(text: String) {
        #expect(RawMessage.problem(of: Bytes(text)) != nil)
    }

    @Test func lineEndsOfTheHeadAloneAreWritten() {
        #expect(RawMessage.withLineEnds("GET / HTTP/1.1\nA: b\r\n\na\nb") == "GET / HTTP/1.1\r\nA: b\r\n\r\na\nb")
        #expect(RawMessage.withLineEnds("a\r\n\r\nb\n") == "a\r\n\r\nb\n")
        #expect(RawMessage.withLineEnds("no line") == "no line")
    }
}
