/// Flows over time: how many began, failed, and how long they took, in steps that get longer as the time does. A value.
package struct TimeSeries: Sendable {
    /// What began within one step.
    package struct Step: Sendable {
        private var counted = WeightedCount()
        private var failed = WeightedCount()
        private var size = WeightedCount()
        /// In microseconds.
        package fileprivate(set) var durations = QuantileSketch()

        package var count: UInt64 { counted.value }
        package var failures: UInt64 { failed.value }
        package var bytes: UInt64 { size.value }

        fileprivate mutating func add(_ sample: FlowSample) {
            counted.add(1, sample.weight)
            if sample.failure != nil { failed.add(1, sample.weight) }
            size.add(sample.requestBytes &+ sample.responseBytes, sample.weight)
            if let total = sample.total { durations.add(total, times: sample.times) }
        }

        fileprivate mutating func add(_ sum: FlowSample, count: UInt64) {
            counted.add(count, sum.weight)
            if sum.failure != nil { failed.add(count, sum.weight) }
            size.add(sum.requestBytes &+ sum.responseBytes, sum.weight)
        }

        fileprivate mutating func add(_ other: Step) {
            counted.add(other.counted)
            failed.add(other.failed)
            size.add(other.size)
            durations.add(other.durations)
        }
    }

    /// More steps than these are never kept.
    static let limit: Int64 = 120
    /// Lengths of steps in seconds, each a multiple of the one before.
    private static let widths: [Int64] = [
        1, 5, 15, 60, 300, 900, 3600, 21_600, 86_400, 604_800, 2_419_200, 29_030_400, 290_304_000,
    ]

    private var steps: [Int64: Step] = [:]
    private var level = 0
    /// The first step and the last one that have a flow.
    private var span: ClosedRange<Int64>?
    /// Flows of which nobody knows when they began.
    package private(set) var untimed: UInt64 = 0

    package init() {}

    /// The length of a step, in seconds.
    package var width: Int64 { Self.widths[level] }

    /// The steps from the first flow to the last, those without any among them; and when the first begins, in seconds
    /// since 1970.
    package var all: (start: Int64, steps: [Step]) {
        guard let span else { return (0, []) }
        return (span.lowerBound * width, span.map { steps[$0] ?? Step() })
    }

    mutating func add(_ sample: FlowSample) {
        guard let start = sample.startedAt else {
            untimed += 1
            return
        }
        let second = Self.step(of: start, 1_000_000)
        var place = Self.step(of: second, width)
        while let range = widened(by: place), range.upperBound - range.lowerBound >= Self.limit {
            guard level + 1 < Self.widths.count else {
                untimed += 1
                return
            }
            widen()
            place = Self.step(of: second, width)
        }
        span = widened(by: place)
        // In place: a copy of a step would be one of its sketch, too.
        steps[place, default: Step()].add(sample)
    }

    // MARK: Counted elsewhere

    /// The length of steps in which all times between these are covered, in seconds; nil when there is none.
    ///
    /// - Parameter times: in microseconds since 1970.
    package static func width(of times: ClosedRange<Int64>) -> Int64? {
        let (first, last) = (step(of: times.lowerBound, 1_000_000), step(of: times.upperBound, 1_000_000))
        return widths.first { step(of: last, $0) - step(of: first, $0) < limit }
    }

    /// Begins with steps of this length, one of those that there are.
    mutating func begin(width: Int64) {
        guard steps.isEmpty, let level = Self.widths.firstIndex(of: width) else { return }
        self.level = level
    }

    /// Takes in flows that began in one step, and have failure and weight in common: sizes are sums, and times come
    /// apart.
    mutating func add(_ sum: FlowSample, count: UInt64, inStep place: Int64) {
        span = widened(by: place)
        steps[place, default: Step()].add(sum, count: count)
    }

    mutating func add(_ cell: DurationCell, inStep place: Int64) {
        steps[place, default: Step()].durations.add(cell.durations, count: cell.count, times: cell.times)
    }

    private func widened(by place: Int64) -> ClosedRange<Int64>? {
        guard let span else { return place...place }
        return min(span.lowerBound, place)...max(span.upperBound, place)
    }

    /// Goes over to the next longer step.
    private mutating func widen() {
        let factor = Self.widths[level + 1] / Self.widths[level]
        level += 1
        var wider: [Int64: Step] = [:]
        for (place, step) in steps {
            var sum = wider[Self.step(of: place, factor)] ?? Step()
            sum.add(step)
            wider[Self.step(of: place, factor)] = sum
        }
        steps = wider
        span = span.map { Self.step(of: $0.lowerBound, factor)...Self.step(of: $0.upperBound, factor) }
    }

    /// Rounds down, also before 1970.
    private static func step(of number: Int64, _ width: Int64) -> Int64 {
        number >= 0 ? number / width : -((-1 - number) / width) - 1
    }
}
