/// How many times of a phase lie in one bucket of a `QuantileSketch`, as a database counts them. A value.
package struct DurationCell: Sendable {
    package let phase: StatPhase
    /// The least and the greatest of them, in microseconds.
    package let durations: ClosedRange<Int64>
    /// How many there are.
    package let count: UInt64
    /// How often each counts.
    let times: UInt32

    /// - Parameter weight: for so many flows each of them stands.
    package init(_ phase: StatPhase, _ durations: ClosedRange<Int64>, count: UInt64, weight: Double) {
        (self.phase, self.durations, self.count) = (phase, durations, count)
        times = FlowSample().weighted(weight).times
    }
}
