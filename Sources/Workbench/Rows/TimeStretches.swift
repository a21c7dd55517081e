/// A scale of times on which a pause takes little room, however long it is: stretches in which something happened, and
/// pauses between them. A value; times are microseconds, places are shares of the scale from 0 to 1.
package struct TimeStretches: Sendable, Equatable {
    package struct Stretch: Sendable, Equatable {
        package let from: Int64
        package let to: Int64
        package let start: Double
        package let end: Double
        /// Nothing happened in it.
        package let isPause: Bool
    }

    package let from: Int64
    package let to: Int64
    /// They follow one another without gaps.
    package let stretches: [Stretch]

    /// What a pause takes of the scale at most, and what all of them take together: they are shortened where they would
    /// take more.
    private static let pauseShare = 0.02
    private static let pausesShare = 0.3
    /// How long a pause has to be beside all that is no pause.
    private static let leastPause = 0.05

    /// - Parameter busy: when something happened.
    package init(busy: [ClosedRange<Int64>], from: Int64, to end: Int64) {
        let to = max(end, from &+ 1)
        (self.from, self.to) = (from, to)
        let joined = Self.joined(busy)
        let active = joined.reduce(0) { $0 + Self.length($1.lowerBound, $1.upperBound) }
        let least = max(active * Self.leastPause, Self.length(from, to) * Self.pauseShare)
        var parts: [(from: Int64, to: Int64, isPause: Bool)] = []
        var place = from
        // What is no pause continues up to the next that is one.
        func extend(to end: Int64) {
            guard end > place else { return }
            if let last = parts.last, !last.isPause {
                parts[parts.count - 1].to = end
            } else {
                parts.append((place, end, false))
            }
            place = end
        }
        for range in joined + [to...to] {
            let start = min(range.lowerBound, to)
            if start > place, Self.length(place, start) > least {
                parts.append((place, start, true))
                place = start
            }
            extend(to: min(range.upperBound, to))
        }
        // A scale of which little is idle says more when it is even.
        let idle = parts.reduce(0) { $0 + ($1.isPause ? Self.length($1.from, $1.to) : 0) }
        let isShortened = idle > Self.length(from, to) * Self.pausesShare
        stretches = Self.placed(isShortened ? parts : [(from, to, false)])
    }

    private static func length(_ from: Int64, _ to: Int64) -> Double { Double(to) - Double(from) }

    private static func joined(_ busy: [ClosedRange<Int64>]) -> [ClosedRange<Int64>] {
        var joined: [ClosedRange<Int64>] = []
        for range in busy.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = joined.last, range.lowerBound <= last.upperBound {
                joined[joined.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                joined.append(range)
            }
        }
        return joined
    }

    private static func placed(_ parts: [(from: Int64, to: Int64, isPause: Bool)]) -> [Stretch] {
        let pauses = parts.count(where: { $0.isPause })
        let isOnly = pauses == parts.count
        let share =
            isOnly ? 1 / Double(max(1, pauses)) : min(pauseShare, pausesShare / Double(max(1, pauses)))
        let active = max(parts.reduce(0) { $0 + ($1.isPause ? 0 : length($1.from, $1.to)) }, 1)
        let room = isOnly ? 0 : 1 - Double(pauses) * share
        var start = 0.0
        return parts.map { part in
            let end = start + (part.isPause ? share : length(part.from, part.to) / active * room)
            defer { start = end }
            return Stretch(from: part.from, to: part.to, start: start, end: end, isPause: part.isPause && !isOnly)
        }
    }

    /// Pauses are shortened on it.
    package var isShortened: Bool { stretches.count > 1 }

    /// What is no pause, in microseconds.
    package var active: Double {
        stretches.reduce(0) { $0 + ($1.isPause ? 0 : Self.length($1.from, $1.to)) }
    }

    /// Where a time stands.
    package func share(of time: Int64) -> Double {
        guard let stretch = stretches.first(where: { time <= $0.to }) ?? stretches.last else { return 0 }
        let part = Self.length(stretch.from, time) / max(Self.length(stretch.from, stretch.to), 1)
        return min(max(stretch.start + part * (stretch.end - stretch.start), 0), 1)
    }
}
