import Bytes
import HTTPModel
import HTTPSemantics
import Testing

@testable import Site

@Suite struct PagesTests {
    @Test func theChainGoesThroughTheFourCodes() throws {
        var path = "/redirect/1"
        var seen: [Int] = []
        while seen.count < 10 {
            let reply = try #require(visit(makeRequest("GET \(path) HTTP/1.1")))
            seen.append(reply.head.status)
            guard let next = reply.field("location") else { break }
            path = next
        }
        #expect(seen == [301, 302, 307, 308, 200])
        #expect(path == "/redirect/end")
    }

    @Test(arguments: [("301", 301), ("302", 302), ("303", 303), ("307", 307), ("308", 308), ("304", 303), ("x", 303)])
    func aPostIsRedirectedAsAsked(code: String, status: Int) throws {
        let reply = try #require(
            visit(makeRequest("POST /redirect/post?code=\(code) HTTP/1.1", "Content-Length: 3"), body: "a=1"))
        #expect(reply.head.status == status)
        #expect(reply.field("location") == "/redirect/landing")
    }

    @Test func theLandingPageSaysHowTheRequestArrived() throws {
        let reply = try #require(
            visit(makeRequest("POST /redirect/landing HTTP/1.1", "Content-Length: 3"), body: "a=1"))
        #expect(reply.text.contains("Arrived with  POST"))
        #expect(reply.text.contains("Content       3 bytes"))
    }

    @Test func chunksHaveExtensionsPausesAndTrailers() throws {
        let reply = try #require(visit(makeRequest("GET /chunked?every=7 HTTP/1.1")))
        #expect(reply.chunks.count == 6)
        #expect(reply.chunks.first?.extension == ";part=1;note=\"of 5, in all\"")
        #expect(reply.chunks.last?.size == 0)
        #expect(reply.chunks.reduce(0) { $0 + $1.size } == reply.body.count)
        #expect(reply.waits == [7, 7, 7, 7])
        let trailers = try #require(reply.trailers)
        let digest = Base64.encode(HashAlgorithm.sha256.digest(reply.body))
        #expect(trailers.values(named: "content-digest").map { $0.text } == ["sha-256=:\(digest):"])
        #expect(trailers.lines.map { trailers.name(of: $0).text }.joined(separator: ", ") == reply.field("trailer"))
    }

    @Test func eventsAreCountedAndSpaced() throws {
        let reply = try #require(visit(makeRequest("GET /events?count=3&every=250 HTTP/1.1")))
        #expect(reply.field("content-type") == "text/event-stream")
        #expect(reply.text.components(of: "\n\n").filter { $0.contains("id: ") }.count == 3)
        #expect(reply.waits == [250, 250])
    }

    @Test(arguments: [
        ("1", ["id: 2", "id: 3"]), ("3", []), ("99999", []), ("99999999999999999999", ["id: 1", "id: 2", "id: 3"]),
        ("x", ["id: 1", "id: 2", "id: 3"]),
    ])
    func eventsGoOnAfterTheLastOneSeen(last: String, expected: [String]) throws {
        let reply = try #require(
            visit(makeRequest("GET /events?count=3&every=0 HTTP/1.1", "Last-Event-ID: \(last)")))
        #expect(reply.text.components(of: "\n").filter { $0.hasPrefix("id: ") } == expected)
    }

    @Test(arguments: [("0", 1), ("1000", 100), ("-5", 20), ("2x", 20), ("99999999999999999999999", 20)])
    func eventsAreBounded(count: String, expected: Int) throws {
        let reply = try #require(visit(makeRequest("GET /events?count=\(count)&every=0 HTTP/1.1")))
        #expect(reply.text.components(of: "\n").filter { $0.hasPrefix("id: ") }.count == expected)
    }

    @Test func gzipUnfoldsToTheText() {
        // RFC 1952 §2.3: the last eight bytes are the CRC-32 and the length of what was compressed.
        let text = Array(GzipPage.text.utf8)
        let packed = GzipPage.compressed
        #expect(packed.prefix(3) == [0x1F, 0x8B, 8])
        let tail = packed.suffix(8).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        #expect(UInt32(truncatingIfNeeded: tail) == crc32(text))
        #expect(tail >> 32 == UInt64(text.count))
        // What the page says about itself.
        #expect(text.count == 4_692)
        #expect(packed.count == 307)
    }

    @Test(arguments: [
        ("gzip", true), ("deflate, GZIP;q=0.5", true), ("*", true), ("x-gzip", true), ("br", false),
        ("gzip;q=0", false),
        ("gzip; q=0.000", false), ("gzip;q=0, *", false), ("*;q=0", false), ("identity", false), ("", false),
    ])
    func gzipIsSentOnlyWhenAccepted(accepts: String, coded: Bool) throws {
        let reply = try #require(visit(makeRequest("GET /gzip HTTP/1.1", "Accept-Encoding: \(accepts)")))
        #expect((reply.field("content-encoding") == "gzip") == coded)
        #expect(reply.body == (coded ? GzipPage.compressed : Array(GzipPage.text.utf8)))
        #expect(reply.field("vary") == "Accept-Encoding")
    }

    @Test(
        arguments: [
            (204, nil, nil), (205, "content-length", "0"), (206, "content-range", "bytes 0-6/70"),
            (301, "location", "/redirect/end"), (304, "etag", "\"demo-1\""), (405, "allow", "POST, OPTIONS"),
            (410, "cache-control", "max-age=3600"), (429, "retry-after", "2"),
            (503, "retry-after", "Sun, 02 Nov 2025 09:05:37 GMT"), (416, "content-range", "bytes */70"),
            (599, nil, nil),
        ] as [(Int, String?, String?)])
    func aStatusComesWithItsFields(status: Int, name: String?, value: String?) throws {
        let reply = try #require(
            visit(
                makeRequest(
                    "GET /status/\(status) HTTP/1.1", "Range: bytes=0-6", "If-Modified-Since: nothing to read")))
        #expect(reply.head.status == status)
        if let name { #expect(reply.field(name) == value) }
    }

    /// RFC 9110 §15.5.6: what Allow lists is allowed, and what is refused is not listed.
    @Test(arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
    func whatIsRefusedIsNotListed(method: String) throws {
        let reply = try #require(visit(makeRequest("\(method) /status/405 HTTP/1.1", "Content-Length: 0")))
        let listed = reply.field("allow")?.split(separator: ",").map { $0.filter { $0 != " " } }
        #expect((reply.head.status == 405) == (listed.map { !$0.contains(method) } ?? false), "\(reply.head.status)")
        #expect((reply.head.status < 400) == ["POST", "OPTIONS"].contains(method))
    }

    @Test(arguments: [(206, "Range: bytes=0-6"), (416, "Range: bytes=99-"), (304, "If-None-Match: \"demo-1\"")])
    func aStatusThatAnswersAConditionIsGivenToThatAlone(status: Int, line: String) throws {
        let asked = try #require(visit(makeRequest("GET /status/\(status) HTTP/1.1", line)))
        #expect(asked.head.status == status)
        let bare = try #require(visit(makeRequest("GET /status/\(status) HTTP/1.1")))
        #expect(bare.head.status == 200 && bare.text.contains("requires a request with"))
    }

    /// RFC 9113 §3.1: to HTTP/2 nobody upgrades any more.
    @Test func whatA426AsksForCanBeUpgradedTo() throws {
        let reply = try #require(visit(makeRequest("GET /status/426 HTTP/1.1")))
        #expect(reply.field("upgrade") == "websocket" && reply.field("connection")?.contains("Upgrade") == true)
    }

    @Test func earlyHintsComeAheadOfTheAnswer() throws {
        let reply = try #require(visit(makeRequest("GET /early-hints HTTP/1.1", "Accept: text/html")))
        #expect(reply.interim.map { $0.status } == [103])
        #expect(reply.interim.first?.fields.values(named: "link").first == "</style.css>; rel=preload; as=style")
        #expect(reply.head.status == 200)
        #expect(reply.waits == [500])
    }

    @Test func oneInThreeFails() throws {
        let statuses = try (7...12).map { number in
            try #require(visit(makeRequest("GET /flaky HTTP/1.1", number: UInt64(number)))).head.status
        }
        #expect(statuses == [200, 200, 503, 200, 200, 503])
    }

    @Test func aCutAnswerPromisesMoreThanItSends() {
        let answer = rawVisit(makeRequest("GET /flaky?how=cut HTTP/1.1", number: 3))
        #expect(answer.closes)
        #expect(answer.bytes.text.contains("\r\nContent-Length: 1000\r\n"))
        #expect(answer.bytes.count < 1_000)
    }

    @Test func slowWaitsBeforeItsFirstByte() {
        let answer = rawVisit(makeRequest("GET /slow?ms=1500 HTTP/1.1"))
        #expect(answer.steps.first == .wait(milliseconds: 1_500))
    }

    @Test func theLocatorNamesBothVersionsAndTheyAnswer() throws {
        let locator = try #require(visit(makeRequest("GET /api/serviceLocator.json HTTP/1.1")))
        #expect(locator.field("content-type") == "application/json")
        for path in ["/api/v1/stations", "/api/v2/stations"] {
            #expect(locator.text.contains("\"http://demo.hark.test\(path)\""))
            #expect(try #require(visit(makeRequest("GET \(path) HTTP/1.1"))).head.status == 200)
        }
    }

    @Test func echoSendsTheHeadBackByteForByte() throws {
        let request = makeRequest("PATCH /echo?a=b HTTP/1.1", "x-Odd:  two  spaces ", "Content-Length: 2")
        let reply = try #require(visit(request, body: "hi"))
        #expect(reply.body == request.head.raw.array + Array("hi".utf8))
    }

    @Test func echoShowsWhatIsNotTextInHexadecimal() throws {
        let reply = try #require(
            visit(makeRequest("POST /echo HTTP/1.1", "Content-Length: 3"), body: Bytes([0x1B, 0xFF, 0])))
        #expect(reply.text.hasSuffix("\r\n\r\n1bff00\n"))
    }
}

extension String {
    /// The parts between the separators.
    func components(of separator: String) -> [String] {
        var parts: [String] = []
        var rest = self[...]
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}

/// CRC-32 as RFC 1952 §8 defines it, bit by bit.
func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
    }
}
