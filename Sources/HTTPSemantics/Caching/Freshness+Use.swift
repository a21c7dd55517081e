/// What a cache may do with a response, in one word: every sentence about it begins here.
extension Freshness {
    /// What a cache may do with a response.
    public enum Use: Sendable, Hashable {
        /// It may not be stored, for this reason.
        case notKept(Storability.Obstacle)
        /// `Vary: *`: stored, but never used without revalidation (RFC 9111 §4.1).
        case uncheckable
        /// `no-cache`: revalidated before each use (RFC 9111 §5.2.2.4).
        case checkedAlways
        /// For this many more seconds.
        case fresh(seconds: Int64, isGuess: Bool)
        /// A permanent redirect without a lifetime or anything to estimate one from: caches choose how long they keep
        /// it (RFC 9110 §15.4.2, §15.4.9; RFC 9111 §4.2.2).
        case leftToTheCache
        /// The lifetime depends on when it was made or received, which is unknown.
        case undated
        /// Stale, and used for `left` more seconds during a background revalidation: `stale-while-revalidate` (RFC 5861
        /// §3).
        case staleWhileRevalidated(left: Int64, of: Int64)
        /// Stored, but revalidated before the first use.
        case stale
    }

    /// What a cache may do with this response (RFC 9111 §3, §4).
    ///
    /// - Parameter status: the response's.
    public func use(status: Int) -> Use {
        if case .refused(let obstacle) = storability { return .notKept(obstacle) }
        if variesOnEverything { return .uncheckable }
        if validation == .always { return .checkedAlways }
        if isFresh {
            let isGuess = if case .heuristic = lifetime.source { true } else { false }
            return .fresh(seconds: remaining, isGuess: isGuess)
        }
        if lifetime.source == .undated { return .undated }
        if lifetime.isLeftToTheCache(status) { return .leftToTheCache }
        if let grace = grace.whileRevalidate, staleness < grace {
            return .staleWhileRevalidated(left: grace - staleness, of: grace)
        }
        return .stale
    }

    /// For how many seconds it has been stale; 0 while it is fresh.
    public var staleness: Int64 { max(0, 0 &- remaining) }

    /// Stale, but a directive allows a cache to use it: no cache in between made a mistake.
    public var isStaleByLeave: Bool {
        let most = [grace.whileRevalidate, grace.ifError, grace.request].compactMap { $0 }.max()
        return most.map { staleness <= $0 } ?? false
    }
}

extension FreshnessLifetime {
    /// A permanent redirect without a lifetime: browsers keep it for long (RFC 9110 §15.4.2, §15.4.9; RFC 9111 §4.2.2
    /// leaves the guess to the cache).
    package func isLeftToTheCache(_ status: Int) -> Bool { source == .none && (status == 301 || status == 308) }
}
