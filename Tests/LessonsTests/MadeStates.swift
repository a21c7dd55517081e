import Bytes
import FilterTestKit
import Flow

/// Examples of the lessons about cookies and caches.
enum MadeStates {
    static let all: [MadeLesson] = cookies + lives + caches + validations

    private static func https(_ method: String, _ target: String, _ lines: String...) -> String {
        (["\(method) https://shop.example.com\(target) HTTP/1.1", "Host: shop.example.com"] + lines)
            .joined(separator: "\n")
    }

    private static let cookies: [MadeLesson] = [
        MadeLesson(
            "stateless", shop("GET", "/a", "Cookie: theme=x1; lang=y2"),
            right: ["count": "2", "first": "theme", "without": "nothing"],
            wrong: ["count": "1", "first": "lang", "without": "user"]),
        MadeLesson(
            "stateless", shop("GET", "/a", "Cookie: sid=x1"),
            right: ["count": "1", "first": "sid", "without": "nothing"], wrong: ["count": "2", "without": "pages"]),
        MadeLesson(
            "cookie-set", shop("GET", "/a"), "HTTP/1.1 200 OK\nSet-Cookie: a=x1; Path=/; HttpOnly",
            right: ["name": "a", "attributes": "Path,HttpOnly", "obsolete": "Comment,Port,Version"],
            wrong: ["name": "x1", "attributes": "Path", "obsolete": "none"]),
        MadeLesson(
            "cookie-set", shop("GET", "/a"), "HTTP/1.1 200 OK\nSet-Cookie: sid=x1",
            right: ["name": "sid", "attributes": "none", "obsolete": "Port,Comment,Version"],
            wrong: ["name": "SID", "attributes": "Secure", "obsolete": "Path"]),
        MadeLesson(
            "cookie-scope", shop("GET", "/a/b"), "HTTP/1.1 200 OK\nSet-Cookie: a=x1; HttpOnly",
            right: ["hosts": "shop.example.com", "path": "/a", "http": "yes"],
            wrong: ["hosts": "shop.example.com,sub.shop.example.com", "path": "/", "http": "no"]),
        MadeLesson(
            "cookie-scope", https("GET", "/a/b"),
            "HTTP/1.1 200 OK\nSet-Cookie: a=x1; Domain=example.com; Path=/; Secure",
            right: [
                "hosts": "shop.example.com,example.com,sub.shop.example.com", "path": "/", "http": "no",
                "encrypts": "no",
            ],
            wrong: ["hosts": "shop.example.com", "path": "/a", "http": "yes", "encrypts": "yes"]),
    ]

    private static func uses(_ number: UInt64, _ cookie: String) -> FlowRecord {
        MadeFlow.make(shop("GET", "/n", "Cookie: \(cookie)"), number: number)
    }

    private static let lives: [MadeLesson] = [
        MadeLesson(
            "cookie-time", shop("GET", "/"),
            "HTTP/1.1 200 OK\nSet-Cookie: a=x1; Path=/; Max-Age=3600; Expires=Sat, 21 Nov 2026 13:00:00 GMT",
            right: ["lifetime": "1 h", "wins": "Max-Age", "delete": "same-path"],
            wrong: ["lifetime": "60", "wins": "Expires", "delete": "other-path"]),
        MadeLesson(
            "cookie-time", shop("GET", "/"),
            "HTTP/1.1 200 OK\nSet-Cookie: b=x1; Expires=Sat, 21 Nov 2026 14:00:00 GMT",
            right: ["lifetime": "7200", "wins": "Expires", "delete": "same-path"],
            wrong: ["lifetime": "3600", "wins": "Max-Age", "delete": "empty"]),
        MadeLesson(
            "cookie-site", shop("GET", "/"), "HTTP/1.1 200 OK\nSet-Cookie: a=x1; SameSite=Lax",
            right: ["value": "Lax", "post": "no", "link": "yes", "default": "Lax"],
            wrong: ["value": "Strict", "post": "yes", "link": "no", "default": "None"]),
        MadeLesson(
            "cookie-site", https("GET", "/"), "HTTP/1.1 200 OK\nSet-Cookie: a=x1; SameSite=None; Secure",
            right: ["value": "None", "post": "yes", "link": "yes"],
            wrong: ["value": "Lax", "post": "no", "link": "no"]),
        MadeLesson(
            "login", shop("POST", "/login"), "HTTP/1.1 303 See Other\nLocation: /n\nSet-Cookie: sid=q9q9; Path=/",
            right: ["cookie": "sid", "first-use": "7", "uses": "2"],
            wrong: ["cookie": "q9q9", "first-use": "5", "uses": "3"],
            others: [uses(6, "sid=other"), uses(7, "sid=q9q9"), uses(9, "x=1; sid=q9q9")]),
        MadeLesson(
            "login", shop("POST", "/login"), "HTTP/1.1 200 OK\nSet-Cookie: bad=q1q1; Secure\nSet-Cookie: s=w8w8",
            right: ["cookie": "s", "first-use": "6", "uses": "1"],
            wrong: ["cookie": "bad", "first-use": "7", "uses": "2"], others: [uses(6, "s=w8w8")]),
    ]

