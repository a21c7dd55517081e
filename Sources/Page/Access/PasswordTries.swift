/// Wrong passwords by where they came from: five at once, then one every twelve seconds. A value.
///
/// A device that guesses is refused even the right one for a while, and no other device is.
struct PasswordTries: Sendable {
    /// When the last one is forgotten, by source, in nanoseconds of the steady clock.
    private var ends: [String: UInt64] = [:]

    private static let cost: UInt64 = 12_000_000_000
    private static let most: UInt64 = 5
    private static let mostSources = 4_096

    /// - Returns: for how many seconds this source has to wait; 0: it may try.
    mutating func wait(_ source: String, now: UInt64) -> UInt64 {
        guard let end = ends[source] else {
            if ends.count >= Self.mostSources { ends = ends.filter { $0.value > now } }
            return ends.count < Self.mostSources ? 0 : Self.cost / 1_000_000_000
        }
        let full = now + Self.cost * (Self.most - 1)
        return end > full ? (end - full + 999_999_999) / 1_000_000_000 : 0
    }

    mutating func fail(_ source: String, now: UInt64) {
        ends[source] = max(ends[source] ?? 0, now) + Self.cost
    }

    mutating func succeed(_ source: String) { ends[source] = nil }
}
