import Bytes
import HTTPModel
import HTTPSemantics
import Testing

/// Fetch standard, sections 2.2.2 (safelisted fields), 4.8 (preflight) and 4.9 (CORS check).
@Suite struct CORSTests {
    private func request(_ method: Method, _ fields: String) -> RequestHead {
        RequestHead(
            method: method, target: RequestTarget(form: .origin, range: 0..<0, pathAndQuery: 0..<0), version: .http11,
            fields: section(fields))
    }

    private func made(_ method: Method, _ fields: String) throws -> CORSRequest {
        try #require(CORSRequest(request(method, fields), url: URLReference("https://api.example/x")))
    }

    @Test(
        arguments: [
            (.get, "Accept: */*"), (.head, "Accept-Language: de-CH, de;q=0.9"),
            (.post, "Content-Type: text/plain; charset=utf-8\nAccept: */*"),
            (.post, "Content-Type: multipart/form-data; boundary=x\nSec-Fetch-Mode: cors"),
            (.get, "User-Agent: x\nCookie: a=b\nSec-Fetch-Mode: cors\nReferer: https://a.example/"),
            (.get, "Range: bytes=0-99"),
        ] as [(Method, String)])
    func whatAFormCouldSendIsSimple(method: Method, fields: String) throws {
        #expect(try made(method, "Origin: https://a.example\n" + fields).cause == nil)
    }

    @Test(
        arguments: [
            (.put, "Accept: */*", .method("PUT")),
            (.post, "Content-Type: application/json", .field(name: "Content-Type", value: "application/json")),
            (.get, "Authorization: Bearer x", .field(name: "Authorization", value: "Bearer x")),
            (.get, "X-Requested-With: a", .field(name: "X-Requested-With", value: "a")),
            (.get, "Accept: <a>", .field(name: "Accept", value: "<a>")),
            (.get, "Range: bytes=0-1,3-4", .field(name: "Range", value: "bytes=0-1,3-4")),
        ] as [(Method, String, CORSRequest.Cause)])
    func theLineThatNeedsAPreflightIsNamed(method: Method, fields: String, cause: CORSRequest.Cause) throws {
        #expect(try made(method, "Origin: https://a.example\n" + fields).cause == cause)
    }

    @Test func theSameOriginIsKnownAndNoOriginIsNoCORS() throws {
        #expect(try made(.get, "Origin: https://api.example:443").isSameOrigin)
        #expect(try !made(.get, "Origin: http://api.example").isSameOrigin)
        #expect(CORSRequest(request(.get, "Accept: */*"), url: URLReference("https://api.example/")) == nil)
    }

    /// Browsers send Origin with all of these, and CORS decides on none of them.
    @Test(
        arguments: [
            (.get, "Connection: Upgrade\nUpgrade: websocket", .webSocket),
            (.get, "Upgrade: h2c, WebSocket", .webSocket),
            (.connect, ":protocol: websocket", .webSocket),
            (.get, "Sec-Fetch-Mode: websocket", .webSocket),
            (.post, "Sec-Fetch-Mode: navigate", .navigation),
            (.post, "Sec-Fetch-Mode: no-cors", .opaque),
        ] as [(Method, String, CORSRequest.Exemption)])
    func whatCORSHasNoSayInIsNotAskedOfIt(method: Method, fields: String, reason: CORSRequest.Exemption) {
        let head = request(method, "Origin: https://a.example\n" + fields)
        #expect(CORSRequest.exemption(of: head) == reason)
        #expect(CORSRequest(head, url: URLReference("https://api.example/x")) == nil)
    }

    @Test(
        arguments: [
            (.get, "Upgrade: h2c"), (.get, "Sec-Fetch-Mode: cors"), (.get, "Sec-Fetch-Mode: same-origin"),
            (.connect, ":protocol: connect-udp"), (.get, "X-Upgrade: websocket"), (.get, "Accept: */*"),
        ] as [(Method, String)])
    func whatOnlyLooksLikeItIsAsked(method: Method, fields: String) {
        let head = request(method, "Origin: https://a.example\n" + fields)
        #expect(CORSRequest.exemption(of: head) == nil)
        #expect(CORSRequest(head, url: URLReference("https://api.example/x")) != nil)
    }

    private func check(_ method: Method, _ fields: String, _ status: Int, _ answer: String) throws -> CORSCheck.Verdict
    {
        let response = ResponseHead(status: status, version: .http11, reasonRange: 0..<0, fields: section(answer))
        return CORSCheck(try made(method, "Origin: https://a.example\n" + fields), response).verdict
    }

    @Test(
        arguments: [
            ("Accept: */*", "Access-Control-Allow-Origin: *", .allowed),
            ("Accept: */*", "Access-Control-Allow-Origin: https://a.example", .allowed),
            ("Accept: */*", "Server: x", .noAllowOrigin),
            ("Accept: */*", "Access-Control-Allow-Origin: https://A.example", .otherOrigin),
            ("Accept: */*", "Access-Control-Allow-Origin: https://a.example, https://b.example", .severalOrigins),
            (
                "Cookie: a=b", "Access-Control-Allow-Origin: *\nAccess-Control-Allow-Credentials: true",
                .wildcardWithCredentials
            ),
            ("Cookie: a=b", "Access-Control-Allow-Origin: https://a.example", .credentialsNotAllowed),
            (
                "Cookie: a=b",
                "Access-Control-Allow-Origin: https://a.example\nAccess-Control-Allow-Credentials: TRUE",
                .credentialsNotAllowed
            ),
            (
                "Cookie: a=b",
                "Access-Control-Allow-Origin: https://a.example\nAccess-Control-Allow-Credentials: true", .allowed
            ),
        ] as [(String, String, CORSCheck.Verdict)])
    func aResponseIsAllowedOrNot(fields: String, answer: String, verdict: CORSCheck.Verdict) throws {
        #expect(try check(.get, fields, 200, answer) == verdict)
    }

