import Filter

/// The time at which something is asked. What is pure has no clock.
package struct PageMoment: Sendable {
    /// Microseconds since 1970.
    package let wall: Int64
    /// Nanoseconds of the steady clock.
    package let steady: UInt64
    /// Seconds that the wall clock here is ahead of UTC.
    package let utcOffset: Int64

    package init(wall: Int64, steady: UInt64, utcOffset: Int64 = 0) {
        self.wall = wall
        self.steady = steady
        self.utcOffset = utcOffset
    }

    var clock: FilterClock { FilterClock(now: wall, utcOffset: utcOffset) }
}
