import Bytes
package import Flow
import HTTPSemantics

/// Remembers where recent redirects led, so that the request that follows one is known for it.
///
/// A request continues a chain when its URL is a Location that the same client address was given shortly before. A
/// bounded number of targets is held, and the oldest is forgotten. Owned by whoever shows flows as they pass.
package struct RedirectFollower {
    /// Where an exchange stands among redirects.
    package enum Place: Sendable, Hashable {
        /// Neither a redirect nor the end of one.
        case alone
        /// A redirect: its position in the chain, counted from 1.
        case hop(Int)
        /// The first response after this many redirects that is not a redirect.
        case end(after: Int)
    }

    private var targets: RedirectTargets

    /// `window`: how long after a redirect its target counts as a continuation, in nanoseconds.
    package init(limit: Int = 1000, window: UInt64 = 60_000_000_000) {
        targets = RedirectTargets(window: Int64(clamping: window), limit: limit)
    }

    /// Where a finished exchange stands; remembers its target when it redirects.
    package mutating func place(_ record: FlowRecord) -> Place {
        let redirect = record.redirect
        if redirect == nil, targets.isEmpty { return .alone }
        guard record.requestHead != nil, let client = record.opening?.client.map({ Self.address($0) }) else {
            return .alone
        }
        let key = RedirectTargets.key(record.url)
        let before = targets.follow(key, client: client, at: Int64(clamping: record.openedAt.nanoseconds)) ?? 0
        guard let redirect else { return before > 0 ? .end(after: before) : .alone }
        let time = record.times.latest ?? record.openedAt
        targets.remember(
            redirect.target.requestKey, client: client, mark: before + 1, at: Int64(clamping: time.nanoseconds))
        return .hop(before + 1)
    }

    /// Without the port: a client follows a redirect on whatever connection it likes.
    private static func address(_ client: String) -> Bytes {
        Bytes(client.lastIndex(of: ":").map { String(client[..<$0]) } ?? client)
    }
}
