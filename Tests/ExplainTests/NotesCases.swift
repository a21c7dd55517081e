import Bytes
import Explain
import Flow
import HTTPModel

// One input for each code, at least.
extension NotesTests {
    static let host = "Host: a.example"
    static let plain = "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT\nContent-Type: text/plain; charset=utf-8"

    static let urls: [Case] = [
        make("url-double-encoded", "GET /a%2520b HTTP/1.1\n\(host)", plain),
        make("url-credentials", "GET http://u:p@a.example/ HTTP/1.1\n\(host)", plain),
        make("url-malformed", "GET /a%zz HTTP/1.1\n\(host)", plain),
        make("url-needless-encoding", "GET /%41 HTTP/1.1\n\(host)", plain),
        make("url-idn", "GET / HTTP/1.1\nHost: xn--mnchen-3ya.example", plain),
        make("url-plus", "GET /?q=a+b HTTP/1.1\n\(host)", plain),
        make("url-too-long", "GET /\(String(repeating: "a", count: 8_001)) HTTP/1.1\n\(host)", plain) {
            $0.toldURL = Bytes("http://a.example/" + String(repeating: "a", count: 8_001))
        },
        make("url-token-in-query", "GET /?access_token=s3cret HTTP/1.1\n\(host)", plain),
        make("url-dot-segments", "GET /a/../b HTTP/1.1\n\(host)", plain),
    ]

    static let methods: [Case] = [
        make("unknown-method", "FETCH / HTTP/1.1\n\(host)", plain),
        make("method-letter-case", "get / HTTP/1.1\n\(host)", plain),
        make("get-with-body", "GET / HTTP/1.1\n\(host)\nContent-Length: 1\n\na", plain),
        make("trace-with-content", "TRACE / HTTP/1.1\n\(host)\nContent-Length: 1\n\na", plain),
        make("method-without-content", "POST / HTTP/1.1\n\(host)", plain),
        make("idempotency-key", "POST / HTTP/1.1\n\(host)\nIdempotency-Key: \"7\"\nContent-Length: 1\n\na", plain),
        make("post-not-repeatable", "POST / HTTP/1.1\n\(host)\nContent-Length: 1\n\na"),
        make("expect-without-body", "GET / HTTP/1.1\n\(host)\nExpect: 100-continue", plain),
        make("expect-unknown", "GET / HTTP/1.1\n\(host)\nExpect: miracles", plain),
        make("expect-http10", "POST / HTTP/1.0\n\(host)\nExpect: 100-continue\nContent-Length: 1\n\na", plain),
        make(
            "expect-continue-honoured", "POST / HTTP/1.1\n\(host)\nExpect: 100-continue\nContent-Length: 1\n\na", plain
        ) { $0.interim = [MadeExchange.interim("HTTP/1.1 100 Continue")] },
    ]

    static func answered(_ code: String, _ response: String) -> Case {
        make(code, "GET / HTTP/1.1\n\(host)", response)
    }

    static let statuses: [Case] = [
        answered("status-401-without-challenge", "HTTP/1.1 401 Unauthorized"),
        answered("status-405-without-allow", "HTTP/1.1 405 Method Not Allowed"),
        answered("allow-lists-method", "HTTP/1.1 405 Method Not Allowed\nAllow: HEAD, GET"),
        answered("status-407-without-challenge", "HTTP/1.1 407 Proxy Authentication Required"),
        answered("status-426-without-upgrade", "HTTP/1.1 426 Upgrade Required"),
        answered("status-unknown", "HTTP/1.1 299 Fine"),
        answered("retry-after-missing", "HTTP/1.1 503 Service Unavailable"),
        answered("retry-after-malformed", "HTTP/1.1 429 Too Many Requests\nRetry-After: soon"),
        answered("retry-after-given", "HTTP/1.1 429 Too Many Requests\nRetry-After: 120"),
        answered("redirect-without-location", "HTTP/1.1 302 Found"),
        make("created-without-location", "PUT /a HTTP/1.1\n\(host)\nContent-Length: 1\n\na", "HTTP/1.1 201 Created"),
        answered("connection-closed-by-server", plain + "\nConnection: close"),
        answered("connection-http10", "HTTP/1.0 200 OK"),
    ]

    static let dates: [Case] = [
        answered("date-missing", "HTTP/1.1 200 OK"),
        answered("date-malformed", "HTTP/1.1 200 OK\nDate: yesterday"),
        answered("date-obsolete-form", "HTTP/1.1 200 OK\nDate: Sunday, 06-Nov-94 08:49:37 GMT"),
        answered("server-clock-differs", "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 09:49:37 GMT"),
        answered("last-modified-in-future", plain + "\nLast-Modified: Mon, 07 Nov 1994 08:49:37 GMT"),
        answered("expires-malformed", plain + "\nExpires: never"),
    ]

