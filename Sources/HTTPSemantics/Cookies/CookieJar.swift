public import Bytes

/// The cookies that a conforming user agent stores and sends (RFC 6265bis §5.7, §5.8).
///
/// A value: the reader of a session owns one. Cookies are found by domain, so neither storing nor sending looks at
/// those of other sites. Times are seconds since 1970.
public struct CookieJar: Sendable {
    /// How much a jar holds (RFC 6265bis §5.7 names these figures).
    public struct Limits: Sendable, Hashable {
        /// How many one domain may have.
        public var cookiesPerDomain = 50
        /// How many there may be altogether.
        public var cookies = 3000

        /// The figures of RFC 6265bis §5.7.
        public init() {}
    }

    /// One cookie as stored.
    public struct Cookie: Sendable, Hashable {
        /// The name.
        public let name: Bytes
        /// The value.
        public let value: Bytes
        /// In lower case.
        public let domain: Bytes
        /// The path under which it is sent.
        public let path: Bytes
        /// Sent only to this host.
        public let isHostOnly: Bool
        /// Whether it is only sent over secure connections.
        public let isSecure: Bool
        /// Whether scripts cannot read it.
        public let isHTTPOnly: Bool
        /// Whether it is stored separately for each top-level site.
        public let isPartitioned: Bool
        /// To which requests from other sites it is sent.
        public let sameSite: SetCookie.SameSite
        /// nil: until the session ends.
        public let expiry: Int64?
        /// Its position in the order of creation, which stays when a later line replaces the value.
        public fileprivate(set) var serial: UInt64
        /// When it was last sent, in seconds since 1970.
        public fileprivate(set) var lastAccess: Int64
        /// The exchange of the session that set it, numbered by the caller.
        public let setBy: Int

        /// Whether it is the same cookie for the storage model: only the value may differ (§5.7 step 23).
        public func replaces(_ other: Cookie) -> Bool {
            name == other.name && domain == other.domain && isHostOnly == other.isHostOnly && path == other.path
        }

        /// As sent in a Cookie field (§5.8.3 step 4).
        public var pair: Bytes {
            name.isEmpty ? value : Bytes(name.array + [ASCII.equals] + value.array)
        }
    }

    /// Why a cookie is not in the jar.
    public enum Absence: Sendable, Hashable {
        /// No line of the session tried to set it here.
        case neverSet
        case rejected(SetCookie.Rejection, value: Bytes, by: Int)
        /// It expired, or a line with a time in the past removed it. `value` is its value, or that of the line if there
        /// was none to remove.
        case expired(value: Bytes, by: Int)
        /// Dropped because the jar was full.
        case evicted
    }

    /// The result of one Set-Cookie line.
    public enum Storing: Sendable, Hashable {
        case stored(Cookie, replaced: Cookie?, dropped: [Cookie])
        /// Its expiry is in the past: the way to delete a cookie (§5.7, after step 24).
        case removed(Cookie?)
        /// Its expiry is in the past, but the stored cookie of its name has another domain or path (§5.7 step 23) and
        /// stays.
        case missed(Cookie)
        case rejected(SetCookie.Rejection)
    }

    private var byDomain: [Bytes: [Cookie]] = [:]
    /// Domains under which a name is, or was tried, so that a cookie in the wrong place can be found.
    private var domainsOfName: [Bytes: [Bytes]] = [:]
    private var absences: [Bytes: Absence] = [:]
    private var serial: UInt64 = 0
    private let limits: Limits
    /// How many cookies there are.
    public private(set) var count = 0

    /// A jar without cookies.
    public init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// All cookies under a domain, oldest first.
    public func cookies(under domain: Bytes) -> [Cookie] { byDomain[domain] ?? [] }

    // MARK: Storing

