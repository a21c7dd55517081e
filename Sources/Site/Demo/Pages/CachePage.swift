import Bytes
import HTTPModel
import HTTPSemantics

/// `/cache/…`: answers that a cache may keep, may keep after asking, and may not keep (RFC 9111).
enum CachePage {
    static let page = DemoPage(
        name: "cache",
        cards: [
            SitePage.Card(
                path: "/cache/", title: "Caching, case by case",
                watch:
                    "Fresh for a minute, to be revalidated, not to be stored: Hark shows how it reaches each verdict.",
                curl: "curl -i http://demo.hark.test/cache/fresh"),
            SitePage.Card(
                path: "/cache/revalidate", title: "Revalidate with an ETag",
                watch: "Send the ETag back in If-None-Match and the response is 304: no content, the copy is current.",
                curl: "curl -i -H 'If-None-Match: \"demo-1\"' http://demo.hark.test/cache/revalidate"),
        ],
        respond: respond)

    /// Sun, 01 Jun 2025 12:00:00 GMT: when the content of these pages was last changed.
    static let modified: Int64 = 1_748_779_200
    private static let etag = "\"demo-1\""

    private struct Case: Sendable {
        let name: String
        let about: String
        var hasTag = false
        var hasDate = false
        /// Given the seconds of now, because Expires is a time of day.
        let fields: @Sendable (Int64) -> [SiteResponse.Field]
    }

    private static let cases = [
        Case(name: "fresh", about: "Can be reused for 60 seconds without asking.", hasTag: true) { _ in
            [("Cache-Control", "max-age=60")]
        },
        Case(name: "revalidate", about: "Can be stored, but must be revalidated before each use.", hasTag: true) { _ in
            [("Cache-Control", "no-cache")]
        },
        Case(
            name: "last-modified",
            about: """
                Only Last-Modified: a cache may guess, usually a tenth of the time since the change.
                """,
            hasDate: true
        ) { _ in [] },
        Case(
            name: "both", about: "Both validators: If-None-Match decides, If-Modified-Since is ignored.",
            hasTag: true, hasDate: true
        ) { _ in [("Cache-Control", "max-age=0, must-revalidate")] },
        Case(name: "expires", about: "Expires, older than Cache-Control: fresh until the given time.") { now in
            [("Expires", HTTPDate.format(now + 60).text)]
        },
        Case(name: "age", about: "As if from a cache: 40 of its 60 seconds have passed.") { _ in
            [("Cache-Control", "max-age=60"), ("Age", "40")]
        },
        Case(name: "shared", about: "Ten seconds in a private cache, ten minutes in a shared cache.") { _ in
            [("Cache-Control", "public, max-age=10, s-maxage=600")]
        },
        Case(name: "private", about: "Only for a private cache.") { _ in
            [("Cache-Control", "private, max-age=60")]
        },
        Case(name: "stale", about: "Fresh for 5 seconds, then usable for a minute while a new copy is fetched.") { _ in
            [("Cache-Control", "max-age=5, stale-while-revalidate=60")]
        },
        Case(name: "immutable", about: "Does not change for a year: not even a reload has to ask.") { _ in
            [("Cache-Control", "public, max-age=31536000, immutable")]
        },
        Case(
            name: "vary",
            about: """
                Depends on Accept-Language: a copy is reused only for requests with the same value.
                """
        ) { _ in
            [("Cache-Control", "max-age=60"), ("Vary", "Accept-Language")]
        },
        Case(name: "no-store", about: "Must not be stored. Pragma says the same to HTTP/1.0 caches.") { _ in
            [("Cache-Control", "no-store"), ("Pragma", "no-cache")]
        },
    ]

    @Sendable private static func respond(_ request: SiteRequest, _ body: Bytes) -> SiteResponse? {
        guard request.segments.count <= 2 else { return nil }
        guard request.segments.count == 2 else { return list(request) }
        guard let found = cases.first(where: { $0.name == request.segments[1] }) else { return nil }
        var fields = found.fields(request.seconds)
        if found.hasTag { fields.append(("ETag", etag)) }
        if found.hasDate { fields.append(("Last-Modified", HTTPDate.format(modified).text)) }
        switch Conditions.verdict(request, etag: found.hasTag ? etag : nil, modified: found.hasDate ? modified : nil) {
        case .notModified:
            // RFC 9110 §15.4.5: the fields that a cache needs to go on with its copy, and no content.
            return SiteResponse(304, fields)
        case .failed:
            let words = found.hasTag ? "the entity tag is \(etag)" : "this page has no entity tag"
            return .plain(412, "The precondition is false: \(words).\n")
        case .proceed:
            return .plain(200, fields, text(found, request))
        }
    }

    private static func text(_ found: Case, _ request: SiteRequest) -> String {
        var text = "\(found.name): \(found.about)\n"
        if found.name == "vary" {
            let language = request.head.fields.values(named: "accept-language").first?.text.prefix(60) ?? "any"
            text += "Requested language: \(language)\n"
        }
        return text
    }

    private static func list(_ request: SiteRequest) -> SiteResponse {
        let cards = cases.map { item in
            SitePage.Card(
                path: "/cache/\(item.name)", title: item.name, watch: item.about,
                curl: "curl -i http://demo.hark.test/cache/\(item.name)")
        }
        return SitePage("Caching, case by case", [.cards(cards)]).response(for: request)
    }
}
