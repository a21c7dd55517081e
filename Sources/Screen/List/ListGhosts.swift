import Explain

/// What caches would have answered, as far as it was found.
package struct GhostsFound: Sendable {
    /// Of the flows that were asked for, those that a cache has to do with.
    let pairs: [UInt64: CacheGhosts.Pair]
    /// What was saved in all, in a sentence; nil when it is nothing.
    let words: String?
    /// More flows are there than were looked at.
    let lacks: Bool

    /// It could not be told; it is asked again when other rows are seen.
    static let none = GhostsFound(pairs: [:], words: nil, lacks: false)
}

/// What caches would have answered of the rows that are seen: asked for beside them, one order at a time. A value.
struct ListGhosts: Sendable {
    private var pairs: [UInt64: CacheGhosts.Pair] = [:]
    /// What they would have saved in all, in a sentence.
    private(set) var words: String?
    private var asked: Asked?
    private var isWaiting = false
    /// More may be looked at: once at the beginning, then as time passes, never because somebody moves.
    private var isDue = true
    /// More flows are there than were looked at.
    private(set) var lacks = false

    /// What an answer depends on.
    private struct Asked: Equatable {
        let window: [UInt64]
        let last: UInt64
        let openCount: Int
    }

    subscript(_ number: UInt64) -> CacheGhosts.Pair? { pairs[number] }

    /// So many flows are looked at for an order. In a flood few, as looking must cost no more than listing.
    private static let step: UInt64 = 1_000
    private static let stepInFlood: UInt64 = 100
    private static let flood = 500.0

    /// Of how many flows more it is to be found out now; nil: nothing is to be asked.
    ///
    /// - Parameters:
    ///   - last: the newest flow.
    ///   - rate: new ones a second.
    mutating func step(_ window: [UInt64], last: UInt64, openCount: Int, rate: Double) -> UInt64? {
        let now = Asked(window: window, last: last, openCount: openCount)
        guard last > 0, !window.isEmpty, !isWaiting, now != asked else { return nil }
        let step = !isDue ? 0 : rate > Self.flood ? Self.stepInFlood : Self.step
        (asked, isWaiting, isDue) = (now, true, false)
        return step
    }

    mutating func take(_ found: GhostsFound) {
        isWaiting = false
        (pairs, words, lacks) = (found.pairs, found.words, found.lacks)
    }

    /// Some time has passed: what lacks is asked for.
    mutating func tick() {
        isDue = true
        if lacks { asked = nil }
    }
}
