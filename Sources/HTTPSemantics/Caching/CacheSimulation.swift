import Bytes
import HTTPModel

/// A cache that is filled by a session, and says for each exchange what it would have done (RFC 9111). It forgets
/// nothing within its `Limits`. It keeps complete responses only: parts (206) are neither stored nor combined. A value;
/// the reader of a session owns one of each kind.
public struct CacheSimulation: Sendable {
    /// The limits of a simulated cache.
    public struct Limits: Sendable, Hashable {
        /// How many resources.
        public var resources = 10_000
        /// Responses to one URL that differ by the fields in Vary.
        public var variants = 16

        /// Limits that suit any session.
        public init() {}
    }

    /// Which kind of cache it is.
    public let kind: CacheKind
    private let limits: Limits
    private var stored: [Bytes: [StoredResponse]] = [:]
    /// URLs whose stored responses an unsafe method outdated, with the exchange that did; until something is stored
    /// again.
    private var invalidatedBy: [Bytes: Int] = [:]
    /// URLs in the order they were first stored; `oldest` is the first that may still be there.
    private var order: [Bytes] = []
    private var oldest = 0

    /// An empty cache.
    public init(_ kind: CacheKind, limits: Limits = Limits()) {
        self.kind = kind
        self.limits = limits
    }

    /// Adds the next exchange. Later verdicts refer to it by `index`.
    public mutating func handle(_ exchange: CacheExchange, index: Int) -> CacheVerdict {
        var verdict = CacheVerdict(cache: kind)
        let key = URLReference(exchange.url).requestKey
        let control = exchange.request.contains(.cacheControl) ? CacheControl(exchange.request) : nil
        let place = look(for: exchange, key: key, control: control, verdict: &verdict)
        if let status = exchange.status {
            verdict.freshness = Freshness(
                url: exchange.url, method: exchange.method, request: exchange.request, status: status,
                response: exchange.response,
                clock: .init(
                    requestTime: exchange.requestTime, responseTime: exchange.responseTime, now: exchange.responseTime),
                cache: kind)
        }
        switch verdict.served {
        case .fresh, .stale:
            verdict.exclusion = .servedFromCache
            if let place { verdict.savedBytes = savedBytes(exchange, at: place, key: key) }
            // RFC 5861 §3: the check beside renews what is stored.
            if case .staleWhileRevalidate = verdict.ground, exchange.status != nil {
                fill(exchange, key: key, place: place, index: index, verdict: &verdict)
                verdict.exclusion = .servedFromCache
            }
        case .no, .validated:
            if control?.contains(.onlyIfCached) == true {
                // §5.2.1.7: the request never leaves.
                verdict.answers504 = true
                verdict.exclusion = .servedFromCache
                return verdict
            }
            fill(exchange, key: key, place: place, index: index, verdict: &verdict)
        }
        return verdict
    }

    // MARK: Looking (§4)

    /// Finds the stored response for a request, and decides whether it can be used; gives its place.
    private func look(
        for exchange: CacheExchange, key: Bytes, control: CacheControl?, verdict: inout CacheVerdict
    ) -> Int? {
        guard exchange.method == .get || exchange.method == .head else {
            verdict.ground = .method
            return nil
        }
        guard let variants = stored[key], !variants.isEmpty else {
            if let index = invalidatedBy[key] { verdict.ground = .invalidated(by: index) }
            return nil
        }
        var place: Int?
        // §4.1: of several that match, the most recent.
        for index in variants.indices.reversed() {
            if variants[index].isHead, exchange.method == .get {
                verdict.ground = .headOnly
                continue
            }
            let selection = variants[index].selection(for: exchange.request)
            if selection == .matches {
                place = index
                verdict.normalizedField = variants[index].normalizedField(for: exchange.request)
                break
            }
            // The nearest miss is told of.
            if verdict.ground == .nothingStored { verdict.ground = .vary(selection) }
        }
        guard let place else { return nil }
        let found = variants[place]
        let freshness = found.freshness(at: exchange.requestTime)
        verdict.reused = freshness
        verdict.reusedFields = found.fields
        verdict.reusedStatus = found.status
        verdict.reusedFrom = found.index
        let decision = ReuseDecision.decide(freshness, found, request: control, status: exchange.status, cache: kind)
        verdict.served = decision.served
        verdict.ground = decision.ground
        if decision.served == .no {
            verdict.conditions = found.conditions
        } else {
            verdict.answers304 = found.isNotModified(for: exchange.request, now: exchange.requestTime)
        }
        return place
    }

    private func savedBytes(_ exchange: CacheExchange, at place: Int, key: Bytes) -> UInt64 {
        if exchange.method == .head { return 0 }
        return exchange.contentSize ?? stored[key]?[place].contentSize ?? 0
    }

    // MARK: Filling (§3, §4.3.3 to §4.4)

