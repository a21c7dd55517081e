package import Filter
package import Flow

/// Which flows of a fleet are wanted, and in which order. A value.
package struct FleetQuery: Sendable {
    package let filter: FlowFilter
    package let clock: FilterClock
    /// Only of this run; nil: of all.
    package var run: RunID?
    package var isNewestFirst = false
    /// At most so many; nil: all.
    package var limit: Int?
    /// Of these only those for which it holds.
    var condition: Condition?
    /// The contents of messages are wanted.
    package var hasContent = true

    /// A condition in SQL on a row called `f`.
    struct Condition: Sendable {
        /// With `?` in the place of the value.
        let sql: String
        let value: PostgresValue?
    }

    package init(_ filter: FlowFilter, _ clock: FilterClock, run: RunID? = nil) {
        self.filter = filter
        self.clock = clock
        self.run = run
    }
}
