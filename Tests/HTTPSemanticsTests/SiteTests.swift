import Bytes
import HTTPModel
import HTTPSemantics
import Testing

/// Which hosts are one site, and which URLs one origin: what redirects, cookies and CORS draw on.
@Suite struct SiteTests {
    @Test(
        arguments: [
            ("https://example.com/", "https://www.example.com/", true), ("https://a.co.uk/", "https://b.co.uk/", false),
            ("https://a.github.io/", "https://b.github.io/", false),
            ("https://a.example/", "http://a.example:8080/", true),
            ("https://127.0.0.1/", "https://127.0.0.2/", false), ("https://[::1]/", "https://[::1]:8443/", true),
            ("https://localhost/", "https://example.com/", false),
            ("https://EXAMPLE.com./", "https://a.example.com/", true),
        ])
    func sitesAreToldByThePublicSuffixList(one: String, other: String, isSame: Bool) {
        #expect(URLReference(Bytes(one)).hasSameSite(as: URLReference(Bytes(other))) == isSame)
    }

    /// A WebSocket belongs to the origin of the pages beside it.
    @Test(
        arguments: [
            ("wss://a.example/x", "https://a.example", true), ("ws://a.example/x", "http://a.example", true),
            ("wss://a.example/x", "http://a.example", false), ("wss://a.example:8443/", "https://a.example", false),
        ])
    func webSocketsAreOfTheOriginOfTheirPages(one: String, other: String, isSame: Bool) {
        #expect(URLReference(Bytes(one)).hasSameOrigin(as: URLReference(Bytes(other))) == isSame)
    }

    private func redirect(_ location: Bytes, method: Method = .get, _ request: String = "Host: h") -> Redirect? {
        Redirect.of(
            method: method, request: section(request), status: 302, response: section("Location: \(location.text)"),
            url: "https://example.com/a")
    }

    @Test func whatIsNoHTTPIsNotAsked() throws {
        for location in ["javascript:alert(1)", "mailto:a@b.example", "data:,x", "myapp://done"] {
            #expect(try #require(redirect(Bytes(location))).isHTTP == false, "\(location)")
        }
        #expect(try #require(redirect("/b")).isHTTP)
        #expect(try #require(redirect("https://www.example.com/")).changesSite == false)
        #expect(try #require(redirect("https://example.org/")).changesSite)
    }

    /// Fetch §4.8: no browser follows a redirect of a preflight.
    @Test func aPreflightIsNotRedirected() {
        let preflight = "Origin: https://b.example\nAccess-Control-Request-Method: PUT"
        #expect(redirect("/b", method: .options, preflight) == nil)
        #expect(redirect("/b", method: .options) != nil)
        #expect(redirect("/b", method: .get, preflight) != nil)
        #expect(redirect("") == nil)
    }
}
