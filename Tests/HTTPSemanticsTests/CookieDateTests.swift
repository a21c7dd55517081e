import Bytes
import HTTPSemantics
import TestKit
import Testing

@Suite struct CookieDateTests {
    struct Corpus: Decodable {
        struct Case: Decodable {
            let id: String
            let test: String
            let expected: String?
        }
        let dates: [Case]
    }

    @Test(.enabled(if: Corpora.isThere("cookies_http_state"), "the corpus is not on this machine"))
    func agreesWithTheCorpus() throws {
        let corpus = try #require(try Corpora.load("cookies_http_state", as: Corpus.self))
        #expect(corpus.dates.count == 70)
        for entry in corpus.dates {
            let found = CookieDate.parse(Bytes(entry.test)).map { HTTPDate.format($0).text }
            #expect(found == entry.expected, "\(entry.id): \(entry.test)")
        }
    }

    @Test(
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("6 nov 94 8:49:37", 784_111_777),
            ("08:49:37 1994 November 06", 784_111_777), ("01 Jan 69 00:00:00", 3_124_224_000),
            ("01 Jan 70 00:00:00", 0),
        ] as [(Bytes, Int64)])
    func partsMayStandInAnyOrder(text: Bytes, seconds: Int64) {
        #expect(CookieDate.parse(text) == seconds)
    }

    @Test(
        arguments: [
            "", "01 Jan 1600 00:00:00", "31 Feb 2020 00:00:00", "01 Jan 2020 24:00:00", "01 Jan 2020 00:60:00",
            "01 Jan 2020 00:00:60", "32 Jan 2020 00:00:00", "0 Jan 2020 00:00:00", "01 Jan 2020", "00:00:00 2020 Jan",
        ] as [Bytes])
    func failsWhereTheAlgorithmFails(text: Bytes) {
        #expect(CookieDate.parse(text) == nil)
    }
}
