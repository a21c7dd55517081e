import Filter
import Flow

/// Where commands find flows: a recording in a file, a session.
protocol FlowSource {
    /// Hands out the flows that a filter means, in the order in which they were recorded, until `body` says no.
    func forEach(_ filter: FlowFilter, _ clock: FilterClock, _ body: (FilterSubject) throws -> Bool) throws
}