    private static let caches: [MadeLesson] = [
        MadeLesson(
            "store", shop("GET", "/a"), "HTTP/1.1 200 OK\nCache-Control: no-cache, max-age=60",
            right: ["browser": "yes", "shared": "yes", "unasked": "no"],
            wrong: ["browser": "no", "shared": "no", "unasked": "yes"]),
        MadeLesson(
            "store", shop("GET", "/a"), "HTTP/1.1 200 OK\nCache-Control: private, max-age=60",
            right: ["browser": "yes", "shared": "no", "unasked": "yes"],
            wrong: ["browser": "no", "shared": "yes", "unasked": "no"]),
        MadeLesson(
            "store", shop("GET", "/a"), "HTTP/1.1 200 OK\nCache-Control: no-store",
            right: ["browser": "no", "shared": "no", "unasked": "no"], wrong: ["browser": "yes", "shared": "yes"]),
        MadeLesson(
            "lifetime", shop("GET", "/a"), "HTTP/1.1 200 OK\nCache-Control: max-age=60, s-maxage=600",
            right: ["lifetime": "1 min", "shared": "600", "decides": "max-age", "from": "made"],
            wrong: ["lifetime": "600", "shared": "60", "decides": "s-maxage", "from": "request"]),
        MadeLesson(
            "lifetime", shop("GET", "/a"),
            "HTTP/1.1 200 OK\nDate: Sat, 21 Nov 2026 12:00:00 GMT\nExpires: Sat, 21 Nov 2026 12:05:00 GMT",
            right: ["lifetime": "300", "shared": "300", "decides": "Expires"],
            wrong: ["lifetime": "5", "shared": "60", "decides": "max-age"]),
        MadeLesson(
            "age", shop("GET", "/a"), "HTTP/1.1 200 OK\nCache-Control: max-age=60\nAge: 40",
            right: ["age": "40", "left": "20 s", "origin": "no"], wrong: ["age": "60", "left": "60", "origin": "yes"]),
        MadeLesson(
            "age", shop("GET", "/a"), "HTTP/1.1 200 OK\nCache-Control: max-age=1000\nAge: 1",
            right: ["age": "1", "left": "999", "origin": "no"], wrong: ["age": "999", "left": "1", "origin": "yes"]),
    ]

    private static func stored(_ tag: String, _ size: Int, number: UInt64) -> FlowRecord {
        MadeFlow.make(
            shop("GET", "/a"), "HTTP/1.1 200 OK\nETag: \(tag)\nContent-Length: \(size)",
            content: String(repeating: "x", count: size), number: number)
    }

    private static let validations: [MadeLesson] = [
        MadeLesson(
            "validate", shop("GET", "/a"), "HTTP/1.1 200 OK\nETag: W/\"v1\"",
            right: ["line": "W/\"v1\"", "unchanged": "304", "strong": "no"],
            wrong: ["line": "v1", "unchanged": "200", "strong": "yes"]),
        MadeLesson(
            "validate", shop("GET", "/a"), "HTTP/1.1 200 OK\nETag: \"v2\"",
            right: ["line": "\"v2\"", "unchanged": "304", "strong": "yes"],
            wrong: ["line": "\"V2\"", "unchanged": "412", "strong": "no"]),
        MadeLesson(
            "not-modified", shop("GET", "/a", "If-None-Match: \"v1\""), "HTTP/1.1 304 Not Modified\nETag: \"v1\"",
            right: ["body": "0", "source": "copy", "copy": "3", "saved": "12"],
            wrong: ["body": "12", "source": "response", "copy": "5", "saved": "0"],
            others: [stored("\"v0\"", 7, number: 2), stored("\"v1\"", 12, number: 3), stored("\"v2\"", 9, number: 4)]),
        MadeLesson(
            "not-modified", shop("GET", "/a", "If-None-Match: \"v2\""), "HTTP/1.1 304 Not Modified\nETag: \"v2\"",
            right: ["body": "0", "source": "copy", "copy": "4", "saved": "9 bytes"],
            wrong: ["body": "9", "source": "next", "copy": "3", "saved": "12"],
            others: [stored("\"v2\"", 9, number: 4)]),
        MadeLesson(
            "vary", shop("GET", "/a"), "HTTP/1.1 200 OK\nVary: Accept, Cookie",
            right: ["key": "accept,cookie", "star": "no", "shares": "no"],
            wrong: ["key": "accept", "star": "yes", "shares": "yes"]),
        MadeLesson(
            "vary", shop("GET", "/a"), "HTTP/1.1 200 OK\nVary: Accept-Language",
            right: ["key": "accept-language", "star": "no", "shares": "no"], wrong: ["key": "none", "shares": "yes"]),
        // A tenth of 10,000 s, and of 1,000,000 s.
        MadeLesson(
            "guess", shop("GET", "/a"),
            "HTTP/1.1 200 OK\nDate: Sat, 21 Nov 2026 12:00:00 GMT\nLast-Modified: Sat, 21 Nov 2026 09:13:20 GMT",
            right: ["guess": "1000", "stop": "no-cache", "stored": "yes"],
            wrong: ["guess": "10000", "stop": "etag", "stored": "no"]),
        MadeLesson(
            "guess", shop("GET", "/a"),
            "HTTP/1.1 200 OK\nDate: Sat, 21 Nov 2026 12:00:00 GMT\nLast-Modified: Mon, 09 Nov 2026 22:13:20 GMT",
            right: ["guess": "100000", "stop": "no-cache", "stored": "yes"], wrong: ["guess": "1000", "stop": "vary"]),
    ]
}
