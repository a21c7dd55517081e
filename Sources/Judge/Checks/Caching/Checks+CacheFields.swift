import Bytes
import Explain
import Flow
import HTTPModel
import HTTPSemantics

// Fields beside Cache-Control that speak to caches.
extension Checks {
    static let cacheFields: [Check] = Array {
        Check(
            "cache-vary-star", .warning, .caching, .response("vary"), "RFC 9110 §12.5.5", "Vary: * prevents reuse",
            "\("Vary: *") never matches another request: a cache must revalidate before each use.",
            advice: "To forbid storing, send \("no-store").",
            bad: ["Vary: «*» | ETag: \"a\"", "Vary: «*» | Cache-Control: max-age=60"],
            good: [
                "Vary: Accept | ETag: \"a\" | Cache-Control: max-age=60", "Vary: * | Cache-Control: no-store",
                "> POST / || a < 204 | Vary: *",
            ]
        ) { x, found in
            if x.vary.contains("*"), !x.isStoredByNobody { found() }
        }
        Check(
            "cache-pragma-request", .info, .caching, .request("pragma"), "RFC 9111 §5.4", "Pragma is obsolete",
            "Only HTTP/1.0 caches need \("Pragma: no-cache").",
            advice: "Send \("Cache-Control: no-cache").",
            bad: ["> GET / | Pragma: «no-cache» < 204", "> POST / | Pragma: «no-cache» || a < 204"],
            good: ["> GET / | Pragma: no-cache | Cache-Control: no-cache < 204", "> GET / < 204"]
        ) { x, found in
            guard x.asked(.pragma)?.equalsIgnoringCase("no-cache") == true, x.asked(.cacheControl) == nil else {
                return
            }
            found()
        }
        Check(
            "cache-pragma-response", .warning, .caching, .response("pragma"), "RFC 9111 §5.4",
            "Pragma has no effect in a response",
            "\("Pragma:") \(.value) is not defined for responses.",
            advice: "Send \("Cache-Control: no-cache") or \("no-store").",
            bad: ["< 204 | Pragma: «no-cache»", "< 404 | Pragma: «no-cache, no-store»"],
            good: ["< 204 | Pragma: no-cache | Cache-Control: no-cache", "< 204 | Cache-Control: no-store"]
        ) { x, found in
            guard let value = x.answered(.pragma), x.answered(.cacheControl) == nil else { return }
            found([.value: .bytes(value)])
        }
        Check(
            "cache-targeted", .info, .caching, .response("cdn-cache-control"), "RFC 9213 §3", "Only CDNs read this",
            """
            CDNs that support \("CDN-Cache-Control:") \(.value) use it instead of Cache-Control. Other caches ignore \
            it.
            """,
            advice: "Send Cache-Control too, for browsers and all other caches.",
            bad: [
                "< 204 | CDN-Cache-Control: «max-age=60»",
                "< 204 | Cache-Control: no-store | CDN-Cache-Control: «max-age=600»",
            ], good: ["< 204 | Cache-Control: max-age=60", "< 204 | Cache-Control: s-maxage=60"]
        ) { x, found in
            if let value = x.answered(named: "cdn-cache-control") { found([.value: .bytes(value)]) }
        }
        Check(
            "cache-age-invalid", .bad, .caching, .response("age"), "RFC 9111 §5.1", "Age is not a number",
            """
            \("Age:") \(.value) is not one whole number of seconds. Caches use the first value of a list and ignore \
            other forms.
            """,
            advice: "Send one number of seconds, for example \("Age: 60").",
            bad: ["< 204 | Age: «-1»", "< 204 | Age: «5, 6»"], good: ["< 204 | Age: 5", "< 204 | Age: 0"]
        ) { x, found in
            guard let age = x.answered(.age), age.isEmpty || !age.allSatisfy(ASCII.isDigit) else { return }
            found([.value: .bytes(age)])
        }
        Check(
            "cache-expires-overridden", .info, .caching, .response("expires"), "RFC 9111 §5.3",
            "max-age overrides Expires",
            "Caches use \("max-age") and ignore Expires; only HTTP/1.0 caches read it.",
            advice: "Remove Expires, unless HTTP/1.0 caches matter.",
            bad: [
                "< 204 | Cache-Control: max-age=60 | Expires: «Sun, 01 Mar 2026 13:00:00 GMT»",
                """
                < 204 | Cache-Control: s-maxage=5, max-age=60 \
                | Expires: «Sun, 01 Mar 2026 13:00:00 GMT»
                """,
            ],
            good: ["< 204 | Expires: Sun, 01 Mar 2026 13:00:00 GMT", "< 204 | Cache-Control: max-age=60"]
        ) { x, found in
            if x.control.contains(.maxAge) { found() }
        }
        Check(
            "cache-expires-invalid", .info, .caching, .response("expires"), "RFC 9111 §5.3", "Expired on arrival",
            """
            \("Expires:") \(.value) is not an HTTP date, so caches treat the response as expired.
            """,
            advice: "To expire it on purpose, send \("Cache-Control: no-cache"); else send an HTTP date.",
            bad: ["< 204 | Expires: «0»", "< 204 | Expires: «-1»"],
            good: ["< 204 | Cache-Control: max-age=60 | Expires: 0", "< 204 | Expires: Sun, 01 Mar 2026 13:00:00 GMT"]
        ) { x, found in
            guard let value = x.answered(.expires), value == "0" || value == "-1", !x.control.contains(.maxAge) else {
                return
            }
            found([.value: .bytes(value)])
        }
    }
}
