import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// What a response tells caches, and what it fails to tell.
extension Checks {
    static let caching: [Check] = lifetimes + cacheDirectives + cacheFields

    /// So many, each another one, and a comma behind each.
    private static func manyDirectives(_ count: Int) -> String { (0..<count).map { "d\($0)," }.joined() }

    private static let lifetimes: [Check] = Array {
        Check(
            "cache-no-store", .info, .caching, .exchange, when: .answered("cache-control"), "RFC 9111 §5.2.2.5",
            "Never stored",
            "\("no-store") forbids every cache to store the response, so each request fetches it again.",
            advice: "If caches may keep it and ask before each use, send \("no-cache") instead.",
            bad: ["Cache-Control: «no-store»", "Cache-Control: «no-store» | Content-Type: image/x-raw || abc"],
            good: [
                "Cache-Control: no-cache | ETag: \"a\"",
                // A CDN goes by its own field.
                "Cache-Control: no-store | CDN-Cache-Control: max-age=600",
            ]
        ) { x, found in
            guard x.isSuccessfulRead, x.isStoredByNobody,
                case .refused(.responseNoStore)? = x.freshness?.privateCache.storability
            else {
                return
            }
            found(in: .response, at: x.response?.fields.range(.cacheControl))
        }
        Check(
            "cache-control-too-long", .warning, .caching, .exchange, when: .answered("cache-control"),
            "RFC 9111 §5.2", "Too many directives",
            """
            Cache-Control has more than \(.value) directives. Hark did not read the rest, and caches may ignore the \
            whole field.
            """,
            advice: "Send the few directives that you need, each once.",
            bad: [
                Example("Cache-Control: «" + manyDirectives(FieldList.mostMembers) + "b»"),
                Example("Cache-Control: «max-age=60, " + manyDirectives(FieldList.mostMembers) + "b» | ETag: \"a\""),
            ],
            good: [
                Example("Cache-Control: " + manyDirectives(FieldList.mostMembers - 1) + "b"),
                "Cache-Control: public, max-age=60 | ETag: \"a\"",
            ]
        ) { x, found in
            guard x.control.isCut else { return }
            found(
                in: .response, at: x.response?.fields.range(.cacheControl),
                [.value: .number(Int64(FieldList.mostMembers))])
        }
        Check(
            "cache-no-explicit-lifetime", .info, .caching, .exchange, when: .status(200, given: .successfulRead),
            "RFC 9111 §4.2.1", "No lifetime",
            """
            The response gives no lifetime, so caches revalidate it or guess one.
            """,
            advice: "Send \("Cache-Control: max-age=…") or \("no-cache").",
            bad: ["< «200» | ETag: \"a\"", "< «200» | Content-Type: image/x-raw | ETag: \"a\" || abc"],
            good: ["ETag: \"a\" | Cache-Control: max-age=60", "ETag: \"a\" | Cache-Control: no-cache", "< 204"]
        ) { x, found in
            guard let privateCache = reusable(x), case .none = privateCache.lifetime.source,
                !x.control.contains(.sharedMaxAge)
            else { return }
            found(in: .response)
        }
        Check(
            "cache-heuristic", .warning, .caching, .exchange, when: .answered("last-modified", given: .successfulRead),
            "RFC 9111 §4.2.2", "Caches guess the lifetime",
            """
            The response gives no lifetime. Browsers use about a tenth of the time since Last-Modified, here \
            \(.lifetime); other caches differ.
            """,
            advice: "Send \("Cache-Control: max-age=…").",
            bad: [
                "Last-Modified: «Sat, 28 Feb 2026 12:00:00 GMT»",
                "Last-Modified: «Sun, 01 Feb 2026 12:00:00 GMT» | ETag: \"a\"",
            ],
            good: [
                "Last-Modified: Sat, 28 Feb 2026 12:00:00 GMT | Cache-Control: max-age=60",
                // A tenth of nothing is no guess.
                "Last-Modified: Sun, 01 Mar 2026 12:00:00 GMT",
            ]
        ) { x, found in
            guard let privateCache = reusable(x), case .heuristic = privateCache.lifetime.source,
                privateCache.lifetime.seconds > 0
            else { return }
            found(
                in: .response, at: x.response?.fields.range(.lastModified),
                [.lifetime: .seconds(privateCache.lifetime.seconds)])
        }
        Check(
            "cache-lifetime", .good, .caching, .exchange,
            when: .answered("cache-control", "expires", given: .successfulRead), "RFC 9111 §4.2",
            "Fresh for a known time",
            "Caches may reuse it for \(.seconds) seconds without asking: lifetime \(.lifetime), minus age \(.age).",
            bad: ["Cache-Control: «max-age=60» | ETag: \"a\"", "Cache-Control: «public, max-age=600» | ETag: \"a\""],
            good: [
                "Cache-Control: max-age=0 | ETag: \"a\"", "Cache-Control: no-cache | ETag: \"a\"",
                // Caches differ in which of the two they use.
                "Cache-Control: max-age=60 | Cache-Control: max-age=90 | ETag: \"a\"",
            ]
        ) { x, found in
            guard let privateCache = reusable(x), isExplicit(privateCache), privateCache.isFresh,
                !hasTwoLifetimes(x.control)
            else { return }
            found(
                in: .response, at: lifetimeRange(x),
                [
                    .seconds: .number(privateCache.remaining), .lifetime: .number(privateCache.lifetime.seconds),
                    .age: .number(privateCache.age.currentAge),
                ])
        }
        Check(
            "cache-stale-on-arrival", .warning, .caching, .exchange,
            when: .answered("cache-control", "expires", given: .successfulRead), "RFC 9111 §4.2.3", "Stale on arrival",
            """
            Its age, \(.age) seconds, has reached its lifetime, \(.lifetime). A cache in between kept it too long, or \
            a clock is wrong.
            """,
            advice: "Purge that cache or shorten its lifetime, and compare the clocks.",
            bad: [
                "Cache-Control: max-age=60 | Age: «61» | ETag: \"a\"",
                "Cache-Control: max-age=60, must-revalidate | Age: «600» | ETag: \"a\"",
            ],
            good: [
                "Cache-Control: max-age=60 | Age: 59 | ETag: \"a\"", "Cache-Control: max-age=0 | ETag: \"a\"",
                "Cache-Control: max-age=60, s-maxage=600 | Age: 61 | ETag: \"a\"",
                // Caches may use these although they are stale.
                "Cache-Control: max-age=60, stale-while-revalidate=600 | Age: 61 | ETag: \"a\"",
                "Cache-Control: max-age=60, stale-if-error=600 | Age: 61 | ETag: \"a\"",
                "> GET / | Cache-Control: max-stale=9 < 200 | Cache-Control: max-age=60 | Age: 61 | ETag: \"a\"",
            ]
        ) { x, found in
            guard let privateCache = reusable(x), isExplicit(privateCache), !privateCache.isFresh,
                privateCache.lifetime.seconds > 0, !privateCache.isStaleByLeave,
                // RFC 9111 §5.2.2.10: a shared cache keeps it for as long as s-maxage allows, rightly.
                let shared = x.freshness?.shared, !(shared.isKept && shared.isFresh)
            else { return }
            found(
                in: .response, at: x.response?.fields.range(.age) ?? lifetimeRange(x),
                [.age: .number(privateCache.age.currentAge), .lifetime: .number(privateCache.lifetime.seconds)])
        }
        Check(
            "cache-immutable-brief", .info, .caching, .exchange,
            when: .answered("cache-control", given: .successfulRead), "RFC 8246 §2", "immutable with a short lifetime",
            """
            \("immutable") only counts while the response is fresh, here \(.lifetime) seconds. It is intended for \
            lifetimes of about a year.
            """,
            advice: "Raise max-age to a year, or remove immutable.",
            bad: [
                "Cache-Control: «max-age=60, immutable» | ETag: \"a\"",
                "Cache-Control: «max-age=3600, immutable» | ETag: \"a\"",
            ],
            good: [
                "Cache-Control: max-age=31536000, immutable | ETag: \"a\"", "Cache-Control: max-age=60 | ETag: \"a\"",
            ]
        ) { x, found in
            guard let privateCache = reusable(x), isExplicit(privateCache), x.control.contains(.immutable),
                privateCache.lifetime.seconds < 86_400
            else { return }
            found(in: .response, at: lifetimeRange(x), [.lifetime: .number(privateCache.lifetime.seconds)])
        }
        Check(
            "cache-authorization-private", .info, .caching, .exchange, when: .asked("authorization"), "RFC 9111 §3.5",
            "Only this user's cache may store it",
            """
            The request had Authorization, so shared caches must not store the response unless it has \("public"), \
            \("s-maxage") or \("must-revalidate").
            """,
            advice: "If it is the same for all users, add \("Cache-Control: public").",
            bad: [
                "> GET / | Authorization: Custom a < 200 | Cache-Control: «max-age=60» | ETag: \"a\"",
                "> GET / | Authorization: Custom a < 200 | Cache-Control: «max-age=600» | ETag: \"b\"",
            ],
            good: [
                "Cache-Control: max-age=60 | ETag: \"a\"",
                "> GET / | Authorization: Custom a < 200 | Cache-Control: private, max-age=60 | ETag: \"a\"",
            ]
        ) { x, found in
            guard x.isSuccessfulRead, let freshness = x.freshness, freshness.privateCache.isKept,
                case .refused(.authorization) = freshness.shared.storability
            else { return }
            found(in: .response, at: lifetimeRange(x))
        }
        Check(
            "cache-authorization-shared", .warning, .caching, .exchange, when: .asked("authorization"), "RFC 9111 §3.5",
            "Shared caches may store an authenticated response",
            """
            The request had Authorization, but a directive lets shared caches serve this response to other users, \
            without credentials.
            """,
            advice: "Send \("Cache-Control: private"), unless every user may see this response.",
            bad: [
                "> GET / | Authorization: Custom a < 200 | Cache-Control: «s-maxage=60» | ETag: \"a\"",
                """
                > GET / | Authorization: Custom a < 200 | Cache-Control: «public, max-age=60» \
                | ETag: "a"
                """,
            ],
            good: [
                "> GET / | Authorization: Custom a < 200 | Cache-Control: private, max-age=60 | ETag: \"a\"",
                "Cache-Control: s-maxage=60 | ETag: \"a\"",
            ]
        ) { x, found in
            guard x.isSuccessfulRead, x.asked(.authorization) != nil, let freshness = x.freshness,
                freshness.privateCache.isKept, freshness.shared.isKept, freshness.shared.isFresh,
                freshness.shared.validation != .always
            else { return }
            found(in: .response, at: lifetimeRange(x))
        }
    }

    /// What a browser's cache makes of a successful GET that it may answer with.
    private static func reusable(_ facts: Facts) -> Freshness? {
        guard facts.isSuccessfulRead, let privateCache = facts.freshness?.privateCache, privateCache.isKept,
            privateCache.validation != .always, !privateCache.variesOnEverything
        else { return nil }
        return privateCache
    }

    private static func isExplicit(_ freshness: Freshness) -> Bool {
        switch freshness.lifetime.source {
        case .sharedMaxAge, .maxAge, .expires: true
        case .heuristic, .undated, .none: false
        }
    }

    /// max-age comes twice with different values.
    private static func hasTwoLifetimes(_ control: CacheControl) -> Bool {
        let values = control.directives.filter { $0.known == .maxAge }.map(\.argument)
        return values.dropFirst().contains { $0 != values[0] }
    }

    private static func lifetimeRange(_ facts: Facts) -> Range<Int>? {
        facts.response?.fields.range(.cacheControl) ?? facts.response?.fields.range(.expires)
    }
}
