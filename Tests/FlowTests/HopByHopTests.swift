import Flow
import Testing

/// RFC 9110 §7.6.1.
@Suite struct HopByHopTests {
    @Test(arguments: [
        // Connection itself, and what it names.
        ("Connection: close", ""), ("Connection: keep-alive | A: b", "A: b"), ("connection: CLOSE", ""),
        ("A: b | Connection: A, X | a: c | X: d | Y: e", "Y: e"), ("Connection: x-y | X-Y: 1 | X-YZ: 2", "X-YZ: 2"),
        ("Connection: A | Connection: B | A: 1 | B: 2", ""), ("Connection: ,A , , | A: 1", ""),
        ("Connection: \"A\" | A: 1", "A: 1"),
        // What is meant for one hop whether named or not.
        ("Keep-Alive: timeout=5", ""), ("Proxy-Connection: keep-alive", ""), ("TE: gzip", ""), ("TE: trailers", ""),
        ("Upgrade: h2c", ""), ("Proxy-Authorization: Basic x", ""),
        // What no Connection may take away.
        ("Connection: Host", ""),
        ("Connection: Cookie, Authorization | Cookie: a | Authorization: b", "Cookie: a | Authorization: b"),
        ("Connection: Content-Length | Content-Length: 3", "Content-Length: 3"),
        ("Connection: transfer-encoding | Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
        ("Connection: Content-Type | Content-Type: a/b", "Content-Type: a/b"),
        // What is passed on, and named again.
        ("Connection: Upgrade | Upgrade: websocket", "Connection: Upgrade | Upgrade: websocket"),
        ("Connection: keep-alive, upgrade | Upgrade: x", "Connection: Upgrade | Upgrade: x"),
        ("Connection: upgrade | Connection: A | Upgrade: x | A: b", "Connection: upgrade | Upgrade: x"),
        ("Connection: keep-alive | Upgrade: x", ""), ("Connection: TE | TE: trailers", "Connection: TE | TE: trailers"),
        ("Connection: TE | TE: trailers, gzip", ""), ("Connection: TE | TE: trailers | TE: gzip", ""),
        ("Connection: TE, Upgrade | TE: trailers | Upgrade: x", "Connection: Upgrade, TE | TE: trailers | Upgrade: x"),
    ])
    func requests(fields: String, expected: String) {
        let (head, changes) = forwarded("PUT http://a/ HTTP/1.1 | Host: a | \(fields)")
        #expect(head == ["PUT / HTTP/1.1 | Host: a", expected].filter { !$0.isEmpty }.joined(separator: " | "))
        #expect(
            changes.dropFirst().allSatisfy { $0.contains("(RFC 9110 §7.6.1)") || $0.contains("(RFC 9110 §11.7.2)") })
    }

    @Test func upgradeOfAnHTTP10RequestEnds() {
        // RFC 9110 §7.8
        let head = forwarded("GET http://a/ HTTP/1.0 | Host: a | Connection: Upgrade | Upgrade: websocket").head
        #expect(head == "GET / HTTP/1.1 | Host: a")
    }

    @Test(arguments: [
        ("200 OK", "Connection: keep-alive | Keep-Alive: timeout=5 | Content-Length: 1", "Content-Length: 1"),
        (
            "200 OK", "Connection: X-Hop | X-Hop: 1 | Set-Cookie: a=b | Content-Length: 1",
            "Set-Cookie: a=b | Content-Length: 1"
        ),
        (
            "200 OK", "Connection: Set-Cookie | Set-Cookie: a=b | Content-Length: 1",
            "Set-Cookie: a=b | Content-Length: 1"
        ),
        ("200 OK", "Connection: keep-alive,\r\n X-Hop | X-Hop: 1 | Content-Length: 1", "Content-Length: 1"),
        ("200 OK", "Connection: Upgrade | Upgrade: h2c | Content-Length: 1", "Content-Length: 1"),
        (
            "426 Upgrade Required", "Connection: Upgrade | Upgrade: x | Content-Length: 1",
            "Connection: Upgrade | Upgrade: x | Content-Length: 1"
        ),
    ])
    func responses(status: String, fields: String, expected: String) {
        #expect(answered("HTTP/1.1 \(status) | \(fields)").head == "HTTP/1.1 \(status) | \(expected)")
    }
}
