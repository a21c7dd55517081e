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
}
