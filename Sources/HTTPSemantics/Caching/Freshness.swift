public import Bytes
public import HTTPModel

/// How long a response may be used without revalidation (RFC 9111 §4.2.1), in seconds.
public struct FreshnessLifetime: Sendable, Hashable {
    /// The source of the lifetime.
    public enum Source: Sendable, Hashable {
        /// `s-maxage`; shared caches only.
        case sharedMaxAge
        case maxAge
        /// Expires − Date. `expires` is nil when the field is not a date, which counts as already expired (§5.3).
        case expires(expires: Int64?, date: Int64)
        /// A tenth of Date − Last-Modified, because nothing else was given (§4.2.2).
        case heuristic(lastModified: Int64, date: Int64)
        /// There is Expires or Last-Modified, but neither the response's date nor its arrival is known.
        case undated
        /// No lifetime was given, and none may be estimated.
        case none
    }

    /// The source of the lifetime.
    public let source: Source
    /// How long, in seconds.
    public let seconds: Int64
    /// The directive's argument is not a number, so the response counts as stale.
    public let isInvalid: Bool
}

/// How old a response is (RFC 9111 §4.2.3), with every variable of the calculation. Times in seconds since 1970.
public struct ResponseAge: Sendable, Hashable {
    /// The Age field, 0 without one.
    public let ageValue: Int64
    /// The Date field, or the arrival of the response.
    public let dateValue: Int64
    /// When the request was sent.
    public let requestTime: Int64
    /// When the response arrived.
    public let responseTime: Int64
    /// The moment for which to decide.
    public let now: Int64

    /// The variables of RFC 9111 §4.2.3.
    public init(ageValue: Int64, dateValue: Int64, requestTime: Int64, responseTime: Int64, now: Int64) {
        self.ageValue = ageValue
        self.dateValue = dateValue
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.now = now
    }

    /// The age according to the clocks.
    public var apparentAge: Int64 { max(0, responseTime &- dateValue) }
    /// How long the response took.
    public var responseDelay: Int64 { max(0, responseTime &- requestTime) }
    /// The Age field plus the response delay.
    public var correctedAgeValue: Int64 { ageValue &+ responseDelay }
    /// The age at arrival.
    public var correctedInitialAge: Int64 { max(apparentAge, correctedAgeValue) }
    /// How long it has been kept since.
    public var residentTime: Int64 { max(0, now &- responseTime) }
    /// The age now.
    public var currentAge: Int64 { correctedInitialAge &+ residentTime }
}

/// What a cache may do with a response: store it or not, for how long, and when it must revalidate it (RFC 9111).
public struct Freshness: Sendable, Hashable {
    /// When the stored response must be revalidated before use.
    public enum Validation: Sendable, Hashable {
        /// Before each use: `no-cache` (§5.2.2.4).
        case always
        /// Once it is stale, without exception: `must-revalidate`, for shared caches also `proxy-revalidate`,
        /// `s-maxage`.
        case whenStale
        /// Once it is stale; some caches may serve it nevertheless when the server cannot be reached (§4.2.4).
        case usuallyWhenStale
    }

    /// For which kind of cache this is.
    public let cache: CacheKind
    /// Whether it may be kept.
    public let storability: Storability
    /// How long it may be used without revalidation.
    public let lifetime: FreshnessLifetime
    /// How old it is.
    public private(set) var age: ResponseAge
    /// When it must be revalidated.
    public let validation: Validation
    /// `Vary: *`: it answers no other request without revalidation (§4.1).
    public let variesOnEverything: Bool
    /// The permissions to use it once it is stale.
    public let grace: StaleGrace
    /// Fields that a cache omits when it uses the response without revalidation: those named by `no-cache="…"`, for
    /// shared caches also those of `private="…"`, which they must not store (§5.2.2.4, §5.2.2.7).
    public let withheldFields: [Bytes]

    /// Seconds of freshness left; negative for how long it has been stale.
    public var remaining: Int64 { lifetime.seconds &- age.currentAge }
    /// Whether a cache may store the response.
    public var isKept: Bool {
        if case .storable = storability { true } else { false }
    }
    /// RFC 9111 §4.2: `response_is_fresh = (freshness_lifetime > current_age)`.
    public var isFresh: Bool { lifetime.seconds > age.currentAge }

    /// The times of one exchange by the wall clock, in seconds since 1970.
    public struct Clock: Sendable, Hashable {
        /// When the request was sent, and when its response came.
        public let requestTime: Int64
        /// When the response arrived.
        public let responseTime: Int64
        /// The moment for which to decide.
        public let now: Int64
        /// False without a clock: `responseTime` is then taken from the message, if possible.
        public let isRead: Bool

        /// The three moments of an exchange.
        public init(requestTime: Int64, responseTime: Int64, now: Int64, isRead: Bool = true) {
            self.requestTime = requestTime
            self.responseTime = responseTime
            self.now = now
            self.isRead = isRead
        }
    }

    /// What a cache of this kind may do with a response, given its request.
    ///
    /// - Parameter url: the requested URL, absolute; nil when it is unknown.
    public init(
        url: Bytes? = nil, method: Method, request: FieldSection, status: Int, response: FieldSection, clock: Clock,
        cache: CacheKind
    ) {
        self.init(url, method, request, status, response, clock, Facts(request, response, clock), cache)
    }

