/// When a script that has ended is started again. A value: times are nanoseconds of a steady clock.
package struct ScriptSupervisor: Sendable {
    package enum Next: Sendable, Hashable {
        case restart(at: UInt64)
        /// Not before its file changes.
        case giveUp
    }

    private static let second: UInt64 = 1_000_000_000
    /// So many exits within a minute are too many.
    package static let exitLimit = 5

    private var exits: [UInt64] = []
    private var pause: UInt64 = second / 2
    package private(set) var hasGivenUp = false

    package init() {}

    /// Its process has ended by itself.
    package mutating func exited(at now: UInt64) -> Next {
        exits = exits.filter { now - min($0, now) < 60 * Self.second } + [now]
        guard exits.count < Self.exitLimit else {
            hasGivenUp = true
            return .giveUp
        }
        // Who has run for a minute begins with a short pause again.
        if exits.count == 1 { pause = Self.second / 2 }
        defer { pause = min(pause * 2, 30 * Self.second) }
        return .restart(at: now + pause)
    }

    /// Its file has changed: whatever was before counts no more.
    package mutating func reset() { self = ScriptSupervisor() }
}
