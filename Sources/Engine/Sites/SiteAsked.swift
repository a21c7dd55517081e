internal import HTTPModel
internal import Site

/// A built-in site, under the name by which it was asked, and by whom.
struct SiteAsked {
    let site: any LocalSite
    let host: String
    let clientAddress: String
    let shard: ShardState

    /// - Parameter hasBody: where frames say so, and no field has to (RFC 9113 §8.1).
    func request(_ head: RequestHead, hasBody: Bool? = nil) -> SiteRequest {
        SiteRequest(
            head: head, host: host, wallClock: shard.wallClock(at: shard.now()),
            requestNumber: shard.counters.nextSiteRequest(), clientAddress: clientAddress, hasBody: hasBody)
    }
}
