import Bytes
import HTTPModel

/// A response in the simulated cache.
struct StoredResponse: Sendable {
    private(set) var fields: FieldSection
    let request: FieldSection
    let method: Method
    let status: Int
    let contentSize: UInt64?
    let isHead: Bool
    /// Which exchange it came from.
    let index: Int
    /// An answer to HEAD showed that it is no longer what the server has (RFC 9111 §4.3.5).
    var isOutdated = false
    private(set) var control: CacheControl
    private var freshness: Freshness

    init(_ exchange: CacheExchange, freshness: Freshness, index: Int) {
        fields = exchange.response
        request = exchange.request
        method = exchange.method
        status = exchange.status ?? 0
        contentSize = exchange.contentSize
        isHead = exchange.method == .head
        self.index = index
        self.freshness = freshness
        control = CacheControl(exchange.response)
    }

    /// How fresh it is at a moment.
    func freshness(at now: Int64) -> Freshness { freshness.at(now) }

    func selection(for request: FieldSection) -> VarySelection {
        VarySelection.select(response: fields, stored: self.request, request: request)
    }

    /// The field of Vary that agrees by its meaning only, not byte by byte.
    func normalizedField(for request: FieldSection) -> Bytes? {
        VarySelection.fields(of: fields).first { name in
            self.request.values(named: name.lowercased) != request.values(named: name.lowercased)
        }
    }

    /// Whether it answers whatever the other answers.
    func replaces(_ other: StoredResponse) -> Bool {
        VarySelection.select(response: fields, stored: other.request, request: request) == .matches
    }

    /// The fields with which a check asks (RFC 9111 §4.3.1).
    var conditions: [(field: StaticString, value: Bytes)] {
        var conditions: [(field: StaticString, value: Bytes)] = []
        if let tag = fields.first(.etag) { conditions.append(("If-None-Match", tag)) }
        if let date = fields.first(.lastModified) { conditions.append(("If-Modified-Since", date)) }
        return conditions
    }

    /// Takes over the fields of a newer answer, and its times (RFC 9111 §3.2). Gives the names of those that changed.
    mutating func renew(by exchange: CacheExchange, cache: CacheKind) -> [Bytes] {
        let (fields, changed) = StoredFields.updated(self.fields, by: exchange.response)
        self.fields = fields
        control = CacheControl(fields)
        isOutdated = false
        freshness = Freshness(
            url: exchange.url, method: method, request: request, status: status, response: fields,
            clock: .init(
                requestTime: exchange.requestTime, responseTime: exchange.responseTime, now: exchange.responseTime),
            cache: cache)
        return changed
    }

    /// Whether the cache itself can answer a conditional request with 304 (RFC 9111 §4.3.2).
    func isNotModified(for request: FieldSection, now: Int64) -> Bool {
        guard status == 200 else { return false }
        if request.contains(.ifNoneMatch) {
            guard let tag = fields.first(.etag)?.tagName else { return false }
            return EntityTag.members(named: "if-none-match", in: request).contains { $0 == "*" || $0.tagName == tag }
        }
        guard let value = request.first(.ifModifiedSince), let since = HTTPDate.parse(value, now: now) else {
            return false
        }
        // Without Last-Modified, the time of the response stands in for it.
        let modified = fields.first(.lastModified).flatMap { HTTPDate.parse($0, now: now) } ?? freshness.age.dateValue
        return modified <= since
    }
}
