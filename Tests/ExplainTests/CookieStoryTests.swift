import Bytes
import Explain
import Flow
import HTTPSemantics
import Testing

@Suite struct CookieStoryTests {
    /// Entries some seconds apart: a URL, the Cookie field, Set-Cookie lines.
    private func story(_ entries: [(url: String, cookie: String?, set: [String])], step: Int64 = 1) -> CookieStory {
        CookieStory(
            entries.enumerated().map { index, entry in
                MadeExchange.make(
                    "GET \(entry.url) HTTP/1.1\nHost: a.example" + (entry.cookie.map { "\nCookie: \($0)" } ?? ""),
                    "HTTP/1.1 200 OK" + entry.set.map { "\nSet-Cookie: \($0)" }.joined(), index: index,
                    at: MadeExchange.moment + Int64(index) * step)
            })
    }

    @Test func theJarIsWhatAConformingClientSends() {
        let told = story([
            ("http://a.example/login", nil, ["sid=1; Path=/", "theme=dark; Path=/login", "x=1; Domain=b.example"]),
            ("http://a.example/login", "theme=dark; sid=1", ["sid=2; Path=/"]),
            ("http://a.example/", "sid=2", ["sid=; Max-Age=0; Path=/"]),
            ("http://a.example/", nil, []),
        ]).entries
        #expect(told.map(\.jar) == [[], ["theme=dark", "sid=1"], ["sid=2"], []])
        #expect(told[0].settings.map(\.isStored) == [true, true, false])
        #expect(told[0].settings.map(\.step) == ["5.7 step 24", "5.7 step 24", "5.7 step 10"])
        #expect(told[1].settings.map(\.step) == ["5.7 step 23"])
        #expect(told[2].settings.map(\.isStored) == [false])
        #expect(told[2].settings.map(\.step) == ["5.7: expired"])
        #expect(told.flatMap(\.sendings).filter { $0.isRight != true }.isEmpty)
        #expect(told[2].sendings.map(\.name) == ["sid", "theme"])
        #expect(told[2].sendings.map(\.isSent) == [true, false])
    }

    /// Each way in which a request can differ from what was due.
    @Test(
        arguments: [
            ("https://a.example/", "s=1; Secure", "http://a.example/", "s=1", "5.8.3 step 1: secure"),
            ("http://a.example/x/y", "s=1", "http://a.example/z", "s=1", "5.8.3 step 1: path"),
            ("http://a.example/", "s=1", "http://b.a.example/", "s=1", "5.8.3 step 1: host-only"),
            ("http://w.a.example/", "s=1; Domain=a.example", "http://b.example/", "s=1", "5.8.3 step 1: domain"),
            ("http://a.example/", "s=1; Max-Age=0", "http://a.example/", "s=1", "5.7: expired"),
            ("http://a.example/", "s=1; Max-Age=5", "http://a.example/", "s=1", "5.7: expired"),
            ("http://a.example/", "s=1; Secure", "http://a.example/", "s=1", "5.7 step 13"),
            ("http://a.example/", "s=1", "http://a.example/", "s=1; t=2", "not set in this session"),
        ])
    func whatWasNotDueIsNamedWithItsStep(set: String, line: String, url: String, cookie: String, step: String) throws {
        let told = story([(set, nil, [line]), (url, cookie, [])], step: 10).entries
        let wrong = told[1].sendings.filter { $0.isRight != true }
        #expect(wrong.map(\.step) == [step])
        #expect(wrong.map(\.isSent) == [true])
        #expect(told[1].sendings.filter(\.isSent).count == (cookie.contains("t=2") ? 2 : 1))
    }

    @Test func whatWasDueAndNotSentIsNamed() throws {
        let told = story([
            ("http://a.example/", nil, ["a=1", "b=2"]), ("http://a.example/", "a=1", []),
            ("http://a.example/", nil, []),
        ]).entries
        let left = try #require(told[1].sendings.first { !$0.isSent })
        #expect(left.name == "b")
        #expect(left.isExpected == true)
        #expect(told[2].sendings.map(\.isSent) == [false, false])
        #expect(told[2].sendings.map(\.isExpected) == [true, true])
        #expect(told[2].lines.first?.text.contains("no cookies at all") == true)
    }

    @Test func anotherValueIsToldOf() throws {
        let told = story([("http://a.example/", nil, ["a=1"]), ("http://a.example/", "a=2", [])]).entries
        let sending = try #require(told[1].sendings.first)
        #expect(sending.isSent && sending.isExpected == true)
        #expect(sending.step == "5.8.3 step 4: other value")
        #expect(told[1].jar == ["a=1"])
    }

    @Test func scriptsReadWhatIsNotHTTPOnly() {
        let told = story([("http://a.example/", nil, ["a=1", "b=2; HttpOnly"]), ("http://a.example/", "a=1; b=2", [])])
        #expect(told.entries.map(\.readByScripts) == [["a"], ["a"]])
        #expect(told.entries[0].settings.map(\.isReadByScripts) == [true, false])
    }

