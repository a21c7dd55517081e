import Bytes
import Explain
import Flow
import HTTPModel
import TestKit

/// Exchanges that show what lines can say.
enum Samples {
    static var session: [FlowRecord] {
        [
            redirect, reached, login, cached, revalidated, chunked, compressed, challenge, upload, rewritten, quirky,
            unknownHost, cut, tunnel, longURL, hostile,
        ]
    }

    static let curl: Bytes = """

        Host: demo.hark.test
        User-Agent: curl/7.88.1
        Accept: */*
        Proxy-Connection: Keep-Alive
        """

    static func get(_ target: Bytes, _ more: Bytes = "", method: Bytes = "GET") -> Bytes {
        Bytes(Array(method) + Array(" ".utf8) + Array(target) + Array(" HTTP/1.1".utf8) + Array(curl) + Array(more))
    }

    static let owed: [Change] = [
        Change(
            .replaceStartLine("GET /redirect/1 HTTP/1.1"),
            .owed(spec: "RFC 9112 §3.2.1", text: "A server gets the path alone.")),
        Change(
            .remove(line: 3),
            .owed(spec: "RFC 9110 §7.6.1", text: "The field is meant for the next hop only.")),
    ]

    static var redirect: FlowRecord {
        var maker = Story(id: 1)
        maker.request(get("http://demo.hark.test/redirect/1"))
        maker.apply(0.2, .requestForwarded(sent: "GET /redirect/1 HTTP/1.1\r\n\r\n", edits: owed))
        maker.response(
            """
            HTTP/1.1 302 Found
            Location: /redirect/2
            Content-Length: 0
            """, at: 0.8)
        return maker.record
    }

    static var reached: FlowRecord {
        var maker = Story(id: 2, at: 5)
        maker.request(get("http://demo.hark.test/redirect/2"), at: 5)
        maker.response(
            """
            HTTP/1.1 200 OK
            Content-Type: text/plain; charset=utf-8
            """, size: 13, at: 6)
        return maker.record
    }

    static var login: FlowRecord {
        var maker = Story(id: 3)
        maker.request(
            get(
                "http://demo.hark.test/login",
                "\nCookie: theme=dark; visited=1\nContent-Type: application/x-www-form-urlencoded",
                method: "POST"), framing: Framing(.length(21), rule: 6))
        maker.apply(0.3, .contentReceived(.request, count: 21, bytes: nil))
        maker.response(
            """
            HTTP/1.1 303 See Other
            Location: /welcome
            Set-Cookie: sid=f3b1c0d4e5a697887766554433221100; Path=/; HttpOnly; SameSite=Lax
            Set-Cookie: remember=1; Max-Age=2592000; Path=/; Domain=hark.test; Priority=High
            Set-Cookie: track=x; SameSite=None
            Set-Cookie: old=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Comment="gone"; Version=1
            Cache-Control: no-store
            """, at: 14)
        return maker.record
    }

    static var cached: FlowRecord {
        var maker = Story(id: 4)
        maker.request(get("http://demo.hark.test/cache/fresh"))
        maker.response(
            """
            HTTP/1.1 200 OK
            Date: Sat, 21 Nov 2026 11:04:20 GMT
            Cache-Control: public, max-age=600, s-maxage=60
            ETag: "v1"
            Vary: Accept-Encoding
            Age: 5
            Content-Type: text/html
            """, size: 45_300, at: 48)
        return maker.record
    }

    static var revalidated: FlowRecord {
        var maker = Story(id: 5)
        maker.request(get("http://demo.hark.test/cache/etag", "\nIf-None-Match: \"v1\""))
        maker.response(
            """
            HTTP/1.1 304 Not Modified
            ETag: "v1"
            Cache-Control: no-cache
            """)
        return maker.record
    }

    static var chunked: FlowRecord {
        var maker = Story(id: 6)
        maker.request(get("http://demo.hark.test/chunks"))
        maker.apply(
            2,
            .responseHeadReceived(
                TestHead.response(
                    """
                    HTTP/1.1 200 OK
                    Content-Type: text/plain
                    Transfer-Encoding: chunked
                    Trailer: X-Checksum
                    """), Framing(.chunked, rule: 4)))
        for (place, size) in [512, 512, 37].enumerated() {
            let time = 100.0 * Double(place + 1)
            maker.apply(
                time,
                .chunkStarted(
                    .response,
                    Chunk(offset: UInt64(place * 520), size: UInt64(size), extension: place == 0 ? ";sig=abc" : "")))
            maker.apply(time, .contentReceived(.response, count: size, bytes: nil))
        }
        maker.apply(301, .chunkStarted(.response, Chunk(offset: 1080, size: 0)))
        maker.apply(301, .trailersReceived(.response, TestHead.fields("\nX-Checksum: 9a3f")))
        maker.apply(301, .messageEnded(.response, wireSize: 1100))
        maker.apply(301, .finished(.complete))
        return maker.record
    }

