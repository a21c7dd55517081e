import Platform
import Reactor

/// Says which time of day a moment of the steady clock was.
///
/// The two clocks are compared once a second, so that a record shows the right time after the system's clock was set,
/// and after a suspension, in which the steady clock stands still; durations are the steady clock's alone.
package struct WallClock {
    private static let interval = Nanoseconds.seconds(1)

    private var steady: UInt64
    private var wall: Int64
    private let read: () -> Int64

    /// - Parameters:
    ///   - steady: the steady clock's time now, in nanoseconds.
    ///   - read: the time of day in microseconds since 1970.
    package init(steady: UInt64, read: @escaping () -> Int64 = WallClock.now) {
        self.steady = steady
        self.read = read
        wall = read()
    }

    /// Microseconds since 1970-01-01T00:00:00Z at the moment `steady`.
    package mutating func microseconds(at steady: UInt64) -> Int64 {
        if steady > Self.interval.after(self.steady) {
            self.steady = steady
            wall = read()
        }
        return wall + (Int64(steady) - Int64(self.steady)) / 1000
    }

    /// The system's time of day.
    package static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
    }
}
