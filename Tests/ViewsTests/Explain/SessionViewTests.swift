import Bytes
import Explain
import Flow
import Foundation
import Testing
import Views

/// The story of a session on a page.
@Suite struct SessionViewTests {
    /// A login that redirects, with a cookie, then a page that is asked for twice.
    private let session = ExplainedText.read(
        """
        POST /login HTTP/1.1
        Host: h
        Content-Length: 0

        HTTP/1.1 303 See Other
        Date: Sun, 06 Nov 1994 08:49:37 GMT
        Location: /page
        Set-Cookie: sid=1; HttpOnly
        Content-Length: 0

        GET /page HTTP/1.1
        Host: h
        Cookie: sid=1

        HTTP/1.1 200 OK
        Date: Sun, 06 Nov 1994 08:49:38 GMT
        Cache-Control: max-age=60
        Content-Length: 0

        GET /page HTTP/1.1
        Host: h

        HTTP/1.1 200 OK
        Date: Sun, 06 Nov 1994 08:49:48 GMT
        Cache-Control: max-age=60
        Content-Length: 0


        """
    ).exchanges

    private func page(_ topics: Set<Reasoning.Topic> = []) -> String {
        var view = SessionView(session, style: .plain, width: 100, topics: topics)
        view.show()
        return String(decoding: view.page.take(), as: UTF8.self)
    }

    /// Where a cache changes nothing, that is said, and no row of zeros.
    @Test func savingsOfNothingAreNotCounted() {
        let view = ExplainedText.read("GET / HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Length: 0\n\n")
        var page = SessionView(view.exchanges, style: .plain, width: 100, topics: [.caching])
        page.show()
        let text = String(decoding: page.page.take(), as: UTF8.self)
        #expect(text.contains("Neither cache would have saved anything.") && !text.contains("saved 0"))
    }

    /// Numbers begin anew in each run: two connections of one number are two.
    @Test func connectionsOfTwoRunsAreApart() {
        var session = self.session
        for place in session.indices {
            session[place].upstream = FlowEvent.UpstreamLease(
                connection: 1, address: nil, reused: false, isLocal: false)
            session[place].run = RunID(place == 0 ? 1 : 2)
        }
        var page = SessionView(session, style: .plain, width: 100, topics: [.connection])
        page.show()
        let text = String(decoding: page.page.take(), as: UTF8.self)
        #expect(text.contains("Connection 1 was used for 1 exchange: #1\n"))
        #expect(text.contains("Connection 1 was used for 2 exchanges: #2, #3\n"))
    }

    /// An entry of which the session has nothing to tell gets no chapter of it.
    @Test func whatTheSessionAddsNothingToHasNoChapter() {
        let view = ExplainedText.read(
            "GET / HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Length: 0\n\n"
                + "GET /b HTTP/1.1\nHost: h\n\nHTTP/1.1 200 OK\nContent-Length: 0\n\n")
        var writer = PageWriter(style: .plain, width: 100)
        SessionPlace(SessionContext(view.exchanges), index: 1, topics: []).write(to: &writer)
        let text = String(decoding: writer.take(), as: UTF8.self)
        #expect(text.isEmpty, "\(text)")
        SessionPlace(SessionContext(view.exchanges), index: 1, topics: [.cookies]).write(to: &writer)
        #expect(writer.take().isEmpty)
        // The page's own words on caching say as much as a cache that has nothing.
        SessionPlace(SessionContext(view.exchanges), index: 1, topics: [.caching]).write(to: &writer)
        #expect(writer.take().isEmpty)
    }

    @Test func everyChapterIsToldOnce() {
        let page = page()
        for title in ["Redirects ─", "Cookies ─", "Caching ─", "Connections ─"] {
            #expect(page.split(separator: "\n").count { $0.hasPrefix(title) } == 1, "\(title)")
        }
    }

    /// What a reader asks first is on the first screen, before any chapter.
    @Test func theShortPartNamesWhatWentWrong() throws {
        let short = try #require(page().components(separatedBy: "Redirects ─").first)
        #expect(short.hasPrefix("In short"))
        #expect(short.contains("3 exchanges, 1 redirect, 1 cookie set, 1 cookie sent."))
        #expect(short.contains("✗ #3: “sid” was not sent, although it should have been."))
        #expect(!short.contains("#2") && !short.contains("error status"))
        #expect(short.contains("✓ The cookie that was set is stored."))
        #expect(!page([.cookies]).contains("In short"), "one chapter is what was asked for")
    }

