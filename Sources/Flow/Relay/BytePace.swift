/// When bytes may go at a rate: a clock of its own that runs ahead by the time that they take. Pure: the time comes in.
package struct BytePace: Sendable {
    /// When what was let through before is over, in nanoseconds.
    private var free: UInt64 = 0

    package init() {}

    /// Who comes late catches up by as much at most: timers are late, and a rate is one over time.
    private static let credit: UInt64 = 250_000_000

    /// Bytes that are sent at a time: about twenty milliseconds' worth; on a slow line two packets, which receivers
    /// acknowledge together (RFC 5681 §4.2), and of the slowest a second's worth.
    package static func slice(of rate: Int64) -> Int {
        Int(clamping: max(min(2 * 1_460, max(256, rate)), min(rate / 50, 64 << 10)))
    }

    /// When bytes go whose time is `due`. Those whose time has come go at once, so that what went late is not lost to
    /// the rate; others wait for the next turn. Turns come every five milliseconds, and every fifty at the slowest
    /// rates: thousands of slow connections wake the loop no more often than that.
    package static func departure(_ due: UInt64, now: UInt64, rate: Int64) -> UInt64 {
        guard due > now else { return now + 1 }
        let slice = UInt64(slice(of: rate)) * 1_000_000_000 / UInt64(max(1, rate))
        let step = min(max(slice / 16, 5_000_000), 50_000_000)
        return (due / step + 1) * step
    }

    /// When `count` more bytes have taken their time.
    package mutating func reserve(_ count: Int, rate: Int64, now: UInt64) -> UInt64 {
        let start = max(free, now > Self.credit ? now - Self.credit : 0)
        // Not before anything was sent.
        let begin = free == 0 ? now : start
        let time = UInt64(Double(count) * 1e9 / Double(max(1, rate)))
        free = begin + time
        return free
    }
}
