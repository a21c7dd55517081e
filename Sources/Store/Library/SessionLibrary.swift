package import Explain
package import Filter
package import Flow
package import Library
import Synchronization
package import Workbench

/// The flows of a session file. What its columns can tell is asked of these; only the rest is asked of the flows. Safe
/// to use from anywhere.
package final class SessionLibrary: FlowLibrary, Sendable {
    package let reader: SessionReader
    /// What takes long has a connection of its own where several threads ask, so that rows need not wait for it.
    let slow: SessionReader
    /// What is read before somebody asks for it has one, too.
    let near: SessionReader
    let filterReader: FilterReader
    /// This process fills the file: it hears of new flows otherwise.
    let isFilledHere: Bool
    let foresight = Foresight()
    let around = AroundCache()
    /// What of the file was seen last, by who watches it.
    let seen: Mutex<Seen?>
    /// What bears on flows, as far as somebody asked.
    private let index = Mutex<SessionIndex?>(nil)

    /// For one that asks.
    package init(_ reader: SessionReader, _ filterReader: FilterReader) {
        (self.reader, slow, near) = (reader, reader, reader)
        self.filterReader = filterReader
        isFilledHere = false
        seen = Mutex(nil)
    }

    /// For several threads, and for who watches.
    package init(shared path: String, isFilledHere: Bool, _ filterReader: FilterReader) throws(SessionError) {
        reader = try SessionReader(path)
        slow = try SessionReader(path)
        near = try SessionReader(path)
        self.filterReader = filterReader
        self.isFilledHere = isFilledHere
        seen = Mutex(try Seen(reader))
    }

    package var path: String { reader.path }

    /// When the first flow began, in microseconds since 1970; nil when there is none, or that is not known.
    package func start() throws(SessionError) -> Int64? {
        try reader.flows(FlowQuery(limit: 1, omitsBodies: true)).first?.record.startedAt
    }

    var schema: FilterSchema { slow.schema(judgedBy: filterReader.checks) }

    package func subject(_ flow: StoredFlow) -> FilterSubject {
        FilterSubject(flow.record, flow.context, reader: filterReader)
    }

    // MARK: Find

    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let sql = FilterSQL(filter, clock, schema)
        var query = FlowQuery(sql, isNewestFirst: reading.order.isReversed)
        query.omitsBodies = !reading.hasContent && (sql.isExact || !filter.asksOfContent)
        if sql.isExact { query.limit = reading.limit }
        guard query.sort(by: reading.order, schema) else { return try forEachSorted(filter, clock, reading, body) }
        var left = reading.limit ?? .max
        guard left > 0 else { return }
        try walk(.of(query), sql.isExact ? nil : FilterMatcher(filter, clock)) { subject in
            left -= 1
            return try body(subject) && left > 0
        }
    }

    /// Hands out the newest flows that a filter matches, with their contents, until `body` says no. However large the
    /// session is, it looks at no more than people wait for.
    ///
    /// - Returns: nil when no flow was left out for that; else how many flows were looked at: the session's newest.
    package func forEachNewest(
        _ filter: FlowFilter, _ clock: FilterClock, limit: Int, _ body: (FilterSubject) throws -> Bool
    ) throws -> Int? {
        let sql = FilterSQL(filter, clock, schema)
        let readsContent = filter.asksOfContent
        let tries = sql.isExact ? limit : readsContent ? Self.contents : Self.heads
        let query = FlowQuery(sql, isNewestFirst: true, limit: tries)
        let found = try reader.newest(query)
        var end = found.end
        if !sql.isExact, found.numbers.count == tries { end = found.numbers.last }
        var (left, bytes) = (limit, 0)
        let matcher = sql.isExact ? nil : FilterMatcher(filter, clock)
        try walk(.numbered(found.numbers, omitsBodies: !readsContent), nil) { subject in
            let record = subject.record
            if readsContent {
                let sizes = MessageKind.allCases.map { record[$0].content.kept.count ?? 0 }
                // What is larger is read by no lesson.
                guard sizes.allSatisfy({ $0 <= SessionReader.inlineLimit }) else { return true }
                bytes += sizes.reduce(0, +)
                if bytes > Self.contentBytes {
                    end = record.id.number &+ 1
                    return false
                }
            }
            guard matcher?.matches(subject) != false else { return true }
            // Contents are read of the few that match.
            guard let whole = readsContent ? subject : try flow(record.id.number) else { return true }
            left -= 1
            if try body(whole), left > 0 { return true }
            end = nil
            return false
        }
        guard let end else { return nil }
        let looked = FlowQuery(where: "flow.id >= ?", [.integer(Int64(bitPattern: end))])
        return try reader.count(looked)
    }

    /// Of flows that columns and the index of words do not rule out, so many are looked at by their heads, and so many
    /// by their contents.
    private static let (heads, contents) = (2_000, 400)
    /// Content that is looked at.
    private static let contentBytes = 4 << 20

    /// By what only the flows themselves tell: first the numbers, then the flows.
    private func forEachSorted(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let numbers = try numbers(filter, clock, reading.order).prefix(reading.limit ?? .max)
        try walk(.numbered(Array(numbers), omitsBodies: !reading.hasContent), nil, body)
    }

    package func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) throws -> [UInt64] {
        let sql = FilterSQL(filter, clock, schema)
        var query = FlowQuery(sql, isNewestFirst: order.isReversed)
        query.omitsBodies = sql.isExact
        if query.sort(by: order, schema) { return try find(query, sql.isExact ? nil : FilterMatcher(filter, clock)) }
        var found: [(key: FilterValue, item: UInt64)] = []
        query.isNewestFirst = false
        query.omitsBodies = sql.isExact && !order.readsContent
        try walk(.of(query), sql.isExact ? nil : FilterMatcher(filter, clock)) { subject in
            found.append((order.value(subject), subject.record.id.number))
            return true
        }
        return order.sorted(found)
    }

    package func matching(
        _ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]
    ) throws -> [UInt64] {
        let sql = FilterSQL(filter, clock, schema)
        var query = FlowQuery(sql)
        query.restrict(to: numbers)
        query.omitsBodies = sql.isExact
        return try find(query, sql.isExact ? nil : FilterMatcher(filter, clock))
    }

    /// - Parameter matcher: asked of each flow; nil when the query says it all.
    private func find(_ query: FlowQuery, _ matcher: FilterMatcher?) throws -> [UInt64] {
        guard let matcher else { return try slow.numbers(query) }
        var found: [UInt64] = []
        try walk(.of(query), matcher) { subject in
            found.append(subject.record.id.number)
            return true
        }
        return found
    }

    package func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        if filter == .everything { return try reader.count(FlowQuery()) }
        let sql = FilterSQL(filter, clock, schema)
        if sql.isExact { return try slow.count(FlowQuery(sql)) }
        var count = 0
        try forEach(filter, clock, FlowReading(hasContent: false)) { _ in
            count += 1
            return true
        }
        return count
    }

    package func newest(_ count: Int) throws -> [UInt64] {
        try reader.numbers(FlowQuery(isNewestFirst: true, limit: count))
    }

    // MARK: Read

    package func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) throws {
        try walk(.numbered(numbers, omitsBodies: !hasContent), nil, by: reader, body)
    }

    package func flow(_ number: UInt64) throws -> FilterSubject? { try reader.flow(number).map(subject) }

    private enum Flows {
        case of(FlowQuery)
        case numbered([UInt64], omitsBodies: Bool)
    }

    /// - Parameter matcher: asked of each flow; nil when no more is to be asked.
    private func walk(
        _ flows: Flows, _ matcher: FilterMatcher?, by reader: SessionReader? = nil,
        _ body: (FilterSubject) throws -> Bool
    ) throws {
        let reader = reader ?? slow
        // What `body` throws is its own: only what the reader throws is an error of the file.
        var failure: (any Error)?
        func handOut(_ flow: StoredFlow) -> Bool {
            let subject = subject(flow)
            guard matcher?.matches(subject) != false else { return true }
            do {
                return try body(subject)
            } catch {
                failure = error
                return false
            }
        }
        switch flows {
        case .of(let query): try reader.forEachFlow(query, handOut)
        case .numbered(let numbers, let omitsBodies):
            try reader.forEachFlow(numbered: numbers, omitsBodies: omitsBodies, handOut)
        }
        if let failure { throw failure }
    }

    // MARK: Neighbours

    package func past(of records: [FlowRecord]) throws -> SessionPast {
        try index.withLock { try SessionIndex.past(of: records, &$0, in: near) }
    }

    package func connections() throws -> [ConnectionRecord] { try reader.connections() }

    package func connections(of record: FlowRecord, lost: Bool) throws -> [ConnectionRecord] {
        guard lost else { return try near.connections(of: record) }
        guard !ConnectionRecord.names(of: record).isEmpty else { return [] }
        return ConnectionRecord.those(of: record, among: try reader.connections(), lost: true)
    }

    // MARK: Figures

    package func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws -> FlowStatistics {
        let sql = FilterSQL(filter, clock, schema)
        guard sql.isExact, slow.hasFacts else { return try countedOneByOne(filter, clock, by: dimension) }
        var counting = StoredStatistics(slow, by: dimension)
        try counting.count(FlowQuery(sql))
        return counting.statistics
    }

    // MARK: Change

    package func mark(_ numbers: [UInt64], _ marks: FlowMarks) throws -> Int {
        let editor = try SessionEditor(path)
        defer { editor.close() }
        var count = numbers.count
        if let pin = marks.pin { count = try editor.pin(numbers, pin) }
        if let comment = marks.comment { count = try editor.comment(numbers, comment) }
        if let tag = marks.tag { count = try editor.tag(numbers, tag) }
        if let tag = marks.untag { count = try editor.tag(numbers, tag, isOn: false) }
        return count
    }

    package func delete(_ numbers: [UInt64]) throws -> (deleted: Int, isOverwritten: Bool) {
        let editor = try SessionEditor(path)
        defer { editor.close() }
        let result = try editor.delete(numbers)
        return (result.count, result.isOverwritten)
    }
}

extension SessionError: FlowLibraryError {}

extension FlowQuery {
    /// Puts flows into this order; false when only the flows themselves tell it.
    fileprivate mutating func sort(by order: FlowOrder, _ schema: FilterSchema) -> Bool {
        guard let field = order.field else { return true }
        guard order.name == nil, let expression = schema.order(of: field) else { return false }
        self.order = expression
        return true
    }
}

extension FlowFilter {
    /// The contents of messages have to be at hand to answer it: for a test on them, or for checks that look at them.
    fileprivate var asksOfContent: Bool {
        expression.readsContent || expression.tests.contains { ["note", "worst"].contains($0.field.name) }
    }
}
