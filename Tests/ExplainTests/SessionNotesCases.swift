// One input for each code of the notes on cookies, caches and redirects, at least.
extension NotesTests {
    private static let get = "GET /shop/cart HTTP/1.1\nHost: www.example.com"

    private static func setting(_ code: String, _ lines: String..., scheme: String = "https") -> Case {
        make(
            code, get, "HTTP/1.1 200 OK\nCache-Control: no-store" + lines.map { "\nSet-Cookie: \($0)" }.joined(),
            scheme: scheme)
    }

    static let cookies: [Case] = [
        setting("cookie-without-secure", "a=b"),
        setting("cookie-without-httponly", "a=b; Secure"),
        setting("cookie-without-samesite", "a=b; Secure; HttpOnly"),
        setting("cookie-samesite-unknown", "a=b; SameSite=Loose"),
        setting("cookie-samesite-none-insecure", "a=b; SameSite=None"),
        setting("cookie-rejected-domain", "a=b; Domain=example.org"),
        setting("cookie-rejected-public-suffix", "a=b; Domain=.com"),
        setting("cookie-rejected-secure", "a=b; Secure", scheme: "http"),
        setting("cookie-rejected-prefix", "__Host-a=b; Secure"),
        setting("cookie-rejected-prefix", "__Secure-a=b"),
        setting("cookie-rejected-partitioned", "a=b; Partitioned"),
        setting("cookie-rejected-syntax", "=; Secure"),
        setting("cookie-rejected-syntax", "a=" + String(repeating: "x", count: 4096)),
        setting("cookie-rejected-syntax", "=__Host-a=b"),
        setting("cookie-lifetime-unreadable", "a=b; Expires=tomorrow"),
        setting("cookie-lifetime-unreadable", "a=b; Max-Age=1h"),
        setting("cookie-max-age-overrides", "a=b; Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT"),
        setting("cookie-lifetime-capped", "a=b; Max-Age=99999999"),
        setting("cookie-deleted", "a=; Max-Age=0"),
        setting("cookie-deleted", "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT"),
        setting("cookie-attribute-obsolete", "a=b; Version=1"),
        setting("cookie-attribute-unknown", "a=b; Priority=High"),
        setting("cookie-attribute-repeated", "a=b; Path=/; path=/x"),
        setting("cookie-attribute-ignored", "a=b; Path=/" + String(repeating: "x", count: 1024)),
        setting("cookie-leading-dot", "a=b; Domain=.example.com"),
        setting("cookie-nameless", "b"),
        setting("cookie-prefix-kept", "__Host-a=b; Secure; Path=/"),
        setting("cookie-guarded", "a=b; Secure; HttpOnly; SameSite=Lax"),
        setting("cookie-set-twice", "a=b", "a=c"),
        make("cookie-cacheable", get, "HTTP/1.1 200 OK\nCache-Control: max-age=60\nSet-Cookie: a=b"),
        make("cookie-fields-repeated", get + "\nCookie: a=b\nCookie: c=d", plain),
        make("cookie-sent-twice", get + "\nCookie: a=b; a=c", plain),
    ]

    private static func cached(_ code: String, _ fields: String..., request: String = "") -> Case {
        make(
            code, get + request,
            "HTTP/1.1 200 OK\nDate: Sun, 06 Nov 1994 08:49:37 GMT" + fields.map { "\n\($0)" }.joined())
    }

    static let caching: [Case] = [
        cached("cache-lifetime", "Cache-Control: max-age=60"),
        cached("cache-no-explicit-lifetime", "ETag: \"a\""),
        cached("cache-heuristic", "Last-Modified: Sat, 05 Nov 1994 08:49:37 GMT"),
        cached("cache-no-store", "Cache-Control: no-store"),
        cached("cache-no-validator", "Cache-Control: max-age=60"),
        cached("cache-stale-on-arrival", "Cache-Control: max-age=60", "Age: 61"),
        cached("cache-vary-star", "Vary: *"),
        cached("cache-authorization-private", "Cache-Control: max-age=60", request: "\nAuthorization: Basic YTpi"),
        cached("cache-authorization-shared", "Cache-Control: s-maxage=60", request: "\nAuthorization: Basic YTpi"),
        cached("cache-expires-invalid", "Expires: 0"),
        cached("cache-expires-overridden", "Cache-Control: max-age=60", "Expires: Sun, 06 Nov 1994 08:49:37 GMT"),
        cached("cache-directive-unknown", "Cache-Control: max-age=60, community=UCI"),
        cached("cache-directive-unknown-argument", "Cache-Control: max-age=1h"),
        cached("cache-directive-argument-missing", "Cache-Control: max-age"),
        cached("cache-directive-repeated", "Cache-Control: max-age=60, Max-Age=30"),
        cached("cache-directives-contradict", "Cache-Control: no-store, max-age=60"),
        cached("cache-directives-contradict", "Cache-Control: public, private"),
        cached("cache-directives-contradict", "Cache-Control: private, s-maxage=60"),
        cached("cache-directive-of-requests", "Cache-Control: max-stale=60"),
        cached("cache-directive-of-responses", request: "\nCache-Control: public"),
        cached("cache-only-if-cached", request: "\nCache-Control: only-if-cached"),
        cached("cache-pragma-request", request: "\nPragma: no-cache"),
        cached("cache-pragma-response", "Pragma: no-cache"),
        cached("cache-targeted", "CDN-Cache-Control: max-age=60"),
        cached("cache-age-invalid", "Age: -1"),
        cached("cache-immutable-brief", "Cache-Control: max-age=60, immutable"),
    ]

    private static func leading(
        _ code: String, _ status: String, to location: String, by request: String = get, scheme: String = "https",
        more: String = ""
    ) -> Case {
        make(code, request, "HTTP/1.1 \(status)\nLocation: \(location)\(more)", scheme: scheme)
    }

    private static let post = "POST /shop/cart HTTP/1.1\nHost: www.example.com\nContent-Length: 1\n\na"

    static let redirects: [Case] = [
        leading("redirect-downgrade", "302 Found", to: "http://www.example.com/"),
        leading("redirect-to-https", "301 Moved Permanently", to: "https://www.example.com/", scheme: "http"),
        leading("redirect-method-changed", "302 Found", to: "/done", by: post),
        leading("redirect-method-changed", "303 See Other", to: "/done", by: post),
        leading("redirect-method-kept", "307 Temporary Redirect", to: "/done", by: post),
        leading("redirect-loop", "302 Found", to: "cart"),
        leading("redirect-permanent", "308 Permanent Redirect", to: "/new"),
        leading("redirect-permanent-post", "308 Permanent Redirect", to: "/new", by: post),
        leading("redirect-other-origin", "302 Found", to: "https://example.org/"),
        leading("redirect-location-repeated", "302 Found", to: "/a", more: "\nLocation: /b"),
        leading("redirect-location-malformed", "302 Found", to: "/a b"),
        leading("redirect-location-credentials", "302 Found", to: "https://u:p@www.example.com/"),
        leading("redirect-not-followed", "300 Multiple Choices", to: "/a"),
        leading("redirect-other-scheme", "302 Found", to: "myapp://done"),
        leading("redirect-cached", "302 Found", to: "/a", more: "\nCache-Control: max-age=60"),
    ]
}
