import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// How many redirects led to each flow, worked out as flows end one after the other. A value.
package struct RedirectHops {
    /// As long is the request that follows a redirect waited for, in seconds, and of so many.
    private var targets = RedirectTargets(window: 60, limit: 10_000)

    package init() {}

    /// Nil when none did.
    package mutating func hop(of record: FlowRecord) -> Int64? {
        let location = record.responseHead?.fields.first(.location)
        guard location != nil || !targets.isEmpty else { return nil }
        let time = max(record.responseReceivedAt ?? 0, record.startedAt ?? 0) / 1_000_000
        let url = record.url
        let before = targets.isEmpty ? nil : targets.follow(RedirectTargets.key(url), at: time)
        let hop = before.map { $0 + 1 }
        if !record.statusIsNotTheServers, let head = record.responseHead, (300..<400).contains(head.status),
            let location,
            let redirect = Redirect(status: head.status, location: location, method: record.method, requestURL: url)
        {
            targets.remember(redirect.target.requestKey, mark: hop ?? 0, at: time)
        }
        return hop.map { Int64($0) }
    }
}
