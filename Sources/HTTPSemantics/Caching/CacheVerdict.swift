public import Bytes
public import HTTPModel

/// What a cache that had seen the session so far would have done with one exchange.
public struct CacheVerdict: Sendable {
    /// Whether the stored response answered the request.
    public enum Served: String, Sendable, CaseIterable {
        /// The request goes to the server, and its answer is used.
        case no
        case fresh, stale
        /// The stored response was revalidated successfully: only a head is transferred.
        case validated
    }

    /// The reason for reuse or not.
    public enum Ground: Sendable, Hashable {
        // Not served from the cache.
        /// The method has to reach the server (RFC 9111 §4).
        case method
        /// Nothing is stored for this URL.
        case nothingStored
        /// The stored response was invalidated when that exchange changed something (§4.4).
        case invalidated(by: Int)
        /// Only for other values of the fields in Vary (§4.1).
        case vary(VarySelection)
        /// Only the response to a HEAD is stored, without content.
        case headOnly
        // Why the stored response could not be used without asking.
        case requestNoCache
        /// The request accepts an age of this many seconds, no more (§5.2.1.1).
        case requestMaxAge(Int64)
        /// Stale, and a request with max-age accepts nothing stale unless it has max-stale (§5.2.1.1).
        case requestMaxAgeStale
        /// The request requires it to stay fresh this long (§5.2.1.3).
        case requestMinFresh(Int64)
        /// The response has no-cache (§5.2.2.4).
        case responseNoCache
        /// Stale, and nothing permits its use (§4.2.4).
        case isStale
        /// Stale, and must-revalidate or a similar directive forbids its use.
        case mustRevalidate
        // Served.
        case isFresh
        /// Fresh and immutable: a reload need not revalidate it (RFC 8246 §2).
        case immutable
        /// A permanent redirect without a lifetime: browsers use it without revalidation, other caches may (RFC 9111
        /// §4.2.2).
        case leftToTheCache
        /// Stale by less than this, which the request accepts; nil: by any time (§5.2.1.2).
        case requestMaxStale(Int64?)
        /// Stale by less than this: it is used during a background revalidation (RFC 5861 §3).
        case staleWhileRevalidate(Int64)
        /// Stale by less than this, and the server failed (RFC 5861 §4).
        case staleIfError(Int64)
        /// Stale, and the server did not answer at all: a cache may (§4.2.4).
        case disconnected
    }

    /// The result of a revalidation.
    public enum Check: Sendable, Hashable {
        /// 304, and the stored response is renewed; the names of the fields that changed.
        case renewed(changed: [Bytes])
        /// 304 with a validator that the stored response does not have: it is not renewed (§4.3.4).
        case otherValidator
        /// A full response with the validator of the stored one: a conditional request would have got 304.
        case sameValidator(Bytes)
        /// A different full response. It replaces the stored one if it may be stored; otherwise the old one stays.
        case changed(isStored: Bool)
        /// The server failed (5xx): its response goes to the client, and the stored one stays unchanged (§4.3.3).
        case failed(Int)
        /// There was no validator for a revalidation.
        case impossible
        /// The answer to HEAD renewed the stored response (§4.3.5); the names of the fields that changed.
        case renewedByHead(changed: [Bytes])
        /// The answer to HEAD shows that the stored response is out of date.
        case outdatedByHead
    }

    /// Why a storable response is not stored, besides the reasons of `Storability`.
    public enum Exclusion: Sendable, Hashable {
        /// No response came.
        case noResponse
        /// A 200 with Content-Range: a part without the status 206.
        case partial
        /// There was no response: the request was answered from the cache.
        case servedFromCache
        /// The response to HEAD only renews the stored one.
        case head
    }

    /// Which cache.
    public let cache: CacheKind
    /// Where the answer would have come from.
    public internal(set) var served: Served = .no
    /// Why.
    public internal(set) var ground: Ground = .nothingStored
    /// Of the stored response that was looked at, when the request came; nil when there was none.
    public internal(set) var reused: Freshness?
    /// The fields of that stored response, as they were when the request came.
    public internal(set) var reusedFields: FieldSection?
    /// The status of that stored response; 0 when there was none.
    public internal(set) var reusedStatus = 0
    /// Which exchange that response came from, as the caller counts.
    public internal(set) var reusedFrom: Int?
    /// The fields with which a check asks (§4.3.1).
    public internal(set) var conditions: [(field: StaticString, value: Bytes)] = []
    /// What came of asking the server, if it was asked.
    public internal(set) var check: Check?
    /// Whether the response may be stored, and its freshness when it came; nil without response.
    public internal(set) var freshness: Freshness?
    /// Why the exchange says nothing of caches, if it does not.
    public internal(set) var exclusion: Exclusion?
    /// URLs whose stored responses an unsafe method made unusable (§4.4).
    public internal(set) var invalidated: [Bytes] = []
    /// URLs named in Location or Content-Location of another origin: not invalidated (§4.4).
    public internal(set) var spared: [Bytes] = []
    /// only-if-cached and nothing usable: the cache answers 504 (§5.2.1.7).
    public internal(set) var answers504 = false
    /// The request was conditional itself, and the cache can answer 304 in the server's place (§4.3.2).
    public internal(set) var answers304 = false
    /// The field of Vary in which both requests agree only when letter case and order are set aside (§4.1).
    public internal(set) var normalizedField: Bytes?
    /// Content bytes that need not have travelled.
    public internal(set) var savedBytes: UInt64 = 0

    init(cache: CacheKind) {
        self.cache = cache
    }

    /// Whether a cache that gets the response stores it.
    public var isStorable: Bool {
        guard freshness?.isKept == true else { return false }
        return exclusion == nil || exclusion == .servedFromCache
    }
}
