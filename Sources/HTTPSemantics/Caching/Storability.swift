import Bytes
import HTTPModel
import Registry

/// The kind of cache (RFC 9111 §1.1).
public enum CacheKind: Sendable, Hashable {
    /// Of one user: a browser's.
    case privateCache
    /// Of many: a proxy's, a CDN's.
    case shared
}

/// Whether a cache may store a response, and by which condition (RFC 9111 §3).
public enum Storability: Sendable, Hashable {
    case storable(Ground)
    case refused(Obstacle)

    /// The permission to store it; one is enough.
    public enum Ground: Sendable, Hashable {
        case sharedMaxAge, maxAge, expires, publicDirective, privateDirective
        /// The status is cacheable by default (RFC 9110 §15.1).
        case heuristicStatus
    }

    /// The condition that is not met. Of several, the most important one: an explicit prohibition, then the method,
    /// then the rest of §3.
    public enum Obstacle: Sendable, Hashable {
        /// The status forbids it, whatever Cache-Control says: 428, 429, 431, 511 (RFC 6585 §3 to §6).
        case status
        /// The response to POST is about another URL than the requested one (RFC 9110 §9.3.3).
        case otherContentLocation
        /// Responses to the method are not stored (RFC 9110 §9.2.3); POST needs a lifetime and Content-Location
        /// (§9.3.3).
        case method
        /// 1xx.
        case interim
        /// 304 renews the stored response; it is not stored itself (RFC 9111 §4.3.4).
        case notModified
        /// 206: only a cache that can join parts may store one (RFC 9111 §3.3); the simulated ones do not.
        case partial
        case requestNoStore, responseNoStore
        /// `must-understand`, and Hark does not know how caches treat the status (§5.2.2.3).
        case notUnderstood
        /// `private`, and the cache is shared.
        case privateDirective
        /// The request had Authorization, the cache is shared, and nothing permits it (§3.5).
        case authorization
        /// No lifetime, no `public`, and a status that needs one of them.
        case noGround
    }

    /// The statuses that no cache may store.
    public static func isForbidden(_ status: Int) -> Bool {
        Vocabulary.statuses.table.traits(of: status).contains(.neverStored)
    }

    /// The statuses that may be stored without a lifetime (RFC 9110 §15.1).
    public static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        Vocabulary.statuses.table.traits(of: status).contains(.heuristic)
    }

    /// The statuses whose effect on caches is specified (RFC 9110 §15) and implemented.
    public static func isUnderstood(_ status: Int) -> Bool {
        isUnderstood(Vocabulary.statuses.table.traits(of: status))
    }

    static func isUnderstood(_ traits: Traits) -> Bool {
        traits.contains(.cacheUnderstood) || traits.contains(.heuristic)
    }

    /// The conditions in the order of what says most to people: what a party forbade in so many words comes first.
    private static let order: [StorageCondition] = [
        .permittedStatus, .noStore, .understoodStatus, .method, .finalStatus, .notPrivate, .authorization, .ground,
    ]

    /// Whether a cache may store it: every condition holds.
    public static func decide(_ facts: StorageCondition.Facts, _ cache: CacheKind) -> Storability {
        for condition in order where condition.holds(facts, cache) == false {
            return .refused(obstacle(condition, facts))
        }
        return ground(facts, cache).map { .storable($0) } ?? .refused(.noGround)
    }

    /// Whether no cache stores it: no browser, no proxy, and no CDN by a targeted field. Other facts about caching are
    /// then irrelevant.
    public static func isStoredByNobody(_ facts: StorageCondition.Facts) -> Bool {
        guard case .refused = decide(facts, .privateCache) else { return false }
        return !isStoredForMany(facts)
    }

    /// Whether a shared cache stores it: a proxy, or a CDN by a field of its own (RFC 9213).
    package static func isStoredForMany(_ facts: StorageCondition.Facts) -> Bool {
        let shared = decide(facts, .shared)
        if case .storable = shared { return true }
        return TargetedCacheControl.lifetime(facts.response, shared: shared) != nil
    }

    private static func obstacle(_ condition: StorageCondition, _ facts: StorageCondition.Facts) -> Obstacle {
        switch condition {
        case .permittedStatus: .status
        case .noStore: facts.requestControl.contains(.noStore) ? .requestNoStore : .responseNoStore
        case .understoodStatus: facts.status == 304 ? .notModified : facts.status == 206 ? .partial : .notUnderstood
        case .method: facts.isAboutAnother ? .otherContentLocation : .method
        case .finalStatus: .interim
        case .notPrivate: .privateDirective
        case .authorization: .authorization
        case .ground: .noGround
        }
    }

    /// The permission to store it; nil when there is none.
    public static func ground(_ facts: StorageCondition.Facts, _ cache: CacheKind) -> Ground? {
        let control = facts.control
        if cache == .shared, control.contains(.sharedMaxAge) { return .sharedMaxAge }
        if control.contains(.maxAge) { return .maxAge }
        if facts.response.contains(.expires) { return .expires }
        if control.contains(.public) { return .publicDirective }
        if cache == .privateCache, control.contains(.private) { return .privateDirective }
        return facts.traits.contains(.heuristic) ? .heuristicStatus : nil
    }
}
