extension SetCookie {
    /// What a conforming user agent does with the line: the verdict that every view shows.
    public enum Fate: Sendable, Hashable {
        /// Stored until then, in seconds since 1970, which may be earlier than the line asks for; nil: for the session.
        case stored(until: Int64?, isCapped: Bool)
        /// It has already expired: the way to delete a cookie.
        case removes
        case rejected(Rejection)
        /// This exchange does not show it.
        case open(Doubt)
    }

    /// Why it cannot be told whether a line is stored.
    public enum Doubt: Sendable, Hashable {
        /// The host has to be Domain or below it (§5.7 step 10), and was not recorded.
        case host
        /// Browsers differ about an IPv6 address in Domain.
        case browser
    }

    /// According to the line and its exchange; only a jar knows earlier cookies (RFC 6265bis §5.6, §5.7).
    ///
    /// - Parameter knowsHost: false where the host of the context was assumed.
    public func fate(from context: CookieContext, at now: Int64, knowsHost: Bool = true) -> Fate {
        let reason = rejection(from: context)
        let expiry = storedExpiry(now: now)
        if reason == nil, let expiry, expiry <= now { return .removes }
        if let doubt = doubt(knowsHost: knowsHost, after: reason) { return .open(doubt) }
        if let reason { return .rejected(reason) }
        guard let expiry else { return .stored(until: nil, isCapped: false) }
        return .stored(until: expiry, isCapped: expiry != self.expiry(now: now))
    }

    /// What leaves the outcome open, given the first step that rejects the line.
    package func doubt(knowsHost: Bool, after reason: Rejection?) -> Doubt? {
        guard let domain, !domain.isEmpty, reason == nil || reason == .foreignDomain else { return nil }
        if !knowsHost { return .host }
        return reason == nil && hasIPv6Domain ? .browser : nil
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