    /// What a private and a shared cache may do with it; the fields are read once.
    public static func both(
        url: Bytes? = nil, method: Method, request: FieldSection, status: Int, response: FieldSection, clock: Clock
    ) -> (privateCache: Freshness, shared: Freshness) {
        let facts = Facts(request, response, clock)
        return (
            Freshness(url, method, request, status, response, clock, facts, .privateCache),
            Freshness(url, method, request, status, response, clock, facts, .shared)
        )
    }

    /// What the fields say to either cache.
    private struct Facts {
        let requestControl: CacheControl
        let control: CacheControl
        let date: Int64
        /// Date can be read, or a clock was when the response came.
        let isDated: Bool
        let age: Int64
        let variesOnEverything: Bool

        init(_ request: FieldSection, _ response: FieldSection, _ clock: Clock) {
            requestControl = CacheControl(request)
            control = CacheControl(response)
            // RFC 9110 §6.6.1: a response without Date is dated by its recipient.
            let made = response.first(.date).flatMap { HTTPDate.parse($0, now: clock.now) }
            date = made ?? clock.responseTime
            isDated = made != nil || clock.isRead
            age = Freshness.ageValue(response) ?? 0
            variesOnEverything = FieldList.contains("*", .vary, in: response)
        }
    }

    private init(
        _ url: Bytes?, _ method: Method, _ request: FieldSection, _ status: Int, _ response: FieldSection,
        _ clock: Clock,
        _ facts: Facts, _ cache: CacheKind
    ) {
        let control = facts.control
        self.cache = cache
        storability = Storability.decide(
            StorageCondition.Facts(
                url: url, method: method, request: request, requestControl: facts.requestControl, status: status,
                response: response, control: control), cache)
        lifetime = Self.lifetime(status: status, response: response, facts, clock, cache)
        age = ResponseAge(
            ageValue: facts.age, dateValue: facts.date, requestTime: clock.requestTime,
            responseTime: clock.responseTime, now: clock.now)
        let isStrict =
            control.contains(.mustRevalidate)
            || (cache == .shared && (control.contains(.proxyRevalidate) || control.contains(.sharedMaxAge)))
        validation =
            control.containsUnqualified(.noCache) ? .always : isStrict ? .whenStale : .usuallyWhenStale
        variesOnEverything = facts.variesOnEverything
        grace =
            validation == .usuallyWhenStale ? StaleGrace(control, request: facts.requestControl) : StaleGrace.none
        withheldFields = control.fields(.noCache) + (cache == .shared ? control.fields(.private) : [])
    }

    /// The same response at another moment.
    public func at(_ now: Int64) -> Freshness {
        var later = self
        later.age = ResponseAge(
            ageValue: age.ageValue, dateValue: age.dateValue, requestTime: age.requestTime,
            responseTime: age.responseTime, now: now)
        return later
    }

    /// RFC 9111 §4.2.1: the first of these that is there.
    private static func lifetime(
        status: Int, response: FieldSection, _ facts: Facts, _ clock: Clock, _ cache: CacheKind
    ) -> FreshnessLifetime {
        let (control, date) = (facts.control, facts.date)
        let undated = FreshnessLifetime(source: .undated, seconds: 0, isInvalid: false)
        func explicit(_ source: FreshnessLifetime.Source, _ name: CacheControl.Name) -> FreshnessLifetime? {
            switch control.seconds(name) {
            case .absent: nil
            case .invalid: FreshnessLifetime(source: source, seconds: 0, isInvalid: true)
            case .value(let seconds): FreshnessLifetime(source: source, seconds: seconds, isInvalid: false)
            }
        }
        if cache == .shared, let lifetime = explicit(.sharedMaxAge, .sharedMaxAge) { return lifetime }
        if let lifetime = explicit(.maxAge, .maxAge) { return lifetime }
        if let value = response.first(.expires) {
            // RFC 9111 §5.3: an invalid date, especially "0", is a time in the past.
            let expires = HTTPDate.parse(value, now: clock.now)
            if expires != nil, !facts.isDated { return undated }
            return FreshnessLifetime(
                source: .expires(expires: expires, date: date), seconds: expires.map { max(0, $0 - date) } ?? 0,
                isInvalid: expires == nil)
        }
        // §4.2.2: only for these statuses, or when `public` says so.
        let mayGuess = Storability.isHeuristicallyCacheable(status) || control.contains(.public)
        if mayGuess, let value = response.first(.lastModified), let modified = HTTPDate.parse(value, now: clock.now) {
            guard facts.isDated else { return undated }
            guard modified <= date else { return FreshnessLifetime(source: .none, seconds: 0, isInvalid: false) }
            return FreshnessLifetime(
                source: .heuristic(lastModified: modified, date: date), seconds: (date - modified) / 10,
                isInvalid: false)
        }
        return FreshnessLifetime(source: .none, seconds: 0, isInvalid: false)
    }

    /// RFC 9111 §5.1: of a list or several lines the first value; what is no number is ignored. nil when there is none.
    package static func ageValue(_ response: FieldSection) -> Int64? {
        guard let value = response.first(.age) else { return nil }
        let first = value.firstIndex(of: ASCII.comma).map { value.slice(0..<$0).trimmed } ?? value
        guard case .value(let seconds) = CacheControl.seconds(first) else { return nil }
        return seconds
    }
}
