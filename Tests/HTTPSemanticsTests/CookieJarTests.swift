import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct CookieJarTests {
    private static let now: Int64 = 1_795_259_072
    private let site = CookieContext(url: "https://www.example.org/shop/cart?x=/y/z")

    private func jar(_ lines: Bytes...) -> CookieJar {
        var jar = CookieJar()
        for line in lines { jar.store(SetCookie(line), from: site, at: Self.now) }
        return jar
    }

    private func sent(_ jar: CookieJar, to url: Bytes, at now: Int64 = now) -> [Bytes] {
        var jar = jar
        return jar.cookies(for: CookieContext(url: url), at: now).map(\.pair)
    }

    /// RFC 6265 §3.1, the examples: session, scope, and two cookies; the conversation over https.
    @Test func theExamplesOfTheRFC() {
        var jar = CookieJar()
        let host = CookieContext(url: "https://www.example.com/")
        jar.store(SetCookie("SID=31d4d96e407aad42; Path=/; Secure; HttpOnly"), from: host, at: Self.now)
        jar.store(SetCookie("lang=en-US; Path=/; Domain=example.com"), from: host, at: Self.now)
        #expect(sent(jar, to: "https://www.example.com/a") == ["SID=31d4d96e407aad42", "lang=en-US"])
        #expect(sent(jar, to: "https://example.com/") == ["lang=en-US"])
        #expect(sent(jar, to: "http://www.example.com/") == ["lang=en-US"])
        jar.store(
            SetCookie("lang=; Path=/; Domain=example.com; Expires=Sun, 06 Nov 1994 08:49:37 GMT"), from: host,
            at: Self.now)
        #expect(sent(jar, to: "https://www.example.com/a") == ["SID=31d4d96e407aad42"])
        #expect(jar.absence(of: "lang") == .expired(value: "en-US", by: 0))
    }

    /// RFC 6265bis §5.1.4.
    @Test(
        arguments: [
            ("/", "/"), ("/shop", "/"), ("/shop/cart", "/shop"), ("/shop/cart/", "/shop/cart"), ("", "/"),
        ] as [(String, Bytes)])
    func theDefaultPathEndsBeforeTheLastSlash(path: String, expected: Bytes) {
        #expect(CookieContext(url: Bytes("http://h\(path)?q=/a/b")).defaultPath == expected)
    }

    @Test(
        arguments: [
            ("/foo", "/foo", true), ("/foo/bar", "/foo", true), ("/foobar", "/foo", false), ("/foo/", "/foo/", true),
            ("/foo", "/foo/", false), ("/foo/x", "/foo/", true), ("/Foo", "/foo", false), ("/x", "/", true),
        ] as [(Bytes, Bytes, Bool)])
    func pathsMatchAtSlashes(request: Bytes, cookie: Bytes, matches: Bool) {
        #expect(CookieContext.path(request, matches: cookie) == matches)
    }

    /// RFC 6265bis §5.8.3 step 2.
    @Test func longerPathsGoFirstThenOlderCookies() {
        let jar = jar("a=1; Path=/", "b=2; Path=/shop", "c=3; Path=/", "d=4; Path=/shop")
        #expect(sent(jar, to: "https://www.example.org/shop") == ["b=2", "d=4", "a=1", "c=3"])
    }

    /// §5.7 step 23: the new one keeps the creation time of the one it replaces.
    @Test func aReplacedCookieKeepsItsPlace() {
        let jar = jar("a=1; Path=/", "b=2; Path=/", "a=3; Path=/")
        #expect(sent(jar, to: "https://www.example.org/") == ["a=3", "b=2"])
        #expect(jar.count == 2)
    }

    /// Differing in host-only alone, they are two cookies (§5.7 step 23).
    @Test func hostOnlyIsPartOfTheIdentity() {
        let jar = jar("a=1; Path=/", "a=2; Path=/; Domain=www.example.org")
        #expect(sent(jar, to: "https://www.example.org/") == ["a=1", "a=2"])
        #expect(sent(jar, to: "https://x.www.example.org/") == ["a=2"])
    }

    @Test func nothingIsKeptLongerThanFourHundredDays() throws {
        let jar = jar("a=1; Max-Age=99999999999999999999", "b=2; Expires=Fri, 31 Dec 9999 23:59:59 GMT", "c=3")
        let limit = Self.now + 400 * 86_400
        #expect(jar.cookies(under: "www.example.org").map(\.expiry) == [limit, limit, nil])
        #expect(sent(jar, to: "https://www.example.org/shop/", at: limit - 1).count == 3)
        #expect(sent(jar, to: "https://www.example.org/shop/", at: limit) == ["c=3"])
    }

    @Test(
        arguments: [
            ("http://example.org/", "a=b; Domain=org", .publicSuffix),
            ("https://shop.co.uk/", "a=b; Domain=co.uk", .publicSuffix),
            ("https://ada.github.io/", "a=b; Domain=.github.io", .publicSuffix),
            ("http://example.org/", "a=b; Domain=ex\u{E4}mple.org", .domainNotASCII),
            ("http://example.org/", "a=b; Domain=example.com", .foreignDomain),
            ("http://example.org/", "a=b; Secure", .secureOverPlain),
            ("https://example.org/", "a=b; SameSite=None", .sameSiteNoneWithoutSecure),
            ("https://example.org/", "__Host-a=b; Secure; Path=/; Domain=example.org", .hostPrefix),
            ("https://example.org/", "__HOST-a=b; Secure", .hostPrefix),
            ("https://example.org/x/y", "__secure-a=b", .securePrefix),
            ("https://example.org/", "__Host-=b; =__Host-", .hostPrefix),
            ("https://example.org/", "=__Host-a=b", .disguisedPrefix),
            // Of two faults, the earlier step.
            ("http://example.org/", "__Host-a=b; Domain=example.com; Secure", .foreignDomain),
        ] as [(Bytes, Bytes, SetCookie.Rejection)])
    func theFirstStepThatFailsRejects(url: Bytes, line: Bytes, reason: SetCookie.Rejection) {
        var jar = CookieJar()
        #expect(jar.store(SetCookie(line), from: CookieContext(url: url), at: Self.now) == .rejected(reason))
        #expect(jar.count == 0)
    }

    /// §5.7 step 9: a host that is itself a public suffix may name itself, and gets a cookie of its own.
    @Test func aSingleLabelNamesItselfToNoEffect() {
        var jar = CookieJar()
        let host = CookieContext(url: "http://intranet/")
        jar.store(SetCookie("a=b; Domain=intranet"), from: host, at: Self.now)
        #expect(jar.cookies(under: "intranet").map(\.isHostOnly) == [true])
    }

    /// Browsers and curl take plain http to this machine for safe.
    @Test(
        arguments: ["http://localhost:8080/", "http://127.0.0.1/", "http://[::1]/", "http://app.localhost/"] as [Bytes])
    func thisMachineCountsAsSecure(url: Bytes) {
        #expect(CookieContext(url: url).isSecure)
    }

    /// §5.7 step 16, the example of its note: `a` with the path `/login` is Secure.
    @Test(arguments: [("/", true), ("/foo", true), ("/login", false), ("/login/en", false)] as [(String, Bool)])
    func aPlainCookieDoesNotHideASecureOne(path: String, isStored: Bool) {
        var jar = CookieJar()
        jar.store(SetCookie("a=1; Secure; Path=/login"), from: CookieContext(url: "https://e.org/"), at: Self.now)
        let outcome = jar.store(
            SetCookie(Bytes("a=2; Path=\(path)")), from: CookieContext(url: "http://e.org/"), at: Self.now)
        #expect((outcome == .rejected(.hidesSecure)) == !isStored)
        #expect(jar.count == (isStored ? 2 : 1))
    }

    /// §5.8.3 step 1 with a request from another site's page.
    @Test(
        arguments: [
            ("GET", "navigate", ["none=1", "lax=1", "default=1"]), ("POST", "navigate", ["none=1"]),
            ("GET", "cors", ["none=1"]),
        ] as [(String, String, [Bytes])])
    func sameSiteLooksAtWhoAsks(method: String, mode: String, expected: [Bytes]) {
        var jar = jar(
            "none=1; SameSite=None; Secure; Path=/", "lax=1; SameSite=Lax; Path=/", "strict=1; SameSite=Strict; Path=/",
            "default=1; Path=/")
        let fields = section("Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: \(mode)")
        let context = CookieContext(
            url: "https://www.example.org/", method: method == "GET" ? .get : .post, request: fields)
        #expect(jar.cookies(for: context, at: Self.now).map(\.pair) == expected)
        let own = CookieContext(url: "https://www.example.org/", request: section("Sec-Fetch-Site: same-origin"))
        #expect(jar.cookies(for: own, at: Self.now).count == 4)
    }

    /// §5.7 step 18.
    @Test func anAnswerToAnotherSitesPageSetsOnlySameSiteNone() {
        var jar = CookieJar()
        let context = CookieContext(
            url: "https://ads.example/", request: section("Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: no-cors"))
        #expect(jar.store(SetCookie("a=1"), from: context, at: Self.now) == .rejected(.crossSite))
        jar.store(SetCookie("b=1; SameSite=None; Secure"), from: context, at: Self.now)
        #expect(jar.count == 1)
    }

    @Test func whatIsHeldBackIsNamed() {
        var jar = jar("a=1; Path=/admin", "b=1; Domain=example.org; Path=/", "c=1; Secure; Path=/")
        let held = jar.retrieve(for: CookieContext(url: "http://www.example.org/"), at: Self.now).held
        #expect(held.map(\.cookie.name) == ["a", "c"])
        #expect(held.map(\.reason) == [.path, .secure])
        let other = CookieContext(url: "https://other.example.org/")
        #expect(jar.elsewhere("c", for: other, at: Self.now)?.1 == .hostOnly)
        #expect(jar.elsewhere("b", for: CookieContext(url: "https://example.com/"), at: Self.now)?.1 == .domain)
        #expect(jar.absence(of: "z") == .neverSet)
    }

    /// §5.7, "remove excess cookies": not Secure before Secure, then the one not used for longest.
    @Test func aCrowdedDomainDropsPlainCookiesFirst() {
        var limits = CookieJar.Limits()
        limits.cookiesPerDomain = 3
        var jar = CookieJar(limits: limits)
        for line in ["s=1; Secure", "old=1; Path=/", "used=1; Path=/"] as [Bytes] {
            jar.store(SetCookie(line), from: site, at: Self.now)
        }
        _ = jar.cookies(for: CookieContext(url: "http://www.example.org/old"), at: Self.now + 1)
        jar.store(SetCookie("old=2; Path=/"), from: site, at: Self.now)
        guard case .stored(_, _, let dropped) = jar.store(SetCookie("new=1"), from: site, at: Self.now + 2) else {
            Issue.record("the cookie was not stored")
            return
        }
        #expect(dropped.map(\.name) == ["old"])
        #expect(jar.absence(of: "old") == .evicted)
        #expect(jar.count == 3)
    }

    @Test func theWholeJarIsBounded() {
        var limits = CookieJar.Limits()
        limits.cookies = 20
        var jar = CookieJar(limits: limits)
        for number in 0..<100 {
            let host = CookieContext(url: Bytes("http://h\(number).example/"))
            jar.store(SetCookie("a=1"), from: host, at: Self.now + Int64(number))
            #expect(jar.count <= 20)
        }
        #expect(jar.cookies(under: "h99.example").count == 1)
        #expect(jar.cookies(under: "h0.example").isEmpty)
    }
}
