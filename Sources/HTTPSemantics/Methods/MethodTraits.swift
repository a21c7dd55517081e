public import HTTPModel
import Registry

/// The properties that a method's definition guarantees (RFC 9110 §9.2).
public struct MethodTraits: Sendable, Hashable {
    /// Whether and when a response to the method may be reused.
    public enum Cacheability: Sendable, Hashable {
        case always
        /// By a cache that makes the request's content a part of its key (QUERY).
        case withContentInKey
        /// Only with an explicit lifetime and Content-Location (POST, PATCH).
        case whenExplicit
        case never
    }

    /// What content in a request of this method means.
    public enum Content: Sendable, Hashable {
        /// The request normally has content.
        case expected
        /// The request may have content, but usually has none.
        case optional
        /// It has no defined meaning: some servers refuse it, some ignore it.
        case undefined
        /// It must not be sent.
        case forbidden
    }

    /// What a client or proxy may do if the response was lost.
    public enum Retry: Sendable, Hashable {
        /// Send it again automatically.
        case byItself
        /// Only if it knows that the first one was not processed.
        case onlyIfUnprocessed
        /// It opens a tunnel: a new attempt is a new connection.
        case newTunnel
    }

    /// One of the registered ones.
    public let isKnown: Bool
    /// Whether it is safe: it does not request a change (RFC 9110 §9.2.1).
    public let isSafe: Bool
    /// Whether two requests have the same effect as one (RFC 9110 §9.2.2).
    public let isIdempotent: Bool
    /// Whether and when a response to it may be reused.
    public let cacheability: Cacheability
    /// What content means in its requests.
    public let content: Content
    /// Whether it may be repeated automatically.
    public let retry: Retry
    /// Where it is defined.
    public let spec: String

    /// The registry's facts about a method; for an unknown one nothing is assumed.
    public init(_ method: Method) {
        let term = method.term
        let has = { (trait: Trait) in term?.has(trait) == true }
        let isKnown = term.map { $0.standing != .unregistered } ?? false
        self.isKnown = isKnown
        isSafe = has(.safe)
        isIdempotent = has(.idempotent)
        cacheability =
            has(.contentInKey)
            ? .withContentInKey : has(.cacheable) ? .always : has(.cacheableWhenExplicit) ? .whenExplicit : .never
        // Of a method that nobody has defined, nothing is said of its content either (RFC 9110 §9.1).
        content =
            has(.contentExpected)
            ? .expected
            : has(.contentForbidden) ? .forbidden : has(.contentOptional) || !isKnown ? .optional : .undefined
        spec = isKnown ? term?.spec ?? "RFC 9110 §9.1" : "RFC 9110 §9.1"
        retry = method == .connect ? .newTunnel : isIdempotent ? .byItself : .onlyIfUnprocessed
    }
}
