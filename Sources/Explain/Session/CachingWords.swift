import Bytes
import HTTPModel
import HTTPSemantics

/// The words for what caches make of a response; the decisions are `Storability`'s, `Freshness`'s and `CacheSimulation`'s.
enum CachingWords {
    static func name(_ cache: CacheKind) -> String {
        switch cache {
        case .personal: "a private cache"
        case .shared: "a shared cache"
        }
    }

    /// Why a response is kept, or not, in one sentence.
    static func reason(_ storability: Storability, status: Int, method: Method) -> Prose {
        switch storability {
        case .storable(let ground):
            switch ground {
            case .sharedMaxAge: "\("s-maxage") gives a lifetime."
            case .maxAge: "\("max-age") gives a lifetime."
            case .expires: "\("Expires") gives a lifetime."
            case .publicDirective: "\("public") permits it."
            case .privateDirective: "\("private") permits it to a private cache."
            case .heuristicStatus: "Nothing forbids it, and a \(status) may be kept without being told."
            }
        case .refused(let obstacle):
            switch obstacle {
            case .method where method == .post: "Answers to POST are kept only with a lifetime and Content-Location."
            case .method: "Answers to \(method.name) are not kept."
            case .interim: "A \(status) is not the final answer."
            case .notModified: "A 304 renews the stored response; it is not stored itself."
            case .requestNoStore: "The request says \("no-store")."
            case .responseNoStore: "The response says \("no-store")."
            case .notUnderstood: "\("must-understand") is there, and a \(status) has no rules for caches."
            case .privateDirective: "\("private") keeps it from shared caches."
            case .authorization: "The request had Authorization, and nothing permits a shared cache to keep the answer."
            case .noGround: "There is no lifetime, and a \(status) may not be kept without one."
            }
        }
    }

    // MARK: Storing, condition by condition

    /// RFC 9111 §3.
    static func storing(_ exchange: RecordedExchange, _ response: ResponseHead, _ cache: CacheKind) -> [Reasoning.Step]
    {
        let requestControl = CacheControl(exchange.request.fields)
        let control = CacheControl(response.fields)
        return StorageCondition.allCases.compactMap { condition in
            let holds = condition.holds(
                method: exchange.request.method, request: exchange.request.fields, requestControl: requestControl,
                status: response.status, response: response.fields, control: control, cache: cache)
            guard let holds else { return nil }
            let (rule, text, spec) = words(condition, holds, exchange, response, cache)
            return Reasoning.Step(rule, held: holds, text, spec: spec)
        }
    }

    private static func words(
        _ condition: StorageCondition, _ holds: Bool, _ exchange: RecordedExchange, _ response: ResponseHead,
        _ cache: CacheKind
    ) -> (String, Prose, String) {
        let status = response.status
        switch condition {
        case .method:
            let name = exchange.request.method.name
            return (
                "method", holds ? "Answers to \(name) may be kept." : "Answers to \(name) are not kept as they are.",
                "RFC 9111 §3"
            )
        case .finalStatus:
            return ("final status", holds ? "\(status) is a final answer." : "\(status) is interim.", "RFC 9111 §3")
        case .understoodStatus:
            return (
                "status understood",
                holds
                    ? "\(status) needs a cache that knows what it means, which caches do."
                    : "\(status) needs a cache that knows what it means; it is not stored as it is.", "RFC 9111 §3"
            )
        case .noStore:
            let text: Prose =
                holds
                ? "Neither message says \("no-store") to this cache."
                : CacheControl(exchange.request.fields).contains(.noStore)
                    ? "The request says \("no-store")." : "The response says \("no-store")."
            return ("no-store", text, "RFC 9111 §5.2.2.5")
        case .notPrivate:
            return (
                "not private",
                holds ? "The response is not \("private")." : "The response is \("private"), and the cache is shared.",
                "RFC 9111 §5.2.2.7"
            )
        case .authorization:
            return (
                "Authorization",
                holds
                    ? """
                    The request had Authorization, and \("public"), \("s-maxage") or \("must-revalidate") permits \
                    it.
                    """
                    : """
                    The request had Authorization, and none of \("public"), \("s-maxage"), \("must-revalidate") \
                    permits it.
                    """,
                "RFC 9111 §3.5"
            )
        case .ground:
            return ("ground", ground(holds, response, cache), "RFC 9111 §3")
        }
    }

    private static func ground(_ holds: Bool, _ response: ResponseHead, _ cache: CacheKind) -> Prose {
        guard holds else {
            return
                """
                None of Expires, max-age, \(cache == .shared ? "s-maxage, public" : "public, private") is there, \
                and \(response.status) does not do without.
                """
        }
        let control = CacheControl(response.fields)
        if cache == .shared, control.contains(.sharedMaxAge) { return "There is \("s-maxage")." }
        if control.contains(.maxAge) { return "There is \("max-age")." }
        if response.fields.contains(.expires) { return "There is Expires." }
        if control.contains(.public) { return "There is \("public")." }
        if cache == .personal, control.contains(.private) { return "There is \("private")." }
        return "\(response.status) may be kept without a lifetime (RFC 9110 §15.1)."
    }

