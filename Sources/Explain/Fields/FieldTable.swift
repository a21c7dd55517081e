import Bytes
import HTTPSemantics

/// Reads one field's value, naming its parts.
typealias FieldReader = @Sendable (inout SpanScanner) -> Void

/// Which grammar each field's value has, by the field's name. One line a field; to explain another one, add a line
/// here, and a reader beside its like when there is none that fits.
package enum FieldTable {
    static func reader(of name: Bytes) -> FieldReader? {
        readers[name.lowercased]
            // All of these are Structured Fields, most of them strings, lists or booleans.
            ?? (name.count > 7 && name.slice(0..<7).equalsIgnoringCase("sec-ch-") ? clientHint : nil)
    }

    /// All names with a grammar, in lower case.
    package static var names: [String] { entries.map(\.0) }

    private static let readers: [Bytes: FieldReader] = Dictionary(
        entries.map { (Bytes($0.0), $0.1) }, uniquingKeysWith: { first, _ in first })

    private static let clientHint: FieldReader = { scan in
        let isList = scan.peek == ASCII.quote && scan.rest.contains(ASCII.semicolon)
        StructuredValues.read(&scan, isList ? .list : .item) { _ in nil }
    }

    private static let entries: [(String, FieldReader)] =
        contentEntries + negotiationEntries + cachingEntries + stateEntries + routingEntries + securityEntries
        + structuredEntries

    private static let contentEntries: [(String, FieldReader)] = [
        ("content-type", MediaTypes.contentType),
        ("content-length", Numbers.contentLength),
        ("content-encoding", Negotiation.contentEncoding),
        ("content-language", Negotiation.contentLanguage),
        ("content-location", Addresses.url),
        ("content-disposition", Dispositions.contentDisposition),
        ("content-range", Ranges.contentRange),
        ("range", Ranges.range),
        ("accept-ranges", Ranges.acceptRanges),
        ("trailer", Connections.trailer),
    ]

    private static let negotiationEntries: [(String, FieldReader)] = [
        ("accept", MediaTypes.accept),
        ("accept-charset", Negotiation.acceptCharset),
        ("accept-encoding", Negotiation.acceptEncoding),
        ("accept-language", Negotiation.acceptLanguage),
        ("accept-patch", MediaTypes.list),
        ("accept-post", MediaTypes.list),
        ("te", Negotiation.te),
        ("vary", GeneralValues.vary),
        ("allow", GeneralValues.allow),
        ("prefer", GeneralValues.tokens("RFC 7240 §2")),
        ("preference-applied", GeneralValues.tokens("RFC 7240 §3")),
        ("server", Products.list),
        ("user-agent", Products.list),
    ]

    private static let cachingEntries: [(String, FieldReader)] = [
        ("age", Numbers.age),
        ("cache-control", CacheDirectives.cacheControl),
        ("pragma", CacheDirectives.pragma),
        ("expires", Dates.expires),
        ("date", Dates.reader { "The message was made at \($0)." }),
        ("last-modified", Dates.reader { "The representation was last changed at \($0)." }),
        ("if-modified-since", Dates.reader { "Send it only if it was changed after \($0)." }),
        ("if-unmodified-since", Dates.reader { "Do it only if it was not changed after \($0)." }),
        ("sunset", Dates.reader { "It goes away at \($0)." }),
        ("retry-after", Dates.retryAfter),
        ("etag", EntityTags.single),
        ("if-match", EntityTags.ifMatch),
        ("if-none-match", EntityTags.ifNoneMatch),
        ("if-range", EntityTags.ifRange),
        ("clear-site-data", GeneralValues.clearSiteData),
    ]

    private static let stateEntries: [(String, FieldReader)] = [
        ("cookie", CookieValues.cookie),
        ("set-cookie", SetCookieValues.setCookie),
        ("authorization", Authentication.credentials),
        ("proxy-authorization", Authentication.credentials),
        ("www-authenticate", Authentication.challenges),
        ("proxy-authenticate", Authentication.challenges),
        ("authentication-info", Authentication.info),
        ("proxy-authentication-info", Authentication.info),
    ]

    private static let routingEntries: [(String, FieldReader)] = [
        ("host", Addresses.host),
        ("location", Addresses.url),
        ("referer", Addresses.url),
        ("origin", Addresses.origin),
        ("sourcemap", Addresses.url),
        ("refresh", Links.refresh),
        ("link", Links.link),
        ("alt-svc", Links.altSvc),
        ("forwarded", Links.forwarded),
        ("x-forwarded-for", Links.forwardedFor),
        ("x-forwarded-host", Links.forwardedHost),
        ("x-forwarded-proto", GeneralValues.tokens("RFC 7239 §7.4")),
        ("via", Connections.via),
        ("connection", Connections.connection),
        ("proxy-connection", Connections.connection),
        ("keep-alive", Connections.keepAlive),
        ("transfer-encoding", Connections.transferEncoding),
        ("upgrade", Connections.upgrade),
        ("expect", Connections.expect),
        ("max-forwards", Numbers.maxForwards),
        ("server-timing", GeneralValues.serverTiming),
    ]

    private static let securityEntries: [(String, FieldReader)] = [
        ("strict-transport-security", SecurityPolicies.strictTransport),
        ("content-security-policy", SecurityPolicies.contentSecurity),
        ("content-security-policy-report-only", SecurityPolicies.contentSecurity),
        ("access-control-allow-origin", CrossOrigin.allowOrigin),
        ("access-control-allow-credentials", CrossOrigin.allowCredentials),
        ("access-control-allow-headers", CrossOrigin.allowHeaders),
        ("access-control-allow-methods", CrossOrigin.methods),
        ("access-control-expose-headers", CrossOrigin.exposeHeaders),
        ("access-control-max-age", Numbers.preflightAge),
        ("access-control-request-headers", CrossOrigin.requestHeaders),
        ("access-control-request-method", CrossOrigin.requestMethod),
        ("upgrade-insecure-requests", Numbers.flag),
        ("dnt", Numbers.flag),
        ("sec-gpc", Numbers.flag),
        (
            "x-content-type-options",
            GeneralValues.word(
                "nosniff", "Fetch §3.6", [("nosniff", "Browsers must not guess another type from the content.")])
        ),
        (
            "x-frame-options",
            GeneralValues.word(
                "X-Frame-Options", "RFC 7034 §2.1",
                [
                    ("deny", "No page may show this one in a frame."),
                    ("sameorigin", "Only pages of the same origin may show this one in a frame."),
                ])
        ),
        (
            "referrer-policy",
            GeneralValues.word(
                "policy-token", "Referrer Policy §8.1",
                [
                    ("no-referrer", "Send no Referer."),
                    ("no-referrer-when-downgrade", "Send the Referer, but not from https to http."),
                    ("same-origin", "Send the Referer to the same origin alone."),
                    ("origin", "Send only the origin as Referer."),
                    ("strict-origin", "Send only the origin, and nothing from https to http."),
                    ("origin-when-cross-origin", "Send the whole Referer to the same origin, the origin to others."),
                    (
                        "strict-origin-when-cross-origin",
                        "Send the whole Referer to the same origin, the origin to others, nothing from https to http."
                    ),
                    ("unsafe-url", "Send the whole Referer to anyone."),
                ])
        ),
        (
            "cross-origin-resource-policy",
            GeneralValues.word(
                "Cross-Origin-Resource-Policy", "Fetch §3.7",
                [
                    ("same-origin", "Only pages of the same origin may load this."),
                    ("same-site", "Only pages of the same site may load this."),
                    ("cross-origin", "Pages of any origin may load this."),
                ])
        ),
    ]

    private static let structuredEntries: [(String, FieldReader)] = [
        ("priority", StructuredValues.reader(.dictionary, StructuredValues.priority)),
        ("cache-status", StructuredValues.reader(.list, StructuredValues.cacheStatus)),
        ("proxy-status", StructuredValues.reader(.list, StructuredValues.proxyStatus)),
        ("signature-input", StructuredValues.reader(.dictionary, StructuredValues.signature)),
        ("signature", StructuredValues.reader(.dictionary)),
        ("accept-signature", StructuredValues.reader(.dictionary, StructuredValues.signature)),
        ("content-digest", StructuredValues.reader(.dictionary, StructuredValues.digest)),
        ("repr-digest", StructuredValues.reader(.dictionary, StructuredValues.digest)),
        ("want-content-digest", StructuredValues.reader(.dictionary, StructuredValues.digest)),
        ("want-repr-digest", StructuredValues.reader(.dictionary, StructuredValues.digest)),
        ("cdn-cache-control", StructuredValues.reader(.dictionary, StructuredValues.cacheControl)),
        ("permissions-policy", StructuredValues.reader(.dictionary)),
        ("reporting-endpoints", StructuredValues.reader(.dictionary)),
        ("document-policy", StructuredValues.reader(.dictionary)),
        ("use-as-dictionary", StructuredValues.reader(.dictionary)),
        ("accept-ch", StructuredValues.reader(.list)),
        ("critical-ch", StructuredValues.reader(.list)),
        ("accept-query", StructuredValues.reader(.list)),
        ("client-cert-chain", StructuredValues.reader(.list)),
        ("client-cert", StructuredValues.reader(.item)),
        ("available-dictionary", StructuredValues.reader(.item)),
        ("dictionary-id", StructuredValues.reader(.item)),
        ("capsule-protocol", StructuredValues.reader(.item)),
        ("cross-origin-embedder-policy", StructuredValues.reader(.item)),
        ("cross-origin-embedder-policy-report-only", StructuredValues.reader(.item)),
        ("cross-origin-opener-policy", StructuredValues.reader(.item)),
        ("cross-origin-opener-policy-report-only", StructuredValues.reader(.item)),
        ("deprecation", StructuredValues.reader(.item)),
        ("idempotency-key", StructuredValues.reader(.item)),
        ("origin-agent-cluster", StructuredValues.reader(.item)),
        ("sec-fetch-dest", StructuredValues.reader(.item)),
        ("sec-fetch-mode", StructuredValues.reader(.item)),
        ("sec-fetch-site", StructuredValues.reader(.item)),
        ("sec-fetch-user", StructuredValues.reader(.item)),
        ("sec-ch-ua", StructuredValues.reader(.list)),
        ("sec-ch-ua-full-version-list", StructuredValues.reader(.list)),
        ("sec-ch-ua-mobile", StructuredValues.reader(.item)),
        ("sec-ch-ua-platform", StructuredValues.reader(.item)),
    ]
}
