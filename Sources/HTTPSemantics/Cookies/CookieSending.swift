public import Bytes

/// One cookie that a request has, or could have, compared with a jar. A jar that was filled from a recording knows only
/// what the recording shows, and nothing before it. So there are three answers: the cookie had to be sent, a rule that
/// was seen forbids it, or it cannot be known.
public struct CookieSending: Sendable, Hashable {
    /// Why it was sent, or was not.
    public enum Reason: Sendable, Hashable {
        /// In the jar, and nothing forbids sending it.
        case due(CookieJar.Cookie)
        /// It was sent, but with another value than the one that was set.
        case otherValue(CookieJar.Cookie)
        /// It is sent if the page asked for credentials, which the request does not show.
        case ifAsked(CookieJar.Cookie)
        /// In the jar, but not sent with this request.
        case held(CookieJar.Cookie, CookieHindrance)
        /// The value of a line that clients must ignore.
        case rejected(SetCookie.Rejection, by: Int)
        /// A cookie that has expired or was removed.
        case expired(by: Int)
        /// No known exchange set it.
        case neverSet
        /// A cookie of this name is in the jar and must not be sent; this one has another value, so it may be another
        /// cookie.
        case another(CookieJar.Cookie, CookieHindrance)
        /// A line of this name must be ignored; it had another value.
        case besideRejected(by: Int)
        /// A line removed a cookie of this name, perhaps this one.
        case besideRemoved(by: Int)
        /// A full jar would have evicted it.
        case evicted
    }

    /// The name of the cookie.
    public let name: Bytes
    /// Whether the request has it.
    public let isSent: Bool
    /// Why a client would send it, or would not.
    public let reason: Reason

    /// Whether a conforming user agent sends it; nil when it cannot be known.
    public var isExpected: Bool? {
        switch reason {
        case .due, .otherValue: true
        // Chrome and Edge take a missing SameSite for Lax; Firefox and Safari do not, and a young cookie goes along
        // with a POST (§5.6.7.2). That it was sent is no mistake.
        case .held(let cookie, .sameSite) where isSent && cookie.sameSite == .unspecified: nil
        case .held, .rejected, .expired: false
        case .ifAsked, .neverSet, .another, .besideRejected, .besideRemoved, .evicted: nil
        }
    }

    /// Whether the client did the right thing; nil when it cannot be known.
    public var isRight: Bool? { isExpected.map { $0 == isSent } }

    /// The step of RFC 6265bis that decided, or its substitute.
    public var step: String {
        switch reason {
        case .due: "5.8.3 step 1"
        case .otherValue: "5.8.3 step 4: other value"
        case .ifAsked: "Fetch: credentials mode"
        case .held(_, let hindrance): hindrance.step.description
        case .rejected(let rejection, _): rejection.step.description
        case .expired: "5.7: expired"
        case .neverSet, .another, .besideRejected, .besideRemoved: "not set in this session"
        case .evicted: "5.7: excess"
        }
    }
}

extension CookieJar {
    /// The cookies of the jar for a request in order, and every cookie, sent or not, with the reason (§5.8.3).
    public mutating func judge(
        _ pairs: [CookiePairs.Pair], for context: CookieContext, at now: Int64
    ) -> (due: [Cookie], sendings: [CookieSending]) {
        let (due, held) = retrieve(for: context, at: now)
        var sendings: [CookieSending] = []
        var open: [Bytes: [Cookie]] = [:]
        for cookie in due { open[cookie.name, default: []].append(cookie) }
        var explained: Set<Cookie> = []
        for pair in pairs {
            let place =
                open[pair.name]?.firstIndex { $0.value == pair.value } ?? open[pair.name]?.indices.first
            if let place, let cookie = open[pair.name]?.remove(at: place) {
                let reason: CookieSending.Reason = pair.value == cookie.value ? .due(cookie) : .otherValue(cookie)
                sendings.append(CookieSending(name: pair.name, isSent: true, reason: reason))
                continue
            }
            let reason = undue(pair, context, held, at: now)
            if case .held(let cookie, _) = reason { explained.insert(cookie) }
            sendings.append(CookieSending(name: pair.name, isSent: true, reason: reason))
        }
        for cookie in due where open[cookie.name]?.contains(cookie) == true {
            let reason: CookieSending.Reason = context.isByCORS ? .ifAsked(cookie) : .due(cookie)
            sendings.append(CookieSending(name: cookie.name, isSent: false, reason: reason))
        }
        for (cookie, hindrance) in held where !explained.contains(cookie) {
            sendings.append(CookieSending(name: cookie.name, isSent: false, reason: .held(cookie, hindrance)))
        }
        return (due, sendings)
    }

    /// Why the jar would not have sent what was sent. Only a cookie of the same value is taken for the one that is
    /// known.
    private func undue(
        _ pair: CookiePairs.Pair, _ context: CookieContext, _ held: [(cookie: Cookie, reason: CookieHindrance)],
        at now: Int64
    ) -> CookieSending.Reason {
        let known = held.first { $0.cookie.name == pair.name && $0.cookie.value == pair.value }
        if let known { return .held(known.cookie, known.reason) }
        if let (cookie, hindrance) = elsewhere(pair.name, value: pair.value, for: context, at: now) {
            return .held(cookie, hindrance)
        }
        if let (cookie, hindrance) = elsewhere(pair.name, value: nil, for: context, at: now) {
            return .another(cookie, hindrance)
        }
        switch absence(of: pair.name) {
        case .rejected(let reason, let value, let entry):
            return value == pair.value ? .rejected(reason, by: entry) : .besideRejected(by: entry)
        case .expired(let value, let entry):
            return value == pair.value ? .expired(by: entry) : .besideRemoved(by: entry)
        case .evicted: return .evicted
        case .neverSet: return .neverSet
        }
    }
}
