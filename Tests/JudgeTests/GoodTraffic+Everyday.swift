/// What frameworks, clouds and scripts send a million times a day, each with a habit that a strict reader could take
/// amiss: nothing of it may break a build.
extension GoodTraffic {
    private static let date = "Date: Tue, 03 Feb 2026 09:30:00 GMT"
    private static let script = """
        Host: www.shop.example
        User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:147.0) Gecko/20100101 Firefox/147.0
        Accept: */*
        Accept-Language: de,en-US;q=0.7,en;q=0.3
        Accept-Encoding: gzip, deflate, br, zstd
        """

    static let everyday = [
        Exchange(
            name: "a form that is answered with 302",
            request: """
                POST /login.php HTTP/1.1
                \(script)
                Content-Type: application/x-www-form-urlencoded
                Origin: https://www.shop.example
                Sec-Fetch-Site: same-origin
                Sec-Fetch-Mode: navigate
                Content-Length: 15

                user=a&pass=b12
                """,
            response: """
                HTTP/1.1 302 Found
                \(date)
                Expires: Thu, 19 Nov 1981 08:52:00 GMT
                Cache-Control: no-store, no-cache, must-revalidate
                Pragma: no-cache
                Location: index.php
                Content-Length: 0


                """),
        Exchange(
            name: "a compressed answer for one browser",
            request: "GET /search?q=http+caching HTTP/1.1\n\(script)",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: application/json
                Cache-Control: private, max-age=60
                Content-Encoding: identity
                ETag: W/"a"
                Content-Length: 2

                []
                """),
        Exchange(
            name: "a lifetime for shared caches beside private",
            request: "GET /repos HTTP/1.1\n\(script)\nAuthorization: Bearer 4f1c",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: application/json; charset=utf-8
                Cache-Control: private, max-age=60, s-maxage=60
                Vary: Accept, Authorization
                ETag: W/"a"
                Content-Length: 2

                []
                """),
        Exchange(
            name: "a redirect with nginx's own page",
            request: "GET /docs HTTP/1.1\n\(script)",
            response: """
                HTTP/1.1 301 Moved Permanently
                Server: nginx
                \(date)
                Content-Type: text/html
                Content-Length: 31
                Location: /docs/

                <html><h1>301 Moved</h1></html>
                """),
        Exchange(
            name: "a WebSocket with a token in its URL",
            request: """
                GET /socket?token=4f1c HTTP/1.1
                Host: www.shop.example
                Origin: https://www.shop.example
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Version: 13
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==
                """,
            response: """
                HTTP/1.1 101 Switching Protocols
                Connection: Upgrade
                Upgrade: websocket
                Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=


                """),
        Exchange(
            name: "components of React as text",
            request: "GET /dashboard?_rsc=1a2b3 HTTP/1.1\n\(script)\nRSC: 1\nNext-Url: /",
            response: """
                HTTP/1.1 200 OK
                \(date)
                Content-Type: text/x-component
                Vary: RSC, Next-Router-State-Tree, Next-Router-Prefetch, Accept-Encoding
                Cache-Control: private, no-cache, no-store, max-age=0, must-revalidate
                Content-Length: 7

                0:["a"]
                """),
        Exchange(
            name: "an answer of an RPC server, which has no clock field",
            request: """
                POST /acme.v1.Users/Get HTTP/1.1
                Host: api.shop.example
                Content-Type: application/json
                Connect-Protocol-Version: 1
                Content-Length: 2

                {}
                """,
            response: """
                HTTP/1.1 200 OK
                Content-Type: application/json
                Content-Length: 8

                {"id":7}
                """),
    ]
}
