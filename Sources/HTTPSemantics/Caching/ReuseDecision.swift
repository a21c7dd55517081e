import HTTPModel

/// Whether a stored response may answer a request without asking the server (RFC 9111 §4, §4.2.4, §5.2.1).
enum ReuseDecision {
    static func decide(
        _ freshness: Freshness, _ stored: StoredResponse, request: CacheControl?, status: Int?, cache: CacheKind
    ) -> (served: CacheVerdict.Served, ground: CacheVerdict.Ground) {
        let age = freshness.age.currentAge
        // §5.2.1.4.
        if request?.contains(.noCache) == true { return (.no, .requestNoCache) }
        // §5.2.2.4. With field names it speaks of these alone: the response goes without them.
        if freshness.validation == .always { return (.no, .responseNoCache) }
        let isFresh = freshness.isFresh && !stored.isOutdated
        if isFresh {
            if case .value(let limit) = request?.seconds(.maxAge) ?? .absent, age > limit || limit == 0 {
                // RFC 8246 §2: a reload is no reason to check what cannot change.
                if limit == 0, cache == .privateCache, stored.control.contains(.immutable) {
                    return (.fresh, .immutable)
                }
                return (.no, .requestMaxAge(limit))
            }
            if case .value(let wanted) = request?.seconds(.minFresh) ?? .absent, freshness.remaining < wanted {
                return (.no, .requestMinFresh(wanted))
            }
            return (.fresh, .isFresh)
        }
        if freshness.lifetime.isLeftToTheCache(stored.status), !stored.isOutdated, cache == .privateCache,
            request?.seconds(.maxAge) ?? .absent == .absent
        {
            return (.fresh, .leftToTheCache)
        }
        // §4.2.4: no stale response where a directive forbids it.
        if freshness.validation == .whenStale { return (.no, .mustRevalidate) }
        if stored.isOutdated { return (.no, .isStale) }
        let staleness = -freshness.remaining
        if case .value(let limit) = request?.seconds(.maxAge) ?? .absent, age > limit {
            return (.no, .requestMaxAge(limit))
        }
        // §5.2.1.1: whoever names an age takes nothing stale, unless max-stale says so.
        if case .value = request?.seconds(.maxAge) ?? .absent, request?.contains(.maxStale) != true {
            return (.no, .requestMaxAgeStale)
        }
        // §5.2.1.3: so it is with whoever wants it fresh for a while yet.
        if case .value(let wanted) = request?.seconds(.minFresh) ?? .absent, request?.contains(.maxStale) != true {
            return (.no, .requestMinFresh(wanted))
        }
        if request?.contains(.maxStale) == true {
            switch request?.seconds(.maxStale) ?? .absent {
            case .value(let limit) where staleness <= limit: return (.stale, .requestMaxStale(limit))
            case .value, .absent: break
            // Without a number: any time.
            case .invalid: return (.stale, .requestMaxStale(nil))
            }
        }
        if case .value(let limit) = stored.control.seconds(.staleWhileRevalidate), staleness <= limit {
            return (.stale, .staleWhileRevalidate(limit))
        }
        guard let status else { return (.stale, .disconnected) }
        if [500, 502, 503, 504].contains(status) {
            if case .value(let limit) = stored.control.seconds(.staleIfError), staleness <= limit {
                return (.stale, .staleIfError(limit))
            }
            if case .value(let limit) = request?.seconds(.staleIfError) ?? .absent, staleness <= limit {
                return (.stale, .staleIfError(limit))
            }
        }
        // §4.2.2: where the cache chooses the lifetime, nothing is known to have run out.
        return (.no, freshness.lifetime.isLeftToTheCache(stored.status) ? .leftToTheCache : .isStale)
    }
}