    static let validators: [Case] = [
        answered("strong-validator", plain + "\nETag: \"a\""),
        answered("weak-validator", plain + "\nETag: W/\"a\""),
        answered("validator-missing", plain + "\n\nabc"),
        answered("etag-malformed", plain + "\nETag: abc"),
        make("if-none-match-ignored", "GET / HTTP/1.1\n\(host)\nIf-None-Match: \"a\"", plain + "\nETag: \"a\"\n\nabc"),
        make(
            "if-modified-since-ignored", "GET / HTTP/1.1\n\(host)\nIf-Modified-Since: Sat, 05 Nov 1994 08:49:37 GMT",
            plain + "\nLast-Modified: Sat, 05 Nov 1994 08:49:37 GMT\n\nabc"),
        make(
            "revalidation-saved-the-body", "GET / HTTP/1.1\n\(host)\nIf-None-Match: \"a\"",
            "HTTP/1.1 304 Not Modified\nETag: \"a\""),
        make("if-match-weak", "PUT / HTTP/1.1\n\(host)\nIf-Match: W/\"a\"\nContent-Length: 1\n\na", plain),
        make("if-match-protects", "PUT / HTTP/1.1\n\(host)\nIf-Match: \"a\"\nContent-Length: 1\n\na", plain),
        make(
            "precondition-ignored", "GET / HTTP/1.1\n\(host)\nIf-Match: \"b\"", plain + "\nETag: \"a\"\n\nabc"),
        answered("not-modified-unasked", "HTTP/1.1 304 Not Modified"),
        make("if-none-match-malformed", "GET / HTTP/1.1\n\(host)\nIf-None-Match: abc", plain),
    ]

    static func ranged(_ code: String, _ request: String, _ response: String) -> Case {
        make(code, "GET / HTTP/1.1\n\(host)\n\(request)", response)
    }

    static let ranges: [Case] = [
        ranged("range-ignored", "Range: bytes=0-1", plain + "\n\nabcdef"),
        ranged(
            "range-inconsistent", "Range: bytes=0-1", "HTTP/1.1 206 Partial Content\nContent-Range: bytes 5-1/6\n\nab"),
        ranged("range-malformed", "Range: bytes=1-0", plain),
        answered("range-unasked", "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-1/6\n\nab"),
        ranged(
            "range-length-differs", "Range: bytes=0-1",
            "HTTP/1.1 206 Partial Content\nContent-Range: bytes 0-1/6\n\nabc"),
        ranged(
            "range-other-part", "Range: bytes=0-1", "HTTP/1.1 206 Partial Content\nContent-Range: bytes 4-5/6\n\nef"),
        ranged("range-answered", "Range: bytes=-2", "HTTP/1.1 206 Partial Content\nContent-Range: bytes 4-5/6\n\nef"),
        answered("accept-ranges", plain + "\nAccept-Ranges: bytes"),
        ranged("if-range-weak", "Range: bytes=0-1\nIf-Range: W/\"a\"", plain),
        ranged("if-range-without-range", "If-Range: \"a\"", plain),
        answered("content-range-on-whole", plain + "\nContent-Range: bytes 0-1/2\n\nab"),
        ranged("range-not-satisfied-without-size", "Range: bytes=9-", "HTTP/1.1 416 Range Not Satisfiable"),
    ]

    static let negotiation: [Case] = [
        ranged("vary-missing", "Accept-Encoding: gzip", plain + "\nContent-Encoding: gzip\n\nxx"),
        ranged(
            "vary-tells-the-truth", "Accept-Encoding: gzip",
            plain + "\nContent-Encoding: gzip\nVary: Accept-Encoding\n\nxx"),
        ranged("coding-not-accepted", "Accept-Encoding: gzip", plain + "\nContent-Encoding: br\n\nxx"),
        ranged("type-not-accepted", "Accept: application/json", plain + "\n\nabc"),
        ranged("q-value-malformed", "Accept: text/html;q=1.5", plain + "\n\nabc"),
        ranged("best-type-chosen", "Accept: text/plain, */*;q=0.1", plain + "\n\nabc"),
    ]

    static let allowed = plain + "\nAccess-Control-Allow-Origin: "

    static let cors: [Case] = [
        ranged("cors-allowed", "Origin: https://b.example", allowed + "*"),
        ranged("cors-origin-missing", "Origin: https://b.example", plain),
        ranged("cors-origin-mismatch", "Origin: https://b.example", allowed + "https://c.example"),
        ranged("cors-origin-list", "Origin: https://b.example", allowed + "https://b.example, https://c.example"),
        ranged("cors-wildcard-with-credentials", "Origin: https://b.example\nCookie: a=b", allowed + "*"),
        answered("cors-wildcard-with-credentials", allowed + "*\nAccess-Control-Allow-Credentials: true"),
        ranged("cors-credentials-missing", "Origin: https://b.example\nCookie: a=b", allowed + "https://b.example"),
        make(
            "cors-preflight-refused",
            "OPTIONS / HTTP/1.1\n\(host)\nOrigin: https://b.example\nAccess-Control-Request-Method: PUT",
            allowed + "https://b.example\nAccess-Control-Allow-Methods: DELETE"),
        make(
            "cors-preflight-uncached",
            "OPTIONS / HTTP/1.1\n\(host)\nOrigin: https://b.example\nAccess-Control-Request-Method: PUT",
            allowed + "https://b.example\nAccess-Control-Allow-Methods: PUT"),
        answered("cors-origin-without-vary", allowed + "https://b.example"),
        answered("cors-null-origin", allowed + "null"),
        answered("cors-credentials-malformed", allowed + "*\nAccess-Control-Allow-Credentials: TRUE"),
    ]

