import Bytes
import Explain
import Flow
import HTTPModel
import TestKit
import Testing
import Views

/// Lines on the terminal say what the pages say, and nothing that is not so.
@Suite struct LiveJudgementTests {
    private func text(_ url: Bytes, _ request: Bytes = "", _ response: Bytes, method: Bytes = "GET") -> String {
        var maker = Story(id: 1)
        maker.request(Samples.get(url, request, method: method))
        maker.response(response)
        var lines = ExchangeLines(options: .init(isVerbose: true))
        lines.render(maker.record)
        return String(decoding: lines.take(), as: UTF8.self)
    }

    /// A Secure cookie that came over https is kept by every browser.
    @Test func aSecureCookieOverTLSIsKept() {
        let set: Bytes = "HTTP/1.1 200 OK\nSet-Cookie: s=1; Path=/; Secure\nSet-Cookie: __Host-t=1; Path=/; Secure"
        let secure = text("https://demo.hark.test/login", "", set)
        #expect(!secure.contains("browsers ignore it"))
        #expect(secure.contains("s=…; Path=/; Secure (until the browser closes)"))
        let plain = text("http://demo.hark.test/login", "", set)
        #expect(plain.contains("browsers ignore it: it is Secure but came over plain http"))
    }

    @Test func aLifetimeIsThatOfTheJar() {
        let long = text("https://h/", "", "HTTP/1.1 200 OK\nSet-Cookie: a=1; Max-Age=99999999999")
        #expect(long.contains("(for 1 y 35 d, the most browsers allow)"))
        let short = text("https://h/", "", "HTTP/1.1 200 OK\nSet-Cookie: a=1; Max-Age=60")
        #expect(!short.contains("the most browsers allow"))
    }

    /// Only Authorization belongs to an origin.
    @Test func onlyAuthorizationStaysBehindWithAnOrigin() {
        let moved: Bytes = "HTTP/1.1 301 Moved Permanently\nLocation: https://h/"
        let cookies = text("http://h/", "\nCookie: a=1", moved)
        #expect(cookies.contains("to another origin") && !cookies.contains("Authorization"))
        let credentials = text("http://h/", "\nAuthorization: Basic YTpi", moved)
        #expect(credentials.contains("to another origin of the same site: clients should not send Authorization there"))
    }

    /// A success of a write says that its condition held, not that something had changed before.
    @Test func aConditionalWriteIsNotSaidToBeSentAnew() {
        let write = text(
            "http://h/doc", "\nIf-None-Match: *", "HTTP/1.1 201 Created\nETag: \"1\"", method: "PUT")
        #expect(write.contains("If-None-Match: *") && !write.contains("sent again"))
        let read = text("http://h/doc", "\nIf-None-Match: \"a\"", "HTTP/1.1 200 OK\nETag: \"b\"")
        #expect(read.contains("changed: sent again"))
    }

    @Test func aPartIsNotKept() {
        let part = text(
            "http://h/f", "\nRange: bytes=0-0",
            "HTTP/1.1 206 Partial Content\nCache-Control: max-age=60\nContent-Range: bytes 0-0/9")
        #expect(part.contains("not stored: a 206 is a part"))
        #expect(!part.contains("fresh for"))
    }

    /// Every line of the messages is shown, without the password that a URL in it holds.
    @Test func aPasswordInLocationIsNotShown() {
        let shown = text(
            "http://h/", "\nReferer: http://u:s3cret@h/a", "HTTP/1.1 302 Found\nLocation: http://u:s3cret@h/b")
        #expect(!shown.contains("s3cret"))
        #expect(shown.contains("Location: http://u:…@h/b"))
    }
}
