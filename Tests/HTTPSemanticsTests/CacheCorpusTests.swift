import Bytes
import Foundation
import HTTPModel
import HTTPSemantics
import TestKit
import Testing

/// The HTTP cache test suite, decided by the simulation. Each request of a test is answered as the suite's server
/// would, and what the cache made of it is compared with what the test expects.
@Suite struct CacheCorpusTests {
    /// When a test begins: 2026-11-21T11:04:32Z.
    private static let start: Int64 = 1_795_259_072
    /// What the suite waits where it pauses.
    private static let pause: Int64 = 3

    private static let parts = "parts are not stored; RFC 9111 §3.3 leaves that to the cache"
    private static let shortGuess = "a tenth of so short a time has passed when the pause of three seconds is over"
    /// Tests that the simulation decides otherwise, with the reason. A test here that agrees fails.
    private static let exceptions: [String: String] = [
        "freshness-max-age-two-stale-fresh-sameline": "the first max-age counts; RFC 9111 §4.2.1 permits that choice",
        "freshness-max-age-space-after-equals": "white space around `=` is tolerated; §4.2.1 only advises against",
        "freshness-max-age-100a": "an argument that is no number makes the response stale, as RFC 9111 §4.2.1 advises",
        "heuristic-delta-5": shortGuess, "heuristic-delta-10": shortGuess, "heuristic-delta-30": shortGuess,
        "304-etag-update-response-ETag": "RFC 9111 §4.3.4 forbids a 304 with another strong validator to renew",
        "partial-store-partial-reuse-partial": parts, "partial-store-partial-reuse-partial-byterange": parts,
    ]

    @Test(.enabled(if: Corpora.isThere("http_cache_tests"), "the corpus is not on this machine"))
    func reusesWhatTheSuiteExpects() throws {
        let corpus = try #require(try Corpora.load("http_cache_tests", as: Corpus.self))
        var decided = (privateCache: 0, shared: 0, excepted: 0, without: 0)
        for test in corpus.cases {
            // Targeted fields (RFC 9213) are named, not obeyed.
            if test.isForCDNs {
                decided.without += 1
                continue
            }
            let kinds: [CacheKind] =
                test.isForBrowsers ? [.privateCache] : test.isSkippedByBrowsers ? [.shared] : [.privateCache, .shared]
            var faults: [String] = []
            var hasExpectation = false
            for kind in kinds {
                let (fault, count) = run(test, kind)
                hasExpectation = hasExpectation || count > 0
                if let fault { faults.append("\(kind): \(fault)") }
            }
            if !hasExpectation {
                decided.without += 1
            } else if let reason = Self.exceptions[test.id] {
                decided.excepted += 1
                #expect(!faults.isEmpty, "\(test.id) agrees now, though listed: \(reason)")
            } else {
                if kinds.contains(.privateCache) { decided.privateCache += 1 }
                if kinds.contains(.shared) { decided.shared += 1 }
                #expect(faults.isEmpty, "\(test.id): \(faults.joined(separator: "; "))")
            }
        }
        print(
            "cache tests: \(decided.privateCache) agree as a private cache, \(decided.shared) as a shared one,",
            "\(decided.excepted) listed exceptions, \(decided.without) without an expectation on reuse")
        // A test that slides out of what is decided here is noticed.
        #expect(decided == (privateCache: 135, shared: 158, excepted: Self.exceptions.count, without: 15))
    }

    /// The first disagreement, and how many expectations there were.
    private func run(_ test: Test, _ kind: CacheKind) -> (fault: String?, expectations: Int) {
        var cache = CacheSimulation(kind)
        var now = Self.start
        var count = 0
        for (index, step) in test.requests.enumerated() {
            let url = "http://cache.test/\(test.id)/" + (step.filename ?? "") + (step.query.map { "?\($0)" } ?? "")
            let isValidated = step.expected == "etag_validated" || step.expected == "lm_validated"
            let exchange = CacheExchange(
                url: Bytes(url), method: Method(Bytes(step.method ?? "GET")),
                request: section(step.requestLines(now: now)),
                status: step.disconnects ? nil : isValidated ? 304 : step.status,
                response: section(step.responseLines(now: now, url: url)), requestTime: now, responseTime: now)
            let verdict = cache.handle(exchange, index: index)
            if step.pauses { now += Self.pause }
            var wanted: [CacheVerdict.Served] = []
            switch step.expected {
            case "cached": wanted = [.fresh, .stale]
            case "not_cached": wanted = [.no, .validated]
            case "etag_validated", "lm_validated": wanted = [.validated]
            default:
                if step.disconnects { wanted = [.no] }
                if step.expectedStatus == 504, !verdict.answers504 {
                    return ("request \(index) is not answered 504", 1)
                }
                if step.expectedStatus == 504 { count += 1 }
            }
            if wanted.isEmpty { continue }
            count += 1
            if !wanted.contains(verdict.served) {
                return ("request \(index) is served \(verdict.served), by \(verdict.ground)", count)
            }
        }
        return (nil, count)
    }
}

