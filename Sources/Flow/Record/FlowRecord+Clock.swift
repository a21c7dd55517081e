extension FlowRecord {
    /// When it began: wall clock, microseconds since 1970-01-01T00:00:00Z; nil when unknown.
    public var startedAt: Int64? { opening?.wallClock }

    /// When the response's head arrived, by the wall clock, in microseconds since 1970; nil when there was none.
    public var responseReceivedAt: Int64? { times.responseHead.flatMap { wallClock(at: $0) } }

    /// The wall clock at a moment of this flow, in microseconds since 1970; nil when the flow's start is unknown.
    public func wallClock(at instant: Instant) -> Int64? {
        guard let opening else { return nil }
        let (sum, overflow) = opening.wallClock.addingReportingOverflow(instant.microseconds(since: openedAt))
        return overflow ? .max : sum
    }

    /// How long it took, in microseconds: the sum of its phases, so that adding them up gives the same number. Without
    /// phases it is the time from the first event to the last. nil when nothing is known.
    public var duration: Int64? {
        if hasPhases { return PhaseTimes(self).total }
        guard let elapsed = (times.finished ?? times.latest)?.microseconds(since: openedAt) else { return nil }
        // What was pasted has one moment for everything, and that is made up.
        return elapsed == 0 && !isRecorded(.startTime) ? nil : elapsed
    }

    private var hasPhases: Bool {
        times.upstreamSought != nil || times.upstreamConnected != nil || times.requestForwarded != nil
    }

    /// The phases that were measured, in order; empty when none were.
    public var phases: [(name: PhaseTimes.Phase, duration: Int64)] {
        guard let measured = measuredTimes else { return [] }
        return PhaseTimes.Phase.allCases.compactMap { phase in measured[phase].map { (phase, $0) } }
    }

    /// How long its parts took; nil when nothing was measured.
    package var measuredTimes: PhaseTimes? { hasPhases ? PhaseTimes(self) : nil }
}
