import Bytes
import HTTPModel
import HTTPSemantics

extension CachePhrases {
    /// What decided whether the stored response answers the request.
    ///
    /// - Parameter since: exchanges before this one are not all known.
    static func ground(_ verdict: CacheVerdict, since: UInt64? = nil) -> Reasoning.Step {
        let from: Prose = verdict.reusedFrom.map { "the response of \(flow: $0)" } ?? "the stored response"
        let age = verdict.reused?.age.currentAge ?? 0
        let lifetime = verdict.reused?.lifetime.seconds ?? 0
        let stale = Quantity.count(age &- lifetime, "second")
        func step(_ rule: String, _ held: Bool, _ text: Prose, _ spec: String) -> Reasoning.Step {
            Reasoning.Step(rule, held: held, text, spec: spec)
        }
        switch verdict.ground {
        case .method:
            return step(
                "method", false,
                "A cache answers only GET and HEAD, so this request goes to the server.", "RFC 9111 §4")
        case .nothingStored:
            if let since {
                return step(
                    "stored", false,
                    """
                    Unknown before \(flow: since): earlier exchanges are not in this session, and none since then was \
                    stored for this URL.
                    """,
                    "RFC 9111 §4")
            }
            return step("stored", false, "No response is stored for this URL.", "RFC 9111 §4")
        case .invalidated(let entry):
            return step(
                "stored", false,
                "\(flow: entry) changed the resource, so the stored responses for this URL are invalid.",
                "RFC 9111 §4.4")
        case .vary(let selection):
            return step("Vary", false, vary(selection), "RFC 9111 §4.1")
        case .headOnly:
            return step(
                "method", false, "Only the response to a HEAD is stored, which has no body.", "RFC 9110 §9.3.2")
        case .requestNoCache:
            return step(
                "no-cache", false, "The request has \("no-cache"): the cache must revalidate.", "RFC 9111 §5.2.1.4")
        case .requestMaxAge(let limit):
            let words: Prose =
                limit == 0
                ? "\("max-age=0"), a reload: the request accepts only a revalidated response."
                : "The request accepts nothing older than \(limit) seconds; " + from
                    + " is \(Quantity.count(age, "second")) old."
            return step("max-age", false, words, "RFC 9111 §5.2.1.1")
        case .requestMaxAgeStale:
            return step(
                "max-age", false,
                """
                Stale for \(stale). A request with \("max-age") accepts no stale response unless it also has \
                \("max-stale").
                """,
                "RFC 9111 §5.2.1.1")
        case .requestMinFresh(let wanted):
            return step(
                "min-fresh", false,
                "The request requires \(wanted) more seconds of freshness; \(lifetime &- age) remain.",
                "RFC 9111 §5.2.1.3")
        case .responseNoCache:
            return step(
                "no-cache", false, "The stored response has \("no-cache"): it is revalidated before each use.",
                "RFC 9111 §5.2.2.4")
        case .isStale:
            return step(
                "stale", false, "Stale for \(stale), so " + from + " must be revalidated first.",
                "RFC 9111 §4.2.4")
        case .mustRevalidate:
            return step(
                "must-revalidate", false,
                "Stale for \(stale), and its directives forbid stale use.", "RFC 9111 §5.2.2.2")
        case .isFresh:
            return step(
                "fresh", true,
                "Still fresh: " + from + " is used, for \(Quantity.count(lifetime &- age, "second")) more.",
                "RFC 9111 §4.2")
        case .leftToTheCache where verdict.served == .no:
            return step(
                "lifetime", false,
                "No lifetime is given, so how long " + from + " is good is the cache's choice: here it asks first.",
                "RFC 9111 §4.2.2")
        case .leftToTheCache:
            return step(
                "fresh", true,
                "A permanent redirect without a lifetime: browsers use " + from + " without asking.",
                "RFC 9111 §4.2.2")
        case .immutable:
            return step(
                "immutable", true, "A reload, but the response is \("immutable"): no revalidation while it is fresh.",
                "RFC 8246 §2")
        case .requestMaxStale(let limit):
            let words: Prose = limit.map { "up to \($0) seconds" } ?? "of any age"
            return step(
                "max-stale", true,
                "Stale for \(stale), and the request accepts that, " + words + ".",
                "RFC 9111 §5.2.1.2")
        case .staleWhileRevalidate(let limit):
            return step(
                "stale-while-revalidate", true,
                """
                Stale for \(age &- lifetime) of \(limit) seconds: used at once, and revalidated meanwhile.
                """, "RFC 5861 §3")
        case .staleIfError(let limit):
            return step(
                "stale-if-error", true,
                "Stale for \(age &- lifetime) of \(limit) seconds, and the server failed: used instead.",
                "RFC 5861 §4")
        case .disconnected:
            return step(
                "disconnected", true, "Stale, but the server did not answer: a cache may use it.",
                "RFC 9111 §4.2.4")
        }
    }

