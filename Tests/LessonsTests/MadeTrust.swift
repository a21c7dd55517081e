import Bytes
import FilterTestKit
import Flow
import HTTPModel

/// Examples of the lessons about trust, connections and clients.
enum MadeTrust {
    static let all: [MadeLesson] = logins + origins + policies + connections + times + clients

    private static let basic = "Authorization: Basic YWRhOnNlY3JldA=="

    /// `{"alg":"HS256"}`, `{"iat":1000,"exp":4600}` and `{"iat":5,"exp":65}`.
    private static let tokens = [
        "eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjEwMDAsImV4cCI6NDYwMH0.c2ln",
        "eyJhbGciOiJIUzI1NiJ9.eyJpYXQiOjUsImV4cCI6NjV9.c2ln",
    ]

    private static func digest(_ count: String, _ algorithm: String) -> String {
        "Authorization: Digest username=\"ada\", realm=\"r\", nonce=\"n0\", uri=\"/a\", response=\"0123456789abcdef\", "
            + "nc=\(count), cnonce=\"c0\", qop=auth\(algorithm)"
    }

    private static let logins: [MadeLesson] = [
        MadeLesson(
            "challenge", shop("GET", "/a"), "HTTP/1.1 401 Unauthorized\nWWW-Authenticate: Basic realm=\"x\"",
            right: ["scheme": "basic", "asks": "server", "again": "yes", "versus-403": "no"],
            wrong: ["scheme": "Digest", "asks": "proxy", "again": "no", "versus-403": "yes"]),
        MadeLesson(
            "challenge", shop("GET", "/a"), "HTTP/1.1 407 Proxy Authentication Required\nProxy-Authenticate: Negotiate",
            right: ["scheme": "Negotiate", "asks": "proxy", "again": "yes"],
            wrong: ["scheme": "Basic", "asks": "server"]),
        MadeLesson(
            "basic", shop("GET", "/a", basic), right: ["encrypted": "no", "user-length": "3", "protects": "tls"],
            wrong: ["encrypted": "yes", "user-length": "6", "protects": "base64"]),
        MadeLesson(
            "basic", shop("GET", "/a", "Authorization: Basic Z3JhY2U6aG9wcGVyMQ=="),
            right: ["encrypted": "no", "user-length": "5 bytes", "protects": "tls"],
            wrong: ["user-length": "3", "protects": "post"]),
        MadeLesson(
            "digest", shop("GET", "/a", digest("00000011", ", algorithm=SHA-256")),
            right: ["count": "17", "radix": "00000010", "algorithm": "sha-256", "password-sent": "no"],
            wrong: ["count": "11", "radix": "00000016", "algorithm": "MD5", "password-sent": "yes"]),
        MadeLesson(
            "digest", shop("GET", "/a", digest("00000001", "")),
            right: ["count": "1", "algorithm": "MD5", "password-sent": "no"],
            wrong: ["count": "2", "algorithm": "SHA-256"]),
        MadeLesson(
            "token", shop("GET", "/a", "Authorization: Bearer \(tokens[0])"),
            right: ["valid-for": "1 h", "readable": "yes", "changed": "verifier"],
            wrong: ["valid-for": "4600", "readable": "no", "changed": "nobody"]),
        MadeLesson(
            "token", shop("GET", "/a", "Authorization: Bearer \(tokens[1])"),
            right: ["valid-for": "60", "readable": "yes", "changed": "verifier"],
            wrong: ["valid-for": "3600", "changed": "proxy"]),
    ]

    private static let page = "Origin: http://page.example"

