package import Explain
package import Filter
package import Flow
package import Library
package import Workbench

/// The flows of a fleet's database: all that the role may read, or those of one run.
package final class FleetLibrary: FlowLibrary {
    package let reader: FleetReader
    private let filterReader: FilterReader
    /// For what changes flows; the reader uses it, too.
    package let link: any PostgresLink
    /// nil: those of all runs.
    package let run: RunID?

    package convenience init(_ link: any PostgresLink, reader filterReader: FilterReader) throws(FleetError) {
        self.init(try FleetReader(link, reader: filterReader), link, run: nil, filterReader)
    }

    private init(_ reader: FleetReader, _ link: any PostgresLink, run: RunID?, _ filterReader: FilterReader) {
        self.reader = reader
        self.filterReader = filterReader
        self.link = link
        self.run = run
    }

    /// The flows of this run only.
    package func scoped(to run: RunID) -> FleetLibrary { FleetLibrary(reader, link, run: run, filterReader) }

    private func query(_ filter: FlowFilter, _ clock: FilterClock) -> FleetQuery {
        FleetQuery(filter, clock, run: run)
    }

    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        var query = query(filter, clock)
        query.hasContent = reading.hasContent
        guard reading.order.field == nil else { return try forEachSorted(query, reading, body) }
        query.isNewestFirst = reading.order.isReversed
        query.limit = reading.limit
        try reader.forEach(query) { try body(FilterSubject($0, $1, reader: filterReader)) }
    }

    /// What tells each flow that a filter means from all others, and the flow without its content.
    package func forEachKey(
        _ filter: FlowFilter, _ clock: FilterClock, _ body: (FleetKey, FlowRecord, FlowContext) throws -> Bool
    ) throws {
        var query = query(filter, clock)
        query.hasContent = false
        try reader.forEachKey(query, body)
    }

    /// By what only the flows themselves tell: without their contents, which the order does not ask.
    private func forEachSorted(
        _ query: FleetQuery, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        var found: [(key: FilterValue, item: FilterSubject)] = []
        try reader.forEach(query) { record, context in
            let subject = FilterSubject(record, context, reader: filterReader)
            found.append((reading.order.value(subject), subject))
            return true
        }
        for subject in reading.order.sorted(found).prefix(reading.limit ?? .max) {
            guard try body(subject) else { return }
        }
    }

    /// The time by the database's clock.
    package func now() throws -> Int64 { try reader.now() }

    /// What the database has taken since then, but for what is known.
    package func arrivals(since time: Int64, known: Set<FleetArrival>) throws -> [FleetArrival] {
        try reader.packs(since: time, of: run, known: known)
    }

    /// The flows of it that a filter means.
    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, in arrival: FleetArrival, hasContent: Bool,
        _ body: (FilterSubject) -> Void
    ) throws {
        try reader.forEach(filter, clock, in: arrival, hasContent: hasContent) {
            body(FilterSubject($0, $1, reader: filterReader))
        }
    }

    package func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        try reader.count(query(filter, clock))
    }

    package func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws -> FlowStatistics {
        var query = query(filter, clock)
        query.hasContent = false
        var counting = FleetStatistics(reader, by: dimension)
        if try counting.count(query) { return counting.statistics }
        return try countedOneByOne(filter, clock, by: dimension)
    }

    package func newest(_ count: Int) throws -> [UInt64] { try reader.newest(count, run: run).map(\.number) }

    package func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) throws {
        for number in numbers {
            var goesOn = true
            let filter = try FlowFilter("id = \(number)")
            let clock = FilterClock(now: 0, utcOffset: 0)
            try forEach(filter, clock, FlowReading(limit: 1, hasContent: hasContent)) { subject in
                goesOn = try body(subject)
                return false
            }
            guard goesOn else { return }
        }
    }

    package func connections() throws -> [ConnectionRecord] { try reader.connections(of: run) }

    package func connections(of record: FlowRecord, lost: Bool) throws -> [ConnectionRecord] {
        guard let run = record.run, !ConnectionRecord.names(of: record).isEmpty else { return [] }
        return ConnectionRecord.those(of: record, among: try reader.connections(of: run), lost: lost)
    }

    /// Other proxies, filters and samples leave flows out: of what came before nothing is concluded.
    package func past(of records: [FlowRecord]) -> SessionPast {
        SessionPast(flows: [], since: records.map(\.id.number).max())
    }
}
