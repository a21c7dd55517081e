package import Explain
package import Filter
package import Flow
package import Workbench

/// Recorded flows, wherever they are: a session file, a recording, the memory of a proxy, the database of a fleet.
/// Commands, page, screen and agents ask this and nothing else. Calls may take long and block.
///
/// What it throws of its own is a `FlowLibraryError`.
package protocol FlowLibrary {
    // MARK: Find

    /// Hands out the flows that a filter matches, in the order that is asked for, until `body` says no.
    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws
    /// The numbers of the flows that a filter matches, in this order.
    func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) throws -> [UInt64]
    /// Those of these flows that a filter matches, in their order.
    func matching(_ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]) throws -> [UInt64]
    /// How many flows a filter matches.
    func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int
    /// The numbers of the newest flows, the newest first, at most so many.
    func newest(_ count: Int) throws -> [UInt64]

    // MARK: Read

    /// Hands out the flows of these numbers that are there, in their order, until `body` says no.
    func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) throws
    /// The flow of this number, with its content; nil when there is none.
    func flow(_ number: UInt64) throws -> FilterSubject?
    /// Of the flows of these numbers what drawings by time need.
    func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) throws

    // MARK: Neighbours

    /// The flow, and those that were recorded shortly before and after it, without content.
    func around(_ record: FlowRecord) throws -> SessionContext
    /// Rows near to this flow are seen: what is around them may be asked for next. Returns at once.
    func foresee(_ number: UInt64)
    /// What came before these flows, or between them, and bears on the verdicts about their cookies and on caches,
    /// whatever is filtered; without content.
    func past(of records: [FlowRecord]) throws -> SessionPast
    /// The connections of HTTP/2 that are recorded beside the flows.
    func connections() throws -> [ConnectionRecord]
    /// Those that a flow went over, that of the client first.
    ///
    /// - Parameter lost: those with it that left it behind.
    func connections(of record: FlowRecord, lost: Bool) throws -> [ConnectionRecord]

    // MARK: Figures

    /// Figures over the flows that a filter matches.
    func statistics(_ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension) throws -> FlowStatistics

    // MARK: Change

    /// Puts marks on flows; how many there were.
    func mark(_ numbers: [UInt64], _ marks: FlowMarks) throws -> Int
    func delete(_ numbers: [UInt64]) throws -> (deleted: Int, isOverwritten: Bool)

    // MARK: Watch

    /// What happened to the flows since the last look, for who watches them.
    func look() -> LibraryChange
}

/// What is not said here is worked out of the flows, one after the other.
extension FlowLibrary {
    package func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) throws -> [UInt64] {
        try numbersOneByOne(filter, clock, order)
    }

    /// Numbers by looking at each flow.
    func numbersOneByOne(
        _ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder
    ) throws -> [UInt64] {
        var found: [(key: FilterValue, item: UInt64)] = []
        try forEach(filter, clock, FlowReading(hasContent: order.readsContent)) { subject in
            found.append((order.value(subject), subject.record.id.number))
            return true
        }
        return order.sorted(found)
    }

    package func matching(
        _ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]
    ) throws -> [UInt64] {
        let matcher = FilterMatcher(filter, clock)
        var found: [UInt64] = []
        try subjects(numbers, hasContent: true) { subject in
            if matcher.matches(subject) { found.append(subject.record.id.number) }
            return true
        }
        return found
    }

    package func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        var count = 0
        try forEach(filter, clock, FlowReading(hasContent: false)) { _ in
            count += 1
            return true
        }
        return count
    }

    package func newest(_ count: Int) throws -> [UInt64] {
        var numbers: Set<UInt64> = []
        try forEach(.everything, .none, FlowReading(hasContent: false)) { subject in
            numbers.insert(subject.record.id.number)
            return true
        }
        return Array(numbers.sorted(by: >).prefix(count))
    }

    package func flow(_ number: UInt64) throws -> FilterSubject? {
        var found: FilterSubject?
        try subjects([number], hasContent: true) { subject in
            found = subject
            return false
        }
        return found
    }

    package func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) throws {
        try subjects(numbers, hasContent: false) { subject in
            body(FlowMoments(subject.record))
            return true
        }
    }

    package func around(_ record: FlowRecord) throws -> SessionContext {
        SessionContext(try flows(in: FlowStretch.around(record.id.number)))
    }

    /// The flows of these numbers, without content, each with its place among them.
    package func flows(in range: ClosedRange<UInt64>) throws -> [FlowRecord] {
        // Filters count as SQLite does.
        let most = UInt64(Int64.max)
        let filter = try FlowFilter("id >= \(min(range.lowerBound, most)) and id <= \(min(range.upperBound, most))")
        var found: [FlowRecord] = []
        try forEach(filter, .none, FlowReading()) { subject in
            guard subject.record.id.number <= range.upperBound else { return false }
            var other = subject.record.slim
            other.index = found.count
            found.append(other)
            return true
        }
        return found
    }

    /// There is nothing to gain where flows lie in memory.
    package func foresee(_ number: UInt64) {}

    /// What keeps flows in memory keeps none.
    package func connections() throws -> [ConnectionRecord] { [] }

    package func connections(of record: FlowRecord, lost: Bool) throws -> [ConnectionRecord] {
        guard !ConnectionRecord.names(of: record).isEmpty else { return [] }
        return ConnectionRecord.those(of: record, among: try connections(), lost: lost)
    }

    package func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws -> FlowStatistics {
        try countedOneByOne(filter, clock, by: dimension)
    }

    /// Figures by looking at each flow.
    package func countedOneByOne(
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

    package func mark(_ numbers: [UInt64], _ marks: FlowMarks) throws -> Int { throw ReadOnlyLibrary() }

    package func delete(_ numbers: [UInt64]) throws -> (deleted: Int, isOverwritten: Bool) { throw ReadOnlyLibrary() }

    package func look() -> LibraryChange { .none }

    /// Hands out flows with their contents, in the order in which they were recorded.
    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ body: (FilterSubject) throws -> Bool
    ) throws {
        try forEach(filter, clock, FlowReading(), body)
    }
}

extension FilterClock {
    /// Of questions that ask for no time.
    fileprivate static var none: FilterClock { FilterClock(now: 0, utcOffset: 0) }
}
