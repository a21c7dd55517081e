/// A property of a term for programs. The tables use the names of the cases.
public enum Trait: UInt8, Sendable, CaseIterable {
    // Methods (RFC 9110 §9.2, §9.3).
    case safe, idempotent
    /// Responses may be stored and reused.
    case cacheable
    /// Responses may be stored if they have an explicit lifetime and Content-Location.
    case cacheableWhenExplicit
    /// The request's content must be part of the cache's key.
    case contentInKey
    /// Content in a request: expected, optional or forbidden; without any of these it has no defined meaning.
    case contentExpected, contentOptional, contentForbidden

    // Statuses.
    /// May be stored without an explicit lifetime (RFC 9110 §15.1).
    case heuristic
    /// Its effect on caches is specified and implemented (RFC 9111 §3).
    case cacheUnderstood
    /// No cache may store it, whatever Cache-Control says (RFC 6585 §3 to §6).
    case neverStored
    /// Without a body, whatever the fields say (RFC 9110 §6.4.1).
    case bodiless
    /// It is not used, and its number is reserved.
    case reserved

    // Fields.
    /// The messages that may have it.
    case request, response, trailer
    /// The syntax of its value (RFC 9110 §5.5, RFC 9651).
    case list, singleton, structuredItem, structuredList, structuredDictionary
    /// It applies only to the next hop (RFC 9110 §7.6.1).
    case hopByHop
    /// It is for the proxy, which removes it (RFC 9110 §11.7).
    case forProxy
    /// It decides where a message ends (RFC 9112 §6).
    case framing
    /// It describes the content; Connection must never name it.
    case essential
    /// It contains a credential.
    case secret
    /// It contains data about a person or a session.
    case personal
    /// Caches read it.
    case caching
    /// A browser sets it by itself, and no script may (Fetch Standard, forbidden request-header).
    case browserOnly
    /// A browser may add it by itself, and scripts may set it too.
    case browserAdded
    /// A script may set it without a preflight, when its value is plain (Fetch Standard, CORS-safelisted).
    case safelisted
    /// It makes a request conditional (RFC 9110 §13.1).
    case condition
    /// A cache does not store it (RFC 9111 §3.1).
    case notStored

    // Codings.
    /// It is compression.
    case compression

    // Directives and attributes.
    /// It takes a value, or it may.
    case takesSeconds, takesFields, takesValue

    // Algorithms, schemes, protocols.
    /// Broken or weak: not secure.
    case weak
    /// Anyone on the network can read what it protects.
    case readable

    // Alerts.
    case fatal
    /// A close code that is never sent, only reported to programs.
    case neverSent

    /// The bit that stands for it.
    @inlinable var bit: UInt64 { 1 &<< UInt64(rawValue) }

    init?(word: Substring) {
        guard let found = Self.byWord[word] else { return nil }
        self = found
    }

    private static let byWord = Dictionary(
        allCases.map { (Substring(String(describing: $0)), $0) }, uniquingKeysWith: { first, _ in first })
}

/// A set of traits, as bits.
public struct Traits: Sendable, Hashable {
    @usableFromInline var bits: UInt64 = 0

    /// No trait.
    public init() {}

    /// Whether the trait is among them.
    @inlinable public func contains(_ trait: Trait) -> Bool { bits & trait.bit != 0 }

    mutating func insert(_ trait: Trait) { bits |= trait.bit }

    /// The traits, in the order in which they are declared.
    public var all: [Trait] { Trait.allCases.filter(contains) }
}
