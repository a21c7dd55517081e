import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Judge

/// What caches may keep, and for how long.
enum CacheLessons {
    static let all = [store, lifetime, age]

    /// Whether it is used without asking, when it has just arrived; nil where that is a guess.
    private static func isUsedUnasked(_ freshness: Freshness) -> Bool? {
        guard freshness.isKept else { return false }
        if freshness.validation == .always || freshness.variesOnEverything { return false }
        switch freshness.lifetime.source {
        case .sharedMaxAge, .maxAge, .expires: return freshness.isFresh
        case .heuristic, .undated, .none: return nil
        }
    }

    private static let store = Lesson(
        "store", .caching, "What a cache may keep", can: "Tell no-store, no-cache and private apart.",
        after: ["fields"],
        finder: "response.header.cache-control",
        experiment: "hark run -- curl -s http://demo.hark.test/cache/private", page: 5,
        looks: [
            { flow in
                flow.line(.response, "cache-control").map {
                    LessonLook("Directives for caches: that of the browser, and those that users share.", $0)
                }
            },
            { flow in
                let control = flow.facts.control
                if control.contains(.noStore) { return LessonLook("no-store forbids every cache to keep it.") }
                if control.contains(.noCache) {
                    return LessonLook("no-cache lets caches keep it, and asks for a check before each use.")
                }
                return control.contains(.private) ? LessonLook("private keeps it out of shared caches.") : nil
            },
        ],
        questions: [
            LessonQuestion("browser") { flow in
                guard let freshness = flow.freshness?.privateCache else { return nil }
                let isKept = freshness.isKept
                return .yesNo(
                    "May the browser store this response?", isKept,
                    isKept && flow.facts.control.contains(.noCache) ? .noCacheNotStored : nil,
                    because: isKept ? "Nothing in request and response forbids it." : "Storing is forbidden here.",
                    "RFC 9111 §3")
            },
            LessonQuestion("shared") { flow in
                guard let freshness = flow.freshness?.shared,
                    flow.response.map({ TargetedCacheControl($0.fields) == nil })
                        ?? false
                else { return nil }
                let isKept = freshness.isKept
                return .yesNo(
                    "May a cache that users share store this response?", isKept,
                    isKept && flow.facts.control.contains(.noCache) ? .noCacheNotStored : nil,
                    because: isKept
                        ? "Nothing in request and response forbids it." : "The response, or its request, forbids it.",
                    "RFC 9111 §3")
            },
            LessonQuestion("unasked") { flow in
                guard let freshness = flow.freshness?.privateCache, let isUsed = isUsedUnasked(freshness) else {
                    return nil
                }
                return .yesNo(
                    "Just arrived: may the browser use it for the same request again, without asking the server?",
                    isUsed, because: isUsed ? "It is fresh." : "It may not be kept, or has to be checked first.",
                    "RFC 9111 §4")
            },
        ],
        sum: "no-store: do not keep. no-cache: keep, but ask. private: only for one user's cache.")

    private static func explicit(_ freshness: Freshness?) -> FreshnessLifetime? {
        guard let freshness, freshness.isKept, !freshness.lifetime.isInvalid, freshness.lifetime.seconds >= 0 else {
            return nil
        }
        switch freshness.lifetime.source {
        case .maxAge, .sharedMaxAge: return freshness.lifetime
        case .expires(let expires, _): return expires == nil ? nil : freshness.lifetime
        case .heuristic, .undated, .none: return nil
        }
    }

    private static func word(_ source: FreshnessLifetime.Source) -> String {
        switch source {
        case .sharedMaxAge: "s-maxage"
        case .maxAge: "max-age"
        case .expires: "Expires"
        case .heuristic, .undated, .none: ""
        }
    }

