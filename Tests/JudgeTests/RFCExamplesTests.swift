import Bytes
import Explain
import Flow
import HTTPModel
import Judge
import Testing

/// The exchanges that the RFCs show as examples: nothing of them is bad, and each warning has a reason.
@Suite struct RFCExamplesTests {
    struct Exchange: Sendable, CustomTestStringConvertible {
        /// The section that has it.
        let section: String
        let request: String
        let response: String
        let scheme: String
        var testDescription: String { section }

        init(_ section: String, _ request: String, _ response: String, scheme: String = "https") {
            self.section = section
            self.request = request
            self.response = response
            self.scheme = scheme
        }
    }

    /// Why a warning is right all the same. What several RFCs shorten in the same way is under no section.
    static let reasons: [String: [String: String]] = [
        "": ["date-missing": "examples of RFCs leave out what they are not about"],
        "RFC 9110 §3.9": ["cache-heuristic": "Last-Modified without a lifetime"],
        "RFC 6265 §3.1": ["cookie-without-secure": "the cookie lang holds no secret"],
        "RFC 9110 §9.3.6": ["proxy-credentials-without-tls": "Basic credentials for a proxy, in plain text"],
    ]

    static let all = [
        Exchange(
            "RFC 9110 §3.9",
            "GET /hello.txt HTTP/1.1\nUser-Agent: curl/7.64.1\nHost: www.example.com\nAccept-Language: en, mi\n\n",
            """
            HTTP/1.1 200 OK
            Date: Mon, 27 Jul 2009 12:28:53 GMT
            Server: Apache
            Last-Modified: Wed, 22 Jul 2009 19:15:56 GMT
            ETag: "34aa387-d-1568eb00"
            Accept-Ranges: bytes
            Content-Length: 51
            Vary: Accept-Encoding
            Content-Type: text/plain


            """ + "Hello World! My content includes a trailing CRLF.\r\n", scheme: "http"),
        Exchange(
            "RFC 9110 §9.3.6",
            """
            CONNECT server.example.com:80 HTTP/1.1
            Host: server.example.com:80
            Proxy-Authorization: basic aGVsbG86d29ybGQ=


            """, "HTTP/1.1 200 OK\n\n", scheme: "http"),
        Exchange(
            "RFC 9110 §10.1.1",
            """
            PUT /somewhere/fun HTTP/1.1
            Host: origin.example.com
            Content-Type: video/h264
            Content-Length: 12
            Expect: 100-continue

            123456789012
            """, "HTTP/1.1 204 No Content\n\n"),
        Exchange(
            "RFC 9110 §15.3.7.1", "GET /a.gif HTTP/1.1\nHost: www.example.com\nRange: bytes=2-3\n\n",
            """
            HTTP/1.1 206 Partial Content
            Date: Wed, 15 Nov 1995 06:25:24 GMT
            Last-Modified: Wed, 15 Nov 1995 04:58:08 GMT
            Content-Range: bytes 2-3/4
            Content-Length: 2
            Content-Type: image/gif

            F8
            """, scheme: "http"),
        Exchange(
            "RFC 9110 §15.5.17", "GET /a HTTP/1.1\nHost: www.example.com\nRange: bytes=99999-\n\n",
            """
            HTTP/1.1 416 Range Not Satisfiable
            Date: Fri, 20 Jan 2012 15:41:54 GMT
            Content-Range: bytes */47022
            Content-Length: 0


            """, scheme: "http"),
        Exchange(
            "RFC 6585 §4", "GET /a HTTP/1.1\nHost: www.example.com\n\n",
            "HTTP/1.1 429 Too Many Requests\nContent-Type: text/html\nRetry-After: 3600\nContent-Length: 3\n\n<p>",
            scheme: "http"),
        Exchange(
            "RFC 7725 §3", "GET /a HTTP/1.1\nHost: www.example.com\n\n",
            """
            HTTP/1.1 451 Unavailable For Legal Reasons
            Link: <https://spqr.example.org/legislatione>; rel="blocked-by"
            Content-Type: text/html
            Content-Length: 3

            <p>
            """, scheme: "http"),
        Exchange(
            "RFC 9457 §3",
            """
            POST /purchase HTTP/1.1
            Host: store.example.com
            Content-Type: application/json
            Accept: application/json, application/problem+json
            Content-Length: 33

            {"item": 123456, "quantity": 2  }
            """,
            """
            HTTP/1.1 403 Forbidden
            Content-Type: application/problem+json
            Content-Language: en
            Content-Length: 94

            {"type":"https://example.com/probs/out-of-credit","title":"You do not have enough credit."   }
            """),
        Exchange(
            "RFC 6455 §1.2",
            """
            GET /chat HTTP/1.1
            Host: server.example.com
            Upgrade: websocket
            Connection: Upgrade
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
            Origin: http://example.com
            Sec-WebSocket-Protocol: chat, superchat
            Sec-WebSocket-Version: 13


            """,
            """
            HTTP/1.1 101 Switching Protocols
            Upgrade: websocket
            Connection: Upgrade
            Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
            Sec-WebSocket-Protocol: chat


            """, scheme: "http"),
        Exchange(
            "RFC 5789 §2.1",
            """
            PATCH /file.txt HTTP/1.1
            Host: www.example.com
            Content-Type: application/example
            If-Match: "e0023aa4e"
            Content-Length: 5

            a = b
            """,
            "HTTP/1.1 204 No Content\nContent-Location: /file.txt\nETag: \"e0023aa4f\"\n\n", scheme: "http"),
        Exchange(
            "RFC 6265 §3.1", "GET /a HTTP/1.1\nHost: example.com\n\n",
            """
            HTTP/1.1 200 OK
            Set-Cookie: SID=31d4d96e407aad42; Path=/; Secure; HttpOnly
            Set-Cookie: lang=en-US; Path=/; Domain=example.com
            Content-Length: 0


            """),
        Exchange(
            "RFC 7616 §3.9.1",
            "GET /dir/index.html HTTP/1.1\nHost: www.example.org\nAuthorization: Digest username=\"Mufasa\", "
                + "realm=\"http-auth@example.org\", uri=\"/dir/index.html\", algorithm=SHA-256, "
                + "nonce=\"7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v\", nc=00000001, "
                + "cnonce=\"f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ\", qop=auth, "
                + "response=\"753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1\", "
                + "opaque=\"FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS\"\n\n",
            "HTTP/1.1 200 OK\nContent-Length: 0\n\n", scheme: "http"),
        Exchange(
            "RFC 7617 §2",
            "GET /a HTTP/1.1\nHost: www.example.org\nAuthorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\n\n",
            "HTTP/1.1 200 OK\nContent-Length: 0\n\n"),
        Exchange(
            "RFC 6750 §3", "GET /resource HTTP/1.1\nHost: server.example.com\n\n",
            "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Bearer realm=\"example\"\nContent-Length: 0\n\n"),
        Exchange(
            "RFC 8246 §2", "GET /a.js HTTP/1.1\nHost: www.example.com\n\n",
            """
            HTTP/1.1 200 OK
            Content-Type: text/javascript; charset=utf-8
            Cache-Control: max-age=31536000, immutable
            ETag: "a"
            Content-Length: 2

            a;
            """),
        Exchange(
            "RFC 5861 §3.1", "GET /a HTTP/1.1\nHost: www.example.com\n\n",
            """
            HTTP/1.1 200 OK
            Cache-Control: max-age=600, stale-while-revalidate=30
            Content-Type: text/plain
            ETag: "a"
            Content-Length: 7

            success
            """),
        Exchange(
            "RFC 7240 §2",
            """
            POST /collection HTTP/1.1
            Host: example.org
            Prefer: respond-async, wait=10
            Content-Type: text/plain
            Content-Length: 2

            hi
            """,
            "HTTP/1.1 202 Accepted\nLocation: http://example.org/collection/123\nContent-Length: 0\n\n",
            scheme: "http"),
        Exchange(
            "RFC 9530 appendix B",
            """
            PUT /items/123 HTTP/1.1
            Host: foo.example
            Content-Type: application/json
            Content-Length: 19
            Repr-Digest: sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:

            {"hello": "world"}

            """, "HTTP/1.1 204 No Content\nDate: Sun, 06 Nov 1994 08:49:37 GMT\n\n"),
    ]

