import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@testable import Site

@Suite struct FormsAndCookiesTests {
    @Test func loginSetsACookieWithEachAttribute() throws {
        let reply = try #require(visit(makeRequest("POST /login HTTP/1.1", "Content-Length: 8"), body: "name=ada"))
        #expect(reply.head.status == 303)
        #expect(reply.field("location") == "/account")
        let cookies = reply.fields("set-cookie")
        for attribute in [
            "Path=/account", "Domain=demo.hark.test", "Max-Age=86400", "Expires=Tue, 02 Dec 2025 09:05:07 GMT",
            "Secure",
            "HttpOnly", "SameSite=Lax", "SameSite=Strict", "SameSite=None",
        ] {
            #expect(cookies.contains { $0.components(of: "; ").contains(attribute) }, "\(attribute)")
        }
    }

    @Test func theSessionCookieOpensTheAccount() throws {
        let cookie = "session=\(Session.value(for: "ada; =<é>"))"
        #expect(cookie.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x3B })
        let reply = try #require(visit(makeRequest("GET /account HTTP/1.1", "Cookie: a=1; \(cookie)")))
        #expect(reply.head.status == 200)
        #expect(reply.text.hasPrefix("Hello, ada; =<é>\n"))
        // A form without inputs has nothing to go with it.
        #expect(reply.text.hasSuffix("\nPOST /logout\n") && !reply.text.contains(" with \n"))
    }

    @Test(arguments: ["session=ada.0000000000000000", "session=ada", "session=", "session", "session=.", "x=1"])
    func aForgedSessionDoesNot(cookie: String) throws {
        let reply = try #require(visit(makeRequest("GET /account HTTP/1.1", "Cookie: \(cookie)")))
        #expect(reply.head.status == 302)
        #expect(reply.field("location") == "/login")
    }

    @Test func logoutLetsEveryCookieExpireWhereItWasSet() throws {
        let reply = try #require(visit(makeRequest("POST /logout HTTP/1.1", "Content-Length: 0")))
        #expect(reply.head.status == 303)
        let gone = reply.fields("set-cookie").map { $0.components(of: "; ") }
        for cookie in LoginPage.cookies(name: "ada", now: testTime) where !cookie.contains("example.com") {
            let parts = cookie.components(of: "; ")
            let name = String(parts[0].prefix { $0 != "=" })
            let expired = try #require(gone.first { $0[0] == "\(name)=" }, "\(name)")
            #expect(expired.contains("Max-Age=0"))
            // Another domain or path, or none of Secure, would name another cookie, or none that may be replaced.
            for part in parts where part.hasPrefix("Path=") || part.hasPrefix("Domain=") || part == "Secure" {
                #expect(expired.contains(part), "\(name): \(part)")
            }
        }
    }

    @Test(arguments: ["GET", "HEAD"])
    func askingForTheLogoutPageLogsNobodyOut(method: String) throws {
        let reply = try #require(visit(makeRequest("\(method) /logout HTTP/1.1")))
        #expect(reply.head.status == 200 && reply.fields("set-cookie").isEmpty)
    }

