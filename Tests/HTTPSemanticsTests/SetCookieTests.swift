import Bytes
import HTTPSemantics
import Testing

@Suite struct SetCookieTests {
    @Test func keepsAllAttributesInTheOrderSent() {
        let cookie = SetCookie(
            "SID=31d4d96e407aad42; Path=/; Secure; HttpOnly; Comment=\"x\"; Priority=High; Max-Age=60; SameSite=lax")
        #expect(cookie.name == "SID")
        #expect(cookie.value == "31d4d96e407aad42")
        #expect(
            cookie.attributes.map(\.name) == [
                "Path", "Secure", "HttpOnly", "Comment", "Priority", "Max-Age", "SameSite",
            ])
        #expect(
            cookie.attributes.map(\.meaning) == [
                .path("/"), .secure, .httpOnly, .obsolete, .unknown, .maxAge(60), .sameSite(.lax),
            ])
        #expect(cookie.attributes[1].value == nil)
        #expect(cookie.rejection == nil)
    }

    @Test(
        arguments: [
            ("foo=bar", "foo", "bar"), ("foo", "", "foo"), ("=x", "", "x"), ("x=", "x", ""),
            ("z=y, a=b", "z", "y, a=b"), ("aBc=\"zz;pp\" ; ;", "aBc", "\"zz"), ("  a b =  c d  ;e", "a b", "c d"),
            ("===a=bar", "", "==a=bar"), ("$Version=1; foo=bar", "$Version", "1"), ("a=b\tc", "a", "b\tc"),
        ] as [(Bytes, Bytes, Bytes)])
    func nameAndValueEndAtTheFirstSigns(line: Bytes, name: Bytes, value: Bytes) {
        let cookie = SetCookie(line)
        #expect(cookie.name == name)
        #expect(cookie.value == value)
    }

    @Test func theLastOfRepeatedAttributesCounts() {
        let cookie = SetCookie("a=b; Path=/qux; Domain=.Example.ORG; path=x; domain=; SameSite=Strict; samesite=bogus")
        #expect(cookie.path == nil)
        #expect(cookie.domain == nil)
        #expect(cookie.sameSite == .unspecified)
        #expect(SetCookie("a=b; Path=/; Path=/qux").path == "/qux")
        #expect(SetCookie("a=b; Domain=.Example.ORG").domain == "example.org")
    }

    @Test func maxAgeGoesBeforeExpires() {
        let now: Int64 = 1_000_000
        #expect(SetCookie("a=b").expiry(now: now) == nil)
        #expect(SetCookie("a=b; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT").expiry(now: now) == 1_000_060)
        #expect(SetCookie("a=b; Max-Age=0").expiry(now: now) == .min)
        #expect(SetCookie("a=b; Max-Age=-20").expiry(now: now) == .min)
        #expect(SetCookie("a=b; Max-Age=50,399; Expires=Thu, 01 Jan 1970 00:00:09 GMT").expiry(now: now) == 9)
        #expect(SetCookie("a=b; Max-Age=99999999999999999999999").expiry(now: now) == .max)
        #expect(SetCookie("a=b; Max-Age=+5").expiry(now: now) == nil)
        #expect(SetCookie("a=b; Max-Age=-").expiry(now: now) == nil)
    }

    @Test(
        arguments: [
            ("a=b\u{00}c", .controlCharacter), ("a=b; Path=/\u{7F}", .controlCharacter), ("", .empty), ("=", .empty),
            ("a=b; SameSite=None", .sameSiteNoneWithoutSecure), ("__Secure-a=b", .securePrefix),
            ("__host-a=b; Secure", .hostPrefix), ("__Host-a=b; Secure; Path=/; Domain=x.org", .hostPrefix),
            ("=__Secure-a=b", .disguisedPrefix), ("a=b; Partitioned", .partitionedWithoutSecure),
        ] as [(Bytes, SetCookie.Rejection)])
    func saysWhyUserAgentsIgnoreIt(line: Bytes, reason: SetCookie.Rejection) {
        #expect(SetCookie(line).rejection == reason)
    }

    @Test(
        arguments: [
            "__Host-a=b; Secure; Path=/", "__Secure-a=b; Secure", "a=b; SameSite=None; Secure",
            "a=b; Partitioned; Secure",
        ] as [Bytes])
    func acceptsWhatFulfilsThePrefix(line: Bytes) {
        #expect(SetCookie(line).rejection == nil)
    }

    @Test func theLengthLimitsAreThoseOfTheRFC() {
        let value = [UInt8](repeating: 0x61, count: 4095)
        #expect(SetCookie(Bytes(Array("n=".utf8) + value)).rejection == nil)
        #expect(SetCookie(Bytes(Array("nn=".utf8) + value)).rejection == .tooLong)
        let path = [UInt8](repeating: 0x2F, count: 1025)
        #expect(SetCookie(Bytes(Array("a=b; Path=".utf8) + path)).attributes[0].meaning == .tooLong)
        #expect(SetCookie(Bytes(Array("a=b; Path=".utf8) + path.dropLast())).path?.count == 1024)
    }

    @Test(
        arguments: [
            ("example.org", "a=b; Domain=example.org", nil), ("www.example.org", "a=b; Domain=.example.org", nil),
            ("example.org", "a=b; Domain=www.example.org", .foreignDomain),
            ("badexample.org", "a=b; Domain=example.org", .foreignDomain),
            ("10.0.0.1", "a=b; Domain=0.0.1", .foreignDomain), ("example.org", "a=b; Secure", .secureOverPlain),
        ] as [(Bytes, Bytes, SetCookie.Rejection?)])
    func theHostDecidesToo(host: Bytes, line: Bytes, reason: SetCookie.Rejection?) {
        #expect(SetCookie(line).rejection(host: host, isSecure: false) == reason)
    }

    @Test func cookiePairsKeepOrderAndNamelessOnes() {
        let pairs = CookiePairs.parse(section("Cookie: a=1; b=\"x;y\" ; c;; d=e=f"))
        #expect(pairs.map(\.name) == ["a", "b", "", "", "d"])
        #expect(pairs.map(\.value) == ["1", "\"x", "y\"", "c", "e=f"])
    }
}
