import Bytes
import HTTPModel
import HTTPWire
import Testing

/// What can be told of a request that was refused.
@Suite struct RefusedRequestTests {
    @Test(
        arguments: [
            ("GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n", "GET", "/a#b", "HTTP/1.1", "x"),
            ("\r\n\r\nPOST http://a/ HTTP/1.1\r\nA b\r\nHOST:  a:80 \r\n", "POST", "http://a/", "HTTP/1.1", "a:80"),
            ("GET / HTTP/3.0\nHost: y\nX", "GET", "/", "HTTP/3.0", "y"),
            ("FOO  *", "FOO", "*", "", nil),
            ("GET /x HTTP/1.1\r\nHost: unfinish", "GET", "/x", "HTTP/1.1", nil),
            ("GET /x HTTP/1.1\r\nX-Host: no\r\nHost: a b\r\n", "GET", "/x", "HTTP/1.1", nil),
            ("G@T /x HTTP/1.1\r\n", "G@T", "/x", "HTTP/1.1", nil),
            ("GET /\u{1B}[m\u{7F} HTTP/1.1\r\n", "GET", "/%1B[m%7F", "HTTP/1.1", nil),
            ("GET http://\u{E9}/ HTTP/1.1\r\n", "GET", "http://\u{E9}/", "HTTP/1.1", nil),
        ] as [(Bytes, Bytes, Bytes, Bytes, Bytes?)])
    func methodTargetAndHostAreRead(head: Bytes, method: Bytes, target: Bytes, version: Bytes, host: Bytes?) {
        #expect(
            RefusedRequest(head: head)
                == RefusedRequest(method: method, target: target, version: version, host: host))
    }

    @Test(
        arguments: [
            "", "\r\n", "GET", "GET ", "G@T / x", " GET / HTTP/1.1", "\u{16}\u{3}\u{1} x", "G\u{1}T / HTTP/1.1",
        ] as [Bytes])
    func whatIsNoRequestIsNone(head: Bytes) {
        #expect(RefusedRequest(head: head) == nil)
    }

    /// The head ends at its empty line: what follows is a body, or somebody else's request.
    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\nA: b\r\n\r\nbody\r\n\r\n", "GET / HTTP/1.1\r\nA: b\r\n\r\n"),
            ("\r\n\r\nGET / HTTP/1.1\r\n\r\nX", "\r\n\r\nGET / HTTP/1.1\r\n\r\n"),
            ("GET / HTTP/1.1\nA: b\n\nbody", "GET / HTTP/1.1\nA: b\n\n"),
            ("GET / HTTP/1.1\r\nA: b", "GET / HTTP/1.1\r\nA: b"), ("", ""),
        ] as [(Bytes, Bytes)])
    func theHeadIsWithoutWhatFollows(bytes: Bytes, head: Bytes) {
        #expect(RefusedRequest.head(in: bytes) == head)
    }

    @Test(
        arguments: [
            ("GET / HTTP/1.1\r\nA: b\r\nC : d\r\nE: f\r\n\r\n", [["A", "b"]]),
            (
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n",
                [
                    ["Host", "a"], ["Content-Length", "6"], ["Transfer-Encoding", "chunked"],
                ]
            ),
            ("GET / HTTP/1.1\r\nA: b\u{1}\r\nC: d\r\n\r\n", []), ("GET / HTTP/1.1\r\n A: b\r\n\r\n", []),
            ("GET /#a HTTP/1.1\r\nA: b\r\nnothing\r\n\r\n", [["A", "b"]]),
            (":method: GET\r\n:path: /\r\na: b\r\nC: d\u{0}\r\n", [[":method", "GET"], [":path", "/"], ["a", "b"]]),
        ] as [(Bytes, [[Bytes]])])
    func theFieldsBeforeTheFaultAreRead(head: Bytes, fields: [[Bytes]]) {
        #expect(RefusedRequest.fields(in: head).pairs == fields)
    }
}
