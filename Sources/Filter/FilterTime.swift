import HTTPSemantics

/// A moment as a filter names it; which moment that is depends on the clock for all but one of the forms.
package enum FilterTime: Sendable, Hashable {
    /// `2026-11-21T12:00:00Z`: microseconds since 1970, and how many more the writing leaves open.
    case absolute(Int64, open: Int64)
    /// `2026-11-21`, `2026-11-21T12:00`: as above, by the clock on the wall.
    case local(Int64, open: Int64)
    /// `12:30`: microseconds since midnight of this day, by the clock on the wall.
    case today(Int64, open: Int64)
    /// `-10m`: microseconds before now.
    case ago(Int64)

    /// The stretch of time that is meant, in microseconds since 1970.
    package func range(_ clock: FilterClock) -> ClosedRange<Int64> {
        switch self {
        case .absolute(let start, let open):
            return Self.stretch(start, open)
        case .local(let start, let open):
            return Self.stretch(start &- clock.utcOffset &* 1_000_000, open)
        case .today(let start, let open):
            let day: Int64 = 86_400_000_000
            let wall = clock.now &+ clock.utcOffset &* 1_000_000
            let midnight = wall >= 0 ? wall / day * day : -((-wall + day - 1) / day) * day
            return Self.stretch(midnight &+ start &- clock.utcOffset &* 1_000_000, open)
        case .ago(let span):
            return Self.stretch(clock.now &- span, 0)
        }
    }

    private static func stretch(_ start: Int64, _ open: Int64) -> ClosedRange<Int64> {
        let (end, overflow) = start.addingReportingOverflow(open)
        return start...(overflow || end < start ? start : end)
    }
}

/// The moment at which a filter is put to use: what `-10m` and `12:30` are counted from.
package struct FilterClock: Sendable, Hashable {
    /// Microseconds since 1970.
    package let now: Int64
    /// What the clock on the wall is ahead of UTC, in seconds.
    package let utcOffset: Int64

    package init(now: Int64, utcOffset: Int64 = 0) {
        self.now = now
        self.utcOffset = utcOffset
    }
}