    private static func vary(_ selection: VarySelection) -> Prose {
        switch selection {
        case .matches: "The fields in Vary are equal."
        case .never: "\("Vary: *"): the cache must ask the server before it reuses the response."
        case .differs(let field, let stored, let now):
            """
            The stored response is for \(field): \(stored?.abbreviated ?? "(none)"), but this request has \
            \(now?.abbreviated ?? "(none)").
            """
        }
    }

    /// How the check would have gone (RFC 9111 §4.3).
    static func check(_ verdict: CacheVerdict) -> [Reasoning.Step] {
        var steps: [Reasoning.Step] = []
        if !verdict.conditions.isEmpty {
            let fields = verdict.conditions.map { "\($0.field): \($0.value.abbreviated)" }
            steps.append(
                Reasoning.Step(
                    "condition",
                    "The cache revalidates with " + .list(fields) + ".", spec: "RFC 9111 §4.3.1"))
        }
        if let check = verdict.check { steps.append(answer(check)) }
        return steps
    }

    /// What the server's answer says of the stored response.
    static func answer(_ check: CacheVerdict.Check) -> Reasoning.Step {
        func step(_ rule: String, _ held: Bool, _ text: Prose, _ spec: String) -> Reasoning.Step {
            Reasoning.Step(rule, held: held, text, spec: spec)
        }
        switch check {
        case .renewed(let changed):
            return step(
                "304", true, "304: the stored response is valid for another lifetime." + updates(changed),
                "RFC 9111 §4.3.4")
        case .otherValidator:
            return step(
                "304", false,
                "The 304 has another ETag than the stored response, so it renews nothing.", "RFC 9111 §4.3.4"
            )
        case .sameValidator(let validator):
            return step(
                "validator", true,
                "The response has the same validator, \(validator.abbreviated): a revalidation would have got 304.",
                "RFC 9111 §4.3.3")
        case .changed(let isStored):
            return step(
                "validator", false,
                isStored
                    ? "The response differs, and replaces the stored one."
                    : "The response differs, but cannot be stored. The stored response stays, and is stale.",
                "RFC 9111 §4.3.3")
        case .failed(let status):
            return step(
                "validator", false,
                "The server failed (\(status)). Its response goes to the client; the stored response stays unchanged.",
                "RFC 9111 §4.3.3")
        case .impossible:
            return step(
                "validator", false,
                "The stored response has neither ETag nor Last-Modified for a revalidation: fetched again.",
                "RFC 9111 §4.3.1")
        case .renewedByHead(let changed):
            return step(
                "HEAD", true, "The response to HEAD matches the stored one, and renews it." + updates(changed),
                "RFC 9111 §4.3.5")
        case .outdatedByHead:
            return step("HEAD", false, "The response to HEAD differs: the stored one is outdated.", "RFC 9111 §4.3.5")
        }
    }

    private static func updates(_ changed: [Bytes]) -> Prose {
        changed.isEmpty ? "" : " The stored response gets its " + .list(changed) + "."
    }

    /// What an unsafe method did to other stored responses, and the like.
    static func effects(_ verdict: CacheVerdict) -> [Reasoning.Step] {
        var steps: [Reasoning.Step] = []
        if verdict.served != .no, let field = verdict.normalizedField {
            steps.append(
                Reasoning.Step(
                    "Vary",
                    """
                    \(field) is equal only when letter case, spaces and order are ignored. A cache that compares bytes \
                    asks the server.
                    """,
                    spec: "RFC 9111 §4.1"))
        }
        if verdict.answers504 {
            steps.append(
                Reasoning.Step(
                    "only-if-cached", held: true, "The request accepts only a stored response: the cache answers 504.",
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
                    "An unsafe method succeeded: the stored responses for " + .list(verdict.invalidated)
                        + " are invalid.",
                    spec: "RFC 9111 §4.4"))
        }
        if !verdict.spared.isEmpty {
            steps.append(
                Reasoning.Step(
                    "invalidation", held: false,
                    .list(verdict.spared) + """
                         is of another origin, which this response must not affect: left unchanged.
                        """,
                    spec: "RFC 9111 §4.4"))
        }
        return steps
    }

    /// Why it is not kept, as part of a sentence.
    static func exclusion(_ exclusion: CacheVerdict.Exclusion) -> Prose {
        switch exclusion {
        case .noResponse: "there is no response"
        case .partial: "it has Content-Range, so it is a part"
        case .servedFromCache: "the request would not have reached the server"
        case .head: "the response to HEAD only describes the stored response"
        }
    }
}
