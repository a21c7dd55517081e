import Bytes
import HTTPModel
import HTTPSemantics

/// What caches may do with one answer: kept or not by which condition, fresh for how long by which arithmetic, private and shared
/// side by side.
public enum CachingReasoning {
    /// nil when there is no response.
    public static func reasoning(about exchange: RecordedExchange) -> Reasoning? {
        guard let response = exchange.response else { return nil }
        let (personal, shared) = exchange.freshness(of: response)
        var list = StepList()
        sideBySide(steps(personal, exchange, response), steps(shared, exchange, response), &list)
        if personal.isKept || shared.isKept {
            // The age is the same for both.
            for step in CachingWords.age(personal.isKept ? personal : shared, response.fields) {
                list.add(step.rule, held: step.held, step.text, step.spec)
            }
            later(personal.isKept ? personal : shared, exchange, response.fields, &list)
        }
        return Reasoning(.caching, conclusion(personal, shared, exchange), steps: list.steps)
    }

    /// What one kind of cache asks about keeping the response, and how long it is good.
    private static func steps(
        _ freshness: Freshness, _ exchange: RecordedExchange, _ response: ResponseHead
    ) -> [Reasoning.Step] {
        let storing = CachingWords.storing(exchange, response, freshness.cache)
        let reason = CachingWords.reason(
            freshness.storability, status: response.status, method: exchange.request.method)
        guard freshness.isKept else {
            return storing + [Reasoning.Step("storable", held: false, "Not kept. " + reason, spec: "RFC 9111 §3")]
        }
        return storing + [Reasoning.Step("storable", held: true, "May be kept. " + reason, spec: "RFC 9111 §3")]
            + CachingWords.lifetime(freshness, response.fields)
    }

    /// Both caches' steps in order: once where they agree, else with the name of the cache before.
    private static func sideBySide(_ own: [Reasoning.Step], _ common: [Reasoning.Step], _ list: inout StepList) {
        func add(_ step: Reasoning.Step, _ cache: String) {
            list.add(cache + step.rule, held: step.held, step.text, step.spec)
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

    /// What the next request for the same meets.
    private static func later(
        _ freshness: Freshness, _ exchange: RecordedExchange, _ response: FieldSection, _ list: inout StepList
    ) {
        let control = CacheControl(response)
        let names = VarySelection.fields(of: response)
        if names.contains("*") {
            list.add("Vary", held: false, "\("Vary: *"): no other request is ever answered with it.", "RFC 9111 §4.1")
        } else if !names.isEmpty {
            let values = names.map { name in
                let value = exchange.request.fields.values(named: name.lowercased)
                return "\(name): \(value.isEmpty ? "(none)" : value.map(\.shortened).joined(separator: ", "))"
            }
            list.add("Vary", "It answers only requests with the same " + .list(values) + ".", "RFC 9111 §4.1")
        }
        switch freshness.validation {
        case .always:
            list.add("validation", "\("no-cache"): it is checked before each use.", "RFC 9111 §5.2.2.4")
        case .whenStale:
            list.add(
                "validation", "Once stale, it is never used before it was checked with the server.", "RFC 9111 §5.2.2.2"
            )
        case .usuallyWhenStale:
            list.add(
                "validation",
                "Once stale, it is checked with the server; if that cannot be reached, it may be used as it is.",
                "RFC 9111 §4.2.4")
        }
        if case .value(let seconds) = control.seconds(.staleWhileRevalidate) {
            list.add(
                "stale-while-revalidate", "For \(seconds) seconds more it is used while a check runs.", "RFC 5861 §3")
        }
        if case .value(let seconds) = control.seconds(.staleIfError) {
            list.add("stale-if-error", "For \(seconds) seconds more it is used when the server fails.", "RFC 5861 §4")
        }
        if control.contains(.immutable) {
            list.add("immutable", "While it is fresh, not even a reload checks it.", "RFC 8246 §2")
        }
        var conditions: [String] = []
        if let tag = response.first(.etag) { conditions.append("If-None-Match: \(tag.shortened)") }
        if let date = response.first(.lastModified) { conditions.append("If-Modified-Since: \(date.shortened)") }
        if conditions.isEmpty {
            list.add(
                "condition", held: false, "There is no ETag and no Last-Modified to check with: it is fetched anew.",
                "RFC 9111 §4.3.1")
        } else {
            list.add(
                "condition", held: true, "The check asks with " + .list(conditions) + "; 304 renews what is stored.",
                "RFC 9111 §4.3.1")
        }
    }

    private static func conclusion(_ personal: Freshness, _ shared: Freshness, _ exchange: RecordedExchange) -> Prose {
        let own = sentence(personal)
        let common = sentence(shared)
        if !personal.isKept, !shared.isKept { return "No cache keeps it." }
        if own == common { return "Any cache " + own + "." }
        return "A private cache " + own + "; a shared one " + common + "."
    }

    private static func sentence(_ freshness: Freshness) -> Prose {
        guard freshness.isKept else { return "does not keep it" }
        if freshness.variesOnEverything { return "may keep it, and never uses it unchecked" }
        if freshness.validation == .always { return "may keep it, and checks it before each use" }
        if freshness.isFresh {
            let long: Prose = freshness.remaining < 120 ? "" : " (\(Quantity.span(freshness.remaining)))"
            let guess: Prose = if case .heuristic = freshness.lifetime.source { ", by a guess" } else { "" }
            return "may use it for \(freshness.remaining) seconds" + long + guess
        }
        return "may keep it, and has to check it first, as it is stale at once"
    }
}

extension Freshness {
    /// Whether the response may be stored.
    var isKept: Bool {
        if case .storable = storability { true } else { false }
    }
}