    /// Stores one line of a response (§5.7). `setBy` is stored with the cookie.
    @discardableResult
    public mutating func store(_ line: SetCookie, from context: CookieContext, at now: Int64, setBy: Int = 0) -> Storing
    {
        if let rejection = line.rejection(from: context, hidesSecure: { hidesSecure(line, from: context) }) {
            remember(.rejected(rejection, value: line.value, by: setBy), line.name)
            return .rejected(rejection)
        }
        // Steps 9 and 10: a public suffix that names itself counts as no Domain.
        let domain = line.domain.flatMap {
            SetCookie.isPublicSuffix($0) || SetCookie.isSameAddress(context.host, $0) ? nil : $0
        }
        serial += 1
        var cookie = Cookie(
            name: line.name, value: line.value, domain: domain ?? context.host, path: line.path ?? context.defaultPath,
            isHostOnly: domain == nil, isSecure: line.isSecure, isHTTPOnly: line.isHTTPOnly,
            isPartitioned: line.isPartitioned, sameSite: line.sameSite, expiry: line.storedExpiry(now: now),
            serial: serial, lastAccess: now, setBy: setBy)
        // Step 23.
        let old = remove(like: cookie)
        if let old { cookie.serial = old.serial }
        if let expiry = cookie.expiry, expiry <= now {
            if old == nil, let other = namesake(of: cookie, from: context, at: now) { return .missed(other) }
            remember(.expired(value: old?.value ?? line.value, by: setBy), line.name)
            return .removed(old)
        }
        // Step 24.
        insert(cookie)
        return .stored(cookie, replaced: old, dropped: dropExcess(under: cookie.domain, now: now))
    }

    /// Step 16: a Secure cookie of this name, in a domain above or below, whose path the new one would lie in.
    private func hidesSecure(_ line: SetCookie, from context: CookieContext) -> Bool {
        let domain = line.domain ?? context.host
        let path = line.path ?? context.defaultPath
        for other in domainsOfName[line.name] ?? [] {
            for cookie in byDomain[other] ?? [] where cookie.isSecure && cookie.name == line.name {
                let isRelated =
                    SetCookie.host(cookie.domain, matches: domain) || SetCookie.host(domain, matches: cookie.domain)
                if isRelated, CookieContext.path(path, matches: cookie.path) { return true }
            }
        }
        return false
    }

    /// A cookie of the same name that goes to this host too, wherever it is stored.
    private func namesake(of cookie: Cookie, from context: CookieContext, at now: Int64) -> Cookie? {
        for domain in domainsOfName[cookie.name] ?? [] {
            let found = (byDomain[domain] ?? []).last { other in
                let goesHere =
                    other.isHostOnly
                    ? other.domain == context.host : SetCookie.host(context.host, matches: other.domain)
                return other.name == cookie.name && goesHere && (other.expiry ?? .max) > now
            }
            if let found { return found }
        }
        return nil
    }

    private mutating func insert(_ cookie: Cookie) {
        byDomain[cookie.domain, default: []].append(cookie)
        count += 1
        absences[cookie.name] = nil
        let known = domainsOfName[cookie.name] ?? []
        // A name under very many domains (a counter's) is found under the first of them.
        if known.count < 32, !known.contains(cookie.domain) {
            domainsOfName[cookie.name, default: []].append(cookie.domain)
        }
    }

    private mutating func remove(like cookie: Cookie) -> Cookie? {
        guard let place = byDomain[cookie.domain]?.firstIndex(where: { cookie.replaces($0) }) else { return nil }
        return remove(at: place, under: cookie.domain)
    }

    private mutating func remove(at place: Int, under domain: Bytes) -> Cookie? {
        guard let cookie = byDomain[domain]?.remove(at: place) else { return nil }
        count -= 1
        if byDomain[domain]?.isEmpty == true { byDomain[domain] = nil }
        if byDomain[domain]?.contains(where: { $0.name == cookie.name }) != true {
            domainsOfName[cookie.name]?.removeAll { $0 == domain }
            if domainsOfName[cookie.name]?.isEmpty == true { domainsOfName[cookie.name] = nil }
        }
        return cookie
    }

    /// What is remembered of names that are not in the jar has the jar's limit too.
    private mutating func remember(_ absence: Absence, _ name: Bytes) {
        if absences.count >= limits.cookies { absences.removeAll() }
        absences[name] = absence
    }

    // MARK: Expiry and excess

    private mutating func dropExpired(under domain: Bytes, now: Int64) {
        guard let cookies = byDomain[domain], cookies.contains(where: { ($0.expiry ?? .max) <= now }) else { return }
        for place in cookies.indices.reversed() where (cookies[place].expiry ?? .max) <= now {
            if let gone = remove(at: place, under: domain) {
                remember(.expired(value: gone.value, by: gone.setBy), gone.name)
            }
        }
    }

