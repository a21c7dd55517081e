import Bytes
import Foundation
import HTTPSemantics
import TestKit
import Testing

/// The cookie cases of the working group that wrote RFC 6265. Where RFC 6265bis decides otherwise, the case is in
/// `differences` with the reason; a case there that agrees after all fails the test.
@Suite struct CookieCorpusTests {
    struct Corpus: Decodable {
        struct Case: Decodable {
            let id: String
            let requestURL: String
            let lines: [String]
            let nextURL: String
            let expected: String?

            enum CodingKeys: String, CodingKey {
                case id
                case requestURL = "request_url"
                case lines = "set_cookie_b64"
                case nextURL = "next_url"
                case expected = "expected_cookie_b64"
            }
        }
        let cases: [Case]
    }

    /// 2011-04-27T00:00:00Z: before the dates that the cases take for the future.
    private static let now: Int64 = 1_303_862_400

    private static let nameless = "6265bis §5.6 step 3 takes a line without `=` for a cookie without a name"
    private static let emptyName = "6265bis §5.7 step 2 rejects an empty name only when the value is empty too"
    private static let differences: [String: String] = [
        "0004": nameless, "0025": nameless, "0026": nameless, "0027": nameless, "chromium0009": nameless,
        "mozilla0014": nameless, "mozilla0015": nameless, "mozilla0017": emptyName, "0021": emptyName,
        "name0017": emptyName, "name0025": emptyName, "name0028": emptyName,
        "disabled-chromium0022": "6265bis §5.6 step 1 rejects the line with a NUL; the case cuts it there",
        "optional-domain0042": "6265bis §5.7 step 7 takes the last Domain though it is empty: a cookie of this host",
    ]

    @Test(.enabled(if: Corpora.isThere("cookies_http_state"), "the corpus is not on this machine"))
    func sendsWhatTheCorpusExpects() throws {
        let corpus = try #require(try Corpora.load("cookies_http_state", as: Corpus.self))
        #expect(corpus.cases.count == 115)
        var agreed = 0
        for entry in corpus.cases {
            var jar = CookieJar()
            let origin = CookieContext(url: Bytes(entry.requestURL))
            for line in entry.lines {
                jar.store(SetCookie(Self.bytes(line)), from: origin, at: Self.now)
            }
            let sent = jar.cookies(for: CookieContext(url: Bytes(entry.nextURL)), at: Self.now)
            let field = sent.isEmpty ? nil : Bytes(Array(sent.map(\.pair).joined(separator: "; ".utf8)))
            let expected = entry.expected.map(Self.bytes)
            let name = entry.id.replacing("cookie:", with: "")
            if let reason = Self.differences[name] {
                #expect(field != expected, "\(name) agrees now, though listed: \(reason)")
            } else {
                agreed += 1
                #expect(field == expected, "\(name): \(field?.text ?? "nothing"), not \(expected?.text ?? "nothing")")
            }
        }
        #expect(agreed + Self.differences.count == corpus.cases.count)
    }

    private static func bytes(_ base64: String) -> Bytes {
        Bytes(Array(Data(base64Encoded: base64) ?? Data()))
    }
}