    private static let origins: [MadeLesson] = [
        MadeLesson(
            "origin", shop("GET", "/a", page), "HTTP/1.1 200 OK\nAccess-Control-Allow-Origin: *",
            right: [
                "origin": "http://shop.example.com", "same": "no", "readable": "yes", "arrived": "yes", "others": "no",
            ],
            wrong: [
                "origin": "http://page.example", "same": "yes", "readable": "no", "arrived": "no", "others": "yes",
            ]),
        MadeLesson(
            "origin", "GET http://b.example:81/ HTTP/1.1\nHost: b.example:81\n\(page)", "HTTP/1.1 200 OK",
            right: ["origin": "http://b.example:81", "same": "no", "readable": "no"],
            wrong: ["origin": "http://b.example", "same": "yes", "readable": "yes"]),
        MadeLesson(
            "preflight", shop("OPTIONS", "/a", page, "Access-Control-Request-Method: DELETE"),
            "HTTP/1.1 204 No Content\nAccess-Control-Allow-Origin: *\nAccess-Control-Allow-Methods: DELETE",
            right: ["method": "DELETE", "allowed": "yes", "sent": "yes"],
            wrong: ["method": "OPTIONS", "allowed": "no", "sent": "no"]),
        MadeLesson(
            "preflight", shop("OPTIONS", "/a", page, "Access-Control-Request-Method: PUT"),
            "HTTP/1.1 204 No Content\nAccess-Control-Allow-Origin: *",
            right: ["method": "PUT", "allowed": "no", "sent": "no"],
            wrong: ["method": "GET", "allowed": "yes", "sent": "yes"]),
        MadeLesson(
            "tls", "GET https://a.example/ HTTP/1.1\nHost: a.example",
            right: ["hidden": "path,fields,content", "visible": "a.example", "version": "TLS 1.3"],
            wrong: ["hidden": "path,fields,content,name", "visible": "none", "version": "TLS 1.2"],
            change: { $0.clientTLS = handshake("a.example", "TLS 1.3") }),
        MadeLesson(
            "tls", "GET https://b.example/ HTTP/1.1\nHost: b.example",
            right: ["hidden": "content,path,fields", "visible": "B.example", "version": "TLS 1.2"],
            wrong: ["hidden": "content", "visible": "a.example", "version": "TLS 1.3"],
            change: { $0.clientTLS = handshake("b.example", "TLS 1.2") }),
    ]

    private static func handshake(_ name: String, _ version: String) -> TLSFacts {
        TLSFacts(
            .client,
            offer: TLSFacts.Offer(
                serverName: Bytes(name), serverNameProblem: nil, protocols: nil, versions: [version], cipherSuites: [],
                extensions: [], fingerprint: "", message: Bytes()),
            agreement: TLSFacts.Agreement(
                version: version, cipher: "TLS_AES_128_GCM_SHA256", group: nil, applicationProtocol: nil,
                serverName: name, isResumed: false))
    }

    private static let policies: [MadeLesson] = [
        MadeLesson(
            "policies", shop("GET", "/a"),
            "HTTP/1.1 200 OK\nStrict-Transport-Security: max-age=600; includeSubDomains\n"
                + "Content-Security-Policy: default-src 'none'; script-src 'self' https://cdn.example",
            right: ["seconds": "10 min", "subdomains": "yes", "scripts": "'self',https://cdn.example", "inline": "no"],
            wrong: ["seconds": "60", "subdomains": "no", "scripts": "'none'", "inline": "yes"]),
        MadeLesson(
            "policies", shop("GET", "/a"),
            "HTTP/1.1 200 OK\nStrict-Transport-Security: max-age=1\n"
                + "Content-Security-Policy: default-src 'unsafe-inline'",
            right: ["seconds": "1", "subdomains": "no", "scripts": "'unsafe-inline'", "inline": "yes"],
            wrong: ["seconds": "0", "subdomains": "yes", "scripts": "none", "inline": "no"]),
        MadeLesson(
            "referrer", shop("GET", "/a", "Referer: http://blog.example/p"),
            right: ["reveals": "blog.example", "downgrade": "no", "policy": "origin"],
            wrong: ["reveals": "shop.example.com", "downgrade": "yes", "policy": "url"]),
        MadeLesson(
            "referrer", shop("GET", "/a", "Referer: https://c.example/"),
            right: ["reveals": "c.example", "downgrade": "no", "policy": "origin"],
            wrong: ["reveals": "blog.example", "policy": "nothing"]),
    ]