    static var compressed: FlowRecord {
        var maker = Story(id: 7)
        maker.request(get("http://demo.hark.test/gzip", "\nAccept-Encoding: gzip"))
        maker.response(
            """
            HTTP/1.1 200 OK
            Content-Type: application/json
            Content-Encoding: gzip
            Last-Modified: Fri, 20 Nov 2026 11:04:32 GMT
            Date: Sat, 21 Nov 2026 11:04:32 GMT
            """, size: 1234, at: 3.2)
        return maker.record
    }

    static var challenge: FlowRecord {
        var maker = Story(id: 8)
        maker.request(get("http://user:secret@demo.hark.test/digest", "\nAuthorization: Basic dXNlcjpzZWNyZXQ="))
        maker.response(
            """
            HTTP/1.1 401 Unauthorized
            WWW-Authenticate: Digest realm="demo", qop="auth,auth-int", nonce="x", Basic realm="demo"
            Content-Type: text/plain
            """, size: 25)
        return maker.record
    }

    static var upload: FlowRecord {
        var maker = Story(id: 9)
        maker.request(
            get("http://demo.hark.test/upload", "\nExpect: 100-continue\nContent-Type: image/png", method: "PUT"),
            framing: Framing(.length(2_500_000), rule: 6))
        maker.apply(0.5, .interimReceived(TestHead.response("HTTP/1.1 100 Continue")))
        maker.apply(900, .contentReceived(.request, count: 2_500_000, bytes: nil))
        maker.response("HTTP/1.1 204 No Content", at: 1251)
        return maker.record
    }

    static var rewritten: FlowRecord {
        var maker = Story(id: 10)
        maker.request(get("http://demo.hark.test/"))
        maker.apply(
            0.2,
            .requestForwarded(
                sent: "GET / HTTP/1.1\r\n\r\n",
                edits: owed + [
                    Change(
                        .replace(line: 1, with: "User-Agent: hark-test"),
                        .rule("--set-request-header 'User-Agent: hark-test'")),
                    Change(.add("X-Team: blue"), .rule("--add-request-header 'X-Team: blue'")),
                ]))
        maker.apply(
            0.4, .upstreamConnected(.init(connection: 3, address: "127.0.0.1:80", reused: true, isLocal: false)))
        maker.apply(0.5, .retried)
        maker.response("HTTP/1.1 200 OK\nContent-Type: text/html", size: 999)
        return maker.record
    }

    static var quirky: FlowRecord {
        var maker = Story(id: 11)
        maker.request(get("http://demo.hark.test/odd"))
        maker.apply(1, .quirkFound(.response, Quirk(.bytesAfterLastMessage, offset: 120, length: 4)))
        maker.response("HTTP/1.1 200 OK\nExpires: 0\nPragma: no-cache\nContent-Type: text/html", size: 5)
        return maker.record
    }

    static var unknownHost: FlowRecord {
        var maker = Story(id: 12)
        maker.request(get("http://no-such-host.example/"))
        maker.apply(12, .responseForwarded(sent: "HTTP/1.1 502 Bad Gateway\r\n\r\n", edits: []))
        maker.apply(12, .finished(Outcome(.failed, by: .upstream, .nameNotFound, detail: "no-such-host.example")))
        return maker.record
    }

    static var cut: FlowRecord {
        var maker = Story(id: 13)
        maker.request(get("http://demo.hark.test/big"))
        maker.apply(
            2,
            .responseHeadReceived(
                TestHead.response("HTTP/1.1 200 OK\nContent-Type: video/mp4"),
                Framing(.length(1_000_000), rule: 6)))
        maker.apply(500, .contentReceived(.response, count: 123_456, bytes: nil))
        maker.apply(65_000, .finished(Outcome(.aborted, by: .upstream, .upstreamClosed)))
        return maker.record
    }

    static var tunnel: FlowRecord {
        var maker = Story(id: 14)
        maker.request("CONNECT example.com:443 HTTP/1.1\nHost: example.com:443")
        maker.apply(20, .responseForwarded(sent: "HTTP/1.1 200 Connection established\r\n\r\n", edits: []))
        maker.apply(20, .tunnelOpened(protocol: "CONNECT"))
        maker.apply(3220, .relayed(sent: 1200, received: 45_000))
        maker.apply(3220, .finished(Outcome(.tunnel, by: .upstream, .ok)))
        return maker.record
    }

    static var longURL: FlowRecord {
        var maker = Story(id: 15)
        maker.request(
            get(
                Bytes(
                    "http://api.example.com/v2/projects/4711/builds/latest/artifacts?expand=logs,tests&sort=-created"
                        + "&page=3&token=abcdefghijklmnopqrstuvwxyz0123456789")))
        maker.response("HTTP/1.1 404 Not Found\nContent-Type: application/problem+json", size: 210, at: 88)
        return maker.record
    }

    static var hostile: FlowRecord {
        var maker = Story(id: 16)
        maker.request(get("http://demo.hark.test/\u{1B}[2J\u{202E}x?\u{07}"))
        maker.response(
            "HTTP/1.1 200 \u{1B}]0;owned\u{07}\nETag: \"\u{9B}31m\"\nContent-Type: text/\u{1B}[5mhtml", size: 1)
        return maker.record
    }
}
