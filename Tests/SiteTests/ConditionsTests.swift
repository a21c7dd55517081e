import Bytes
import HTTPModel
import Testing

@testable import Site

@Suite struct ConditionsTests {
    /// Sun, 01 Jun 2025 12:00:00 GMT.
    private static let modified: Int64 = 1_748_779_200

    @Test(
        arguments: [
            ("Accept: */*", .proceed),
            ("If-None-Match: \"a\"", .notModified),
            ("If-None-Match: W/\"a\"", .notModified),
            ("If-None-Match: \"b\", \"x,y\", \"a\"", .notModified),
            ("If-None-Match: *", .notModified),
            ("If-None-Match: \"b\"", .proceed),
            ("If-None-Match: a", .proceed),
            ("If-None-Match: \"x,\"a\"", .proceed),
            ("If-None-Match: \"a", .proceed),
            ("If-Modified-Since: Sun, 01 Jun 2025 12:00:00 GMT", .notModified),
            ("If-Modified-Since: Sun, 01 Jun 2025 12:00:01 GMT", .notModified),
            ("If-Modified-Since: Sun, 01 Jun 2025 11:59:59 GMT", .proceed),
            ("If-Modified-Since: yesterday", .proceed),
            ("If-Match: \"a\"", .proceed),
            ("If-Match: *", .proceed),
            ("If-Match: \"b\"", .failed),
            ("If-Match: W/\"a\"", .failed),
            ("If-Unmodified-Since: Sun, 01 Jun 2025 12:00:00 GMT", .proceed),
            ("If-Unmodified-Since: Sun, 01 Jun 2025 11:59:59 GMT", .failed),
        ] as [(String, Conditions.Verdict)])
    func decidesByOneField(line: String, verdict: Conditions.Verdict) {
        let request = makeRequest("GET /x HTTP/1.1", line)
        #expect(Conditions.verdict(request, etag: "\"a\"", modified: Self.modified) == verdict)
    }

    @Test func ifNoneMatchHidesIfModifiedSince() {
        // RFC 9110 §13.1.3: a recipient must ignore If-Modified-Since when If-None-Match is there.
        let request = makeRequest(
            "GET /x HTTP/1.1", "If-None-Match: \"b\"", "If-Modified-Since: Sun, 01 Jun 2025 12:00:00 GMT")
        #expect(Conditions.verdict(request, etag: "\"a\"", modified: Self.modified) == .proceed)
    }

    @Test func withoutAValidatorNothingIsNotModified() {
        let request = makeRequest("GET /x HTTP/1.1", "If-None-Match: \"a\"")
        #expect(Conditions.verdict(request, etag: nil, modified: nil) == .proceed)
    }

    /// RFC 9110 §13.1.1, §13.1.2: `*` means any representation, and there is one, whether or not it has a tag.
    @Test(arguments: [
        ("If-Match: *", Conditions.Verdict.proceed), ("If-None-Match: *", .notModified),
        ("If-Match: \"a\"", .failed), ("If-Match: \"\"", .failed),
        ("If-Unmodified-Since: Sun, 01 Jun 2025 12:00:00 GMT", .proceed),
    ])
    func aPageWithoutATagIsThereNevertheless(line: String, verdict: Conditions.Verdict) {
        #expect(Conditions.verdict(makeRequest("GET /x HTTP/1.1", line), etag: nil, modified: nil) == verdict)
    }

    @Test func a412SpeaksOfATagOnlyWhereThereIsOne() throws {
        let without = try #require(visit(makeRequest("GET /cache/expires HTTP/1.1", "If-Match: \"x\"")))
        #expect(without.head.status == 412 && !without.text.contains("demo-1"))
        let with = try #require(visit(makeRequest("GET /cache/fresh HTTP/1.1", "If-Match: \"x\"")))
        #expect(with.head.status == 412 && with.text.contains("demo-1"))
    }

    @Test func aSecondLineOfTheListCounts() {
        let request = makeRequest("GET /x HTTP/1.1", "If-None-Match: \"b\"", "If-None-Match: \"a\"")
        #expect(Conditions.verdict(request, etag: "\"a\"", modified: nil) == .notModified)
    }

    @Test(arguments: [
        ("If-Range: \"download-1\"", 206), ("If-Range: W/\"download-1\"", 200), ("If-Range: \"other\"", 200),
        ("If-Range: Sun, 01 Jun 2025 12:00:00 GMT", 206), ("If-Range: Sun, 01 Jun 2025 12:00:01 GMT", 200),
        ("If-Range: nonsense", 200),
    ])
    func ifRangeComparesStrongly(line: String, status: Int) throws {
        let reply = try #require(visit(makeRequest("GET /download HTTP/1.1", "Range: bytes=0-9", line)))
        #expect(reply.head.status == status)
    }

    @Test(arguments: ["/cache/revalidate", "/cache/both", "/cache/fresh"])
    func a304HasTheFieldsOfThe200AndNoContent(path: String) throws {
        let first = try #require(visit(makeRequest("GET \(path) HTTP/1.1")))
        let tag = try #require(first.field("etag"))
        let second = try #require(visit(makeRequest("GET \(path) HTTP/1.1", "If-None-Match: \(tag)")))
        #expect(first.head.status == 200)
        #expect(!first.body.isEmpty)
        #expect(second.head.status == 304)
        #expect(second.field("etag") == tag)
        #expect(second.field("cache-control") == first.field("cache-control"))
        #expect(second.field("date") != nil)
        #expect(second.field("content-length") == nil)
    }

    @Test func lastModifiedCanBeSentBack() throws {
        let first = try #require(visit(makeRequest("GET /cache/last-modified HTTP/1.1")))
        let date = try #require(first.field("last-modified"))
        let second = try #require(visit(makeRequest("GET /cache/last-modified HTTP/1.1", "If-Modified-Since: \(date)")))
        #expect(second.head.status == 304)
    }
}
