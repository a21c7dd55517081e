import Bytes
import HTTPModel
import HTTPSemantics

extension CachingWords {
    /// What decided whether the stored response answers the request.
    static func ground(_ verdict: CacheVerdict) -> Reasoning.Step {
        let from: Prose = verdict.reusedFrom.map { "the answer of entry \($0)" } ?? "what is stored"
        let age = verdict.reused?.age.currentAge ?? 0
        let lifetime = verdict.reused?.lifetime.seconds ?? 0
        func step(_ rule: String, _ held: Bool, _ text: Prose, _ spec: String) -> Reasoning.Step {
            Reasoning.Step(rule, held: held, text, spec: spec)
        }
        switch verdict.ground {
        case .method:
            return step("method", false, "This method has to reach the server.", "RFC 9111 §4")
        case .nothingStored:
            return step("stored", false, "Nothing is stored for this URL.", "RFC 9111 §4")
        case .vary(let selection):
            return step("Vary", false, vary(selection), "RFC 9111 §4.1")
        case .headOnly:
            return step(
                "method", false, "Only the answer to a HEAD is stored, which has no content.", "RFC 9110 §9.3.2")
        case .requestNoCache:
            return step(
                "no-cache", false, "The request says \("no-cache"): the server has to be asked.", "RFC 9111 §5.2.1.4")
        case .requestMaxAge(let limit):
            return step(
                "max-age", false, "The request takes nothing older than \(limit) seconds; " + from + " is \(age) old.",
                "RFC 9111 §5.2.1.1")
        case .requestMinFresh(let wanted):
            return step(
                "min-fresh", false,
                "The request wants it fresh for \(wanted) seconds more; there are \(lifetime &- age).",
                "RFC 9111 §5.2.1.3")
        case .responseNoCache:
            return step(
                "no-cache", false, "The stored response says \("no-cache"): it is checked before each use.",
                "RFC 9111 §5.2.2.4")
        case .isStale:
            return step(
                "stale", false, "Stale for \(age &- lifetime) seconds, so " + from + " has to be checked first.",
                "RFC 9111 §4.2.4")
        case .mustRevalidate:
            return step(
                "must-revalidate", false,
                "Stale for \(age &- lifetime) seconds, and its directives forbid to use it so.", "RFC 9111 §5.2.2.2")
        case .isFresh:
            return step(
                "fresh", true, "Still fresh: " + from + " is used, for \(lifetime &- age) seconds more.",
                "RFC 9111 §4.2")
        case .immutable:
            return step(
                "immutable", true, "A reload, but the response is \("immutable"): no check while it is fresh.",
                "RFC 8246 §2")
        case .requestMaxStale(let limit):
            let words: Prose = limit.map { "up to \($0) seconds" } ?? "however long"
            return step(
                "max-stale", true,
                "Stale for \(age &- lifetime) seconds, and the request takes stale ones, " + words + ".",
                "RFC 9111 §5.2.1.2")
        case .staleWhileRevalidate(let limit):
            return step(
                "stale-while-revalidate", true,
                "Stale for \(age &- lifetime) of \(limit) seconds: used at once, and checked beside.", "RFC 5861 §3")
        case .staleIfError(let limit):
            return step(
                "stale-if-error", true,
                "Stale for \(age &- lifetime) of \(limit) seconds, and the server failed: used instead.",
                "RFC 5861 §4")
        case .disconnected:
            return step(
                "disconnected", true, "Stale, but the server did not answer: a cache may use it then.",
                "RFC 9111 §4.2.4")
        }
    }

    private static func vary(_ selection: VarySelection) -> Prose {
        switch selection {
        case .matches: "The fields in Vary are the same."
        case .never: "\("Vary: *"): no other request is ever answered with it."
        case .differs(let field, let stored, let now):
            """
            What is stored is for \(field): \(stored?.shortened ?? "(none)"), and this request has \
            \(now?.shortened ?? "(none)").
            """
        }
    }

    /// How the check would have gone (RFC 9111 §4.3).
    static func check(_ verdict: CacheVerdict) -> [Reasoning.Step] {
        var steps: [Reasoning.Step] = []
        if !verdict.conditions.isEmpty {
            let fields = verdict.conditions.map { "\($0.field): \($0.value.shortened)" }
            steps.append(
                Reasoning.Step("condition", "The check asks with " + .list(fields) + ".", spec: "RFC 9111 §4.3.1"))
        }
        guard let check = verdict.check else { return steps }
        func add(_ rule: String, _ held: Bool, _ text: Prose, _ spec: String) {
            steps.append(Reasoning.Step(rule, held: held, text, spec: spec))
        }
        switch check {
        case .renewed(let changed):
            add(
                "304", true, "304: the stored response is good for another lifetime." + updates(changed),
                "RFC 9111 §4.3.4")
        case .otherValidator:
            add(
                "304", false, "The 304 names another ETag than the stored one, so it renews nothing.", "RFC 9111 §4.3.4"
            )
        case .sameValidator(let validator):
            add(
                "validator", true,
                """
                The answer has the same validator, \(validator.shortened): the check would have been answered \
                with 304.
                """,
                "RFC 9111 §4.3.3")
        case .changed:
            add(
                "validator", false, "The answer is another one: it takes the place of the stored one.",
                "RFC 9111 §4.3.3")
        case .impossible:
            add(
                "validator", false, "The stored response has neither ETag nor Last-Modified to ask with: fetched anew.",
                "RFC 9111 §4.3.1")
        case .renewedByHead(let changed):
            add(
                "HEAD", true, "The answer to HEAD agrees with the stored one, and renews it." + updates(changed),
                "RFC 9111 §4.3.5")
        case .outdatedByHead:
            add("HEAD", false, "The answer to HEAD differs: the stored one is out of date.", "RFC 9111 §4.3.5")
        }
        return steps
    }

    private static func updates(_ changed: [Bytes]) -> Prose {
        changed.isEmpty ? "" : " It takes over " + .list(changed) + "."
    }

    /// What an unsafe method did to other stored responses, and the like.
    static func effects(_ verdict: CacheVerdict) -> [Reasoning.Step] {
        var steps: [Reasoning.Step] = []
        if verdict.answers504 {
            steps.append(
                Reasoning.Step(
                    "only-if-cached", held: true, "The request wants no answer but a stored one: the cache says 504.",
                    spec: "RFC 9111 §5.2.1.7"))
        }
        if verdict.answers304, verdict.served != .no {
            steps.append(
                Reasoning.Step(
                    "304", held: true, "The request is conditional, and the cache itself can answer 304.",
                    spec: "RFC 9111 §4.3.2"))
        }
        if !verdict.invalidated.isEmpty {
            steps.append(
                Reasoning.Step(
                    "invalidation", held: true,
                    "An unsafe method succeeded: what is stored of " + .list(verdict.invalidated)
                        + " is no longer used.",
                    spec: "RFC 9111 §4.4"))
        }
        if !verdict.spared.isEmpty {
            steps.append(
                Reasoning.Step(
                    "invalidation", held: false,
                    .list(verdict.spared) + " is of another origin, which this answer may not speak for: left alone.",
                    spec: "RFC 9111 §4.4"))
        }
        return steps
    }

    static func exclusion(_ exclusion: CacheVerdict.Exclusion) -> Prose {
        switch exclusion {
        case .noResponse: "No response came."
        case .partial: "A part of the content: this cache neither keeps parts nor joins them, as it may."
        case .servedFromCache: "The request would not have reached the server."
        case .otherContentLocation: "Content-Location names another URL than the one POST went to: not kept for it."
        case .head: "The answer to HEAD only says how the stored response is."
        }
    }
}
