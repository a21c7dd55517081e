import Bytes
import Flow
package import HTTPModel
package import HTTPSemantics
import Registry

/// The words for what caches make of a response; the decisions are `Storability`'s, `Freshness`'s and
/// `CacheSimulation`'s.
package enum CachePhrases {
    static func name(_ cache: CacheKind) -> String {
        switch cache {
        case .privateCache: "a private cache"
        case .shared: "a shared cache"
        }
    }

    /// `Vary: *` never matches, so only a revalidation lets a cache reuse the response (RFC 9111 §4.1). One sentence,
    /// wherever it is told.
    static let varyStar = "Vary: * never matches another request: a cache must revalidate before each use."

    /// Why a response is kept, or not, as part of a sentence.
    static func reason(_ storability: Storability, status: Int, method: Method) -> Prose {
        switch storability {
        case .storable(let ground):
            switch ground {
            case .sharedMaxAge: "\("s-maxage") gives a lifetime"
            case .maxAge: "\("max-age") gives a lifetime"
            case .expires: "\("Expires") gives a lifetime"
            case .publicDirective: "\("public") permits it"
            case .privateDirective: "\("private") permits it to a private cache"
            case .heuristicStatus: "nothing forbids it, and a \(status) may be stored without a lifetime"
            }
        case .refused(let obstacle): self.obstacle(obstacle, status: status, method: method)
        }
    }

    package static func obstacle(_ obstacle: Storability.Obstacle, status: Int, method: Method) -> Prose {
        switch obstacle {
        case .status: "a \(status) must not be stored, whatever \("Cache-Control") says"
        case .otherContentLocation: "\("Content-Location") does not name the URL of the POST"
        case .method: self.method(method)
        case .interim: "a \(status) is not the final response"
        case .notModified: "a 304 only renews the stored response"
        case .partial: "a 206 is a part of the content, and only caches that support ranges store parts"
        case .requestNoStore: "the request has \("no-store")"
        case .responseNoStore: "the response has \("no-store")"
        case .notUnderstood: "\("must-understand") is present, but HTTP defines no caching rules for a \(status)"
        case .privateDirective: "\("private") forbids shared caches to store it"
        case .authorization: "the request had Authorization, and nothing allows a shared cache to store the response"
        case .noGround: "no lifetime is given, and a \(status) is not stored without one"
        }
    }

    /// Why answers to this method are not kept, or hardly ever (RFC 9110 §9.2.3).
    private static func method(_ method: Method) -> Prose {
        switch MethodTraits(method).cacheability {
        case .whenExplicit where method == .post:
            "responses to POST are stored only with a lifetime and Content-Location"
        case .whenExplicit:
            "responses to \(method.name) need a lifetime and Content-Location"
        case .withContentInKey:
            "responses to \(method.name) need the request body in their key"
        case .always, .never: "responses to \(method.name) are not stored"
        }
    }

    // MARK: Storing, condition by condition

    /// What decides on storing, of both messages.
    static func facts(_ exchange: FlowRecord, _ response: ResponseHead) -> StorageCondition.Facts {
        StorageCondition.Facts(
            url: exchange.url, method: exchange.method, request: exchange.requestFields,
            requestControl: CacheControl(exchange.requestFields), status: response.status, response: response.fields,
            control: CacheControl(response.fields))
    }

    /// RFC 9111 §3. A condition that does not hold is what decides, and no fault.
    static func storing(_ facts: StorageCondition.Facts, _ cache: CacheKind) -> [Reasoning.Step] {
        StorageCondition.allCases.compactMap { condition in
            guard let holds = condition.holds(facts, cache) else { return nil }
            let (rule, text, spec) = phrase(condition, holds, facts, cache)
            return Reasoning.Step(rule, held: holds, text, spec: spec)
        }
    }

    private static func phrase(
        _ condition: StorageCondition, _ holds: Bool, _ facts: StorageCondition.Facts, _ cache: CacheKind
    ) -> (String, Prose, String) {
        let status = facts.status
        switch condition {
        case .method:
            let obstacle: Storability.Obstacle = facts.isAboutAnother ? .otherContentLocation : .method
            let text: Prose =
                holds
                ? "Responses to \(facts.method.name) can be stored."
                : self.obstacle(obstacle, status: status, method: facts.method).asSentence
            return ("method", text, "RFC 9111 §3")
        case .finalStatus:
            return (
                "final status",
                holds
                    ? "\(status) is a final response."
                    : """
                    \(status) is an interim response.
                    """, "RFC 9111 §3"
            )
        case .permittedStatus:
            return (
                "status", "A \(status) must not be stored by a cache.",
                Vocabulary.statuses[status]?.spec ?? "RFC 6585"
            )
        case .understoodStatus:
            let text: Prose =
                switch status {
                case 304: "A 304 renews the stored response; it is not stored itself."
                case 206: "A 206 is a part: a cache must join it with others before it can answer with it."
                default:
                    holds
                        ? "\("must-understand"): HTTP defines caching rules for a \(status)."
                        : "\("must-understand"): HTTP defines no caching rules for a \(status)."
                }
            return ("status understood", text, "RFC 9111 §3")
        case .noStore:
            if holds, facts.control.contains(.noStore) {
                return (
                    "no-store",
                    "\("must-understand") overrides \("no-store") for caches that know it; others do not store it.",
                    "RFC 9111 §5.2.2.3"
                )
            }
            if holds { return ("no-store", "Neither message has \("no-store").", "RFC 9111 §5.2.2.5") }
            return facts.requestControl.contains(.noStore)
                ? ("no-store", "The request has \("no-store").", "RFC 9111 §5.2.1.5")
                : ("no-store", "The response has \("no-store").", "RFC 9111 §5.2.2.5")
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
                    ? "The request had Authorization, and \("public"), \("s-maxage") or \("must-revalidate") allows "
                        + "it."
                    : "The request had Authorization, but the response has none of \("public"), \("s-maxage") and "
                        + "\("must-revalidate").",
                "RFC 9111 §3.5"
            )
        case .ground:
            return ("ground", ground(facts, cache), "RFC 9111 §3")
        }
    }

    private static func ground(_ facts: StorageCondition.Facts, _ cache: CacheKind) -> Prose {
        switch Storability.ground(facts, cache) {
        case .sharedMaxAge?: "The response has \("s-maxage")."
        case .maxAge?: "The response has \("max-age")."
        case .expires?: "The response has Expires."
        case .publicDirective?: "The response has \("public")."
        case .privateDirective?: "The response has \("private")."
        case .heuristicStatus?: "\(facts.status) may be stored without a lifetime (RFC 9110 §15.1)."
        case nil:
            """
            The response has none of Expires, max-age, \(cache == .shared ? "s-maxage, public" : "public, private"), \
            but \(facts.status) needs one.
            """
        }
    }

    // MARK: The arithmetic

    /// The lifetimes that the response offers, first the one that counts (RFC 9111 §4.2.1).
    static func lifetime(_ freshness: Freshness, _ response: FieldSection, status: Int) -> [Reasoning.Step] {
        let chosen = freshness.lifetime
        let control = CacheControl(response)
        var steps: [Reasoning.Step] = []
        switch chosen.source {
        case .sharedMaxAge, .maxAge:
            let directive = directive(chosen.source, control)
            let text: Prose =
                chosen.isInvalid
                ? "\(directive) is not a number of seconds: stale at once."
                : "\(Quantity.count(chosen.seconds, "second")), from \(directive)." + capped(directive, chosen.seconds)
            steps.append(
                Reasoning.Step(
                    "freshness_lifetime", held: !chosen.isInvalid, isFault: chosen.isInvalid, text,
                    spec: "RFC 9111 §4.2.1"))
        case .expires(let expires, let date):
            let text: Prose =
                expires.map {
                    "Expires − Date = \(Quantity.date($0)) − \(Quantity.date(date)) = \($0 &- date) seconds."
                }
                    ?? """
                    Expires is \(response.first(.expires) ?? Bytes()), which is not an HTTP date and counts as past: \
                    stale at 
                    """
                + "once."
            steps.append(
                Reasoning.Step(
                    "freshness_lifetime", held: expires != nil, isFault: expires == nil, text, spec: "RFC 9111 §5.3"))
        case .heuristic(let modified, let date):
            steps.append(
                Reasoning.Step(
                    "freshness_lifetime", held: true,
                    """
                    No lifetime is given, so caches guess: usually 10 % of Date − Last-Modified = \(date &- modified) \
                    seconds: \(Quantity.seconds(UInt64(max(0, chosen.seconds)))).
                    """,
                    spec: "RFC 9111 §4.2.2"))
        case .undated:
            steps.append(
                Reasoning.Step(
                    "freshness_lifetime",
                    """
                    Without Date the lifetime cannot be computed here: a cache counts from the arrival of the \
                    response.
                    """,
                    spec: "RFC 9110 §6.6.1"))
        case .none:
            let text: Prose =
                chosen.isLeftToTheCache(status)
                ? "No lifetime is given, so the cache decides: browsers store a permanent redirect for a long time."
                : "No lifetime is given, and there is nothing to estimate one from: most caches use \(0) seconds."
            steps.append(Reasoning.Step("freshness_lifetime", held: true, text, spec: "RFC 9111 §4.2.2"))
        }
        return steps + overridden(freshness, response, control)
    }

    /// A lifetime beyond what caches count (RFC 9111 §1.2.2).
    private static func capped(_ directive: Bytes, _ seconds: Int64) -> Prose {
        guard let equals = directive.firstIndex(of: ASCII.equals),
            directive.slice(equals + 1..<directive.count).decimal.map({ $0 > UInt64(max(0, seconds)) }) ?? true
        else { return "" }
        return " Caches count no further than \(seconds)."
    }

    /// The directive that gave the lifetime, as sent: the first of its name (RFC 9111 §4.2.1).
    private static func directive(_ source: FreshnessLifetime.Source, _ control: CacheControl) -> Bytes {
        let name: CacheControl.Name = source == .sharedMaxAge ? .sharedMaxAge : .maxAge
        guard let found = control.directives.first(where: { $0.known == name }) else { return Bytes() }
        return found.argument.map { Bytes(found.name.array + [ASCII.equals] + $0.array) } ?? found.name
    }

    private static func overridden(
        _ freshness: Freshness, _ response: FieldSection, _ control: CacheControl
    ) -> [Reasoning.Step] {
        var steps: [Reasoning.Step] = []
        func add(_ rule: String, _ text: Prose, _ spec: String) {
            steps.append(Reasoning.Step(rule, held: false, text, spec: spec))
        }
        let isShared = freshness.lifetime.source == .sharedMaxAge
        if control.contains(.sharedMaxAge), freshness.cache == .privateCache {
            add("s-maxage", "\("s-maxage") applies only to shared caches.", "RFC 9111 §5.2.2.10")
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
    static func age(_ freshness: Freshness, _ response: FieldSection, status: Int) -> [Reasoning.Step] {
        let age = freshness.age
        let spec = "RFC 9111 §4.2.3"
        // Sums of nothing but zeros say one thing.
        if age.currentAge == 0, age.correctedAgeValue == 0, age.apparentAge == 0, !response.contains(.age) {
            return [
                Reasoning.Step(
                    "current_age", "Nothing says that it is older than this moment: its age is 0.", spec: spec)
            ]
                + comparison(freshness, status)
        }
        let isAgeUsable = Freshness.ageValue(response) != nil
        let dateSource: Prose = response.contains(.date) ? "Date" : "no Date, so the time of arrival"
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
                    age_value + response_delay = \(age.ageValue) (\(isAgeUsable ? "Age" : "Age is unusable")) + \
                    \(age.responseDelay) = \(age.correctedAgeValue).
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
        ] + comparison(freshness, status)
    }

    /// Nothing to compare where the cache chooses the lifetime, or nobody can tell it.
    private static func comparison(_ freshness: Freshness, _ status: Int) -> [Reasoning.Step] {
        let (age, lifetime) = (freshness.age, freshness.lifetime)
        if lifetime.source == .undated || lifetime.isLeftToTheCache(status) || freshness.variesOnEverything {
            return []
        }
        return [
            Reasoning.Step(
                "response_is_fresh", held: freshness.isFresh,
                """
                freshness_lifetime > current_age: \(freshness.lifetime.seconds) > \(age.currentAge) is \
                \(freshness.isFresh).
                """,
                spec: "RFC 9111 §4.2")
        ]
    }
}
