import Bytes
import Foundation
import HTTPModel
import Testing

@testable import DemoSite

@Suite struct HarkSiteTests {
    private let site = HarkSite {
        HarkStatus(
            version: "9.8.7", uptimeSeconds: 90_061,
            listeners: [
                HarkStatus.Listener(address: "[::1]:9000", reverse: "http://a/\"<"),
                HarkStatus.Listener(address: "127.0.0.1:7777"),
            ],
            counters: [HarkStatus.Counter("exchanges", "Exchanges", 42)])
    }

    @Test func theStatusPageShowsTheSnapshotAndHowToSetTheProxy() throws {
        let reply = try #require(visit(makeRequest("GET / HTTP/1.1", host: "hark.test"), at: site))
        #expect(reply.head.status == 200)
        for text in ["9.8.7", "1 d 1 h", "42", "http_proxy=http://127.0.0.1:7777", "http://demo.hark.test/"] {
            #expect(reply.text.contains(text), "\(text)")
        }
    }

    @Test func theStatusIsJSONToo() throws {
        let reply = try #require(visit(makeRequest("GET /status.json HTTP/1.1"), at: site))
        let object = try JSONSerialization.jsonObject(with: Data(reply.body)) as? [String: Any]
        let listeners = try #require(object?["listeners"] as? [[String: Any]])
        #expect(object?["version"] as? String == "9.8.7")
        #expect(listeners.first?["reverse"] as? String == "http://a/\"<")
        #expect(listeners.last?["reverse"] is NSNull)
        #expect((object?["counters"] as? [String: Int])?["exchanges"] == 42)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"])
    func nothingCanBeChanged(method: String) throws {
        let request = makeRequest("\(method) / HTTP/1.1", "Content-Length: 3", "Expect: 100-continue")
        let reply = try #require(visit(request, body: "abc", at: site))
        #expect(reply.head.status == 405)
        #expect(reply.field("allow") == "GET, HEAD")
        #expect(reply.closes)
    }

    @Test func otherPathsAreNotFound() throws {
        #expect(try #require(visit(makeRequest("GET /flows HTTP/1.1"), at: site)).head.status == 404)
    }

    @Test(arguments: [("text/html,*/*;q=0.8", "text/html; charset=utf-8"), ("*/*", "text/plain; charset=utf-8")])
    func whoBrowsesToThePortIsHelped(accept: String, type: String) throws {
        let head = makeRequest("POST /x HTTP/1.1", "Accept: \(accept)", "Content-Length: 5").head
        let answer = HelpPage.directRequest(head, listener: "[::1]:8888", wallClock: testTime * 1_000_000)
        let reply = try #require(Reply(answer, to: .post))
        #expect(reply.head.status == 400)
        #expect(reply.field("content-type") == type)
        #expect(reply.closes)
        #expect(reply.text.contains("http://hark.test/"))
        #expect(reply.text.contains("curl -x http://[::1]:8888 "))
        let words = reply.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("HTTP Proxy [::1], Port 8888"))
    }
}
