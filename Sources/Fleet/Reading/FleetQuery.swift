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
    /// The contents of messages are wanted.
    package var hasContent = true

    package init(_ filter: FlowFilter, _ clock: FilterClock, run: RunID? = nil) {
        self.filter = filter
        self.clock = clock
        self.run = run
    }
}
