import Bytes
import HTTPModel
import HTTPSemantics

/// `/gzip`: the same text with content coding gzip and without, as Accept-Encoding asks (RFC 9110 §8.4 and §12.5.3).
enum GzipPage {
    static let page = DemoPage(
        name: "gzip",
        cards: [
            SitePage.Card(
                path: "/gzip", title: "Compressed content",
                watch:
                    "4,692 bytes of text are sent as 307. Content-Length counts the sent bytes; Vary names why it may "
                    + "differ.",
                curl: "curl -i --compressed http://demo.hark.test/gzip")
        ]
    ) { request, _ in
        guard request.segments.count == 1 else { return nil }
        let isCoded = accepts(request.head.fields.list(named: "accept-encoding"))
        let tag = isCoded ? "\"lines-1-gzip\"" : "\"lines-1\""
        // RFC 9110 §8.8.3.3: what is coded otherwise is another representation, with another tag.
        let fields: [SiteResponse.Field] = [
            ("Vary", "Accept-Encoding"), ("ETag", tag), ("Cache-Control", "no-cache"),
        ]
        if Conditions.verdict(request, etag: tag, modified: nil) == .notModified {
            return SiteResponse(304, fields)
        }
        guard isCoded else { return .plain(200, fields, text) }
        return SiteResponse(
            200, fields + [("Content-Type", "text/plain; charset=utf-8"), ("Content-Encoding", "gzip")],
            body: .bytes(compressed))
    }

    static let text = (1...100).map { "Line \($0) of 100: repeated text compresses well.\n" }.joined()

    /// `text` as Python's `gzip.compress(text, 9, mtime=0)` makes it: there is no compressor here, and none is needed
    /// for one text.
    static let compressed = Base64.decode(encoded.utf8) ?? []

    private static let encoded =
        "H4sIAAAAAAACA5XYy00DMRRA0T1VuAI0/tvUkCYiMFKkhESZkaB8RAec/d0d2X5+p8vXCjHcP0PctrfwXI91PtZHONbPEd7vt8dz7fva"
        + "w/e6Xl9fTn91ojpTXaiuVDeqO9WD6kl13Cw3zWic0TyjgUYTjUYazTQaajTVZKoJz6ipJlNNpppMNZlqMtVkqslUs6lmU8149ZpqNtVs"
        + "qtlUs6lmU82mWky1mGox1YIvqqkWUy2mWky1mGox1Wqq1VSrqVZTrTgomWo11Wqq1VSrqTZTbabaTLWZajPVhvOvqTZTbabaTLWbajfV"
        + "bqrdVLupdlPt+K0x1W6q3VSHqQ5THaY6THWY6jDVYaoDf6umOkx1muo01Wmq01SnqU5TnaY6TXXiEkK3EP9m/QWhLh6WVBIAAA=="

    /// Whether gzip is acceptable: named, or meant by `*`, with a weight other than 0 (RFC 9110 §12.5.3).
    static func accepts(_ members: [Bytes]) -> Bool {
        let preferences = members.map { Preference($0) }
        let named = ["gzip", "x-gzip"].map { Preference.forToken($0, in: preferences.filter { $0.value != "*" }) }
        let found = named.compactMap { $0 }.first ?? preferences.first { $0.value == "*" }
        return (found?.weight ?? 0) > 0
    }
}
