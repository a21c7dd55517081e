import Bytes
import HTTPModel
import Registry

/// Whose cache is asked about (RFC 9111 §1.1).
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

    /// What lets it be stored: the last of the conditions, of which one is enough.
    public enum Ground: Sendable, Hashable {
        case sharedMaxAge, maxAge, expires, publicDirective, privateDirective
        /// The status is cacheable by default (RFC 9110 §15.1).
        case heuristicStatus
    }

    /// The condition that is not met. Of several it is the most telling one: an explicit prohibition, then the method,
    /// then the rest of §3.
    public enum Obstacle: Sendable, Hashable {
        /// The status forbids it, whatever Cache-Control says: 428, 429, 431, 511 (RFC 6585 §3 to §6).
        case status
        /// The answer to POST is about another URL than the one it was sent to (RFC 9110 §9.3.3).
        case otherContentLocation
        /// The method's responses are not kept (RFC 9110 §9.2.3); POST needs a lifetime and Content-Location (§9.3.3).
        case method
        /// 1xx.
        case interim
        /// 304 renews what is stored; it is not stored itself (RFC 9111 §4.3.4).
        case notModified
        /// 206: only a cache that can join parts may store one (RFC 9111 §3.3); the simple ones meant here do not.
        case partial
        case requestNoStore, responseNoStore
        /// `must-understand`, and the status has no meaning for caches that is known here (§5.2.2.3).
        case notUnderstood
        /// `private`, and the cache is shared.
        case privateDirective
        /// The request had Authorization, the cache is shared, and nothing permits it (§3.5).
        case authorization
        /// No lifetime, no `public`, and a status that is not kept without.
        case noGround
    }

    /// The statuses that no cache may store.
    public static func isForbidden(_ status: Int) -> Bool {
        Vocabulary.statuses.table.traits(of: status).contains(.neverStored)
    }

    /// The statuses that may be kept without a lifetime being given (RFC 9110 §15.1).
    public static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        Vocabulary.statuses.table.traits(of: status).contains(.heuristic)
    }

    /// The statuses whose meaning for caches is specified (RFC 9110 §15), and followed here.
    public static func isUnderstood(_ status: Int) -> Bool {
        let traits = Vocabulary.statuses.table.traits(of: status)
        return traits.contains(.cacheUnderstood) || traits.contains(.heuristic)
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

    /// Whether no cache stores it: no browser's, no proxy's, and no CDN's by a field of its own. Nothing that would
    /// happen in a cache then matters.
    public static func isStoredByNobody(_ facts: StorageCondition.Facts) -> Bool {
        let shared = decide(facts, .shared)
        guard case .refused = decide(facts, .privateCache), case .refused = shared else { return false }
        return TargetedCacheControl.lifetime(facts.response, shared: shared) == nil
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

    /// What lets it be stored; nil when nothing does.
    public static func ground(_ facts: StorageCondition.Facts, _ cache: CacheKind) -> Ground? {
        let control = facts.control
        if cache == .shared, control.contains(.sharedMaxAge) { return .sharedMaxAge }
        if control.contains(.maxAge) { return .maxAge }
        if facts.response.contains(.expires) { return .expires }
        if control.contains(.public) { return .publicDirective }
        if cache == .privateCache, control.contains(.private) { return .privateDirective }
        return isHeuristicallyCacheable(facts.status) ? .heuristicStatus : nil
    }
}
