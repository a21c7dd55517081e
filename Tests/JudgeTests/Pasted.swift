/// Exchanges as people paste them, of kinds that were once told of in contrary sentences.
enum Pasted {
    static let all = [
        // Both framings.
        """
        GET / HTTP/1.1
        Host: h.test

        HTTP/1.1 200 OK
        Date: Sun, 01 Jun 2025 12:00:00 GMT
        Content-Type: text/html; charset=utf-8
        Content-Length: 50
        Transfer-Encoding: chunked

        5
        hello
        0


        """,
        // Cut off within its content.
        "GET / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Content-Type: text/plain; charset=utf-8\nContent-Length: 50\n\nabc",
        // A write that succeeds, and one that creates.
        "PUT /doc HTTP/1.1\nHost: h.test\nIf-Match: \"v1\"\nContent-Length: 2\n\nhiHTTP/1.1 204 No Content\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nETag: \"v2\"\n\n",
        "PUT /new HTTP/1.1\nHost: h.test\nIf-None-Match: *\nContent-Length: 2\n\nhiHTTP/1.1 201 Created\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nETag: \"1\"\nContent-Length: 0\n\n",
        // Another part than the one asked for, and a part of another state.
        "GET /f HTTP/1.1\nHost: h.test\nRange: bytes=0-4\n\nHTTP/1.1 206 Partial Content\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nContent-Range: bytes 3-9/10\nContent-Length: 7\n\nDEFGHIJ",
        "GET /f HTTP/1.1\nHost: h.test\nRange: bytes=0-4\nIf-Range: \"old\"\n\nHTTP/1.1 206 Partial Content\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nETag: \"new\"\nContent-Range: bytes 0-4/10\n"
            + "Content-Length: 5\n\nABCDE",
        // Nothing is offered, and nothing is coded.
        "GET /p HTTP/1.1\nHost: h.test\nAccept-Encoding: identity;q=0, *;q=0\n\nHTTP/1.1 200 OK\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nContent-Type: text/html; charset=utf-8\nContent-Length: 2\n\nhi",
        // Registered, and seldom met.
        "PROPFIND / HTTP/1.1\nHost: h.test\nDepth: 1\n\nHTTP/1.1 207 Multi-Status\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nContent-Type: application/xml\nContent-Length: 0\n\n",
        // A lifetime, and an Expires that is none.
        "GET / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Cache-Control: max-age=60\nExpires: 0\nETag: \"a\"\nContent-Length: 0\n\n",
        // Only a shared cache may use it for a while.
        "GET / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Cache-Control: max-age=0, s-maxage=600, proxy-revalidate\nETag: \"a\"\nContent-Length: 0\n\n",
        // A length where none may be.
        "HEAD /x HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nContent-Length: 5\n\n",
        "DELETE /x HTTP/1.1\nHost: h.test\n\nHTTP/1.1 204 No Content\nContent-Length: 0\n\n",
        // Out of a cache.
        "GET /a.css HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\nAge: 3600\n"
            + "Cache-Control: max-age=7200\nETag: \"a\"\nContent-Type: text/css\nContent-Length: 2\n\nhi",
        // A response that does not change what is stored, for want of a comparison.
        "GET /a HTTP/1.1\nHost: h.test\n\nHTTP/1.1 304 Not Modified\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nETag: \"a\"\n\n",
        "PUT /a HTTP/1.1\nHost: h.test\nIf-None-Match: *\nContent-Length: 0\n\nHTTP/1.1 304 Not Modified\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nETag: \"a\"\n\n",
        // Nowhere to go.
        "GET /a HTTP/1.1\nHost: h.test\n\nHTTP/1.1 302 Found\nDate: Sun, 01 Jun 2025 12:00:00 GMT\nLocation: \n"
            + "Content-Length: 0\n\n",
        "GET /a HTTP/1.1\nHost: h.test\n\nHTTP/1.1 301 Moved Permanently\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Location: mailto:a@h.test\nContent-Length: 0\n\n",
        // Fields that browsers do not go by.
        "GET / HTTP/1.1\nHost: 192.0.2.1\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Strict-Transport-Security: max-age=9\nX-Content-Type-Options: sniff\nContent-Length: 0\n\n",
        "GET / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Strict-Transport-Security: max-age=9\nStrict-Transport-Security: max-age=0\nContent-Length: 0\n\n",
        // Credentials without a token, without a scheme, refused, and not asked for.
        "GET / HTTP/1.1\nHost: h.test\nAuthorization: Bearer\n\nHTTP/1.1 401 Unauthorized\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nWWW-Authenticate: Bearer\nContent-Length: 0\n\n",
        "GET / HTTP/1.1\nHost: h.test\nAuthorization: abc123\n\nHTTP/1.1 401 Unauthorized\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nContent-Length: 0\n\n",
        "GET / HTTP/1.1\nHost: h.test\nAuthorization: Basic YTpi\n\nHTTP/1.1 200 OK\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nWWW-Authenticate: Negotiate oYG=\nContent-Length: 0\n\n",
        // Another type and another charset than the bytes have.
        "GET / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Content-Type: image/png\nContent-Length: 9\n\n<!doctype",
        "GET / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Content-Type: text/html; charset=klingon\nContent-Length: 3\n\n<p>",
        // Two lengths.
        "GET / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Content-Type: image/x-raw\nContent-Length: 5\nContent-Length: 6\n\nhello!",
        // Made by a proxy on the way.
        "GET / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 502 Bad Gateway\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Proxy-Status: edge; error=dns_error\nContent-Type: text/html\nContent-Length: 2\n\nno",
        // Two targets, two types, two lifetimes.
        "GET /a HTTP/1.1\nHost: h.test\n\nHTTP/1.1 302 Found\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Location: /b\nLocation: /c\nContent-Length: 0\n\n",
        "GET /a HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Content-Type: text/plain\nContent-Type: application/json\nContent-Length: 7\n\n{\"a\":1}",
        "GET /a HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\nETag: \"a\"\n"
            + "Cache-Control: max-age=10\nCache-Control: max-age=20\nContent-Length: 0\n\n",
        // A part that nobody asked for, one of HEAD, and a 304 that is wrong by its own date.
        "GET /v HTTP/1.1\nHost: h.test\n\nHTTP/1.1 206 Partial Content\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Content-Type: video/mp4\nContent-Range: bytes 0-3/10\nContent-Length: 4\n\nabcd",
        "HEAD /v HTTP/1.1\nHost: h.test\nRange: bytes=0-3\n\nHTTP/1.1 206 Partial Content\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nContent-Range: bytes 0-3/10\nContent-Length: 4\n\n",
        "GET /a HTTP/1.1\nHost: h.test\nIf-Modified-Since: Sun, 01 Jun 2025 11:00:00 GMT\n\n"
            + "HTTP/1.1 304 Not Modified\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Last-Modified: Sun, 01 Jun 2025 11:30:00 GMT\n\n",
        // From https to http beside HSTS, cookies in one line, and lists that are empty.
        "GET https://h.test/ HTTP/1.1\nHost: h.test\n\nHTTP/1.1 302 Found\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Location: http://h.test/b\nStrict-Transport-Security: max-age=60\nContent-Length: 0\n\n",
        "GET https://h.test/ HTTP/1.1\nHost: h.test\nCookie: a=1, b=2\n\nHTTP/1.1 200 OK\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nSet-Cookie: a=1; Path=/, b=2; Secure\nContent-Length: 0\n\n",
        "PUT / HTTP/1.1\nHost: h.test\nContent-Length: 0\n\nHTTP/1.1 405 Method Not Allowed\n"
            + "Date: Sun, 01 Jun 2025 12:00:00 GMT\nAllow:\nContent-Length: 0\n\n",
        "HEAD / HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\n"
            + "Content-Type: text/html; charset=utf-8\nContent-Length: 0\n\n",
        // What a cache says of itself, and a method of habit.
        "PURGE /a HTTP/1.1\nHost: h.test\n\nHTTP/1.1 200 OK\nDate: Sun, 01 Jun 2025 12:00:00 GMT\nX-Cache: HIT\n"
            + "Content-Length: 0\n\n",
    ]
}
