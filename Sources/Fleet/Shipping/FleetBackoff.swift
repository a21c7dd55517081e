/// How long to wait before the next attempt: 1 s, doubling to 60 s, with full jitter, so that many shippers that lost
/// one database do not come back together. A value.
package struct FleetBackoff: Sendable, Equatable {
    private var attempts = 0

    package init() {}

    /// - Parameter jitter: a random number from 0 to 1.
    /// - Returns: microseconds.
    package mutating func next(jitter: Double) -> Int64 {
        let most = min(60, Double(1 << min(attempts, 6)))
        attempts += 1
        return Int64(most * 1_000_000 * min(max(jitter, 0), 1))
    }

    /// It worked.
    package mutating func reset() { attempts = 0 }
}
