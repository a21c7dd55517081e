package import Bytes
package import HTTPModel

/// What a cache says it did with a request, in a field of its own habit: `CF-Cache-Status` of Cloudflare, `X-Cache` of
/// CloudFront, Fastly, Akamai, Azure, Varnish, Squid and nginx. (`Cache-Status` of RFC 9211 is a Structured Field.)
package struct CacheReport: Sendable, Hashable {
    /// What became of the request there.
    package enum Outcome: Sendable, Hashable {
        /// Answered from the cache.
        case hit
        /// Answered from the cache after a successful revalidation.
        case revalidated
        /// Answered from the cache with a stale response.
        case stale
        /// The same, while the cache fetches it again.
        case updating
        /// Fetched from the origin, because nothing was stored.
        case miss
        /// Fetched from the origin, because the stored response had expired.
        case expired
        /// The cache was bypassed: the response or a setting forbids its use.
        case bypass
        /// This kind of resource is cached only if a setting requires it.
        case dynamic
        /// The cache's own service made the response.
        case made
        /// The cache answers with an error.
        case failed

        /// The response came out of a store.
        package var isFromCache: Bool {
            switch self {
            case .hit, .revalidated, .stale, .updating: true
            case .miss, .expired, .bypass, .dynamic, .made, .failed: false
            }
        }
    }

    /// Whose habit it is, where the value or the field tells.
    package enum Vendor: String, Sendable, Hashable {
        case cloudflare = "Cloudflare"
        case cloudFront = "CloudFront"
    }

    /// As it is written.
    package let field: Bytes
    package let vendor: Vendor?
    /// One for each cache, the one nearest to the server first; never empty.
    package let outcomes: [Outcome]

    /// The response came out of one of these caches.
    package var isFromCache: Bool { outcomes.contains(where: \.isFromCache) }

    /// What the caches on the way report; nil when none does, or in words that are not known.
    package init?(_ fields: FieldSection) {
        for name in ["CF-Cache-Status", "X-Cache"] as [Bytes] {
            let values = fields.values(named: name)
            guard !values.isEmpty else { continue }
            self.init(field: name, values: values)
            return
        }
        return nil
    }

    /// nil when one of the members is not known: then nothing is told of any.
    package init?(field: Bytes, values: [Bytes]) {
        let members = values.flatMap { FieldList.split($0) }
        guard !members.isEmpty, members.count <= 16 else { return nil }
        let isCloudflare = field.equalsIgnoringCase("cf-cache-status")
        let isCloudFront = values.contains { $0.lowercased.text.hasSuffix(" from cloudfront") }
        vendor = isCloudflare ? .cloudflare : isCloudFront ? .cloudFront : nil
        let outcomes = members.compactMap { Self.outcome($0, isCloudflare: isCloudflare) }
        guard outcomes.count == members.count else { return nil }
        self.outcomes = outcomes
        self.field = field
    }

    /// Of one member: `HIT`, `Hit from cloudfront`, `TCP_MEM_HIT from a23-1-2-3.deploy…`.
    private static func outcome(_ member: Bytes, isCloudflare: Bool) -> Outcome? {
        let word = member.prefix { $0 != ASCII.space && $0 != ASCII.openParenthesis }
        let name = Bytes(Array(word)).lowercased.text
        if isCloudflare, name == "none" || name == "unknown" || name == "none/unknown" { return .made }
        return words[name]
    }

    private static let words: [String: Outcome] = [
        "hit": .hit, "miss": .miss, "expired": .expired, "stale": .stale, "updating": .updating,
        "revalidated": .revalidated, "bypass": .bypass, "dynamic": .dynamic,
        // CloudFront.
        "refreshhit": .revalidated, "originshieldhit": .hit, "error": .failed, "lambdageneratedresponse": .made,
        "functiongeneratedresponse": .made,
        // Akamai, by its own name for the behaviour.
        "hitstale": .stale, "notcacheable": .bypass, "constructed": .made,
        // Squid, whose words Akamai and Azure use, too.
        "tcp_hit": .hit, "tcp_mem_hit": .hit, "tcp_ims_hit": .hit, "tcp_miss": .miss, "tcp_refresh_hit": .revalidated,
        "tcp_refresh_unmodified": .revalidated, "tcp_refresh_miss": .expired, "tcp_refresh_modified": .expired,
        "tcp_expired_hit": .stale, "tcp_expired_miss": .expired, "tcp_refresh_fail_hit": .stale,
        "tcp_client_refresh_miss": .miss,
    ]
}
