import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics
import TestKit
import Testing

/// Whatever the wire brings, the stories are told, and stay within their bounds.
@Suite struct SessionRobustnessTests {
    private static let lines = [
        "Set-Cookie: a=b; Path=/; Domain=.a.example; Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT; Secure; "
            + "HttpOnly",
        "Set-Cookie: __Host-x=; SameSite=None; Partitioned; Version=1",
        "Cache-Control: max-age=60, private=\"a, b\", no-cache",
        "Cache-Control: s-maxage=99999999999999999999, stale-if-error=5", "Expires: Sun, 06 Nov 1994 08:49:37 GMT",
        "Last-Modified: Sunday, 06-Nov-94 08:49:37 GMT", "Age: 5, 6", "Vary: Accept, *", "ETag: W/\"x\"",
        "Location: //b.example:80/../x?y#z", "Location: /a", "Content-Location: ../a", "Date: Sun Nov  6 08:49:37 1994",
    ]
    private static let requests = [
        "Cookie: a=b; c; =d; a=e", "Cache-Control: max-stale, min-fresh=5, only-if-cached", "Authorization: Basic YTpi",
        "If-None-Match: \"x\", W/\"x\"", "Sec-Fetch-Site: cross-site", "Range: bytes=0-1",
        "Referer: https://a.example/",
    ]
    private static let statuses = [
        "200 OK", "206 Partial", "302 Found", "304 Not Modified", "500 Error", "201 Created",
    ]
    private static let methods = ["GET", "GET", "GET", "HEAD", "POST", "DELETE", "PURGE"]

    /// A line with some bytes changed to others that a head may have.
    private func mutated(_ line: String, _ random: inout SeededGenerator) -> String {
        var bytes = Array(line.utf8)
        let colon = bytes.firstIndex(of: 0x3A) ?? 0
        for _ in 0..<Int.random(in: 0...3, using: &random) where bytes.count > colon + 2 {
            let place = Int.random(in: (colon + 1)..<bytes.count, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0x21...0x7E, using: &random)
            case 1: bytes.remove(at: place)
            default: bytes.insert(contentsOf: bytes[place...].prefix(5), at: place)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func session(_ random: inout SeededGenerator, count: Int) -> [FlowRecord] {
        func some(_ lines: [String], _ random: inout SeededGenerator) -> String {
            var text = ""
            for line in lines where Int.random(in: 0...2, using: &random) == 0 { text += "\n" + mutated(line, &random) }
            return text
        }
        return (0..<count).map { index in
            let method = Self.methods.randomElement(using: &random) ?? "GET"
            let path = ["/a", "/x", "/a/b?c"].randomElement(using: &random) ?? "/"
            let status = Self.statuses.randomElement(using: &random) ?? "200 OK"
            let request = "\(method) \(path) HTTP/1.1\nHost: a.example" + some(Self.requests, &random)
            let response = "HTTP/1.1 \(status)" + some(Self.lines, &random)
            let moments: [Int64] = [0, 1, MadeExchange.moment, .min / 2_000_000, .max / 2_000_000]
            let moment = moments.randomElement(using: &random) ?? 0
            return MadeExchange.make(request, response, index: index, at: moment)
        }
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func mutatedSessionsAreToldWithoutATrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let session = session(&random, count: 30)
        let cookies = CookieStory(session)
        let caches = CacheStory(session)
        #expect(cookies.entries.map(\.index) == session.map(\.index))
        #expect(caches.entries.map(\.index) == session.map(\.index))
        for journey in RedirectChain.find(in: session) {
            #expect(journey.entries == journey.entries.sorted())
            #expect(journey.steps.count == journey.entries.count - 1)
        }
        for exchange in session {
            _ = Reasonings.all(about: exchange)
        }
        for entry in cookies.entries {
            // What is due is in the jar, each cookie once.
            #expect(entry.sendings.filter { $0.isExpected == true }.count == entry.jar.count)
        }
    }

    /// The conditions of RFC 9111 §3 one by one agree with the one word of `Storability`.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func theConditionsAgreeWithTheVerdict(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for exchange in session(&random, count: 30) {
            let response = try #require(exchange.responseHead)
            for cache in [CacheKind.privateCache, .shared] {
                let freshness = Freshness(
                    method: exchange.method, request: exchange.requestFields, status: response.status,
                    response: response.fields, clock: .init(requestTime: 0, responseTime: 0, now: 0), cache: cache)
                let held = StorageCondition.allCases.compactMap { condition in
                    condition.holds(
                        StorageCondition.Facts(
                            method: exchange.method, request: exchange.requestFields,
                            requestControl: CacheControl(exchange.requestFields), status: response.status,
                            response: response.fields, control: CacheControl(response.fields)), cache)
                }
                let isStorable = if case .storable = freshness.storability { true } else { false }
                #expect(isStorable == !held.contains(false), "\(exchange.requestFields.raw.text)\(response.raw.text)")
            }
        }
    }

    @Test func aJarFullOfOtherSitesCostsNothing() {
        let session = (0..<4000).map { index in
            MadeExchange.make(
                "GET / HTTP/1.1\nHost: h\(index).example", "HTTP/1.1 200 OK\nSet-Cookie: a=\(index)", index: index)
        }
        let story = CookieStory(session)
        #expect(story.entries.count == 4000)
        #expect(!story.entries.contains { !$0.jar.isEmpty })
    }
}