    @Test func everyAttributeHasAMeaning() throws {
        let told = story([
            (
                "https://a.example/", nil,
                [
                    "a=b; Expires=Sun, 06 Nov 1994 09:49:37 GMT; Max-Age=60; Domain=a.example; Path=/; Secure; "
                        + "HttpOnly; SameSite=Strict; Partitioned; Comment=x; CommentURL=x; Version=1; Port=80; "
                        + "Discard; Odd=1"
                ]
            )
        ])
        let setting = try #require(told.entries.first?.settings.first)
        #expect(setting.attributes.count == 14)
        #expect(!setting.attributes.contains { $0.meaning.text.isEmpty })
        #expect(setting.expiry == MadeExchange.moment + 60)
        let obsolete = setting.attributes.filter { $0.meaning.text.contains("Not in the standard") }
        #expect(obsolete.map(\.name) == ["Comment", "CommentURL", "Version", "Port", "Discard"])
    }

    @Test func aRequestFromAnotherSiteLeavesItsCookiesBehind() throws {
        let first = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK\nSet-Cookie: a=1; SameSite=Strict", scheme: "https")
        let second = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example\nSec-Fetch-Site: cross-site\nSec-Fetch-Mode: cors", "HTTP/1.1 200 OK",
            index: 1, scheme: "https")
        let sending = try #require(CookieStory([first, second]).entries[1].sendings.first)
        #expect(!sending.isSent && sending.isExpected == false)
        #expect(sending.step == "5.8.3 step 1: same-site")
    }

    @Test func theReasoningGoesThroughAttributesAndCookies() throws {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example\nCookie: x=y",
            "HTTP/1.1 200 OK\nSet-Cookie: a=b; Path=/; Secure\nSet-Cookie: c=d", scheme: "http")
        let reasoning = try #require(CookieReasoning.reasoning(about: exchange))
        #expect(reasoning.steps.map(\.rule) == ["Cookie", "Path", "Secure", "5.7 step 13", "5.7 step 24"])
        #expect(reasoning.steps.map(\.held) == [true, nil, nil, false, true])
        #expect(reasoning.conclusion.text == "Cookies: 1 sent; 2 set, 1 of them stored.")
        #expect(CookieReasoning.reasoning(about: MadeExchange.make("GET / HTTP/1.1\nHost: a")) == nil)
    }

    /// The usual mistake of a log-out: Domain or Path differ, so nothing is removed (RFC 6265bis §5.7 step 23).
    @Test(
        arguments: [
            ("sid=1; Domain=a.example; Path=/", "sid=; Max-Age=0; Path=/", "Domain=a.example"),
            ("sid=1; Path=/", "sid=; Max-Age=0; Path=/logout", "Path=/"),
            ("sid=1; Path=/", "sid=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Domain=a.example; Path=/", "no Domain"),
        ])
    func whatALogOutMissesStays(set: String, removal: String, words: String) {
        let told = story([
            ("http://a.example/", nil, [set]), ("http://a.example/", "sid=1", [removal]),
            ("http://a.example/", "sid=1", []),
        ]).entries
        #expect(told[1].settings.map(\.step) == ["5.7 step 23"])
        #expect(told[1].settings.first?.text.text.contains(words) == true)
        #expect(told[1].lines.contains { $0.text.contains("is another cookie and stays") })
        // It is sent on, and rightly.
        #expect(told[2].sendings.map(\.isRight) == [true])
    }

    /// A cookie that moves to another Domain: one line deletes, the other sets.
    @Test(arguments: [true, false])
    func whatIsSetAnewIsNotMissed(isDeletedFirst: Bool) {
        let lines = ["sid=; Max-Age=0; Domain=a.example; Path=/", "sid=2; Path=/"]
        let told = story([
            ("http://a.example/", nil, ["sid=1; Path=/"]),
            ("http://a.example/", "sid=1", isDeletedFirst ? lines : Array(lines.reversed())),
        ]).entries
        #expect(!told[1].lines.contains { $0.text.contains("and stays") })
    }

    /// What was set before the recording is deleted all the same.
    @Test func aCookieOfBeforeIsDeleted() {
        let told = story([("http://a.example/", "sid=1", ["sid=; Max-Age=0; Path=/"])]).entries
        #expect(!told[0].lines.contains { $0.text.contains("no such cookie to delete") })
    }

    /// Chrome and Edge take a missing SameSite for Lax; that another browser sent it is no mistake.
    @Test(
        arguments: [
            ("u=1", nil), ("u=1; SameSite=Lax", false), ("u=1; SameSite=Strict", false),
            ("u=1; SameSite=None; Secure", true),
        ]
            as [(String, Bool?)])
    func aMissingSameSiteMakesNoMistake(set: String, isRight: Bool?) {
        let first = MadeExchange.make(
            "GET https://a.example/ HTTP/1.1\nHost: a.example", "HTTP/1.1 200 OK\nSet-Cookie: \(set)", index: 0)
        let second = MadeExchange.make(
            "POST https://a.example/ HTTP/1.1\nHost: a.example\nCookie: u=1\nSec-Fetch-Site: cross-site\n"
                + "Sec-Fetch-Mode: navigate\nSec-Fetch-Dest: document", "HTTP/1.1 200 OK", index: 1)
        let told = CookieStory([first, second]).entries
        #expect(told.last?.sendings.map(\.isRight) == [isRight])
    }
}
