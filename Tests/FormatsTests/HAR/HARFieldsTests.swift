import Bytes
import Flow
import HTTPModel
import RecordTestKit
import TestKit
import Testing

@testable import Formats

@Suite struct HARFieldsTests {
    private func entry(_ head: String) throws -> JSONTree {
        var story = Story()
        story.at(0, .requestHeadReceived(requestHead(head), Framing(.none, rule: 7)))
        story.at(1, .finished(.complete))
        return try story.entry()
    }

    @Test func cookiesOfAllLinesAreTakenApart() throws {
        let cookies = try entry("GET / HTTP/1.1\r\nCookie: a=1; b=x=y;;lone\r\nCookie: c=\r\n\r\n")["request"][
            "cookies"]
        #expect(cookies.array.map { $0["name"].string } == ["a", "b", "", "c"])
        #expect(cookies.array.map { $0["value"].string } == ["1", "x=y", "lone", ""])
    }

    @Test func setCookieHasAllAttributes() throws {
        let line =
            "Set-Cookie: id=a3f; Expires=Wed, 21 Oct 2026 07:28:00 GMT; max-age=60; Domain=.a.test; Path=/p; SECURE; "
            + "HttpOnly; SameSite=Lax; Partitioned"
        let cookies = try Story.get("HTTP/1.1 200 OK\r\n\(line)\r\nSet-Cookie: b=2; Path=/one; Path=/two\r\n\r\n")
            .entry()["response"]["cookies"]
        #expect(cookies.count == 2)
        let cookie = cookies[0]
        #expect(cookie["name"].string == "id")
        #expect(cookie["value"].string == "a3f")
        #expect(cookie["expires"].string == "2026-10-21T07:28:00.000Z")
        #expect(cookie["_maxAge"].string == "60")
        #expect(cookie["domain"].string == ".a.test")
        #expect(cookie["path"].string == "/p")
        #expect(cookie["secure"].bool == true)
        #expect(cookie["httpOnly"].bool == true)
        #expect(cookie["_sameSite"].string == "Lax")
        #expect(cookie["_partitioned"].bool == true)
        #expect(cookies[1]["path"].string == "/two")
        #expect(cookies[1]["secure"].bool == false)
        #expect(!cookies[1]["expires"].exists)
    }

    @Test func anExpiresThatIsNoDateIsShownAsItCame() throws {
        let cookie = try Story.get("HTTP/1.1 200 OK\r\nSet-Cookie: a=1; Expires=soon\r\n\r\n").entry()["response"][
            "cookies"][0]
        #expect(!cookie["expires"].exists)
        #expect(cookie["_expires"].string == "soon")
    }

    @Test func theQueryIsDecodedPairByPair() throws {
        let query = try entry("GET /p?a=1&b=x+y%2Bz&c&&%zz=%4&=v&u=%C3%A9%FF HTTP/1.1\r\nHost: a\r\n\r\n")["request"][
            "queryString"]
        #expect(query.array.map { $0["name"].string } == ["a", "b", "c", "%zz", "", "u"])
        #expect(query.array.map { $0["value"].string } == ["1", "x y+z", "", "%4", "v", "é\u{FFFD}"])
    }

    @Test func theQueryOfAnAbsoluteTargetIsFound() throws {
        let query = try entry("GET http://a.test?q=1 HTTP/1.1\r\nHost: a.test\r\n\r\n")["request"]["queryString"]
        #expect(query[0]["name"].string == "q")
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (1_700_000_000_123_000, "2023-11-14T22:13:20.123Z"),
            (1_700_000_000_123_456, "2023-11-14T22:13:20.123456Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999999Z"),
        ] as [(Int64, String)])
    func datesAreISO8601InUTC(micro: Int64, text: String) {
        var writer = JSONWriter()
        writer.date(micro: micro)
        #expect(writer.withBytes { String(decoding: $0, as: UTF8.self) } == "\"\(text)\"")
    }
}