    private static let preflight =
        "Access-Control-Request-Method: PUT\nAccess-Control-Request-Headers: authorization,x-a"

    @Test(
        arguments: [
            (204, "Access-Control-Allow-Methods: PUT\nAccess-Control-Allow-Headers: Authorization, X-A", .allowed),
            (
                404, "Access-Control-Allow-Methods: PUT\nAccess-Control-Allow-Headers: Authorization, X-A",
                .preflightStatus
            ),
            (
                200, "Access-Control-Allow-Methods: put\nAccess-Control-Allow-Headers: Authorization, X-A",
                .notListed(.init(method: "PUT", fields: []))
            ),
            (200, "Access-Control-Allow-Methods: *\nAccess-Control-Allow-Headers: Authorization, *", .allowed),
            (
                200, "Access-Control-Allow-Methods: *\nAccess-Control-Allow-Headers: *",
                .notListed(.init(method: nil, fields: ["authorization"]))
            ),
            (
                200, "Access-Control-Allow-Methods: PUT\nAccess-Control-Allow-Headers: Authorization",
                .notListed(.init(method: nil, fields: ["x-a"]))
            ),
            // A browser stops at the first; all of it is told.
            (
                200, "Access-Control-Allow-Methods: GET, PATCH\nAccess-Control-Allow-Headers: Accept",
                .notListed(.init(method: "PUT", fields: ["authorization", "x-a"]))
            ),
            (200, "Access-Control-Allow-Methods: PUT\nAccess-Control-Allow-Headers: X-A, AUTHORIZATION", .allowed),
            (
                200,
                "Access-Control-Allow-Methods: *\nAccess-Control-Allow-Credentials: "
                    + "true\nAccess-Control-Allow-Headers: x",
                .notListed(.init(method: "PUT", fields: ["authorization", "x-a"]))
            ),
        ] as [(Int, String, CORSCheck.Verdict)])
    func aPreflightPermitsTheRequestOrNot(status: Int, answer: String, verdict: CORSCheck.Verdict) throws {
        let origin = "Access-Control-Allow-Origin: https://a.example\n"
        #expect(try check(.options, Self.preflight, status, origin + answer) == verdict)
    }

    /// Where only an assumed scheme sets the two apart, nothing is concluded from it.
    @Test(
        arguments: [
            ("https://a.example", "http://a.example/x", true), ("http://a.example", "https://a.example/x", true),
            ("https://a.example:8443", "http://a.example:8443/x", true),
            ("https://a.example", "http://b.example/", false),
            ("https://a.example:8443", "http://a.example/x", false), ("null", "http://a.example/", false),
        ])
    func anAssumedSchemeMakesNoOtherOrigin(origin: String, url: String, isSame: Bool) throws {
        let head = request(.get, "Origin: " + origin)
        let reference = URLReference(Bytes(url))
        #expect(try #require(CORSRequest(head, url: reference, knowsScheme: false)).isSameOrigin == isSame)
        #expect(try #require(CORSRequest(head, url: reference)).isSameOrigin == false)
    }

    /// Upgrade-Insecure-Requests goes with navigations only; beside a mode that says otherwise the mode counts.
    @Test func anOlderBrowsersNavigationIsKnown() {
        let origin = "Origin: https://a.example\nUpgrade-Insecure-Requests: 1"
        #expect(CORSRequest.exemption(of: request(.post, origin)) == .navigation)
        #expect(CORSRequest.exemption(of: request(.post, origin + "\nSec-Fetch-Mode: cors")) == nil)
        #expect(CORSRequest.exemption(of: request(.post, "Origin: https://a.example")) == nil)
    }

    /// A form of another page sends Origin too, and CORS has no say in what it gets.
    @Test(
        arguments: [
            ("Content-Type: application/x-www-form-urlencoded", true),
            (
                "Content-Type: application/x-www-form-urlencoded; charset=UTF-8\nCookie: a=b\nReferer: https://a.test/",
                true
            ),
            ("Content-Type: multipart/form-data; boundary=x\nAccept: text/html,application/xhtml+xml,*/*;q=0.8", true),
            ("Content-Type: text/plain\nUser-Agent: a\nContent-Length: 1\nHost: b.example", true),
            // What scripts and curl send, unless they are told otherwise.
            ("Content-Type: application/x-www-form-urlencoded\nAccept: */*", false),
            ("Content-Type: application/x-www-form-urlencoded\nX-Requested-With: XMLHttpRequest", false),
            ("Content-Type: application/json", false), ("Authorization: Basic eA==\nContent-Type: text/plain", false),
            ("Content-Type: application/x-www-form-urlencoded\nSec-Fetch-Mode: cors", false),
        ])
    func aFormIsNoScript(fields: String, isOpen: Bool) {
        let head = request(.post, "Origin: https://a.example\n" + fields)
        #expect(CORSRequest.exemption(of: head) == (isOpen ? .form : nil))
        #expect(CORSRequest.exemption(of: request(.put, "Origin: https://a.example\n" + fields)) == nil)
    }
}
