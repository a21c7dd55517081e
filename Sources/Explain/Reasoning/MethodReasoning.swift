import Bytes
package import Flow
import HTTPModel
import HTTPSemantics
import Registry

/// What the method's definition lets clients, caches and proxies assume, and what a retry may do.
package enum MethodReasoning {
    /// What the method asks for; nil without a request.
    package static func reasoning(about exchange: FlowRecord) -> Reasoning? {
        let method = exchange.method
        let traits = MethodTraits(method)
        let name = method.name
        var steps = StepCollector()
        // RFC 9113 §3.4: the first line of a connection of HTTP/2, made to look like a request that nobody sends.
        if name == "PRI" {
            let text: Prose = "PRI is not a request: it begins an HTTP/2 connection."
            steps.fault("known", text, traits.spec)
            return Reasoning(.method, text, steps: steps.steps)
        }
        steps.add(
            "known", held: traits.isKnown,
            traits.isKnown
                ? "\(name) is a registered method with a standard meaning."
                : method.term.map { "\(name) is not a registered method; by convention it \(Prose.phrase($0.meaning))" }
                    ?? """
                    \(name) is not a method that Hark knows, so Hark assumes nothing about it. Methods are \
                    case-sensitive.
                    """,
            traits.spec)
        steps.add(
            "safe", held: traits.isSafe,
            traits.isSafe
                ? "Safe: it asks the server to change nothing."
                    + (method == .get || method == .head ? " Browsers prefetch it, and crawlers follow it." : "")
                : "Not safe: it may change something, so software does not send it on its own.", "RFC 9110 §9.2.1")
        steps.add(
            "idempotent", held: traits.isIdempotent,
            traits.isIdempotent
                ? "Idempotent: two identical requests have the same effect as one."
                : "Not idempotent: two identical requests may have the effect twice.",
            "RFC 9110 §9.2.2")
        let isCacheable: Bool? =
            switch traits.cacheability {
            case .always: true
            case .never: false
            case .withContentInKey, .whenExplicit: nil
            }
        steps.add("cacheable", held: isCacheable, cacheability(traits, method), "RFC 9110 §9.2.3")
        let isWrong = exchange.requestHasContent && (traits.content == .undefined || traits.content == .forbidden)
        if isWrong {
            steps.fault("content", content(traits, exchange), traits.spec)
        } else {
            steps.add("content", held: contentHolds(traits, exchange), content(traits, exchange), traits.spec)
        }
        steps.add("retry", retry(traits, exchange), "RFC 9110 §9.2.2")
        let conclusion: Prose = "\(name): \(phrase(traits, method.term))"
        return Reasoning(.method, conclusion, steps: steps.steps)
    }

    private static func phrase(_ traits: MethodTraits, _ term: Term?) -> Prose {
        guard traits.isKnown else {
            return term.map { "not registered; by convention it \(Prose.phrase($0.meaning))" }
                ?? "unknown, so nothing is assumed."
        }
        if traits.isSafe { return "safe and idempotent: it can be repeated at any time." }
        return traits.isIdempotent
            ? "not safe, but idempotent: it can be repeated when the response was lost."
            : "neither safe nor idempotent: do not repeat it blindly."
    }

    private static func cacheability(_ traits: MethodTraits, _ method: Method) -> Prose {
        switch traits.cacheability {
        case .always: "Caches can store and reuse its responses."
        case .withContentInKey:
            "A cache may store its responses only if the request body is a part of the key; few caches do so."
        case .whenExplicit:
            "Caches may store its responses only with an explicit lifetime and Content-Location; most caches never do."
        case .never:
            // A tunnel is about no resource.
            traits.isSafe || method == .connect
                ? "Caches do not store its responses."
                : """
                Caches do not store its responses; a successful one makes them discard the stored responses for \
                the URL.
                """
        }
    }

    /// Whether the method gets the content it is about; nil when it needs none and has none.
    private static func contentHolds(_ traits: MethodTraits, _ exchange: FlowRecord) -> Bool? {
        switch (traits.content, exchange.requestHasContent) {
        case (.expected, let isThere): isThere
        case (.optional, true): true
        case (.undefined, true), (.forbidden, true): false
        case (_, false): nil
        }
    }

    private static func content(_ traits: MethodTraits, _ exchange: FlowRecord) -> Prose {
        let isThere = exchange.requestHasContent
        switch (traits.content, isThere) {
        case (.expected, true): return "It has a body, as is usual for this method."
        case (.expected, false): return "It has no body, although this method usually has one."
        case (.optional, true): return "It has a body, which this method allows."
        case (.undefined, true):
            return
                """
                It has a body, which has no defined meaning for this method: servers may ignore it, reject the request \
                or close the connection.
                """
        case (.forbidden, true): return "It has a body, which this method forbids."
        case (_, false): return "It has no body, and needs none."
        }
    }

    private static func retry(_ traits: MethodTraits, _ exchange: FlowRecord) -> Prose {
        switch traits.retry {
        case .byItself: return "If the connection breaks before the response, a client may retry automatically."
        case .newTunnel: return "A broken tunnel is not retried: the protocol inside has to start again."
        case .onlyIfUnprocessed:
            if let key = exchange.requestFields.first(named: "idempotency-key") {
                return
                    """
                    The method forbids a blind retry, but with \("Idempotency-Key"): \(key) a server that supports \
                    that field recognises a repetition.
                    """
            }
            return
                """
                If the connection breaks before the response, the client must ask the user before a retry, unless it \
                knows that the server did not process the request.
                """
        }
    }
}
