import Filter
import Flow

/// Where commands find flows: a session, a HAR, a log.
protocol FlowSource {
    /// Hands out the flows that a filter means, in the order in which they were recorded, until `body` says no.
    func forEach(_ filter: FlowFilter, _ clock: FilterClock, _ body: (FilterSubject) throws -> Bool) throws

    /// The flow of this number, with its content; nil when there is none.
    func flow(_ number: UInt64) throws -> FilterSubject?
}
