/// What a script did in a run, for one line at its end.
package struct ScriptFigures: Sendable, Hashable {
    package var events: UInt64 = 0
    package var changes: UInt64 = 0
    package var failures: UInt64 = 0
    /// How many answers took how long: of each power of two microseconds four steps.
    private var durations = [UInt64](repeating: 0, count: 160)

    package init() {}

    package mutating func answered(in nanoseconds: UInt64) {
        let microseconds = nanoseconds / 1_000
        guard microseconds >= 4 else {
            durations[Int(microseconds)] += 1
            return
        }
        let power = 63 - microseconds.leadingZeroBitCount
        let step = Int(microseconds >> UInt64(power - 2)) & 3
        durations[min((power - 1) * 4 + step, durations.count - 1)] += 1
    }

    /// Microseconds within which this share of the answers came, about; nil without any.
    package func quantile(_ share: Double) -> UInt64? {
        let total = durations.reduce(0, +)
        guard total > 0 else { return nil }
        var rest = UInt64((Double(total) * share).rounded(.up))
        for (place, count) in durations.enumerated() {
            guard rest > count else { return Self.end(of: place) }
            rest -= count
        }
        return nil
    }

    /// In words.
    package var text: String {
        func time(_ share: Double) -> String {
            quantile(share).map { $0 < 10_000 ? "\($0) us" : "\($0 / 1_000) ms" } ?? "-"
        }
        func counted(_ count: UInt64, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
        return "\(counted(events, "event")), \(counted(changes, "change")), \(counted(failures, "failure")), "
            + "answers p50 \(time(0.5)), p99 \(time(0.99))"
    }

    private static func end(of place: Int) -> UInt64 {
        guard place >= 4 else { return UInt64(place) }
        let (power, step) = (place / 4 + 1, UInt64(place % 4))
        return ((4 + step + 1) << UInt64(power - 2)) - 1
    }
}
