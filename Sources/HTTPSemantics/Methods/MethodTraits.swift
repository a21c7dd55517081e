public import HTTPModel
import Registry

/// What a method's definition lets everyone on the way assume (RFC 9110 §9.2).
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
        /// It is what the request is about.
        case expected
        /// It may be there; mostly it is not.
        case optional
        /// It has no defined meaning: some servers refuse it, some ignore it.
        case undefined
        /// It must not be sent.
        case forbidden
    }

    /// What a client or proxy may do when the answer was lost.
    public enum Retry: Sendable, Hashable {
        /// Send it again without asking.
        case byItself
        /// Only when it knows that the first one was not carried out.
        case onlyIfUnprocessed
        /// It opens a tunnel: a new attempt is a new connection.
        case newTunnel
    }

    /// One of the registered ones.
    public let isKnown: Bool
    /// Whether it asks for nothing to change (RFC 9110 §9.2.1).
    public let isSafe: Bool
    /// Whether doing it twice is as doing it once (RFC 9110 §9.2.2).
    public let isIdempotent: Bool
    /// Whether and when a response to it may be reused.
    public let cacheability: Cacheability
    /// What it may bring along.
    public let content: Content
    /// Whether it may be repeated without asking.
    public let retry: Retry
    /// Where it is defined.
    public let spec: String

    /// What the registry says of a method; of an unknown one the least is assumed.
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