    /// A page is laid out in lines.
    private func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    @Test func aCookieOfOnesChoiceCannotBreakTheLine() throws {
        let refused = try #require(visit(makeRequest("GET /cookies?set=__Host-a%3D1 HTTP/1.1")))
        #expect(
            words(refused.text).contains("do not send it back")
                && !words(refused.text).contains("see the client send it"))
        let taken = try #require(visit(makeRequest("GET /cookies?set=a%3D1 HTTP/1.1")))
        #expect(
            words(taken.text).contains("see the client send it") && !words(taken.text).contains("do not send it back"))
        let reply = try #require(visit(makeRequest("GET /cookies?set=a%0D%0AX:%201=b%3B%20Domain%3Dx HTTP/1.1")))
        #expect(reply.fields("set-cookie") == ["a%0D%0AX%3A%201=b%3B%20Domain%3Dx; Path=/cookies"])
        #expect(reply.field("x") == nil)
    }

    @Test func multipartIsTakenApart() throws {
        let request = makeRequest(
            "POST /form HTTP/1.1", "Content-Type: multipart/form-data; boundary=\"b b\"", "Content-Length: 1")
        let body: Bytes = """
            preamble\r
            --b b\r
            Content-Disposition: form-data; name="first"\r
            \r
            one\r
            --b b\r
            content-disposition: form-data; name="file"; filename="a \\"quoted\\" name.txt"\r
            content-type: text/plain\r
            \r
            line\r
            --not the boundary\r
            \r
            --b b--\r
            epilogue
            """
        let parts = FormData.parts(request, body)
        #expect(parts.map(\.name) == ["first", "file"])
        #expect(parts.map(\.filename) == [nil, "a \"quoted\" name.txt"])
        #expect(parts.map(\.type) == [nil, "text/plain"])
        #expect(parts.map(\.content) == ["one", "line\r\n--not the boundary\r\n"])
    }

    @Test(
        arguments: [
            ("multipart/form-data", "--b\r\n\r\n\r\n--b--"), ("multipart/form-data; boundary=", "----"),
            ("multipart/form-data; boundary=b", ""), ("multipart/form-data; boundary=b", "--b"),
            ("multipart/form-data; boundary=b", "--b\r\nno empty line\r\n--b--"),
            ("multipart/form-data; boundary=\(String(repeating: "b", count: 71))", "--b"),
        ] as [(String, Bytes)])
    func aMultipartWithoutPartsIsABadRequest(type: String, body: Bytes) throws {
        let request = makeRequest("POST /form HTTP/1.1", "Content-Type: \(type)", "Content-Length: 9")
        #expect(try #require(visit(request, body: body)).head.status == 400)
    }

    @Test func urlencodedIsTakenApart() throws {
        let request = makeRequest(
            "POST /form HTTP/1.1", "Content-Type: application/x-www-form-urlencoded", "Content-Length: 9")
        let reply = try #require(visit(request, body: "a=1+2&b=%C3%A9&%zz=%4&c"))
        #expect(reply.text.contains("  a    1 2\n  b    é\n  %zz  %4\n  c    \n"))
    }

    @Test func anotherTypeIsNotAForm() throws {
        let request = makeRequest("POST /form HTTP/1.1", "Content-Type: text/plain", "Content-Length: 1")
        #expect(try #require(visit(request, body: "x")).head.status == 415)
    }

    @Test(arguments: [
        ("/", []), ("/a//b%20c/", ["a", "b c"]), ("/%2F", ["/"]), ("/%", ["%"]), ("/a+b", ["a+b"]),
        ("/%e9", ["\u{FFFD}"]),
    ])
    func pathsAreDecodedIntoSegments(path: String, segments: [String]) {
        #expect(makeRequest("GET \(path)?x=/y HTTP/1.1").segments == segments)
    }

    @Test(arguments: [
        "/echo", "/cookies?set=%3Cscript%3E=1", "/redirect/%3Cscript%3E", "/%3Cscript%3E", "/<script>", "/form",
        "/account",
    ])
    func nothingEchoedBecomesMarkup(path: String) throws {
        let hostile = "<script>alert('1')</script>"
        let cookie = "session=\(Session.value(for: hostile))"
        let post = makeRequest(
            "POST \(path) HTTP/1.1", "Accept: text/html", "Cookie: \(cookie); x=\(hostile)", "X: \(hostile)",
            "Content-Type: application/x-www-form-urlencoded", "Content-Length: 1")
        let get = makeRequest(
            "GET \(path) HTTP/1.1", "Accept: text/html", "Cookie: \(cookie); x=\(hostile)", "X: \(hostile)")
        for reply in [visit(post, body: Bytes("\(hostile)=\(hostile)")), visit(get)] {
            let reply = try #require(reply)
            #expect(!reply.text.contains("<script"))
            if reply.text.hasPrefix("<!doctype") {
                #expect(
                    reply.field("content-security-policy")?.hasPrefix("default-src 'none'; style-src 'sha256-") == true)
            }
        }
    }

    @Test func escapingCoversTextAndAttributes() {
        #expect(HTMLRenderer.escape("<a b=\"c\">'&\u{1B}\n") == "&lt;a b=&quot;c&quot;&gt;&#39;&amp;\u{FFFD}\n")
        #expect(JSONText.quote("a\"\\\n\u{1}é") == "\"a\\\"\\\\\\n\\u0001é\"")
    }

    @Test func textPagesDoNotDriveTheTerminal() {
        let page = SitePage(
            "T\u{1B}[31m", [.code("a\u{9B}b\r\nc"), .table([SitePage.Row(name: "\u{7}", value: "\u{8}")])])
        let text = TextRenderer.render(page)
        #expect(
            text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && !(0x7F...0x9F).contains($0.value)) })
    }
}
