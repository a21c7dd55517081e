import Platform
import Reactor

/// Says which time of day a moment of the steady clock was.
///
/// The two clocks are compared once a second, so that a record shows the right time after the system's clock was set,
/// and after a suspension, in which the steady clock stands still; durations are the steady clock's alone.
package struct WallClock {
    /// One moment on both clocks: nanoseconds of the steady one, and microseconds since 1970. They are read together,
    /// since a moment that is asked about may be as old as a turn of the loop.
    package typealias Reading = (steady: UInt64, wall: Int64)

    private static let interval = Nanoseconds.seconds(1)
    /// A smaller difference is the time between the two readings, and would let what came later seem to be earlier.
    private static let noise: Int64 = 1_000

    private var last: Reading
    private let read: () -> Reading

    package init(read: @escaping () -> Reading = WallClock.now) {
        self.read = read
        last = read()
    }

    /// Microseconds since 1970-01-01T00:00:00Z at the moment `steady`.
    package mutating func microseconds(at steady: UInt64) -> Int64 {
        if steady > Self.interval.after(last.steady) {
            let reading = read()
            let kept = Self.wall(at: reading.steady, from: last)
            last = abs(reading.wall - kept) < Self.noise ? (reading.steady, kept) : reading
        }
        return Self.wall(at: steady, from: last)
    }

    private static func wall(at steady: UInt64, from reading: Reading) -> Int64 {
        reading.wall + (Int64(steady) - Int64(reading.steady)) / 1000
    }

    /// Both clocks of the system.
    package static func now() -> Reading {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return (EventLoop.steadyNow(), Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }
}
