package import Bytes
package import HTTPModel
package import HTTPSemantics

/// What the two kinds of caches make of a response, each decided when a check first asks. An object, since a verdict
/// has many parts, and a dozen checks ask for one of them.
package final class CacheVerdicts {
    package private(set) lazy var privateCache = verdict(of: .privateCache)
    package private(set) lazy var shared = verdict(of: .shared)

    private let url: Bytes?
    private let request: RequestHead
    private let response: ResponseHead
    private let clock: Freshness.Clock

    init(url: Bytes?, _ request: RequestHead, _ response: ResponseHead, _ clock: Freshness.Clock) {
        self.url = url
        self.request = request
        self.response = response
        self.clock = clock
    }

    private func verdict(of cache: CacheKind) -> Freshness {
        Freshness(
            url: url, method: request.method, request: request.fields, status: response.status,
            response: response.fields, clock: clock, cache: cache)
    }
}
