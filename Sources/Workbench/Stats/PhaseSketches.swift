/// Quantiles of each phase of some flows; in a list, as they are added to for every flow.
package struct PhaseSketches: Sendable {
    private var sketches = [QuantileSketch](repeating: QuantileSketch(), count: StatPhase.allCases.count)

    /// In microseconds; nil for a phase that was never measured.
    package subscript(phase: StatPhase) -> QuantileSketch? {
        let sketch = sketches[phase.place]
        return sketch.count > 0 ? sketch : nil
    }

    mutating func add(_ sample: FlowSample) {
        for phase in StatPhase.allCases {
            if let duration = sample[phase] { sketches[phase.place].add(duration, times: sample.times) }
        }
    }

    mutating func add(_ cell: DurationCell) {
        sketches[cell.phase.place].add(cell.durations, count: cell.count, times: cell.times)
    }

    mutating func add(_ other: PhaseSketches) {
        for place in sketches.indices { sketches[place].add(other.sketches[place]) }
    }
}
