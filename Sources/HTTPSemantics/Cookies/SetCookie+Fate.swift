extension SetCookie {
    /// What a conforming user agent does with the line: the verdict that every view shows.
    public enum Fate: Sendable, Hashable {
        /// Stored until then, in seconds since 1970, which may be earlier than the line asks for; nil: for the session.
        case stored(until: Int64?, isCapped: Bool)
        /// It has already expired: the way to delete a cookie.
        case removes
        case rejected(Rejection)

        /// For a line with Domain: another host would have it end otherwise.
        package var dependsOnHost: Bool {
            switch self {
            case .stored, .rejected(.foreignDomain): true
            case .removes, .rejected: false
            }
        }
    }

    /// According to the line and its exchange; only a jar knows earlier cookies (RFC 6265bis §5.6, §5.7).
    public func fate(from context: CookieContext, at now: Int64) -> Fate {
        if let reason = rejection(from: context) { return .rejected(reason) }
        guard let expiry = storedExpiry(now: now) else { return .stored(until: nil, isCapped: false) }
        if expiry <= now { return .removes }
        return .stored(until: expiry, isCapped: expiry != self.expiry(now: now))
    }

    /// The first step of §5.6 and §5.7 that ignores the line. `hidesSecure` is called at step 16, when the stored
    /// cookies matter.
    public func rejection(from context: CookieContext, hidesSecure: () -> Bool = { false }) -> Rejection? {
        let rejection = rejection(host: context.host, isSecure: context.isSecure)
        switch rejection {
        case .controlCharacter, .tooLong, .empty, .domainNotASCII, .publicSuffix, .foreignDomain, .secureOverPlain:
            return rejection
        case nil, .hidesSecure, .crossSite, .sameSiteNoneWithoutSecure, .securePrefix, .hostPrefix, .disguisedPrefix,
            .partitionedWithoutSecure:
            // Steps 16 and 18 come before those.
            if !isSecure, !context.isSecure, hidesSecure() { return .hidesSecure }
            if sameSite != SameSite.none, context.site == .cross, !context.isNavigation { return .crossSite }
            return rejection
        }
    }
}
