import Platform

/// The clocks, for what is pure and has none.
enum PageClock {
    static func moment() -> PageMoment {
        let wall = microseconds(CLOCK_REALTIME)
        var local = tm()
        var seconds = time_t(wall / 1_000_000)
        localtime_r(&seconds, &local)
        return PageMoment(
            wall: wall, steady: UInt64(max(0, microseconds(CLOCK_MONOTONIC))) * 1_000, utcOffset: Int64(local.tm_gmtoff)
        )
    }

    private static func microseconds(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