    @Test func theShortPartIsShort() {
        var answer = "HTTP/1.1 503 Service Unavailable\nContent-Length: 0\n"
        for number in 1...40 { answer += "Set-Cookie: c\(number)=1; SameSite=None\n" }
        answer += "Set-Cookie: old=; Max-Age=0\nSet-Cookie: six=1; Domain=[::1]\n"
        let request = "GET http://[::1]/ HTTP/1.1\nHost: [::1]\n\n"
        var view = SessionView(
            ExplainedText.read(request + answer + "\n").exchanges, style: .plain, width: 80)
        view.show()
        let page = String(decoding: view.page.take(), as: UTF8.self)
        let short = page.components(separatedBy: "Redirects ─")[0]
        #expect(short.split(separator: "\n").count < 16, "\(short)")
        #expect(short.contains("✗ #1: “c5” is not stored.") && !short.contains("c6"))
        #expect(short.contains("35 more are under Cookies."))
        #expect(short.contains("One response has an error status: #1 (503)."))
        #expect(!short.contains("old") && !short.contains("six") && !short.contains("All cookies"))
    }

    @Test func theRedirectIsFollowed() {
        #expect(page([.redirects]).contains("#1 → #2"))
    }

    @Test func eachCookieIsSetSentAndMissed() {
        let page = page([.cookies])
        #expect(page.contains("✓ “sid” is stored."))
        #expect(page.contains("HttpOnly    Scripts cannot read it"))
        #expect(page.contains("✓ “sid” was sent. #1 set it"))
        #expect(page.contains("✗ “sid” was not sent, although it should have been."))
    }

    /// What each exchange changes, and no list of all cookies beside each.
    @Test func whatIsAsBeforeIsCounted() throws {
        var text = ""
        for number in 1...12 {
            let sent = (1..<number).map { "c\($0)=v\($0)" }.joined(separator: "; ")
            text += "GET /\(number) HTTP/1.1\nHost: h\n" + (sent.isEmpty ? "" : "Cookie: \(sent)\n")
            text += "\nHTTP/1.1 200 OK\nSet-Cookie: c\(number)=v\(number)\nContent-Length: 0\n\n"
        }
        text += "GET /a HTTP/1.1\nHost: h\n\nHTTP/1.1 204 No Content\n\n"
        text += "GET /b HTTP/1.1\nHost: h\n\nHTTP/1.1 204 No Content\n\n"
        var view = SessionView(ExplainedText.read(text).exchanges, style: .plain, width: 100, topics: [.cookies])
        view.show()
        let page = String(decoding: view.page.take(), as: UTF8.self)
        let chapters = page.components(separatedBy: "GET http")
        let last = try #require(chapters.first { $0.contains("/12 200") })
        #expect(last.contains("✓ “c11” was sent. #11 set it") && last.contains("✓ “c12” is stored."))
        #expect(last.contains("✓ As before, 10 cookies were sent.") && !last.contains("c10"))
        let missed = try #require(chapters.first { $0.contains("/a 204") })
        #expect(missed.contains("✗ “c1” was not sent, although it should have been."))
        #expect(missed.contains("✗ “c12” was not sent") && !missed.contains("As before"))
        let again = try #require(chapters.last)
        #expect(again.contains("✗ As before, 12 cookies were not sent, although they should have been."))
        #expect(!again.contains("c12"))
        #expect(!page.contains("expected:") && !page.contains("v3"))
    }

    @Test func aCacheWouldHaveAnsweredTheSecondTime() {
        let page = page([.caching])
        #expect(page.contains("both    from cache Still fresh: the response of #2 is used"))
        #expect(page.contains("It is 10"))
        #expect(page.contains("seconds old, and fresh for 60."))
        #expect(page.contains("Either cache would have saved 1 request") && !page.contains(/\ 0 (more|bytes less)/))
    }

    @Test func theStoryUpToAnEntryIsToldBesideIt() {
        var writer = PageWriter(style: .plain, width: 100)
        SessionPlace(SessionContext(session), index: 1, topics: []).write(to: &writer)
        let page = String(decoding: writer.take(), as: UTF8.self)
        #expect(page.contains("✓ “sid” was sent.") && !page.contains("although it should have been"))
    }
}
