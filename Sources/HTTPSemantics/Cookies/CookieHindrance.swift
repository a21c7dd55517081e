import HTTPModel

/// Why a stored cookie is not sent with a request: the conditions of RFC 6265bis §5.8.3 step 1, in their order.
public enum CookieHindrance: Sendable, Hashable, CaseIterable {
    /// It is sent only to the host that set it.
    case hostOnly
    /// The host does not match its domain.
    case domain
    case path
    /// It is Secure, and the connection is not.
    case secure
    /// The request comes from a page of another site, and SameSite forbids it.
    case sameSite
    /// It has expired and is no longer in the jar.
    case expired

    static func of(_ cookie: CookieJar.Cookie, for context: CookieContext, now: Int64) -> CookieHindrance? {
        if cookie.isHostOnly {
            if cookie.domain != context.host { return .hostOnly }
        } else if !SetCookie.host(context.host, matches: cookie.domain) {
            return .domain
        }
        if !CookieContext.path(context.path, matches: cookie.path) { return .path }
        if cookie.isSecure, !context.isSecure { return .secure }
        // HttpOnly hinders scripts alone: what is seen here is HTTP.
        if context.site == .cross, cookie.sameSite != SetCookie.SameSite.none {
            let mayFollowLink = cookie.sameSite != .strict && context.isNavigation && context.method.isSafe
            if !mayFollowLink { return .sameSite }
        }
        if let expiry = cookie.expiry, expiry <= now { return .expired }
        return nil
    }

    /// The step of RFC 6265bis that decided it.
    public var step: StaticString {
        switch self {
        case .hostOnly: "5.8.3 step 1: host-only"
        case .domain: "5.8.3 step 1: domain"
        case .path: "5.8.3 step 1: path"
        case .secure: "5.8.3 step 1: secure"
        case .sameSite: "5.8.3 step 1: same-site"
        case .expired: "5.7: expired"
        }
    }
}