    /// RFC 7515 §A.1: its `exp` is 1300819380, in March 2011.
    static let token =
        "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9"
        + ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        + ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    static func jwt(_ claims: String, algorithm: String = "HS256", signature: String = "YQ") -> String {
        func part(_ text: String) -> String {
            String(Base64.encode(Array(text.utf8)).filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
        }
        return part("{\"alg\":\"\(algorithm)\"}") + "." + part(claims) + "." + signature
    }

    static let credentials: [Case] = [
        ranged("basic-without-tls", "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", plain),
        ranged("basic-malformed", "Authorization: Basic ?", plain),
        answered("basic-challenge-without-tls", "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Basic realm=\"r\""),
        ranged("bearer-without-tls", "Authorization: Bearer abc", plain),
        Case(
            code: "jwt-expired",
            exchange: MadeExchange.make(
                "GET / HTTP/1.1\n\(host)\nAuthorization: Bearer \(token)", plain, at: 1_300_819_381)),
        ranged("jwt-not-yet-valid", "Authorization: Bearer \(jwt("{\"nbf\":784111778}"))", plain),
        ranged("jwt-without-expiry", "Authorization: Bearer \(jwt("{\"sub\":\"a\"}"))", plain),
        ranged("jwt-unsigned", "Authorization: Bearer \(jwt("{}", algorithm: "none", signature: ""))", plain),
        ranged("digest-md5", "Authorization: Digest username=\"a\", uri=\"/\", qop=auth", plain),
        ranged("digest-without-qop", "Authorization: Digest username=\"a\", uri=\"/\"", plain),
        ranged("digest-uri-differs", "Authorization: Digest username=\"a\", uri=\"/other\"", plain),
        answered(
            "digest-stale",
            "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\", stale=true"),
        ranged("credentials-without-scheme", "Authorization: abc", plain),
    ]

    static let contents: [Case] = [
        answered("content-type-missing", "HTTP/1.1 200 OK\nContent-Length: 3\n\nabc"),
        answered("content-type-malformed", "HTTP/1.1 200 OK\nContent-Type: html\n\nabc"),
        answered("content-type-disagrees", "HTTP/1.1 200 OK\nContent-Type: image/png\n\n<!DOCTYPE html>"),
        answered("content-type-agrees", "HTTP/1.1 200 OK\nContent-Type: application/json\n\n{\"a\": 1}"),
        answered("charset-missing", "HTTP/1.1 200 OK\nContent-Type: text/html\n\n<html>"),
        answered("charset-unnecessary", "HTTP/1.1 200 OK\nContent-Type: application/json; charset=utf-8\n\n{}"),
        answered("bom-differs-from-charset", "HTTP/1.1 200 OK\nContent-Type: text/plain; charset=latin1\n\n\u{FEFF}a"),
        answered("nosniff", plain + "\nX-Content-Type-Options: nosniff"),
        answered("nosniff-malformed", plain + "\nX-Content-Type-Options: yes"),
        answered("filename-not-ascii", plain + "\nContent-Disposition: attachment; filename=\"é.txt\""),
        answered("filename-names-a-folder", plain + "\nContent-Disposition: attachment; filename=\"../../etc/passwd\""),
        answered("filename-extended", plain + "\nContent-Disposition: attachment; filename*=UTF-8''%e2%82%ac%20rates"),
        answered("content-cut-off", plain + "\nContent-Length: 10\n\nabc"),
        answered("content-length-unknown", plain + "\n\nabc"),
    ]

    static let others: [Case] = [
        make("connection-reused", "GET / HTTP/1.1\n\(host)", plain) {
            $0.connect(client: 1, upstream: 1, reused: true)
        },
        make("compression-saves", "GET / HTTP/1.1\n\(host)", plain + "\nContent-Encoding: gzip\n\nxx") {
            $0.response.content.decodedSize = 8
        },
        make("compression-enlarges", "GET / HTTP/1.1\n\(host)", plain + "\nContent-Encoding: gzip\n\nxxxx") {
            $0.response.content.decodedSize = 2
        },
        make(
            "compression-missing", "GET / HTTP/1.1\n\(host)\nAccept-Encoding: gzip, br",
            plain + "\n\n" + String(repeating: "a", count: 2_000)),
        answered("compression-of-compressed", "HTTP/1.1 200 OK\nContent-Type: image/png\nContent-Encoding: gzip\n\nxx"),
        answered("compression-unknown-coding", plain + "\nContent-Encoding: snappy\n\nxx"),
    ]
}