    private static func lease(reused: Bool) -> FlowEvent.UpstreamLease {
        FlowEvent.UpstreamLease(connection: 1, address: "192.0.2.1:80", reused: reused, isLocal: false)
    }

    private static func change(_ line: String, _ reason: String) -> FlowRecord.ChangedLine {
        FlowRecord.ChangedLine(
            message: .request, action: .removed, line: Bytes(line), reason: Bytes(reason))
    }

    private static let connections: [MadeLesson] = [
        MadeLesson(
            "reuse", shop("GET", "/a"),
            right: ["connections": "1", "requests": "2", "reused": "yes", "ends": "nobody"],
            wrong: ["connections": "2", "requests": "1", "reused": "no", "ends": "server"],
            others: [MadeFlow.make(number: 2)],
            change: { $0.upstream = lease(reused: true) }),
        MadeLesson(
            "reuse", shop("GET", "/a"), "HTTP/1.1 200 OK\nConnection: close",
            right: ["connections": "1", "requests": "1", "reused": "no", "ends": "server"],
            wrong: ["connections": "0", "requests": "3", "reused": "yes", "ends": "nobody"],
            change: { $0.upstream = lease(reused: false) }),
        MadeLesson(
            "proxies", shop("GET", "/a", "Proxy-Connection: keep-alive"),
            right: ["removed": "proxy-connection", "hop": "hop", "why": "protocol"],
            wrong: ["removed": "host", "hop": "end", "why": "rule"],
            change: { $0.toldChanges = [change("Proxy-Connection: keep-alive", "RFC 9110 §7.6.1: hop by hop")] }),
        MadeLesson(
            "proxies", shop("GET", "/a", "X-A: 1", "TE: trailers"),
            right: ["removed": "x-a,te", "hop": "hop", "why": "rule"], wrong: ["removed": "x-a", "why": "protocol"],
            change: {
                $0.toldChanges = [change("X-A: 1", "--remove-request-header X-A"), change("TE: trailers", "RFC 9110")]
            }),
    ]

    /// 20 ms to connect, 5 to send, then these.
    static func timed(wait: UInt64, receive: UInt64) -> @Sendable (inout FlowRecord) -> Void {
        { record in
            func at(_ milliseconds: UInt64) -> Instant { Instant(nanoseconds: 1_000_000 + milliseconds * 1_000_000) }
            record.times.upstreamSought = record.openedAt
            record.times.upstreamConnected = at(20)
            record.times.requestForwarded = at(20)
            record.times.requestEnded = at(25)
            record.times.responseHead = at(25 + wait)
            record.times.responseEnded = at(25 + wait + receive)
            record.times.finished = at(25 + wait + receive)
        }
    }

    private static let stream = "HTTP/1.1 200 OK\nContent-Type: text/event-stream"

