import ArgumentParser
import Explain
import Filter
import Fleet
import Flow
import Platform
import Workbench

/// The flows of a fleet's database: all that the role may read, or those of one run.
final class FleetSource: FlowSource {
    private let reader: FleetReader
    /// For what changes flows; the reader uses it, too.
    let link: any PostgresLink
    /// nil: those of all runs.
    private let run: RunID?

    /// Whether `--session` names a fleet, and not a file.
    static func isFleet(_ session: String) -> Bool {
        session == "fleet" || session.hasPrefix("postgres://") || session.hasPrefix("postgresql://")
    }

    /// Connects. Fails with a sentence and an exit code.
    convenience init(_ session: String) throws {
        let connector = FleetConnector()
        let address = try connector.address(session, of: "--session")
        let (reader, link) = try FleetConnector.saying {
            let link = try connector.open(address)
            return (try FleetReader(link, reader: .standard), link)
        }
        self.init(reader, link, run: nil)
    }

    private init(_ reader: FleetReader, _ link: any PostgresLink, run: RunID?) {
        self.reader = reader
        self.link = link
        self.run = run
    }

    /// The run that selected flows are of: flows are `RUN:N`, and N by itself where one run has it. Fails with a
    /// sentence and an exit code.
    ///
    /// - Parameter name: the first digits of a run.
    func scoped(to group: FlowSelection.Group, of name: String?) throws -> FleetSource {
        if let name {
            let isName = name.utf8.count >= 4 && name.utf8.count <= 16 && name.allSatisfy(\.isHexDigit)
            guard isName else {
                throw UsageFailure.said("'\(name.terminalEscaped)' is not a run (expected 4 to 16 hexadecimal digits)")
            }
            let run = try one(reader.runs(beginningWith: name.lowercased()), "run \(name)")
            return FleetSource(reader, link, run: run)
        }
        let numbers = group.parts.compactMap { part -> ClosedRange<Int64>? in
            switch part {
            case .number(let number): Int64(clamping: number)...Int64(clamping: number)
            case .range(let range): Int64(clamping: range.lowerBound)...Int64(clamping: range.upperBound)
            case .newest, .all: nil
            }
        }
        var runs = try FleetConnector.saying { try reader.runs(having: numbers) }
        let newest = Int(clamping: group.newestNeeded)
        if newest > 0 {
            runs += try FleetConnector.saying { try reader.newest(newest, run: nil) }.map(\.run)
        }
        guard !runs.isEmpty else { return self }
        return FleetSource(
            reader, link, run: try one(Array(Set(runs)), group.parts.map(\.text).joined(separator: ",")))
    }

    private func one(_ runs: @autoclosure () throws -> [RunID], _ what: String) throws -> RunID {
        let found = try FleetConnector.saying { try runs() }
        if found.count == 1 { return found[0] }
        guard let first = found.first else {
            Diagnostics.say("no flow matches: the database has no \(what.terminalEscaped)")
            throw UsageFailure.notFound
        }
        throw UsageFailure.said(
            "\(what.terminalEscaped) is in \(found.count) runs; name one, such as \(first.text.prefix(8)):NUMBER")
    }

    private func query(_ filter: FlowFilter, _ clock: FilterClock) -> FleetQuery {
        FleetQuery(filter, clock, run: run)
    }

    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        var query = query(filter, clock)
        query.hasContent = reading.hasContent
        guard reading.order == nil else { return try forEachSorted(query, reading, body) }
        query.isNewestFirst = reading.isReversed
        query.limit = reading.limit
        try FleetConnector.saying {
            try reader.forEach(query) { try body(FilterSubject($0, $1, reader: .standard)) }
        }
    }

    /// What tells each flow that a filter means from all others, and the flow without its content.
    func forEachKey(
        _ filter: FlowFilter, _ clock: FilterClock, _ body: (FleetKey, FlowRecord, FlowContext) throws -> Bool
    ) throws {
        var query = query(filter, clock)
        query.hasContent = false
        try FleetConnector.saying { try reader.forEachKey(query, body) }
    }

    /// By what only the flows themselves tell: without their contents, which the order does not ask.
    private func forEachSorted(
        _ query: FleetQuery, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        var found: [(key: FilterValue, item: FilterSubject)] = []
        try FleetConnector.saying {
            try reader.forEach(query) { record, context in
                let subject = FilterSubject(record, context, reader: .standard)
                found.append((reading.order?.value(subject) ?? .null, subject))
                return true
            }
        }
        for subject in reading.sorted(found) { guard try body(subject) else { return } }
    }

    /// The time by the database's clock.
    func now() throws -> Int64 { try FleetConnector.saying { try reader.now() } }

    /// What the database has taken since then, but for what is known.
    func arrivals(since time: Int64, known: Set<FleetArrival>) throws -> [FleetArrival] {
        try FleetConnector.saying { try reader.packs(since: time, of: run, known: known) }
    }

    /// The flows of it that a filter means.
    func forEach(
        _ filter: FlowFilter, in arrival: FleetArrival, hasContent: Bool, _ body: (FilterSubject) -> Void
    ) throws {
        try FleetConnector.saying {
            try reader.forEach(filter, .here, in: arrival, hasContent: hasContent) {
                body(FilterSubject($0, $1, reader: .standard))
            }
        }
    }

    func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        try FleetConnector.saying { try reader.count(query(filter, clock)) }
    }

    func statistics(_ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension) throws -> FlowStatistics {
        var query = query(filter, clock)
        query.hasContent = false
        return try FleetConnector.saying {
            var counting = FleetStatistics(reader, by: dimension)
            if try counting.count(query) { return counting.statistics }
            return try countedOneByOne(filter, clock, by: dimension)
        }
    }

    func newest(_ count: Int) throws -> [UInt64] {
        try FleetConnector.saying { try reader.newest(count, run: run) }.map(\.number)
    }

    func flow(_ number: UInt64) throws -> FilterSubject? {
        var found: FilterSubject?
        try forEach(try FlowFilter("id = \(number)"), .here, FlowReading()) { subject in
            found = subject
            return false
        }
        return found
    }

    func connections() throws -> [ConnectionRecord] {
        try FleetConnector.saying { try reader.connections(of: run) }
    }

    func connections(near record: FlowRecord) throws -> [ConnectionRecord] {
        guard let run = record.run else { return [] }
        return try FleetConnector.saying { try reader.connections(of: run) }
    }

    /// Other proxies, filters and samples leave flows out: of what came before nothing is concluded.
    func past(of records: [FlowRecord]) -> SessionPast {
        SessionPast(flows: [], since: records.map(\.id.number).max())
    }
}
