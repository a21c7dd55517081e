import Bytes
import HTTPModel

/// Whose cache is asked about (RFC 9111 §1.1).
public enum CacheKind: Sendable, Hashable {
    /// Of one user: a browser's.
    case personal
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
        /// The status is one that may be kept without being told (RFC 9110 §15.1).
        case heuristicStatus
    }

    /// The condition that does not hold; of several the one that says most to people: what a party forbade in so many
    /// words, then the method, then the rest of §3.
    public enum Obstacle: Sendable, Hashable {
        /// The method's responses are not kept (RFC 9110 §9.2.3); POST needs a lifetime and Content-Location (§9.3.3).
        case method
        /// 1xx.
        case interim
        /// 304 renews what is stored; it is not stored itself (RFC 9111 §4.3.4).
        case notModified
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

    /// The statuses that may be kept without a lifetime being given (RFC 9110 §15.1).
    public static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        switch status {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }

    /// The statuses whose meaning for caches is specified (RFC 9110 §15), and followed here.
    public static func isUnderstood(_ status: Int) -> Bool {
        switch status {
        case 200...205, 300...303, 307, 308, 400...417, 421, 422, 426, 500...505: true
        default: isHeuristicallyCacheable(status)
        }
    }

    static func decide(
        method: Method, request: FieldSection, requestControl: CacheControl, status: Int, response: FieldSection,
        control: CacheControl, cache: CacheKind
    ) -> Storability {
        // "the no-store cache directive is not present"; must-understand lifts it for a status that is understood (§5.2.2.3).
        if requestControl.contains(.noStore) { return .refused(.requestNoStore) }
        let mustUnderstand = control.contains(.mustUnderstand)
        let isUnderstood = mustUnderstand && isUnderstood(status)
        if control.contains(.noStore), !isUnderstood { return .refused(.responseNoStore) }
        if mustUnderstand, !isUnderstood { return .refused(.notUnderstood) }
        let ground = ground(status: status, response: response, control: control, cache: cache)
        // "the request method is understood by the cache"
        switch method {
        case .get, .head: break
        case .post:
            let isExplicit = ground == .maxAge || ground == .sharedMaxAge || ground == .expires
            if !isExplicit || response.values(named: "content-location").isEmpty { return .refused(.method) }
        case .put, .delete, .connect, .options, .trace, .patch, .query, .other: return .refused(.method)
        }
        // "the response status code is final"
        if status < 200 { return .refused(.interim) }
        if status == 304 { return .refused(.notModified) }
        if cache == .shared {
            if control.containsUnqualified(.private) { return .refused(.privateDirective) }
            let isPermitted =
                control.contains(.mustRevalidate) || control.contains(.public) || control.contains(.sharedMaxAge)
            if request.contains(.authorization), !isPermitted { return .refused(.authorization) }
        }
        return ground.map { .storable($0) } ?? .refused(.noGround)
    }

    static func ground(
        status: Int, response: FieldSection, control: CacheControl, cache: CacheKind
    ) -> Ground? {
        if cache == .shared, control.contains(.sharedMaxAge) { return .sharedMaxAge }
        if control.contains(.maxAge) { return .maxAge }
        if response.contains(.expires) { return .expires }
        if control.contains(.public) { return .publicDirective }
        if cache == .personal, control.contains(.private) { return .privateDirective }
        return isHeuristicallyCacheable(status) ? .heuristicStatus : nil
    }
}