    private mutating func fill(
        _ exchange: CacheExchange, key: Bytes, place: Int?, index: Int, verdict: inout CacheVerdict
    ) {
        guard let status = exchange.status, let freshness = verdict.freshness else {
            verdict.exclusion = .noResponse
            return
        }
        if !exchange.method.isSafe {
            invalidate(exchange, key: key, status: status, index: index, verdict: &verdict)
        }
        if let place {
            if status == 304 {
                renew(exchange, key: key, place: place, verdict: &verdict)
                return
            }
            if exchange.method == .head, status == 200, stored[key]?[place].isHead == false {
                renewByHead(exchange, key: key, place: place, verdict: &verdict)
                return
            }
            if exchange.method == .get, verdict.served == .no {
                compare(exchange, with: stored[key]?[place], verdict: &verdict)
            }
        }
        if status == 200, exchange.response.contains(.contentRange), exchange.request.contains(.range) {
            verdict.exclusion = .partial
        }
        guard freshness.isKept, verdict.exclusion == nil else {
            if case .changed = verdict.check { verdict.check = .changed(isStored: false) }
            return
        }
        if case .failed = verdict.check { verdict.check = .changed(isStored: true) }
        insert(StoredResponse(exchange, freshness: freshness, index: index), key: key)
    }

    private mutating func insert(_ response: StoredResponse, key: Bytes) {
        var variants = stored[key] ?? []
        if stored[key] == nil { order.append(key) }
        // One answers the same requests as another when the fields of its own Vary agree.
        variants.removeAll { $0.isHead == response.isHead && response.replaces($0) }
        if variants.count >= limits.variants { variants.removeFirst() }
        variants.append(response)
        stored[key] = variants
        invalidatedBy[key] = nil
        while stored.count > limits.resources, oldest < order.count {
            stored[order[oldest]] = nil
            invalidatedBy[order[oldest]] = nil
            oldest += 1
        }
        if oldest > limits.resources {
            order.removeFirst(oldest)
            oldest = 0
        }
    }

    /// §4.3.4: a 304 renews the stored response it speaks of.
    private mutating func renew(_ exchange: CacheExchange, key: Bytes, place: Int, verdict: inout CacheVerdict) {
        guard var response = stored[key]?[place] else { return }
        // "MUST NOT use the new response to update" when it has a strong validator that is not the stored one's.
        if let tag = exchange.response.first(.etag), tag.first == ASCII.quote, let old = response.fields.first(.etag),
            old != tag
        {
            verdict.served = .no
            verdict.check = .otherValidator
            return
        }
        let changed = response.renew(by: exchange, cache: kind)
        stored[key]?[place] = response
        verdict.served = .validated
        verdict.check = .renewed(changed: changed)
        verdict.savedBytes = response.contentSize ?? 0
    }

    /// §4.3.5: the answer to HEAD renews the answer to GET when their validators and lengths agree, and outdates it
    /// otherwise.
    private mutating func renewByHead(_ exchange: CacheExchange, key: Bytes, place: Int, verdict: inout CacheVerdict) {
        guard var response = stored[key]?[place] else { return }
        verdict.exclusion = .head
        for field in [KnownField.etag, .lastModified, .contentLength] {
            guard let new = exchange.response.first(field) else { continue }
            if new != response.fields.first(field) {
                response.isOutdated = true
                stored[key]?[place] = response
                verdict.check = .outdatedByHead
                return
            }
        }
        let changed = response.renew(by: exchange, cache: kind)
        stored[key]?[place] = response
        verdict.check = .renewedByHead(changed: changed)
    }

    /// A full answer where a check was due: would the server have said 304?
    private func compare(_ exchange: CacheExchange, with response: StoredResponse?, verdict: inout CacheVerdict) {
        guard let response else { return }
        guard !response.conditions.isEmpty else {
            verdict.check = .impossible
            return
        }
        guard let status = exchange.status, status == 200 else {
            let status = exchange.status ?? 0
            verdict.check = status >= 500 ? .failed(status) : .changed(isStored: true)
            return
        }
        // The entity tag speaks for the content; Last-Modified where there is none (RFC 9110 §13.1.3).
        let field: KnownField = response.fields.contains(.etag) ? .etag : .lastModified
        if let old = response.fields.first(field), let new = exchange.response.first(field), old.tagName == new.tagName
        {
            verdict.served = .validated
            verdict.check = .sameValidator(old)
            verdict.savedBytes = exchange.contentSize ?? response.contentSize ?? 0
        } else {
            verdict.check = .changed(isStored: true)
        }
    }

    /// §4.4: after a success of an unsafe method, what is stored of its URL is out of date, and of Location and
    /// Content-Location where they name the same origin.
    private mutating func invalidate(
        _ exchange: CacheExchange, key: Bytes, status: Int, index: Int, verdict: inout CacheVerdict
    ) {
        guard (200..<400).contains(status) else { return }
        let base = URLReference(exchange.url)
        remove(key, by: index, verdict: &verdict)
        let named = exchange.response.values(.location) + exchange.response.values(named: "content-location")
        for reference in named.prefix(4) {
            let target = URLReference(reference).resolved(against: base)
            let other = target.requestKey
            if target.hasSameOrigin(as: base) {
                if other != key { remove(other, by: index, verdict: &verdict) }
            } else {
                verdict.spared.append(other)
            }
        }
    }

    private mutating func remove(_ key: Bytes, by index: Int, verdict: inout CacheVerdict) {
        guard let variants = stored[key], !variants.isEmpty else { return }
        stored[key] = []
        invalidatedBy[key] = index
        verdict.invalidated.append(key)
    }
}

extension Bytes {
    /// An entity tag without the mark of weakness: If-None-Match compares weakly (RFC 9110 §13.1.2).
    var tagName: Bytes { hasPrefix(ignoringCase: "w/") ? slice(2..<count) : self }
}