    /// Heads with CR LF, contents as they are.
    private static func message(_ text: String) -> [UInt8] {
        guard let end = text.firstRange(of: "\n\n") else { return Array(text.utf8) }
        let head = String(text[..<end.lowerBound]).replacing("\n", with: "\r\n")
        return Array((head + "\r\n\r\n" + text[end.upperBound...]).utf8)
    }

    private static func notes(_ exchange: Exchange) -> [Note] {
        let words = exchange.request.split(separator: " ")
        let host = exchange.request.split(separator: "\n").first { $0.hasPrefix("Host: ") }?.dropFirst(6) ?? ""
        let target = words.count > 1 ? words[1] : ""
        let input = ExplainedInput(
            raw: Bytes(message(exchange.request) + message(exchange.response)),
            ExplainedInput.Circumstances(
                url: target.hasPrefix("/") ? Bytes("\(exchange.scheme)://\(host)\(target)") : nil,
                now: 1_770_111_000, options: ExplainOptions(notes: Checks.notes)))
        #expect(input.messages.count == 2 && input.rest.isEmpty, "\(exchange.section)")
        return input.messages.flatMap(\.notes)
    }

    @Test(arguments: all) func nothingIsHeldAgainstThem(_ exchange: Exchange) {
        for note in Self.notes(exchange) {
            #expect(note.level != .bad, "\(note.code): \(note.text.text)")
            guard note.level == .warning else { continue }
            let isJustified = [exchange.section, ""].contains { Self.reasons[$0]?[note.code] != nil }
            #expect(isJustified, "\(note.code): \(note.text.text)")
        }
    }

    /// The list has no reason for what is not found.
    @Test func eachReasonIsNeeded() {
        for (section, reasons) in Self.reasons {
            let found = Self.all.filter { section.isEmpty || $0.section == section }.flatMap { Self.notes($0) }
            for code in reasons.keys {
                #expect(found.contains { $0.code == code && $0.level == .warning }, "\(section): \(code)")
            }
        }
    }
}
