import Explain
import Filter
import Flow
import Workbench

/// Where commands find flows: a session, a HAR, a log.
protocol FlowSource {
    /// Hands out the flows that a filter means, in the order that is asked for, until `body` says no.
    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws

    /// How many flows a filter means.
    func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int

    /// Figures over the flows that a filter means.
    func statistics(_ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension) throws -> FlowStatistics

    /// The numbers of the newest flows, the newest first, at most so many.
    func newest(_ count: Int) throws -> [UInt64]

    /// The flow of this number, with its content; nil when there is none.
    func flow(_ number: UInt64) throws -> FilterSubject?

    /// The connections of HTTP/2 that are recorded beside the flows.
    func connections() throws -> [ConnectionRecord]

    /// All among which those of a flow are: of its run, or more.
    func connections(near record: FlowRecord) throws -> [ConnectionRecord]

    /// What came before these flows and bears on their cookies and on caches, without content.
    func past(of records: [FlowRecord]) throws -> SessionPast
}

extension FlowSource {
    /// Those that a flow went over, that of the client first.
    ///
    /// - Parameter lost: those with it that left it behind.
    func connections(of record: FlowRecord, lost: Bool = false) throws -> [ConnectionRecord] {
        guard !ConnectionRecord.names(of: record).isEmpty else { return [] }
        return ConnectionRecord.those(of: record, among: try connections(near: record), lost: lost)
    }

    func connections(near record: FlowRecord) throws -> [ConnectionRecord] { try connections() }

    func newest(_ count: Int) throws -> [UInt64] {
        var numbers: Set<UInt64> = []
        try forEach(.everything, .here, FlowReading(hasContent: false)) { subject in
            numbers.insert(subject.record.id.number)
            return true
        }
        return Array(numbers.sorted(by: >).prefix(count))
    }

    func statistics(_ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension) throws -> FlowStatistics {
        try countedOneByOne(filter, clock, by: dimension)
    }

    /// Figures by looking at each flow.
    func countedOneByOne(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws -> FlowStatistics {
        var statistics = FlowStatistics(by: dimension)
        try forEach(filter, clock, FlowReading(hasContent: false)) { subject in
            statistics.add(
                subject.record, isWorthCaching: subject.isWorthCaching, weight: subject.context.weight)
            return true
        }
        return statistics
    }

    /// The same in the order in which they were recorded, with their contents.
    func forEach(_ filter: FlowFilter, _ clock: FilterClock, _ body: (FilterSubject) throws -> Bool) throws {
        try forEach(filter, clock, FlowReading(), body)
    }
}

/// In which order flows are wanted, and what of them.
struct FlowReading {
    /// What comes first in the order; flows that are equal in it stay as they were recorded. nil: as recorded.
    var order: FlowColumn?
    /// All of it the other way round.
    var isReversed = false
    /// At most so many; nil: all.
    var limit: Int?
    /// The contents of messages are wanted.
    var hasContent = true

    /// Items in this order, by what each is sorted by.
    func sorted<Item>(_ items: [(key: FilterValue, item: Item)]) -> [Item] {
        var sorted = Array(items.enumerated())
        if order != nil {
            sorted.sort { left, right in
                if FilterValue.isLess(left.element.key, right.element.key) { return true }
                if FilterValue.isLess(right.element.key, left.element.key) { return false }
                return left.offset < right.offset
            }
        }
        if isReversed { sorted.reverse() }
        return sorted.prefix(limit ?? .max).map(\.element.item)
    }
}
