public import HTTPModel

/// What a method's definition lets everyone on the way assume (RFC 9110 §9.2).
public struct MethodTraits: Sendable, Hashable {
    public enum Cacheability: Sendable, Hashable {
        case always
        /// Only with an explicit lifetime (and, for POST, Content-Location).
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

    /// One of those that RFC 9110, RFC 5789 or the QUERY document define.
    public let isKnown: Bool
    public let isSafe: Bool
    public let isIdempotent: Bool
    public let cacheability: Cacheability
    public let content: Content
    public let retry: Retry
    /// Where it is defined.
    public let spec: String

    public init(_ method: Method) {
        isSafe = method.isSafe
        isIdempotent = method.isIdempotent
        switch method {
        case .get: (cacheability, content, spec) = (.always, .undefined, "RFC 9110 §9.3.1")
        case .head: (cacheability, content, spec) = (.always, .undefined, "RFC 9110 §9.3.2")
        case .post: (cacheability, content, spec) = (.whenExplicit, .expected, "RFC 9110 §9.3.3")
        case .put: (cacheability, content, spec) = (.never, .expected, "RFC 9110 §9.3.4")
        case .delete: (cacheability, content, spec) = (.never, .undefined, "RFC 9110 §9.3.5")
        case .connect: (cacheability, content, spec) = (.never, .undefined, "RFC 9110 §9.3.6")
        case .options: (cacheability, content, spec) = (.never, .optional, "RFC 9110 §9.3.7")
        case .trace: (cacheability, content, spec) = (.never, .forbidden, "RFC 9110 §9.3.8")
        case .patch: (cacheability, content, spec) = (.whenExplicit, .expected, "RFC 5789 §2")
        case .query: (cacheability, content, spec) = (.always, .expected, "RFC 10008 §2")
        case .other: (cacheability, content, spec) = (.never, .optional, "RFC 9110 §9.1")
        }
        if case .other = method { isKnown = false } else { isKnown = true }
        retry = method == .connect ? .newTunnel : isIdempotent ? .byItself : .onlyIfUnprocessed
    }
}
