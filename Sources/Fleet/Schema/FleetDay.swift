import HTTPSemantics

/// A day in UTC, as the fleet counts days: from 1970-01-01. A value.
package struct FleetDay: Sendable, Hashable, Comparable {
    package let number: Int64

    init(_ number: Int64) { self.number = number }

    /// The day of a time in microseconds since 1970.
    package init(of time: Int64) {
        let day: Int64 = 86_400_000_000
        number = time >= 0 ? time / day : (time + 1) / day - 1
    }

    package static func < (left: FleetDay, right: FleetDay) -> Bool { left.number < right.number }

    package func advanced(by days: Int64) -> FleetDay { FleetDay(number + days) }

    /// `2026-11-29`.
    package var text: String { parts.joined(separator: "-") }

    /// `20261129`, as names of partitions end: in the order of the days.
    var suffix: String { parts.joined() }

    private var parts: [String] {
        let date = CivilTime(secondsSince1970: number * 86_400)
        return [String(date.year), Self.padded(date.month), Self.padded(date.day)]
    }

    private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
