public import Bytes

/// What a request method asks for, in words. The dictionary of methods: a complete one is more entries.
public struct MethodMeaning: Sendable, Hashable {
    /// Whether the content of a request with this method has a meaning (RFC 9110 §9.3).
    public enum Body: String, Sendable {
        case expected
        /// It may be there.
        case optional
        /// Nothing defines what it would mean; some servers refuse or drop it.
        case undefined
    }

    public let name: String
    /// One sentence, to follow the name and a colon.
    public let text: String
    /// What to know when using it.
    public let advice: String
    public let spec: String
    /// It asks for nothing to be changed (RFC 9110 §9.2.1).
    public let isSafe: Bool
    /// Twice is as good as once, so it may be repeated (RFC 9110 §9.2.2).
    public let isIdempotent: Bool
    /// Whether a cache may answer later requests from the response (RFC 9110 §9.2.3).
    public let isCacheable: Bool
    public let body: Body

    /// The entry of this method, written exactly so: methods are case-sensitive.
    public static func of(_ method: Bytes) -> MethodMeaning? {
        all.first { $0.letters == method }
    }

    private let letters: Bytes

    private init(
        _ name: String, _ spec: String, _ properties: (safe: Bool, idempotent: Bool, cacheable: Bool), _ body: Body,
        _ text: String, advice: String
    ) {
        self.name = name
        self.text = text
        self.advice = advice
        self.spec = spec
        isSafe = properties.safe
        isIdempotent = properties.idempotent
        isCacheable = properties.cacheable
        self.body = body
        letters = Bytes(name)
    }

    private static let reading = (safe: true, idempotent: true, cacheable: true)
    private static let asking = (safe: true, idempotent: true, cacheable: false)
    private static let setting = (safe: false, idempotent: true, cacheable: false)
    private static let acting = (safe: false, idempotent: false, cacheable: false)

    /// All entries.
    public static let all: [MethodMeaning] = [
        MethodMeaning(
            "GET", "RFC 9110 §9.3.1", reading, .undefined, "gives the current representation of the target.",
            advice: "Put what varies into the URL: content in a GET has no defined meaning."),
        MethodMeaning(
            "HEAD", "RFC 9110 §9.3.2", reading, .undefined,
            "does as GET would, but wants the head of the answer alone.",
            advice: "The answer has the fields of a GET's, Content-Length too, and never a body."),
        MethodMeaning(
            "POST", "RFC 9110 §9.3.3", (safe: false, idempotent: false, cacheable: true), .expected,
            "hands the content to the target, which does with it what it is there for.",
            advice: "Sent twice it may act twice. Its response is cached only when it says how long it is fresh."),
        MethodMeaning(
            "PUT", "RFC 9110 §9.3.4", setting, .expected, "makes the content the new state of the target.",
            advice: "Sent twice it leaves the same state, so it may be repeated when the answer was lost."),
        MethodMeaning(
            "DELETE", "RFC 9110 §9.3.5", setting, .undefined, "removes what the target names.",
            advice: "A second one may get a 404; the state is the same, so it may be repeated."),
        MethodMeaning(
            "CONNECT", "RFC 9110 §9.3.6", acting, .undefined, "asks a proxy for a tunnel to a host and port.",
            advice: "After a 2xx the connection carries bytes both ways, mostly TLS, and no HTTP of the proxy's."),
        MethodMeaning(
            "OPTIONS", "RFC 9110 §9.3.7", asking, .optional, "asks what the target, or the server, can do.",
            advice: "Browsers send it before a cross-origin request that is out of the ordinary (CORS preflight)."),
        MethodMeaning(
            "TRACE", "RFC 9110 §9.3.8", asking, .undefined, "asks for the request to be sent back as it arrived.",
            advice: "Most servers refuse it, as it could show cookies and credentials to scripts."),
        MethodMeaning(
            "PATCH", "RFC 5789 §2", acting, .expected, "changes a part of the target as the content describes.",
            advice: "Whether it may be repeated depends on the format of the patch; If-Match makes it safe to try."),
        MethodMeaning(
            "QUERY", "RFC 10008 §2", reading, .expected, "asks the target a question that stands in the content.",
            advice: "A GET with content: it changes nothing and may be repeated. The content is part of the cache key."),
        MethodMeaning(
            "PROPFIND", "RFC 4918 §9.1", asking, .optional, "asks for properties of a WebDAV resource and its members.",
            advice: "Depth says how far down it goes."),
        MethodMeaning(
            "PROPPATCH", "RFC 4918 §9.2", setting, .expected, "sets and removes properties of a WebDAV resource.",
            advice: "All changes are made, or none."),
        MethodMeaning(
            "MKCOL", "RFC 4918 §9.3", setting, .optional, "makes a WebDAV collection, as a folder.",
            advice: "It fails with 405 where something is already, and with 409 where the folder above is missing."),
        MethodMeaning(
            "COPY", "RFC 4918 §9.8", setting, .optional, "copies a WebDAV resource to the URL in Destination.",
            advice: "Overwrite: F keeps what is there already."),
        MethodMeaning(
            "MOVE", "RFC 4918 §9.9", setting, .optional, "moves a WebDAV resource to the URL in Destination.",
            advice: "Overwrite: F keeps what is there already."),
        MethodMeaning(
            "LOCK", "RFC 4918 §9.10", acting, .optional, "takes a WebDAV lock, or refreshes it.",
            advice: "The Lock-Token of the answer has to be sent with later changes."),
        MethodMeaning(
            "UNLOCK", "RFC 4918 §9.11", setting, .undefined, "gives a WebDAV lock back.",
            advice: "Lock-Token names the lock."),
        MethodMeaning(
            "REPORT", "RFC 3253 §3.6", asking, .expected, "asks for a report on a resource, as CalDAV does.",
            advice: "The content names the report."),
        MethodMeaning(
            "SEARCH", "RFC 5323 §2", asking, .expected, "searches a WebDAV resource.",
            advice: "The content holds the question; QUERY does the same for all of HTTP."),
        MethodMeaning(
            "PRI", "RFC 9113 §3.4", asking, .undefined,
            "is the beginning of HTTP/2, which no HTTP/1 server may take for a request.",
            advice: "The client spoke HTTP/2 to a reader of HTTP/1."),
    ]
}

extension MethodMeaning {
    public static func == (left: MethodMeaning, right: MethodMeaning) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
