import FilterTestKit
import Flow
import PageTestKit
import Testing

/// A page to share: it runs nothing, loads nothing, and gives no secret away.
@Suite struct MomentTests {
    /// Forty secrets in the places where they stand.
    private static let secrets = (0..<40).map { "s3cr3t-\($0)-" + String(repeating: "Qx7\($0)", count: 5) }

    private static let flow: FlowRecord = {
        let cookies = secrets[0..<15].enumerated().map { "c\($0.offset)=\($0.element)" }.joined(separator: "; ")
        let set = secrets[15..<30].enumerated().map { "Set-Cookie: s\($0.offset)=\($0.element)" }.joined(
            separator: "\n")
        return MadeFlow.make(
            "POST http://shop.test/a?access_token=\(secrets[30]) HTTP/1.1\nHost: shop.test\nCookie: \(cookies)\n"
                + "Authorization: Bearer \(secrets[31])\nProxy-Authorization: Basic \(secrets[32])\n"
                + "X-Api-Key: \(secrets[33])\nContent-Type: application/json\nContent-Length: 200",
            body: #"{"password": "\#(secrets[34])", "token": "\#(secrets[35])", "api_key": "\#(secrets[36])"}"#,
            "HTTP/1.1 200 OK\nContent-Type: application/json\n\(set)",
            content: #"{"access_token": "\#(secrets[37])", "secret": "\#(secrets[38])", "password": "\#(secrets[39])"}"#
        )
    }()

    private func page(_ flow: FlowRecord) throws -> String {
        let answer = try PageAsker([flow]).ask("GET", "/api/moment?ids=1")
        #expect(answer.status == 200 && answer.fields["Content-Disposition"]?.hasPrefix("attachment") == true)
        return answer.text
    }

    @Test func noSecretIsInIt() throws {
        let page = try page(Self.flow)
        for secret in Self.secrets { #expect(!page.contains(secret), "\(secret)") }
        #expect(page.contains("Replaced by tags"))
    }

    @Test func itRunsAndLoadsNothing() throws {
        let nasty = "</pre><script>alert(1)</script><img src=x onerror=alert(1)>\"><style>@import 'http://evil.test'"
        let flow = MadeFlow.make(
            "GET http://shop.test/\(nasty.replacing(" ", with: "%20")) HTTP/1.1\nHost: shop.test\nX-A: \(nasty)",
            "HTTP/1.1 200 \(nasty)\nContent-Type: text/html\nX-B: \(nasty)", content: nasty)
        let page = try page(flow)
        let elements = Set(page.matches(of: /<([a-zA-Z]+)/).map { String($0.1) })
        let known: Set = [
            "html", "head", "meta", "title", "style", "body", "section", "h", "p", "svg", "text", "rect", "line", "pre",
            "span", "sup", "ol", "ul", "li", "b",
        ]
        #expect(elements.isSubset(of: known), "\(elements.subtracting(known))")
        #expect(page.contains("default-src 'none'; style-src 'unsafe-inline'"))
        let attributes = Set(
            page.matches(of: /<[a-z1-6]+ ([^>]*)>/).flatMap { tag in
                tag.1.matches(of: /([a-zA-Z-]+)="/).map { String($0.1) }
            })
        #expect(attributes.isDisjoint(with: ["src", "href", "style", "onerror", "onload", "action", "data"]))
    }

    /// Every byte of a head is there, in its order, within the element that says what it is.
    @Test func theBytesAreThereInTheirOrder() throws {
        let page = try page(MadeFlow.make("GET http://shop.test/x HTTP/1.1\nHost: shop.test\nAccept: */*"))
        let pre = try #require(page.firstMatch(of: /(?s)<pre>(.*?)<\/pre>/)).1
        let text = pre.replacing(/<sup>\d+<\/sup>/, with: "").replacing(/<[^>]*>/, with: "")
        #expect(text.hasPrefix("GET http://shop.test/x HTTP/1.1 CRLF\nHost: shop.test CRLF\nAccept: */* CRLF\n CRLF"))
        #expect(pre.contains("<sup>1</sup>") && page.contains("<li>"))
    }
}
