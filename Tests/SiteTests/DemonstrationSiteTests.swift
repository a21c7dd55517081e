import Bytes
import HTTPModel
import Testing

@testable import Site

@Suite struct DemonstrationSiteTests {
    /// Every page of the index, and what stands behind a link on another page.
    static let paths: [String] =
        DemonstrationSite.pages.flatMap { $0.cards }.map { $0.path }
        + ["/", "/redirect/2", "/redirect/3", "/redirect/4", "/redirect/end", "/account", "/style.css"]
        + ["fresh", "last-modified", "both", "expires", "age", "shared", "private", "stale", "immutable"]
        .map { "/cache/\($0)" } + ["/cache/vary", "/cache/no-store", "/api/v1", "/api/v2/stations?page=3"]

    @Test(arguments: paths, ["text/html", "*/*"])
    func everyPageIsAWellFormedMessage(path: String, accept: String) throws {
        let reply = try #require(
            visit(makeRequest("GET \(path) HTTP/1.1", "Host: demo.hark.test", "Accept: \(accept)")))
        #expect(reply.field("date") == "Sun, 02 Nov 2025 09:05:07 GMT")
        #expect(reply.fields("date").count == 1)
        #expect(reply.head.reason.text == StatusCode.reason(reply.head.status))
        #expect(reply.body.isEmpty || reply.field("content-type") != nil)
        #expect(!reply.closes)
    }

    /// Without the two whose content names the method.
    @Test(arguments: paths.filter { $0 != "/echo" && $0 != "/redirect/end" })
    func headIsGetWithoutContent(path: String) throws {
        let get = try #require(visit(makeRequest("GET \(path) HTTP/1.1", "Accept: text/html")))
        let head = try #require(visit(makeRequest("HEAD \(path) HTTP/1.1", "Accept: text/html")))
        #expect(head.head.raw == get.head.raw)
    }

    @Test(arguments: paths)
    func anOldClientGetsNoChunksNoInterimAndTheEnd(path: String) throws {
        let reply = try #require(visit(makeRequest("GET \(path) HTTP/1.0")))
        #expect(reply.closes)
        #expect(reply.interim.isEmpty)
        #expect(reply.chunks.isEmpty)
        #expect(reply.field("transfer-encoding") == nil)
        #expect(reply.field("trailer") == nil)
        #expect(reply.field("connection")?.hasSuffix("close") == true)
    }

    @Test(arguments: paths)
    func noPauseIsLongerThanTheLongest(path: String) throws {
        let longer = path.contains("?") ? "\(path)&ms=999999&every=999999" : "\(path)?ms=999999&every=999999"
        let reply = try #require(visit(makeRequest("GET \(longer) HTTP/1.1")))
        #expect(reply.waits.allSatisfy { $0 > 0 && $0 <= SiteAnswer.longestWait })
    }

    @Test func closesWhenAskedTo() throws {
        let reply = try #require(visit(makeRequest("GET / HTTP/1.1", "Connection: keep-alive, Close")))
        #expect(reply.closes)
        #expect(reply.field("connection") == "close")
    }

    @Test(arguments: [
        "/nothing", "/redirect/9", "/cache/fresh/more", "/status/99", "/status/600", "/status/+200", "/api/v3",
    ])
    func unknownPathsAreNotFoundAndLeadHome(path: String) throws {
        let reply = try #require(visit(makeRequest("GET \(path) HTTP/1.1")))
        #expect(reply.head.status == 404)
        #expect(reply.text.contains(path))
        #expect(reply.text.contains("All pages: /"))
    }

    @Test func notFoundNamesWhatIsNear() throws {
        let reply = try #require(visit(makeRequest("GET /redirect/nowhere HTTP/1.1")))
        #expect(reply.text.contains("/redirect/loop"))
        #expect(!reply.text.contains("/gzip"))
    }

    @Test(arguments: [
        ("POST / HTTP/1.1", 405, "GET, HEAD, OPTIONS"), ("TRACE / HTTP/1.1", 405, "GET, HEAD, OPTIONS"),
        ("DELETE /login HTTP/1.1", 405, "GET, HEAD, POST, OPTIONS"),
        ("TRACE /echo HTTP/1.1", 405, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
        ("OPTIONS /login HTTP/1.1", 204, "GET, HEAD, POST, OPTIONS"),
        ("OPTIONS * HTTP/1.1", 204, "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS"),
    ])
    func allowListsTheMethods(line: String, status: Int, allow: String) throws {
        let reply = try #require(visit(makeRequest(line)))
        #expect(reply.head.status == status)
        #expect(reply.field("allow") == allow)
    }

    @Test func aMethodNobodyKnowsIsNotImplemented() throws {
        #expect(try #require(visit(makeRequest("FOO / HTTP/1.1"))).head.status == 501)
        #expect(try #require(visit(makeRequest("FOO /echo HTTP/1.1"))).head.status == 200)
    }

    @Test func theAsteriskIsForOptionsAlone() throws {
        #expect(try #require(visit(makeRequest("GET * HTTP/1.1"))).head.status == 400)
    }

    /// What is sent before the content is read; nil when it is not asked for, or not up to 1 MiB.
    private func interim(_ decision: SiteDecision) -> Bytes? {
        guard case .readBody(limit: 1_048_576, let interim) = decision else { return nil }
        return interim
    }

    @Test func contentIsAskedForAfter100OnlyWhenTheClientWaits() {
        let site = DemonstrationSite()
        let waiting = makeRequest("POST /upload HTTP/1.1", "Content-Length: 5", "Expect: 100-Continue")
        let eager = makeRequest("POST /upload HTTP/1.1", "Transfer-Encoding: chunked")
        let old = makeRequest("POST /upload HTTP/1.0", "Content-Length: 5", "Expect: 100-continue")
        #expect(
            interim(site.receive(waiting)) == "HTTP/1.1 100 Continue\r\n\r\n")
        #expect(interim(site.receive(eager)) == "")
        #expect(interim(site.receive(old)) == "")
    }

    @Test func tooMuchIsRefusedBeforeItIsSent() throws {
        let request = makeRequest("PUT /upload HTTP/1.1", "Content-Length: 1048577", "Expect: 100-continue")
        guard case .answer(let answer) = DemonstrationSite().receive(request) else {
            Issue.record("content was asked for")
            return
        }
        let reply = try #require(Reply(answer))
        #expect(reply.head.status == 413)
        #expect(reply.interim.isEmpty)
        #expect(reply.closes)
    }

    @Test func anEarlyAnswerToAWaitingClientEndsTheConnection() throws {
        let request = makeRequest("POST /nothing HTTP/1.1", "Content-Length: 5", "Expect: 100-continue")
        let reply = try #require(visit(request))
        #expect(reply.head.status == 404)
        #expect(reply.closes)
    }

    @Test func anUnknownExpectationFails() throws {
        let reply = try #require(visit(makeRequest("GET / HTTP/1.1", "Expect: a-miracle")))
        #expect(reply.head.status == 417)
    }
}
