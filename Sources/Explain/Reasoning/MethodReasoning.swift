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
            let text: Prose = "PRI is never a request: it is how a connection of HTTP/2 begins."
            steps.fault("known", text, traits.spec)
            return Reasoning(.method, text, steps: steps.steps)
        }
        steps.add(
            "known", held: traits.isKnown,
            traits.isKnown
                ? "\(name) is registered, and means the same everywhere."
                : method.term.map { "\(name) is in no registry; by habit it \(Prose.phrase($0.meaning))" }
                    ?? """
                    \(name) is not among the methods known here. Nothing may be assumed of it; methods are \
                    case-sensitive.
                    """,
            traits.spec)
        steps.add(
            "safe", held: traits.isSafe,
            traits.isSafe
                ? "It asks the server to change nothing."
                    + (method == .get || method == .head ? " Browsers prefetch it, and crawlers follow it." : "")
                : "It may change something, so nothing sends it unasked.", "RFC 9110 §9.2.1")
        steps.add(
            "idempotent", held: traits.isIdempotent,
            traits.isIdempotent
                ? "Sending it twice has the same effect as sending it once."
                : "Sent twice, it may do its work twice.",
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
            return term.map { "in no registry; by habit it \(Prose.phrase($0.meaning))" }
                ?? "unknown here, so nothing is assumed."
        }
        if traits.isSafe { return "safe and idempotent: it may be sent again at any time." }
        return traits.isIdempotent
            ? "not safe, but idempotent: it may be sent again when the answer was lost."
            : "neither safe nor idempotent: it must not be repeated blindly."
    }

    private static func cacheability(_ traits: MethodTraits, _ method: Method) -> Prose {
        switch traits.cacheability {
        case .always: "Its responses may be stored and used again."
        case .withContentInKey:
            "A cache may store its responses only if the request's content is a part of its key; few caches do so."
        case .whenExplicit:
            "Its responses are stored only with an explicit lifetime and Content-Location; most caches never do."
        case .never:
            // A tunnel is about no resource.
            traits.isSafe || method == .connect
                ? "Its responses are not stored."
                : "Its responses are not stored, and a successful one makes caches forget what they have for the URL."
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
        case (.expected, true): return "It has content, as this method normally has."
        case (.expected, false): return "It has no content, though this method normally has some."
        case (.optional, true): return "It has content, which this method may have."
        case (.undefined, true):
            return
                """
                It has content, which has no defined meaning with this method: servers may ignore it, refuse it or \
                close the connection.
                """
        case (.forbidden, true): return "It has content, which this method must not have."
        case (_, false): return "It has no content, and needs none."
        }
    }

    private static func retry(_ traits: MethodTraits, _ exchange: FlowRecord) -> Prose {
        switch traits.retry {
        case .byItself: return "If the connection breaks before the answer, a client may send it again by itself."
        case .newTunnel: return "A broken tunnel is not repeated: what ran inside has to start again."
        case .onlyIfUnprocessed:
            if let key = exchange.requestFields.first(named: "idempotency-key") {
                return
                    """
                    The method alone forbids a blind retry, but \("Idempotency-Key"): \(key) lets this server \
                    recognise a second copy, if it supports that field.
                    """
            }
            return
                """
                If the connection breaks before the answer, a client has to ask the user, or know that the \
                server did nothing with it.
                """
        }
    }
}
