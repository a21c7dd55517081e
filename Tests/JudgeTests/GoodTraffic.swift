import Testing

/// Exchanges as well-kept sites and services have them, of the kinds that make up most traffic. Lines end with `\n`
/// here; `scheme` is the one that was recorded.
enum GoodTraffic {
    struct Exchange: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        let response: String
        var scheme = "https"
        var testDescription: String { name }
    }

    private static let date = "Date: Tue, 03 Feb 2026 09:30:00 GMT"
    private static let browser = """
        Host: www.shop.example
        User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0
        Accept-Language: de,en-US;q=0.7,en;q=0.3
        Accept-Encoding: gzip, deflate, br, zstd
        """

    static let all: [Exchange] = pages + assets + services + signIn + transfers + everyday

    // MARK: Pages

    private static let pages = [
        Exchange(
            name: "a page",
            request: """
                GET / HTTP/1.1
                \(browser)
                Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8
                Sec-Fetch-Dest: document
                Sec-Fetch-Mode: navigate
                Sec-Fetch-Site: none
                Sec-Fetch-User: ?1
                Upgrade-Insecure-Requests: 1
                """,
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: text/html; charset=utf-8
                Cache-Control: private, max-age=0, must-revalidate
                ETag: "5e-1"
                Vary: Accept-Encoding
                Strict-Transport-Security: max-age=31536000; includeSubDomains
                Content-Security-Policy: default-src 'self'; object-src 'none'
                Referrer-Policy: strict-origin-when-cross-origin
                X-Content-Type-Options: nosniff
                X-Frame-Options: DENY
                Content-Length: 31

                <!doctype html><title>x</title>
                """),
        Exchange(
            name: "http to https", request: "GET /cart HTTP/1.1\n\(browser)\nAccept: text/html",
            response: """
                HTTP/1.1 308 Permanent Redirect
                \(date)
                Location: https://www.shop.example/cart
                Cache-Control: max-age=3600
                Content-Length: 0


                """, scheme: "http"),
        Exchange(
            name: "a page that is not there", request: "GET /gone HTTP/1.1\n\(browser)\nAccept: text/html",
            response: """
                HTTP/1.1 404 Not Found
                \(date)
                Content-Type: text/html; charset=utf-8
                Cache-Control: no-store
                Content-Length: 31

                <!doctype html><title>x</title>
                """),
        Exchange(
            name: "a reload that needs nothing",
            request: "GET / HTTP/1.1\n\(browser)\nAccept: text/html\nIf-None-Match: \"5e-1\"\nCache-Control: max-age=0",
            response: """
                HTTP/1.1 304 Not Modified
                \(date)
                ETag: "5e-1"
                Cache-Control: private, max-age=0, must-revalidate
                Vary: Accept-Encoding


                """),
        Exchange(
            name: "a maintenance window", request: "GET / HTTP/1.1\n\(browser)\nAccept: text/html",
            response: """
                HTTP/1.1 503 Service Unavailable
                \(date)
                Retry-After: 120
                Content-Type: text/html; charset=utf-8
                Cache-Control: no-store
                Content-Length: 31

                <!doctype html><title>x</title>
                """),
    ]

    // MARK: What pages load

    private static let assets = [
        Exchange(
            name: "a style sheet with a hash in its name",
            request: "GET /app.5f3a.css HTTP/1.1\n\(browser)\nAccept: text/css,*/*;q=0.1\nSec-Fetch-Mode: no-cors",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: text/css; charset=utf-8
                Cache-Control: public, max-age=31536000, immutable
                ETag: "5f3a"
                Content-Length: 3

                a{}
                """),
        Exchange(
            name: "a picture out of a cache on the way",
            request: "GET /logo.gif HTTP/1.1\n\(browser)\nAccept: image/avif,image/webp,image/png,*/*;q=0.8",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Age: 600
                Via: 1.1 varnish
                X-Cache: HIT
                Content-Type: image/gif
                Cache-Control: public, max-age=86400
                ETag: "7"
                Content-Length: 6

                GIF89a
                """),
        Exchange(
            name: "a font of another origin",
            request: """
                GET /a.woff2 HTTP/1.1
                \(browser.replacing("www.shop.example", with: "fonts.cdn.example"))
                Accept: application/font-woff2;q=1.0,*/*;q=0.8
                Origin: https://www.shop.example
                Sec-Fetch-Mode: cors
                Sec-Fetch-Site: cross-site
                """,
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: font/woff2
                Access-Control-Allow-Origin: *
                Cross-Origin-Resource-Policy: cross-origin
                Cache-Control: public, max-age=31536000
                ETag: "w"
                Content-Length: 4

                wOF2
                """),
        Exchange(
            name: "a part of a film", request: "GET /a.mp4 HTTP/1.1\n\(browser)\nAccept: */*\nRange: bytes=0-3",
            response: """
                HTTP/1.1 206 Partial Content
                \(date)
                Content-Type: video/mp4
                Content-Range: bytes 0-3/100
                Accept-Ranges: bytes
                Cache-Control: public, max-age=3600
                ETag: "m"
                Content-Length: 4

                abcd
                """),
        Exchange(
            name: "a beacon",
            request: "POST /collect HTTP/1.1\n\(browser)\nContent-Type: text/plain\nContent-Length: 2\n\nhi",
            response: "HTTP/1.1 204 No Content\n\(date)\nCache-Control: no-store\n\n"),
    ]

    // MARK: Services

    private static let services = [
        Exchange(
            name: "a list in JSON",
            request: "GET /api/items?page=2 HTTP/1.1\nHost: api.shop.example\nAccept: application/json",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: application/json
                Cache-Control: no-cache, no-store, max-age=0, must-revalidate
                Pragma: no-cache
                Expires: 0
                Link: </api/items?page=3>; rel="next"
                Content-Length: 2

                []
                """),
        Exchange(
            name: "a preflight",
            request: """
                OPTIONS /api/items HTTP/1.1
                Host: api.shop.example
                Origin: https://www.shop.example
                Access-Control-Request-Method: POST
                Access-Control-Request-Headers: content-type
                Sec-Fetch-Mode: cors
                """,
            response: """
                HTTP/1.1 204 No Content
                \(date)
                Access-Control-Allow-Origin: https://www.shop.example
                Access-Control-Allow-Methods: POST
                Access-Control-Allow-Headers: content-type
                Access-Control-Allow-Credentials: true
                Access-Control-Max-Age: 600
                Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers


                """),
        Exchange(
            name: "something new",
            request: """
                POST /api/items HTTP/1.1
                Host: api.shop.example
                Origin: https://www.shop.example
                Authorization: Bearer 4f1c
                Idempotency-Key: "8e03978e"
                Content-Type: application/json
                Content-Length: 7

                {"a":1}
                """,
            response: """
                HTTP/1.1 201 Created
                \(date)
                Location: /api/items/7
                Content-Type: application/json
                Access-Control-Allow-Origin: https://www.shop.example
                Access-Control-Expose-Headers: Location
                Vary: Origin
                Cache-Control: no-store
                Content-Length: 8

                {"id":7}
                """),
        Exchange(
            name: "a change that does not overwrite",
            request: """
                PUT /api/items/7 HTTP/1.1
                Host: api.shop.example
                Authorization: Bearer 4f1c
                If-Match: "1"
                Content-Type: application/json
                Content-Length: 7

                {"a":2}
                """,
            response: "HTTP/1.1 204 No Content\n\(date)\nETag: \"2\"\nCache-Control: no-store\n\n"),
        Exchange(
            name: "an error in words",
            request:
                "GET /api/items/8 HTTP/1.1\nHost: api.shop.example\nAuthorization: Bearer 4f1c\n"
                + "Accept: application/json",
            response: """
                HTTP/1.1 404 Not Found
                \(date)
                Content-Type: application/problem+json
                Cache-Control: no-store
                Content-Length: 34

                {"status":404,"title":"Not there"}
                """),
        Exchange(
            name: "a quota that is used up",
            request: "GET /api/items HTTP/1.1\nHost: api.shop.example\nAuthorization: Bearer 4f1c",
            response: """
                HTTP/1.1 429 Too Many Requests
                \(date)
                Retry-After: 50
                RateLimit: "default";r=0;t=50
                Content-Length: 0


                """),
        Exchange(
            name: "a stream of events",
            request: "GET /events HTTP/1.1\nHost: api.shop.example\nAccept: text/event-stream",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: text/event-stream
                Cache-Control: no-store
                Transfer-Encoding: chunked

                12
                id: 1
                data: a


                0


                """),
        Exchange(
            name: "a WebSocket",
            request: """
                GET /ws HTTP/1.1
                Host: www.shop.example
                Origin: https://www.shop.example
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
                Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits
                """,
            response: """
                HTTP/1.1 101 Switching Protocols
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=
                Sec-WebSocket-Extensions: permessage-deflate


                """),
    ]

    // MARK: Signing in

    private static let signIn = [
        Exchange(
            name: "a challenge", request: "GET /admin HTTP/1.1\n\(browser)\nAccept: text/html",
            response: """
                HTTP/1.1 401 Unauthorized
                \(date)
                WWW-Authenticate: Basic realm="admin", charset="UTF-8"
                Cache-Control: no-store
                Content-Length: 0


                """),
        Exchange(
            name: "a login",
            request: """
                POST /login HTTP/1.1
                \(browser)
                Origin: https://www.shop.example
                Sec-Fetch-Site: same-origin
                Sec-Fetch-Mode: navigate
                Content-Type: application/x-www-form-urlencoded
                Content-Length: 15

                user=a&pass=b12
                """,
            response: """
                HTTP/1.1 303 See Other
                \(date)
                Location: /
                Set-Cookie: __Host-sid=38afes7a8; Path=/; Secure; HttpOnly; SameSite=Lax
                Cache-Control: no-store
                Content-Length: 0


                """),
        Exchange(
            name: "a log-out",
            request: "POST /logout HTTP/1.1\n\(browser)\nCookie: __Host-sid=38afes7a8\nContent-Length: 0",
            response: """
                HTTP/1.1 303 See Other
                \(date)
                Location: /
                Set-Cookie: __Host-sid=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0
                Clear-Site-Data: "cookies"
                Cache-Control: no-store
                Content-Length: 0


                """),
        Exchange(
            name: "the return from an identity provider",
            request: """
                POST /callback HTTP/1.1
                \(browser)
                Origin: https://id.example
                Sec-Fetch-Site: cross-site
                Sec-Fetch-Mode: navigate
                Sec-Fetch-Dest: document
                Content-Type: application/x-www-form-urlencoded
                Content-Length: 6

                code=x
                """,
            response: "HTTP/1.1 303 See Other\n\(date)\nLocation: /\nCache-Control: no-store\nContent-Length: 0\n\n"),
    ]

    // MARK: Transfers

    private static let transfers = [
        Exchange(
            name: "a download", request: "GET /report HTTP/1.1\n\(browser)\nAccept: */*",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: application/pdf
                Content-Disposition: attachment; filename="report.pdf"; filename*=UTF-8''report.pdf
                Cache-Control: private, no-cache
                ETag: "r"
                Content-Length: 5

                %PDF-
                """),
        Exchange(
            name: "the head of a download", request: "HEAD /report HTTP/1.1\nHost: www.shop.example\nAccept: */*",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: application/pdf
                Cache-Control: private, no-cache
                ETag: "r"
                Content-Length: 5


                """),
        Exchange(
            name: "an upload that asks first",
            request: "PUT /f HTTP/1.1\nHost: up.shop.example\nExpect: 100-continue\nContent-Length: 2\n\nhi",
            response: "HTTP/1.1 201 Created\n\(date)\nETag: \"1\"\nContent-Length: 0\n\n"),
        Exchange(
            name: "a tunnel", request: "CONNECT www.shop.example:443 HTTP/1.1\nHost: www.shop.example:443",
            response: "HTTP/1.1 200 Connection established\n\n", scheme: "http"),
    ]
}
