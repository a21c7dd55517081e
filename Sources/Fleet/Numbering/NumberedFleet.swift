import Bytes
package import Explain
package import Filter
package import Flow
package import Library
package import Workbench

/// The flows of a fleet for what names flows by one number, as lists of the page and agents do. Flows are found and
/// counted in the database, and read one by one; what this keeps is the table of their numbers. Used by one thread;
/// `SharedLibrary` lends it to several.
package final class NumberedFleet: FlowLibrary {
    package struct Limits: Sendable {
        /// Flows that have numbers, the newest at the start and those that arrive later: 24 bytes each, or some more.
        package var flows = 1_000_000
        /// Flows of one list, the newest that match.
        package var list = 100_000
        /// So many flows are asked for by their keys; of more the database is asked for all that match.
        package var keys = 2_000

        package init() {}
    }

    /// A limit was met for the first time.
    package enum Bound: Sendable, Hashable {
        case flows(Int)
        case list(Int)
    }

    let base: FleetLibrary
    let filterReader: FilterReader
    let limits: Limits
    private let met: (Bound) -> Void
    private var metBounds: Set<Bound> = []
    /// Microseconds by any clock that goes on.
    private let clock: () -> Int64

    private(set) var table: FleetNumberTable
    /// Flows before the oldest one that has a number.
    private var older: FleetPages<FleetPlaceRow>
    /// Lists of the database, read as they arrive.
    private var since: Int64
    private var known: Set<FleetArrival>
    private var lookedAt: Int64
    /// The highest number that `look` has told.
    private var told: UInt64
    /// The flows around the one that was opened last.
    private var neighbours: (run: RunID, numbers: ClosedRange<UInt64>, highest: UInt64, context: SessionContext)?

    var reader: FleetReader { base.reader }

    /// A transaction begins before its rows are seen: so long after others it may come, in microseconds.
    private static let patience: Int64 = 60_000_000
    /// The database is asked again after this time, in microseconds.
    private static let pause: Int64 = 1_000_000
    /// So many rows are read at once: fewer where contents are wanted.
    private static let (rowsAtOnce, contentsAtOnce) = (500, 64)

    /// - Parameters:
    ///   - clock: microseconds by any clock that goes on.
    ///   - met: hears once of each limit that is met.
    package init(
        _ link: any PostgresLink, reader filterReader: FilterReader, limits: Limits = Limits(),
        clock: @escaping () -> Int64, met: @escaping (Bound) -> Void = { _ in }
    ) throws {
        let base = try FleetLibrary(link, reader: filterReader)
        (self.base, self.filterReader, self.limits, self.clock, self.met) = (base, filterReader, limits, clock, met)
        // What arrives while the first ones are read comes after them.
        let since = try base.now() - Self.patience
        (self.since, lookedAt) = (since, clock())
        known = Set(try base.arrivals(since: since, known: []))
        let count = UInt64(try base.count(.everything, FilterClock(now: 0, utcOffset: 0)))
        (table, told) = (FleetNumberTable(top: count), count)
        older = try base.reader.newestPlaces(of: nil)
    }

    /// When the first flow of the database began, in microseconds since 1970; nil when it has none.
    package func start() throws -> Int64? {
        var start: Int64?
        try reader.forEachPlace(FleetQuery(.everything, FilterClock(now: 0, utcOffset: 0))) { place in
            start = place.started
            return false
        }
        return start
    }

    func meet(_ bound: Bound) {
        if metBounds.insert(bound).inserted { met(bound) }
    }

    // MARK: Numbers

    /// Gives numbers to older flows until this one has its number, or no flow can get one any more.
    func reach(_ number: UInt64) throws { while table.lowest > number, try addOlder() {} }

    /// The same, until all flows from this one on have theirs.
    func reach(_ place: FleetRowPlace) throws {
        while table.oldest.map({ place < $0 }) ?? true, try addOlder() {}
    }

    private func addOlder() throws -> Bool {
        guard !table.isComplete else { return false }
        guard table.count < limits.flows else {
            meet(.flows(limits.flows))
            return false
        }
        guard let row = try older.next() else { return false }
        table.addOlder(row.place)
        return true
    }

    /// Gives numbers to the flows that have arrived, some time after the last look.
    func refresh() throws {
        let now = clock()
        guard now - lookedAt >= Self.pause else { return }
        lookedAt = now
        let arrivals = try base.arrivals(since: since, known: known)
        guard let newest = arrivals.map(\.arrived).max() else { return }
        for place in try arrivals.flatMap({ try reader.places(in: $0) }).sorted(by: <) {
            guard table.count < limits.flows else {
                meet(.flows(limits.flows))
                break
            }
            table.addLater(place)
        }
        since = max(since, newest - Self.patience)
        known = known.union(arrivals).filter { $0.arrived >= since }
    }

    package func look() -> LibraryChange {
        guard (try? refresh()) != nil, told < table.highest else { return .none }
        defer { told = table.highest }
        return .grown(Array(told + 1...table.highest))
    }

    // MARK: Find

    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        var left = reading.limit ?? .max
        func hand(_ numbers: some Sequence<UInt64>) throws -> Bool {
            var goesOn = left > 0
            try subjects(Array(numbers.prefix(left)), hasContent: reading.hasContent) { subject in
                left -= 1
                goesOn = try body(subject) && left > 0
                return goesOn
            }
            return goesOn
        }
        guard reading.order.field == nil, reading.order.isReversed else {
            _ = try hand(numbers(filter, clock, reading.order, limit: limits.flows))
            return
        }
        // Who asks for the newest seldom asks for all.
        let question = try NumberedQuestion(filter, clock, in: self)
        let size = min(left, Self.rowsAtOnce)
        var below: UInt64?
        while size > 0 {
            let found = try find(question, limit: size, below: below)
            guard try hand(found), found.count == size else { return }
            below = found.last
        }
    }

    package func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) throws -> [UInt64] {
        let found = try numbers(filter, clock, order, limit: limits.list)
        if found.count == limits.list { meet(.list(limits.list)) }
        return found
    }

    package func matching(
        _ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]
    ) throws -> [UInt64] {
        try matching(NumberedQuestion(filter, clock, in: self), among: numbers)
    }

    package func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        let question = try NumberedQuestion(filter, clock, in: self)
        guard question.asksNumbers else { return try base.count(filter, clock) }
        return try find(question, limit: limits.flows).count
    }

    package func newest(_ count: Int) throws -> [UInt64] {
        try find(NumberedQuestion(.everything, FilterClock(now: 0, utcOffset: 0), in: self), limit: count)
    }

    // MARK: Read

    package func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) throws {
        // Somebody may know a number that no list has given yet.
        if let lowest = numbers.min() { try reach(max(1, lowest)) }
        let size = hasContent ? Self.contentsAtOnce : Self.rowsAtOnce
        for start in stride(from: 0, to: numbers.count, by: size) {
            let places = numbers[start..<min(start + size, numbers.count)].compactMap { number in
                table.place(of: number).map { (number, $0) }
            }
            let rows = Dictionary(try reader.rows(at: places.map(\.1)).map { ($0.place, $0) }) { first, _ in first }
            for (number, place) in places {
                guard let row = rows[place], let subject = try subject(row, number, hasContent) else { continue }
                guard try body(subject) else { return }
            }
        }
    }

    /// With its number, and its name in the fleet as a tag.
    func subject(_ row: FleetRow, _ number: UInt64, _ hasContent: Bool) throws -> FilterSubject? {
        guard let flow = try reader.flow(row, readsContent: hasContent) else { return nil }
        var context = flow.context
        context.tags.append("\(row.flowKey.run.text.prefix(8)):\(row.flowKey.number)")
        return FilterSubject(flow.record.numbered(FlowID(number)), context, reader: filterReader)
    }

    package func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) throws {
        let facts = Dictionary(
            try reader.facts(at: numbers.compactMap { table.place(of: $0) }).map { ($0.place, $0) }
        ) { first, _ in first }
        for number in numbers {
            guard let place = table.place(of: number), let facts = facts[place] else { continue }
            body(FlowMoments(facts, number: number))
        }
    }

    // MARK: Neighbours

    /// Of the flow's run: what other proxies recorded at the same time has nothing to do with it.
    package func around(_ record: FlowRecord) throws -> SessionContext {
        guard let place = table.place(of: record.id.number) else { return SessionContext([]) }
        let run = RunID(UInt64(bitPattern: place.run))
        let numbers = FlowStretch.around(UInt64(bitPattern: place.id))
        if let known = neighbours, known.run == run, known.numbers == numbers, known.highest == table.highest {
            return known.context
        }
        let most = UInt64(Int64.max)
        let filter = try FlowFilter("id >= \(min(numbers.lowerBound, most)) and id <= \(min(numbers.upperBound, most))")
        var query = FleetQuery(filter, FilterClock(now: 0, utcOffset: 0), run: run)
        query.hasContent = false
        var flows: [FlowRecord] = []
        try reader.forEachRow(query) { row, record, _ in
            guard row.place.tenant == place.tenant else { return true }
            try reach(row.place)
            // One that has no number cannot be opened.
            guard let number = table.number(of: row.place) else { return true }
            var other = record.slim.numbered(FlowID(number))
            other.index = flows.count
            flows.append(other)
            return true
        }
        let context = SessionContext(flows)
        neighbours = (run, numbers, table.highest, context)
        return context
    }

    package func past(of records: [FlowRecord]) throws -> SessionPast { base.past(of: records) }

    package func connections() throws -> [ConnectionRecord] { try base.connections() }

    package func connections(of record: FlowRecord, lost: Bool) throws -> [ConnectionRecord] {
        try base.connections(of: record, lost: lost)
    }

    // MARK: Figures

    package func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws -> FlowStatistics {
        guard try NumberedQuestion(filter, clock, in: self).asksNumbers else {
            return try base.statistics(filter, clock, by: dimension)
        }
        return try countedOneByOne(filter, clock, by: dimension)
    }
}

extension FlowMoments {
    fileprivate init(_ facts: FleetFacts, number: UInt64) {
        let outcome = facts.bytes(.outcome).flatMap { Outcome.Kind(rawValue: $0.text) }
        let hasFailed = outcome.map { $0 != .complete && $0 != .tunnel } ?? false
        self.init(
            number: number, start: facts.started, duration: facts.integer(.duration),
            isFailed: hasFailed || facts.integer(.status) ?? 0 >= 400)
    }
}
