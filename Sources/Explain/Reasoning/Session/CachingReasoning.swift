import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// What caches may do with one answer: kept or not by which condition, fresh for how long by which arithmetic, private
/// and shared side by side.
package enum CachingReasoning {
    /// nil when there is no response.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        guard let response = exchange.responseHead else { return nil }
        let (privateCache, shared) = exchange.freshness(of: response)
        // Read once for both.
        let facts = CachePhrases.facts(exchange, response)
        var list = StepCollector()
        let report = CacheReport(response.fields)
        for outcome in report?.outcomes ?? [] {
            list.add("report", .phrase(CacheReports.words(outcome, report?.vendor)), "not registered")
        }
        sideBySide(steps(privateCache, exchange, facts), steps(shared, exchange, facts), &list)
        return Reasoning(
            .caching, conclusion(privateCache, shared, facts) + source(report, response.fields), steps: list.steps)
    }

    /// Which cache this very answer came from, where one says so.
    private static func source(_ report: CacheReport?, _ fields: FieldSection) -> Prose {
        if let report, report.isFromCache {
            let value = fields.values(named: report.field).first ?? Bytes()
            return " This answer came from a cache (\(report.field): \(value.abbreviated(to: 40)))."
        }
        // RFC 9211 §2.1.
        let lines = fields.values(named: "cache-status")
        guard !lines.isEmpty, case .list(let caches)? = try? StructuredField(.list, lines: lines),
            let cache = caches.last(where: { $0.parameters["hit"] == .boolean(true) }), case .item(let item) = cache
        else { return "" }
        switch item.bare {
        case .token(let name), .string(let name): return " This answer came from the cache \(name.abbreviated(to: 40))."
        default: return " This answer came from a cache (\("Cache-Status"))."
        }
    }

    /// What one kind of cache asks about keeping the response, and how long it is good.
    private static func steps(
        _ freshness: Freshness, _ exchange: FlowRecord, _ facts: StorageCondition.Facts
    ) -> [Reasoning.Step] {
        let storing = CachePhrases.storing(facts, freshness.cache)
        let reason = CachePhrases.reason(
            freshness.storability, status: facts.status, method: exchange.method)
        let spec = "RFC 9111 §3"
        // Which caches can join parts, no message says.
        if freshness.storability == .refused(.partial) {
            return storing + [
                Reasoning.Step(
                    "storable",
                    "Only some caches store it: " + reason + ".", spec: "RFC 9111 §3.3")
            ]
        }
        guard freshness.isKept else {
            return storing + [Reasoning.Step("storable", held: false, "Not stored: " + reason + ".", spec: spec)]
        }
        return storing + [Reasoning.Step("storable", held: true, "Can be stored: " + reason + ".", spec: spec)]
            + CachePhrases.lifetime(freshness, facts.response, status: facts.status)
            + CachePhrases.age(freshness, facts.response, status: facts.status) + later(freshness, exchange, facts)
    }

    /// Both caches' steps in order: once where they agree, else with the name of the cache before.
    private static func sideBySide(_ own: [Reasoning.Step], _ common: [Reasoning.Step], _ list: inout StepCollector) {
        func add(_ step: Reasoning.Step, _ cache: String) {
            list.add(
                Reasoning.Step(
                    cache + step.rule, held: step.held, isFault: step.isFault, step.text, spec: step.spec))
        }
        var rest = own[...]
        for step in common {
            if let place = rest.firstIndex(of: step) {
                for before in rest[..<place] { add(before, "private: ") }
                add(step, "")
                rest = rest[(place + 1)...]
            } else if let place = rest.firstIndex(where: { $0.rule == step.rule }) {
                for before in rest[...place] { add(before, "private: ") }
                add(step, "shared: ")
                rest = rest[(place + 1)...]
            } else {
                add(step, "shared: ")
            }
        }
        for step in rest { add(step, "private: ") }
    }

    /// What the next request for the same meets at this cache.
    private static func later(
        _ freshness: Freshness, _ exchange: FlowRecord, _ facts: StorageCondition.Facts
    ) -> [Reasoning.Step] {
        var list = StepCollector()
        let (response, control) = (facts.response, facts.control)
        vary(exchange, response, &list)
        withheld(freshness, control, &list)
        validation(freshness, control, &list)
        if control.contains(.immutable) {
            list.add("immutable", "While it is fresh, not even a reload revalidates it.", "RFC 8246 §2")
        }
        var conditions: [String] = []
        if let tag = response.first(.etag) { conditions.append("If-None-Match: \(tag.abbreviated)") }
        if let date = response.first(.lastModified) { conditions.append("If-Modified-Since: \(date.abbreviated)") }
        if conditions.isEmpty {
            list.add(
                "condition", held: false,
                "There is no ETag and no Last-Modified for a revalidation: it is fetched again.",
                "RFC 9111 §4.3.1")
        } else {
            list.add(
                "condition", held: true,
                "A cache revalidates with " + .list(conditions) + """
                    ; a 304 renews the stored response.
                    """,
                "RFC 9111 §4.3.1")
        }
        return list.steps
    }

    private static func vary(_ exchange: FlowRecord, _ response: FieldSection, _ list: inout StepCollector) {
        let names = VarySelection.fields(of: response)
        if names.contains("*") {
            list.add("Vary", .phrase(CachePhrases.varyStar), "RFC 9111 §4.1")
        } else if !names.isEmpty {
            let values = names.map { name in
                let value = exchange.requestFields.values(named: name.lowercased)
                return "\(name): \(value.isEmpty ? "(none)" : value.map(\.abbreviated).joined(separator: ", "))"
            }
            list.add("Vary", "It is reused only for requests with the same " + .list(values) + ".", "RFC 9111 §4.1")
        }
    }

    /// The qualified forms of no-cache and private.
    private static func withheld(_ freshness: Freshness, _ control: CacheControl, _ list: inout StepCollector) {
        let (checked, own) = (control.fields(.noCache), control.fields(.private))
        if !checked.isEmpty, freshness.validation != .always {
            list.add(
                "no-cache",
                """
                \("no-cache") names fields: without revalidation, the response is reused without \
                \(Prose.list(checked)). Many caches treat this form like plain \("no-cache").
                """, "RFC 9111 §5.2.2.4")
        }
        if freshness.cache == .shared, !own.isEmpty {
            list.add(
                "private", "\("private") names fields: a shared cache does not store " + .list(own) + ".",
                "RFC 9111 §5.2.2.7")
        }
    }

    /// When it is checked with the server, and what may be used without.
    private static func validation(_ freshness: Freshness, _ control: CacheControl, _ list: inout StepCollector) {
        let strictly: (Prose, String)? =
            switch freshness.validation {
            case .always: ("\("no-cache"): it is revalidated before each use", "RFC 9111 §5.2.2.4")
            case .whenStale: forbids(control)
            case .usuallyWhenStale: nil
            }
        if freshness.variesOnEverything, strictly == nil { return }
        if let (words, spec) = strictly {
            list.add("validation", words + ".", spec)
        } else {
            list.add(
                "validation",
                "Once stale, it is revalidated; if the server cannot be reached, it may be used as it is.",
                "RFC 9111 §4.2.4")
        }
        for (name, shown, when) in [
            (CacheControl.Name.staleWhileRevalidate, "stale-while-revalidate", "during a revalidation" as Prose),
            (.staleIfError, "stale-if-error", "when the server fails"),
        ] {
            guard case .value(let seconds) = control.seconds(name) else { continue }
            let stale = freshness.staleness
            let spec = name == .staleIfError ? "RFC 5861 §4" : "RFC 5861 §3"
            // RFC 9111 §4.2.4: not where a directive forbids to use it stale.
            if strictly != nil {
                list.add(shown, held: false, "\(shown) has no effect: it is never used without revalidation.", spec)
            } else if freshness.isFresh || freshness.lifetime.source == .undated {
                list.add(
                    shown, "Once stale, it may be used for \(Quantity.count(seconds, "second")) more " + when + ".",
                    spec)
            } else if stale < seconds {
                list.add(
                    shown, held: true,
                    """
                    Stale for \(stale) of \(Quantity.count(seconds, "second")): it may be used for \(seconds - stale) \
                    more 
                    """ + when + ".", spec)
            } else {
                list.add(
                    shown, held: false,
                    "Stale for \(Quantity.count(stale, "second")), and \(shown) allows no more than \(seconds).", spec)
            }
        }
    }

    /// The directive that forbids to use it stale.
    private static func forbids(_ control: CacheControl) -> (Prose, String) {
        let words: Prose = ": once stale, it is never used without revalidation"
        if control.contains(.mustRevalidate) { return ("\("must-revalidate")" + words, "RFC 9111 §5.2.2.2") }
        if control.contains(.proxyRevalidate) { return ("\("proxy-revalidate")" + words, "RFC 9111 §5.2.2.8") }
        return ("\("s-maxage")" + words, "RFC 9111 §5.2.2.10")
    }

    private static func conclusion(
        _ privateCache: Freshness, _ shared: Freshness, _ facts: StorageCondition.Facts
    ) -> Prose {
        let (status, method) = (facts.status, facts.method)
        let own = sentence(privateCache, facts)
        let common = sentence(shared, facts)
        let targeted = targeted(shared, facts)
        let noCache: Prose =
            targeted != nil
            ? "No cache except a CDN" : isKeptByFew(privateCache, facts) ? "Hardly any cache" : "No cache"
        let verdict: Prose
        switch (privateCache.use(status: status), shared.use(status: status)) {
        case (.notKept(.partial), .notKept(.partial)):
            verdict = "Only caches that support Range may store it: a \(status) is a part of the whole."
        case (.notKept(let why), .notKept(let other)) where why == other:
            verdict = noCache + " stores it: " + CachePhrases.obstacle(why, status: status, method: method) + "."
        case (.notKept(let why), .notKept):
            // Shared caches have another reason too; this one is enough for both.
            verdict = noCache + " stores it: " + CachePhrases.obstacle(why, status: status, method: method) + "."
        default:
            verdict =
                own == common
                ? anyCache(facts) + own + "." : "A private cache " + own + "; a shared one " + common + "."
        }
        // RFC 9110 §9.3.3.
        let reader: Prose =
            method == .post && (privateCache.isKept || shared.isKept)
            ? " It answers later GET and HEAD requests; a POST always goes to the server." : ""
        return verdict + reader + (targeted ?? "")
    }

    /// RFC 9111 §5.2.2.3: others go by the no-store beside must-understand.
    private static func anyCache(_ facts: StorageCondition.Facts) -> Prose {
        facts.control.contains(.noStore) ? "Any cache that knows \("must-understand") " : "Any cache "
    }

    /// RFC 9110 §9.2.3 lets caches keep answers to the method, and those that do are rare.
    private static func isKeptByFew(_ freshness: Freshness, _ facts: StorageCondition.Facts) -> Bool {
        guard case .notKept(.method) = freshness.use(status: 200) else { return false }
        switch MethodTraits(facts.method).cacheability {
        // RFC 9110 §9.3.3, RFC 5789 §2: only with both.
        case .whenExplicit: return facts.method != .post && facts.isExplicit
        case .withContentInKey: return true
        case .always, .never: return false
        }
    }

    /// What a CDN does that goes by a field of its own (RFC 9213 §2.2); nil when it does what other caches do.
    private static func targeted(_ shared: Freshness, _ facts: StorageCondition.Facts) -> Prose? {
        guard let seconds = TargetedCacheControl.lifetime(facts.response, shared: shared.storability) else {
            return nil
        }
        let field = TargetedCacheControl(facts.response)?.field ?? Bytes()
        return " CDNs that use \(field) instead may reuse it for \(Quantity.seconds(UInt64(seconds)))."
    }

    private static func sentence(_ freshness: Freshness, _ facts: StorageCondition.Facts) -> Prose {
        let without: Prose =
            freshness.withheldFields.isEmpty ? "" : ", without " + .list(freshness.withheldFields)
        switch freshness.use(status: facts.status) {
        case .notKept: return "must not store it"
        case .uncheckable: return "may store it, but must revalidate before each use"
        case .checkedAlways: return "may store it, but must revalidate before each use"
        case .fresh(let seconds, let isGuess):
            return "may use it for \(Quantity.seconds(UInt64(seconds)))" + (isGuess ? ", an estimate" : "") + without
        case .leftToTheCache: return "may store it" + without + "; no lifetime is given, so the cache chooses one"
        case .undated: return "may store it; the lifetime cannot be computed here without Date"
        case .staleWhileRevalidated(let left, let limit):
            return """
                may use it for \(Quantity.seconds(UInt64(left))) more while it revalidates: it is stale for \
                \(limit - left) of the \(limit) seconds that \("stale-while-revalidate") allows
                """ + without
        case .stale where freshness.lifetime.source == .none:
            // Without a validator there is nothing to ask with (RFC 9111 §4.3.1).
            let hasValidator = facts.response.contains(.etag) || facts.response.contains(.lastModified)
            return hasValidator
                ? "may store it; no lifetime is given, and most caches revalidate before each use"
                : "may store it; no lifetime is given, and most caches request it again for each use"
        case .stale: return "may store it, but must revalidate first: it is stale at once"
        }
    }
}