    /// "Remove excess cookies", after step 24: expired ones, then of a crowded domain those that are not Secure, then
    /// any of it, then any at all; of equals the one not used for longest.
    private mutating func dropExcess(under domain: Bytes, now: Int64) -> [Cookie] {
        var dropped: [Cookie] = []
        if byDomain[domain]?.count ?? 0 > limits.cookiesPerDomain {
            dropExpired(under: domain, now: now)
            while let cookies = byDomain[domain], cookies.count > limits.cookiesPerDomain {
                let victim = cookies.min { left, right in
                    if left.isSecure != right.isSecure { return !left.isSecure }
                    return (left.lastAccess, left.serial) < (right.lastAccess, right.serial)
                }
                guard let victim else { break }
                drop(victim, into: &dropped)
            }
        }
        if count > limits.cookies {
            for domain in Array(byDomain.keys) { dropExpired(under: domain, now: now) }
            // A tenth at a time: looking through the whole jar for each cookie too many would take its time.
            let surplus = count - limits.cookies + limits.cookies / 10
            if count > limits.cookies {
                let all = byDomain.values.flatMap { $0 }.sorted {
                    ($0.lastAccess, $0.serial) < ($1.lastAccess, $1.serial)
                }
                for cookie in all.prefix(surplus) { drop(cookie, into: &dropped) }
            }
        }
        return dropped
    }

    private mutating func drop(_ cookie: Cookie, into dropped: inout [Cookie]) {
        guard let gone = remove(like: cookie) else { return }
        remember(.evicted, gone.name)
        dropped.append(gone)
    }

    // MARK: Sending

    /// The cookies that go with a request, in their order (§5.8.3), and the others, each with the reason. Expired ones
    /// are removed, and sending counts as use.
    public mutating func retrieve(
        for context: CookieContext, at now: Int64
    ) -> (sent: [Cookie], held: [(cookie: Cookie, reason: CookieHindrance)]) {
        var sent: [Cookie] = []
        var held: [(cookie: Cookie, reason: CookieHindrance)] = []
        for domain in Self.domains(above: context.host) where byDomain[domain] != nil {
            dropExpired(under: domain, now: now)
            guard let cookies = byDomain[domain] else { continue }
            for place in cookies.indices {
                if let reason = CookieHindrance.of(cookies[place], for: context, now: now) {
                    held.append((cookies[place], reason))
                } else {
                    sent.append(cookies[place])
                    // Step 3.
                    byDomain[domain]?[place].lastAccess = now
                }
            }
        }
        // Step 2: longer paths first; among equals the one created first.
        sent.sort { ($1.path.count, $0.serial) < ($0.path.count, $1.serial) }
        return (sent, held)
    }

    /// The cookies that go with a request, in their order (§5.8.3).
    public mutating func cookies(for context: CookieContext, at now: Int64) -> [Cookie] {
        retrieve(for: context, at: now).sent
    }

    /// A cookie of this name for any host, with the reason why it is not sent; nil when there is none. With a value,
    /// only one that has it.
    public func elsewhere(
        _ name: Bytes, value: Bytes? = nil, for context: CookieContext, at now: Int64
    ) -> (Cookie, CookieHindrance)? {
        for domain in domainsOfName[name] ?? [] {
            for cookie in byDomain[domain] ?? [] where cookie.name == name && (value == nil || cookie.value == value) {
                if let reason = CookieHindrance.of(cookie, for: context, now: now) { return (cookie, reason) }
            }
        }
        return nil
    }

    /// Why no cookie of this name is stored.
    public func absence(of name: Bytes) -> Absence { absences[name] ?? .neverSet }

    /// The host, and what is left of it after each of its dots. A name has at most 127 labels (RFC 1035 §2.3.4).
    private static func domains(above host: Bytes) -> [Bytes] {
        var domains = [host]
        var index = 0
        while domains.count < 128, let dot = host.firstIndex(of: ASCII.period, from: index) {
            domains.append(host.slice((dot + 1)..<host.count))
            index = dot + 1
        }
        return domains
    }
}