    // MARK: The arithmetic

    /// The lifetimes that the response offers, first the one that counts (RFC 9111 §4.2.1).
    static func lifetime(_ freshness: Freshness, _ response: FieldSection) -> [Reasoning.Step] {
        let chosen = freshness.lifetime
        var steps: [Reasoning.Step] = []
        let cacheControl = response.first(.cacheControl) ?? Bytes()
        switch chosen.source {
        case .sharedMaxAge, .maxAge:
            let text: Prose =
                chosen.isInvalid
                ? "The argument in \(cacheControl) is no number of seconds: stale at once."
                : "\(chosen.seconds) seconds, from \(cacheControl)."
            steps.append(Reasoning.Step("freshness_lifetime", held: true, text, spec: "RFC 9111 §4.2.1"))
        case .expires(let expires, let date):
            let text: Prose =
                expires.map {
                    "Expires − Date = \(Quantity.date($0)) − \(Quantity.date(date)) = \($0 &- date) seconds."
                }
                ?? "Expires is \(response.first(.expires) ?? Bytes()), which is no date: in the past, stale at once."
            steps.append(Reasoning.Step("freshness_lifetime", held: true, text, spec: "RFC 9111 §5.3"))
        case .heuristic(let modified, let date):
            steps.append(
                Reasoning.Step(
                    "freshness_lifetime", held: true,
                    """
                    No lifetime is given, so caches guess: 10 % of Date − Last-Modified = \(date &- modified) seconds \
                    is \(chosen.seconds)\(chosen.seconds < 120 ? "" : " (" + Quantity.span(chosen.seconds) + ")").
                    """,
                    spec: "RFC 9111 §4.2.2"))
        case .none:
            steps.append(
                Reasoning.Step(
                    "freshness_lifetime", held: true,
                    "No lifetime is given, and there is nothing to guess one from: \(0) seconds.",
                    spec: "RFC 9111 §4.2.2"))
        }
        return steps + overridden(freshness, response)
    }

    private static func overridden(_ freshness: Freshness, _ response: FieldSection) -> [Reasoning.Step] {
        var steps: [Reasoning.Step] = []
        let control = CacheControl(response)
        func add(_ rule: String, _ text: Prose, _ spec: String) {
            steps.append(Reasoning.Step(rule, held: false, text, spec: spec))
        }
        let isShared = freshness.lifetime.source == .sharedMaxAge
        if control.contains(.sharedMaxAge), freshness.cache == .personal {
            add("s-maxage", "\("s-maxage") is for shared caches; this one passes it over.", "RFC 9111 §5.2.2.10")
        }
        if isShared, case .value(let seconds) = control.seconds(.maxAge) {
            add("max-age", "\("max-age")=\(seconds) is overridden by \("s-maxage").", "RFC 9111 §5.2.2.10")
        }
        if isShared || freshness.lifetime.source == .maxAge, let expires = response.first(.expires) {
            add(
                "Expires", "Expires: \(expires) is overridden by \(isShared ? "s-maxage" : "max-age").", "RFC 9111 §5.3"
            )
        }
        return steps
    }

    /// RFC 9111 §4.2.3, each variable with where it comes from.
    static func age(_ freshness: Freshness, _ response: FieldSection) -> [Reasoning.Step] {
        let age = freshness.age
        let spec = "RFC 9111 §4.2.3"
        let dateSource: Prose = response.contains(.date) ? "Date" : "no Date, so when it came"
        return [
            Reasoning.Step(
                "apparent_age",
                """
                max(0, response_time − date_value) = max(0, \(age.responseTime &- age.dateValue)) = \
                \(age.apparentAge) (\(dateSource)).
                """,
                spec: spec),
            Reasoning.Step(
                "response_delay", "response_time − request_time = \(age.responseDelay).", spec: spec),
            Reasoning.Step(
                "corrected_age_value",
                response.contains(.age)
                    ? """
                    age_value + response_delay = \(age.ageValue) (Age) + \(age.responseDelay) = \
                    \(age.correctedAgeValue).
                    """
                    : """
                    age_value + response_delay = \(age.ageValue) (no Age) + \(age.responseDelay) = \
                    \(age.correctedAgeValue).
                    """,
                spec: spec),
            Reasoning.Step(
                "corrected_initial_age",
                "max(apparent_age, corrected_age_value) = \(age.correctedInitialAge).", spec: spec),
            Reasoning.Step("resident_time", "now − response_time = \(age.residentTime).", spec: spec),
            Reasoning.Step(
                "current_age",
                """
                corrected_initial_age + resident_time = \(age.correctedInitialAge) + \(age.residentTime) = \
                \(age.currentAge).
                """,
                spec: spec),
            Reasoning.Step(
                "response_is_fresh", held: freshness.isFresh,
                """
                freshness_lifetime > current_age: \(freshness.lifetime.seconds) > \(age.currentAge) is \
                \(freshness.isFresh).
                """,
                spec: "RFC 9111 §4.2"),
        ]
    }
}
