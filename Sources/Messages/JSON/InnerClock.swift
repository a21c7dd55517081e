import Bytes
import Flow

/// Times of messages in a file, in seconds since the wall clock's beginning, and back.
struct InnerClock {
    let openedAt: Instant
    /// The wall-clock time of that moment, in microseconds.
    let start: Int64

    /// `1700000000.123456`.
    func seconds(_ time: Instant) -> Bytes {
        let micro = max(0, start &+ time.microseconds(since: openedAt))
        let digits = String(micro % 1_000_000)
        return Bytes("\(micro / 1_000_000).\(String(repeating: "0", count: 6 - digits.count))\(digits)")
    }

    /// Microseconds since the flow began; the beginning of it where there is no time that can be.
    func microseconds(_ seconds: Double?) -> Int64 {
        guard let seconds, seconds >= 0, seconds < 1e11 else { return 0 }
        return max(0, Int64((seconds * 1e6).rounded()) - start)
    }
}