    private static let times: [MadeLesson] = [
        MadeLesson(
            "waterfall", shop("GET", "/a"), right: ["slowest": "wait", "total": "130 ms", "wait": "100"],
            wrong: ["slowest": "connect", "total": "100", "wait": "130"], change: timed(wait: 100, receive: 5)),
        MadeLesson(
            "waterfall", shop("GET", "/a"), right: ["slowest": "receive", "total": "0.3 s", "wait": "25"],
            wrong: ["slowest": "wait", "total": "200", "wait": "50"], change: timed(wait: 25, receive: 250)),
        MadeLesson(
            "parallel", shop("GET", "/a"), right: ["at-once": "2", "blocked": "no", "elapsed": "180"],
            wrong: ["at-once": "1", "blocked": "yes", "elapsed": "260"],
            others: [MadeFlow.make(number: 6, at: MadeFlow.noon + 50_000, change: timed(wait: 100, receive: 5))],
            change: timed(wait: 100, receive: 5)),
        MadeLesson(
            "parallel", shop("GET", "/a"), right: ["at-once": "1", "blocked": "yes", "elapsed": "1130 ms"],
            wrong: ["at-once": "2", "blocked": "no", "elapsed": "130"],
            others: [MadeFlow.make(number: 6, at: MadeFlow.noon + 1_000_000, change: timed(wait: 100, receive: 5))],
            change: timed(wait: 100, receive: 5)),
        // The key and the answer of RFC 6455 §1.3.
        MadeLesson(
            "websocket",
            shop(
                "GET", "/a", "Connection: Upgrade", "Upgrade: websocket",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
            "HTTP/1.1 101 Switching Protocols\nConnection: Upgrade\nUpgrade: websocket",
            right: ["status": "101", "accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=", "cors": "server"],
            wrong: ["status": "200", "accept": "dGhlIHNhbXBsZSBub25jZQ==", "cors": "browser"]),
        MadeLesson(
            "events", shop("GET", "/a"), stream, content: "id: 7\ndata: a\n\ndata: b\n\n",
            right: ["events": "2", "last-id": "7", "resume": "last-event-id: 7", "again": "browser"],
            wrong: ["events": "1", "last-id": "8", "resume": "7", "again": "server"]),
        MadeLesson(
            "events", shop("GET", "/a"), stream, content: ": comment\n\nid: x\nevent: e\ndata: 1\n\n",
            right: ["events": "1", "last-id": "x", "resume": "Last-Event-ID: x"],
            wrong: ["events": "2", "last-id": "e"]),
    ]

    private static let json = "HTTP/1.1 200 OK\nContent-Type: application/json"

    private static let clients: [MadeLesson] = [
        MadeLesson(
            "locator", shop("GET", "/a"), json + "\nCache-Control: max-age=90",
            content: "{\"name\": \"x\", \"api\": \"http://api.example/v1\", \"old\": \"http://old.example/\"}",
            right: ["first": "http://api.example/v1", "moved": "nothing", "fresh": "90"],
            wrong: ["first": "http://old.example/", "moved": "url", "fresh": "60"]),
        MadeLesson(
            "locator", shop("GET", "/a"), json + "\nCache-Control: max-age=1", content: "[\"https://a.example/\"]",
            right: ["first": "https://a.example/", "moved": "nothing", "fresh": "1 s"],
            wrong: ["first": "a.example", "moved": "version", "fresh": "0"]),
        MadeLesson(
            "accept", shop("GET", "/a", "Accept: text/plain;q=0.5, application/json"), json,
            right: ["first": "application/json", "weight": "0.5", "got": "yes"],
            wrong: ["first": "text/plain", "weight": "1", "got": "no"]),
        MadeLesson(
            "accept", shop("GET", "/a", "Accept: text/html, application/json;q=0.3"), json,
            right: ["first": "text/html", "weight": "0.3", "got": "no"],
            wrong: ["first": "application/json", "weight": "0", "got": "yes"]),
        MadeLesson(
            "retry", shop("GET", "/a"), "HTTP/1.1 503 Service Unavailable\nRetry-After: 30",
            right: ["wait": "30", "obeyed": "no", "repeat": "yes"],
            wrong: ["wait": "3", "obeyed": "yes", "repeat": "no"],
            others: [MadeFlow.make(shop("GET", "/a"), number: 6, at: MadeFlow.noon + 5_000_000)]),
        MadeLesson(
            "retry", shop("POST", "/a"), "HTTP/1.1 429 Too Many Requests\nRetry-After: 60",
            right: ["wait": "1 min", "obeyed": "yes", "repeat": "no"],
            wrong: ["wait": "1", "obeyed": "no", "repeat": "yes"],
            others: [MadeFlow.make(shop("POST", "/a"), number: 6, at: MadeFlow.noon + 61_000_000)]),
        MadeLesson(
            "guard", shop("PUT", "/a", "If-Match: \"v1\""),
            right: ["tag": "\"v1\"", "changed": "412", "without": "lost"],
            wrong: ["tag": "v1", "changed": "304", "without": "refused"]),
        MadeLesson(
            "guard", shop("PATCH", "/a", "If-Match: \"v2\""),
            right: ["tag": "\"v2\"", "changed": "412", "without": "lost"],
            wrong: ["tag": "\"v1\"", "changed": "409", "without": "merged"]),
    ]
}
