import Bytes
package import Flow
package import HTTPSemantics

/// Remembers where recent redirects led, so that the request that follows one is known for it.
///
/// A request continues a chain when its URL is a Location that the same client address was given shortly before. It
/// holds a bounded number of targets and forgets the oldest. Owned by a view.
package struct RedirectChains {
    /// Where an exchange stands among redirects.
    package enum Place: Sendable, Hashable {
        /// Neither a redirect nor the end of one.
        case alone
        /// A redirect: the hop it is in its chain, counted from 1.
        case hop(Int)
        /// The first answer that is no redirect after this many of them.
        case end(after: Int)
    }

    private struct Key: Hashable {
        let client: String
        let url: Bytes
    }

    private struct Entry {
        let hop: Int
        let time: Instant
        /// Tells this entry from an older one under the same key.
        let serial: UInt64
    }

    private var entries: [Key: Entry] = [:]
    /// Keys in the order they were remembered; `oldest` is the first that may still be there.
    private var order: [(key: Key, serial: UInt64)] = []
    private var oldest = 0
    private var serial: UInt64 = 0
    private let limit: Int
    private let window: UInt64

    /// `window`: how long after a redirect its target counts as a continuation, in nanoseconds.
    package init(limit: Int = 1000, window: UInt64 = 60_000_000_000) {
        self.limit = max(1, limit)
        self.window = window
    }

    /// Where a finished exchange stands; remembers its target when it redirects.
    package mutating func place(_ record: FlowRecord, redirect: Redirect?) -> Place {
        if redirect == nil, entries.isEmpty { return .alone }
        guard let url = ExchangeURL.of(record), let client = record.opening.map({ Self.address($0.client) }) else {
            return .alone
        }
        let before = hops(to: Key(client: client, url: Self.normalised(url)), at: record.openedAt)
        guard let redirect else { return before > 0 ? .end(after: before) : .alone }
        let target = Key(client: client, url: Self.normalised(redirect.target.raw))
        remember(target, hop: before + 1, at: record.times.latest ?? record.openedAt)
        return .hop(before + 1)
    }

    private func hops(to key: Key, at time: Instant) -> Int {
        guard let entry = entries[key] else { return 0 }
        let age = time > entry.time ? time.nanoseconds - entry.time.nanoseconds : 0
        return age <= window ? entry.hop : 0
    }

    private mutating func remember(_ key: Key, hop: Int, at time: Instant) {
        serial += 1
        entries[key] = Entry(hop: hop, time: time, serial: serial)
        order.append((key, serial))
        while order.count - oldest > limit {
            let gone = order[oldest]
            oldest += 1
            if entries[gone.key]?.serial == gone.serial { entries[gone.key] = nil }
        }
        if oldest > limit {
            order.removeFirst(oldest)
            oldest = 0
        }
    }

    /// Without the port: a client follows a redirect on whatever connection it likes.
    private static func address(_ client: String) -> String {
        client.lastIndex(of: ":").map { String(client[..<$0]) } ?? client
    }

    /// What a client sends of a URL: no fragment, and at least `/` for a path.
    private static func normalised(_ url: Bytes) -> Bytes {
        let parts = URLReference(url)
        guard parts.authority != nil else { return url }
        var sent = Array(url.slice(0..<parts.path.upperBound))
        if parts.path.isEmpty { sent.append(ASCII.slash) }
        if let query = parts.query { sent += url.slice((query.lowerBound - 1)..<query.upperBound) }
        return Bytes(sent)
    }
}