extension CacheCorpusTests {
    struct Corpus: Decodable {
        let cases: [Test]
    }

    struct Test: Decodable {
        let id: String
        let requests: [Step]
        let isForCDNs: Bool
        let isForBrowsers: Bool
        let isSkippedByBrowsers: Bool

        enum CodingKeys: String, CodingKey {
            case id, requests
            case isForCDNs = "cdn_only"
            case isForBrowsers = "browser_only"
            case isSkippedByBrowsers = "browser_skip"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            id = try values.decode(String.self, forKey: .id)
            requests = try values.decode([Step].self, forKey: .requests)
            isForCDNs = try values.decodeIfPresent(Bool.self, forKey: .isForCDNs) ?? false
            isForBrowsers = try values.decodeIfPresent(Bool.self, forKey: .isForBrowsers) ?? false
            isSkippedByBrowsers = try values.decodeIfPresent(Bool.self, forKey: .isSkippedByBrowsers) ?? false
        }
    }

    /// One request of a test, and how the server answers it.
    struct Step: Decodable {
        let method: String?
        let status: Int
        let pauses: Bool
        let disconnects: Bool
        let expected: String?
        let expectedStatus: Int?
        let filename: String?
        let query: String?
        private let requestFields: [Field]
        private let responseFields: [Field]
        private let cacheMode: String?
        private let hasMagicLocations: Bool

        enum CodingKeys: String, CodingKey {
            case filename
            case method = "request_method"
            case status = "response_status"
            case pauses = "pause_after"
            case disconnects = "disconnect"
            case expected = "expected_type"
            case expectedStatus = "expected_status"
            case query = "query_arg"
            case requestFields = "request_headers"
            case responseFields = "response_headers"
            case cacheMode = "cache"
            case hasMagicLocations = "magic_locations"
        }

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            func read<Value: Decodable>(_ key: CodingKeys, _ type: Value.Type) throws -> Value? {
                try values.decodeIfPresent(type, forKey: key)
            }
            method = try read(.method, String.self)
            if values.contains(.status) {
                var pair = try values.nestedUnkeyedContainer(forKey: .status)
                status = try pair.decode(Int.self)
            } else {
                status = 200
            }
            pauses = try read(.pauses, Bool.self) ?? false
            disconnects = try read(.disconnects, Bool.self) ?? false
            expected = try read(.expected, String.self)
            expectedStatus = try read(.expectedStatus, Int.self)
            filename = try read(.filename, String.self)
            query = try read(.query, String.self)
            requestFields = try read(.requestFields, [Field].self) ?? []
            responseFields = try read(.responseFields, [Field].self) ?? []
            cacheMode = try read(.cacheMode, String.self)
            hasMagicLocations = try read(.hasMagicLocations, Bool.self) ?? false
        }

        func requestLines(now: Int64) -> String {
            // Fetch's cache mode "no-cache" sends max-age=0.
            let mode = cacheMode == "no-cache" ? "Cache-Control: max-age=0\n" : ""
            return mode + requestFields.map { $0.line(now: now) }.joined()
        }

        func responseLines(now: Int64, url: String) -> String {
            responseFields.map { field in
                guard hasMagicLocations, field.name == "Location" || field.name == "Content-Location" else {
                    return field.line(now: now)
                }
                // The suite's server puts the test's own path before them.
                return field.text.isEmpty ? "\(field.name): \(url)\n" : field.line(now: now)
            }.joined()
        }
    }

    /// A field; a number is a date, that many seconds from now.
    struct Field: Decodable {
        let name: String
        let text: String
        private let offset: Int64?

        init(from decoder: any Decoder) throws {
            var parts = try decoder.unkeyedContainer()
            name = try parts.decode(String.self)
            if let seconds = try? parts.decode(Int64.self) {
                offset = seconds
                text = ""
            } else {
                offset = nil
                text = try parts.decode(String.self)
            }
        }

        func line(now: Int64) -> String {
            let isDate = ["date", "expires", "last-modified", "if-modified-since"].contains(name.lowercased())
            if let offset { return "\(name): \(isDate ? HTTPDate.format(now + offset).text : String(offset))\n" }
            return "\(name): \(text)\n"
        }
    }
}
