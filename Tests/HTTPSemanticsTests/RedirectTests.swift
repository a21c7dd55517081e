import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@Suite struct RedirectTests {
    private func made(_ status: Int, _ method: Method, _ location: Bytes = "/next") -> Redirect? {
        Redirect(status: status, location: location, method: method, requestURL: "http://a.example/x?y")
    }

    /// RFC 9110 §15.4.2 to §15.4.9.
    @Test(
        arguments: [
            (301, .post, .get, false, true), (302, .post, .get, false, false), (303, .post, .get, false, false),
            (307, .post, .post, true, false), (308, .post, .post, true, true), (301, .get, .get, true, true),
            (302, .put, .put, true, false), (303, .put, .get, false, false), (303, .head, .head, false, false),
            (302, .head, .head, true, false),
        ] as [(Int, Method, Method, Bool, Bool)])
    func methodAndContentFollowTheStatus(
        status: Int, method: Method, next: Method, keepsContent: Bool, isPermanent: Bool
    ) throws {
        let redirect = try #require(made(status, method))
        #expect(redirect.nextMethod == next)
        #expect(redirect.keepsContent == keepsContent)
        #expect(redirect.isPermanent == isPermanent)
        #expect(redirect.target.raw == "http://a.example/next")
    }

    @Test(arguments: [200, 201, 300, 304, 305, 306, 309, 399, 404])
    func noClientFollowsOtherStatuses(status: Int) {
        #expect(made(status, .get) == nil)
    }

    @Test func anEmptyLocationLeadsNowhere() {
        #expect(made(302, .get, "") == nil)
    }

    @Test func otherOriginsAndDowngradesAreSeen() throws {
        #expect(try #require(made(302, .get, "http://a.example:80/")).changesOrigin == false)
        #expect(try #require(made(302, .get, "http://A.EXAMPLE/")).changesOrigin == false)
        #expect(try #require(made(302, .get, "http://b.example/")).changesOrigin)
        #expect(try #require(made(302, .get, "//a.example:81/")).changesOrigin)
        #expect(try #require(made(302, .get, "https://a.example/")).changesOrigin)
        let downgrade = Redirect(
            status: 302, location: "http://a.example/", method: .get, requestURL: "https://a.example/")
        #expect(try #require(downgrade).isDowngrade)
    }

    @Test(
        arguments: [
            ("5; url=https://b.example/", 5, "https://b.example/"), ("0;URL='/x'", 0, "/x"), ("3", 3, nil),
            (" 1.5 , url = \"/a b\" ", 1, "/a b"), ("2;/x", 2, "/x"), (".5;url=/x", 0, "/x"), ("4;", 4, nil),
            ("99999999999999999999;/x", UInt64.max, "/x"), ("5;url=\"/x", 5, "/x"), ("5 /x", 5, "/x"),
        ] as [(String, UInt64, String?)])
    func aRefreshHasATimeAndPerhapsATarget(value: String, seconds: UInt64, target: String?) throws {
        let refresh = try #require(RefreshValue(Bytes(value)))
        #expect(refresh.seconds == seconds && refresh.target?.text == target, "\(refresh)")
    }

    @Test(arguments: ["", "soon", "url=/x", "-1;url=/x", "5x;url=/x"])
    func whatBrowsersIgnoreIsNoRefresh(value: String) {
        #expect(RefreshValue(Bytes(value)) == nil)
    }

    /// A loop is one only where it is known that the scheme stays.
    @Test(
        arguments: [
            ("/a", true, true), ("/a", false, true), ("//a.example/a", false, true), ("http://a.example/a", true, true),
            ("http://a.example/a", false, false), ("https://a.example/a", true, false), ("/b", true, false),
        ])
    func whatLeadsBackIsKnownOrNot(location: String, knowsScheme: Bool, isLoop: Bool) throws {
        let url: Bytes = "http://a.example/a"
        let redirect = try #require(Redirect(status: 302, location: Bytes(location), method: .get, requestURL: url))
        #expect(redirect.leadsBack(to: URLReference(url), knowsScheme: knowsScheme) == isLoop)
        let post = try #require(Redirect(status: 303, location: Bytes(location), method: .post, requestURL: url))
        #expect(!post.leadsBack(to: URLReference(url), knowsScheme: knowsScheme))
    }
}
