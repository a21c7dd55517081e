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
        ] as [(Bytes, Bytes, Bytes, Bytes, Bytes?)])
    func methodTargetAndHostAreRead(head: Bytes, method: Bytes, target: Bytes, version: Bytes, host: Bytes?) {
        #expect(
            RefusedRequest(head: head)
                == RefusedRequest(method: method, target: target, version: version, host: host))
    }

    @Test(
        arguments: [
            "", "\r\n", "GET", "GET ", "G@T / HTTP/1.1", " GET / HTTP/1.1", "\u{16}\u{3}\u{1} x", "GET /\u{1} HTTP/1.1",
            "GET /\u{E9} HTTP/1.1",
        ] as [Bytes])
    func whatIsNoRequestIsNone(head: Bytes) {
        #expect(RefusedRequest(head: head) == nil)
    }
}
