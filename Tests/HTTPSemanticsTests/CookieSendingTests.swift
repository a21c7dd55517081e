import Bytes
import HTTPModel
import HTTPSemantics
import Testing

/// What a jar filled by a recording may conclude about the cookies of a request: no more than it saw.
@Suite struct CookieSendingTests {
    private static let now: Int64 = 1_772_366_400
    private static let site: Bytes = "https://a.test/"

    private func judge(
        set lines: [Bytes] = [], from: Bytes = site, cookie: Bytes, to url: Bytes = site, fields: String = "",
        after seconds: Int64 = 10
    ) -> [CookieSending] {
        var jar = CookieJar()
        for (entry, line) in lines.enumerated() {
            jar.store(SetCookie(line), from: CookieContext(url: from), at: Self.now, setBy: entry)
        }
        let context = CookieContext(url: url, request: section(fields))
        return jar.judge(CookiePairs.parse(cookie), for: context, at: Self.now + seconds).sendings
    }

    @Test func aCookieOlderThanTheRecordingIsNoMistake() {
        let sid = judge(cookie: "sid=1").first
        #expect(sid?.isSent == true)
        #expect(sid?.isExpected == nil)
        #expect(sid?.isRight == nil)
        #expect(sid?.reason == .neverSet)
    }

    /// The recording shows one cookie of the name; another value may be another cookie.
    @Test func onlyTheValueThatWasSeenIsTakenForTheCookieThatWasSeen() {
        let same = judge(set: ["s=1; Path=/x"], cookie: "s=1")
        #expect(same.map(\.isExpected) == [false])
        let other = judge(set: ["s=1; Path=/x"], cookie: "s=2")
        #expect(other.filter(\.isSent).map(\.isExpected) == [nil])
        let ignored = judge(set: ["s=1; Domain=other.test"], cookie: "s=1")
        #expect(ignored.map(\.isExpected) == [false])
        let beside = judge(set: ["s=1; Domain=other.test"], cookie: "s=2")
        #expect(beside.map(\.reason) == [.besideRejected(by: 0)])
        #expect(beside.map(\.isExpected) == [nil])
        #expect(judge(set: ["s=1; Max-Age=5"], cookie: "s=1").map(\.reason) == [.expired(by: 0)])
        #expect(judge(set: ["s=; Max-Age=0"], cookie: "s=1").map(\.reason) == [.besideRemoved(by: 0)])
        #expect(judge(set: ["s=1", "s=; Max-Age=0"], cookie: "s=1").map(\.isExpected) == [false])
    }

    /// Fetch: a script's request to another origin has cookies only if the page asked for credentials.
    @Test func aScriptNeedNotSendCookiesToAnotherOrigin() {
        let scripted = "Sec-Fetch-Site: same-site\nSec-Fetch-Mode: cors"
        #expect(judge(set: ["s=1"], cookie: "", fields: scripted).map(\.isExpected) == [nil])
        let own = "Sec-Fetch-Site: same-origin\nSec-Fetch-Mode: cors"
        #expect(judge(set: ["s=1"], cookie: "", fields: own).map(\.isExpected) == [true])
        #expect(judge(set: ["s=1"], cookie: "s=1", fields: scripted).map(\.isExpected) == [true])
    }

    /// RFC 6265bis §5.2: a frame is navigated, and is not the top level.
    @Test(arguments: [("iframe", false), ("frame", false), ("document", true)])
    func aFrameInAnotherSitesPageIsNoNavigationOfTheTopLevel(destination: String, isNavigation: Bool) {
        let fields = "Sec-Fetch-Site: cross-site\nSec-Fetch-Mode: navigate\nSec-Fetch-Dest: \(destination)"
        let context = CookieContext(url: Self.site, request: section(fields))
        #expect(context.isNavigation == isNavigation)
        let lax = judge(set: ["lax=1; Secure; SameSite=Lax"], cookie: "", fields: fields)
        #expect(lax.map(\.isExpected) == [isNavigation])
        let set = SetCookie("in_frame=1; Secure; SameSite=Lax").fate(from: context, at: Self.now)
        #expect((set == .rejected(.crossSite)) == !isNavigation)
        let none = SetCookie("x=1; Secure; SameSite=None").fate(from: context, at: Self.now)
        #expect(none == .stored(until: nil, isCapped: false))
    }

    @Test func theFateOfALineIsOneVerdict() {
        let secure = CookieContext(url: Self.site)
        let plain = CookieContext(url: "http://a.test/")
        func fate(_ line: Bytes, _ context: CookieContext) -> SetCookie.Fate {
            SetCookie(line).fate(from: context, at: Self.now)
        }
        #expect(fate("a=1; Secure", secure) == .stored(until: nil, isCapped: false))
        #expect(fate("__Host-a=1; Secure; Path=/", secure) == .stored(until: nil, isCapped: false))
        #expect(fate("a=1; Secure", plain) == .rejected(.secureOverPlain))
        #expect(fate("a=1; Max-Age=0", secure) == .removes)
        #expect(fate("a=1; Max-Age=60", secure) == .stored(until: Self.now + 60, isCapped: false))
        let capped = SetCookie.Fate.stored(until: Self.now + SetCookie.lifetimeLimit, isCapped: true)
        #expect(fate("a=1; Max-Age=99999999999", secure) == capped)
    }

    /// Where the host or the browser decides, nothing is said to be stored; what any host and browser does is said.
    @Test func aLineWhoseOutcomeNobodyKnowsIsOpen() {
        let secure = CookieContext(url: Self.site)
        let six = CookieContext(url: "http://[2001:db8::1]/")
        func fate(_ line: Bytes, _ context: CookieContext, knowsHost: Bool) -> SetCookie.Fate {
            SetCookie(line).fate(from: context, at: Self.now, knowsHost: knowsHost)
        }
        for domain in ["[2001:db8::1]", "2001:db8::1", "[2001:DB8::1]"] {
            let line = Bytes("a=1; Domain=\(domain)")
            #expect(fate(line, six, knowsHost: true) == .open(.browser), "\(domain)")
            #expect(fate(line, six, knowsHost: false) == .open(.host), "\(domain)")
            #expect(fate(line, secure, knowsHost: true) == .rejected(.foreignDomain), "\(domain)")
        }
        #expect(fate("a=1; Domain=other.test", secure, knowsHost: false) == .open(.host))
        #expect(fate("a=1; Domain=other.test", secure, knowsHost: true) == .rejected(.foreignDomain))
        #expect(fate("a=1; Domain=[2001:db8::1]; Max-Age=0", six, knowsHost: true) == .removes)
        #expect(fate("a=1", secure, knowsHost: false) == .stored(until: nil, isCapped: false))
        #expect(fate("a=1; Domain=com", secure, knowsHost: false) == .rejected(.publicSuffix))
    }
}