    private static let lifetime = Lesson(
        "lifetime", .caching, "Freshness", can: "Compute a lifetime.", after: ["store"],
        finder: "response.header.cache-control =~ \"max-age\" or response.header.expires",
        experiment: "hark run -- curl -s http://demo.hark.test/cache/fresh", page: 5,
        looks: [
            { flow in
                flow.line(.response, "cache-control").map {
                    LessonLook("max-age and s-maxage are lifetimes in seconds, where they are given.", $0)
                }
            },
            { flow in
                flow.line(.response, "expires").map {
                    LessonLook("Expires is a moment; the lifetime is from Date until then.", $0)
                }
            },
        ],
        questions: [
            LessonQuestion("lifetime") { flow in
                guard let lifetime = explicit(flow.freshness?.privateCache) else { return nil }
                let shared = explicit(flow.freshness?.shared).flatMap { $0.source == .sharedMaxAge ? $0.seconds : nil }
                return .number(
                    "How many seconds is the response fresh in a browser?", lifetime.seconds, .seconds,
                    traps: shared.map { $0 == lifetime.seconds ? [] : [AnswerTrap($0, .sharedIsForBrowsers)] } ?? [],
                    because: "\(word(lifetime.source)) gives \(lifetime.seconds) s.", "RFC 9111 §4.2.1")
            },
            LessonQuestion("shared") { flow in
                guard let lifetime = explicit(flow.freshness?.shared), let response = flow.response,
                    TargetedCacheControl(response.fields) == nil
                else { return nil }
                return .number(
                    "How many seconds is it fresh in a shared cache?", lifetime.seconds, .seconds,
                    because: "\(word(lifetime.source)) gives \(lifetime.seconds) s.", "RFC 9111 §4.2.1")
            },
            LessonQuestion("decides") { flow in
                guard let lifetime = explicit(flow.freshness?.privateCache) else { return nil }
                let right = word(lifetime.source)
                return .choice(
                    "What decides in a browser?", AnswerOption(right),
                    [
                        AnswerOption("max-age", nil, nil, "There is no max-age."),
                        AnswerOption("Expires", nil, nil, "max-age takes precedence over Expires."),
                        AnswerOption("s-maxage", nil, .sharedIsForBrowsers),
                    ],
                    because: "A browser looks for max-age, then for Expires.", "RFC 9111 §4.2.1")
            },
            LessonQuestion("from") { flow in
                guard let lifetime = explicit(flow.freshness?.privateCache), lifetime.source == .maxAge else {
                    return nil
                }
                return .choice(
                    "From when does max-age count?",
                    AnswerOption("made", "from when the server made or confirmed the response"),
                    [AnswerOption("request", "from when the client asked", .maxAgeFromRequest)],
                    because: "A copy that waited in a cache has used up a part of it, which Age says.",
                    "RFC 9111 §5.2.2.1")
            },
        ],
        sum: "s-maxage (shared caches), then max-age, then Expires. The first one present decides.")

    /// Age and lifetime, when they are all that counts.
    private static func aged(_ flow: Illustration) -> (age: Int64, lifetime: Int64)? {
        guard let age = flow.value(.response, "age")?.decimal.flatMap({ Int64(exactly: $0) }),
            let freshness = flow.freshness?.privateCache, let lifetime = explicit(freshness),
            abs(freshness.age.currentAge - age) <= 2
        else { return nil }
        return (age, lifetime.seconds)
    }

    private static let age = Lesson(
        "age", .caching, "Age", can: "Compute what is left of a lifetime.", after: ["lifetime"],
        finder: "response.header.age", experiment: "hark run -- curl -s http://demo.hark.test/cache/age", page: 5,
        looks: [
            { flow in
                flow.line(.response, "age").map {
                    LessonLook("A cache says how many seconds ago the server made or confirmed it.", $0)
                }
            },
            { flow in
                guard aged(flow) != nil else { return nil }
                return flow.line(.response, "cache-control").map { LessonLook("And this is the lifetime.", $0) }
            },
        ],
        questions: [
            LessonQuestion("age") { flow in
                guard let age = flow.value(.response, "age")?.decimal else { return nil }
                return .number(
                    "How old was the response when it was sent, as Age says?", age, .seconds,
                    because: "Age is in seconds.", "RFC 9111 §5.1")
            },
            LessonQuestion("left") { flow in
                guard let (age, lifetime) = aged(flow), lifetime > age else { return nil }
                return .number(
                    "How many seconds of its lifetime are left when it arrives? (Within two seconds.)", lifetime - age,
                    .seconds, tolerance: 2, sum: [.blank("lifetime", lifetime), .sign("-"), .blank("Age", age)],
                    traps: [AnswerTrap(lifetime, .ageIsNotCounted)],
                    because: "\(lifetime) - \(age) = \(lifetime - age).", "RFC 9111 §4.2")
            },
            LessonQuestion("origin") { flow in
                guard let age = flow.value(.response, "age")?.decimal, age > 0 else { return nil }
                return .yesNo(
                    "Did the origin server make or confirm this response just now?", false, .ageIsNotCounted,
                    because: "Age \(age) says that it is \(age) s old.", "RFC 9111 §5.1")
            },
        ],
        sum: "What is left is the lifetime minus Age, and minus the time since it arrived.")
}
