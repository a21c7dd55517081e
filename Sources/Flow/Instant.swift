/// A moment by the machine's steady clock, in nanoseconds since an arbitrary start. Differences are durations.
public struct Instant: Sendable, Hashable, Comparable {
    /// Nanoseconds since an arbitrary moment.
    public let nanoseconds: UInt64

    /// A moment of the steady clock.
    public init(nanoseconds: UInt64) {
        self.nanoseconds = nanoseconds
    }

    /// Whether it is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Milliseconds from `earlier` to here; 0 when `earlier` is later.
    public func milliseconds(since earlier: Instant) -> Double {
        nanoseconds > earlier.nanoseconds ? Double(nanoseconds - earlier.nanoseconds) / 1_000_000 : 0
    }

    /// Whole microseconds from `earlier` to here; 0 when `earlier` is later.
    public func microseconds(since earlier: Instant) -> Int64 {
        self > earlier ? Int64(clamping: (nanoseconds - earlier.nanoseconds) / 1000) : 0
    }

    /// This many microseconds later; negative ones are ignored.
    public func advanced(byMicroseconds microseconds: Int64) -> Instant {
        let (span, overflow) = UInt64(max(0, microseconds)).multipliedReportingOverflow(by: 1000)
        let (sum, tooFar) = nanoseconds.addingReportingOverflow(overflow ? .max : span)
        return Instant(nanoseconds: tooFar ? .max : sum)
    }
}
