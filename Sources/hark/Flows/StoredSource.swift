import Explain
import Filter
import Flow
import Store
import Workbench

/// The flows of a session file. What its columns can tell is asked of these; only the rest is asked of the flows.
struct StoredSource: FlowSource {
    let reader: SessionReader

    /// Opens a session; fails with a sentence and an exit code when it cannot be read.
    init(path: String) throws {
        reader = try SessionChoice.say { () throws(SessionError) in try SessionReader(path) }
    }

    init(_ reader: SessionReader) {
        self.reader = reader
    }

    private var schema: FilterSchema { reader.schema(judgedBy: FilterReader.standard.checks) }

    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let sql = FilterSQL(filter, clock, schema)
        var query = FlowQuery(sql, isNewestFirst: reading.isReversed)
        query.omitsBodies = !reading.hasContent && (sql.isExact || !filter.asksOfContent)
        if sql.isExact { query.limit = reading.limit }
        if let column = reading.order {
            guard column.name == nil, let expression = schema.order(of: column.field) else {
                return try forEachSorted(filter, clock, reading, body)
            }
            query.order = expression
        }
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
    func forEachNewest(
        _ filter: FlowFilter, _ clock: FilterClock, limit: Int, _ body: (FilterSubject) throws -> Bool
    ) throws -> Int? {
        let sql = FilterSQL(filter, clock, schema)
        let readsContent = filter.asksOfContent
        let tries = sql.isExact ? limit : readsContent ? Self.contents : Self.heads
        let query = FlowQuery(sql, isNewestFirst: true, limit: tries)
        let found = try SessionChoice.say { () throws(SessionError) in try reader.newest(query) }
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
        return try SessionChoice.say { () throws(SessionError) in try reader.count(looked) }
    }

    /// Of flows that columns and the index of words do not rule out, so many are looked at by their heads, and so many
    /// by their contents.
    private static let (heads, contents) = (2_000, 400)
    /// Content that is looked at.
    private static let contentBytes = 4 << 20

    /// By what only the flows themselves tell: first of each what is sorted by and its number, then the flows.
    private func forEachSorted(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        var found: [(key: FilterValue, item: UInt64)] = []
        try forEach(filter, clock) { subject in
            found.append((reading.order?.value(subject) ?? .null, subject.record.id.number))
            return true
        }
        let numbers = reading.sorted(found)
        try walk(.numbered(numbers, omitsBodies: !reading.hasContent), nil, body)
    }

    func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        let sql = FilterSQL(filter, clock, schema)
        if sql.isExact { return try SessionChoice.say { () throws(SessionError) in try reader.count(FlowQuery(sql)) } }
        var count = 0
        try forEach(filter, clock, FlowReading(hasContent: false)) { _ in
            count += 1
            return true
        }
        return count
    }

    func statistics(_ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension) throws -> FlowStatistics {
        let sql = FilterSQL(filter, clock, schema)
        guard sql.isExact, reader.hasFacts else { return try countedOneByOne(filter, clock, by: dimension) }
        var counting = StoredStatistics(reader, by: dimension)
        try SessionChoice.say { () throws(SessionError) in try counting.count(FlowQuery(sql)) }
        return counting.statistics
    }

    func newest(_ count: Int) throws -> [UInt64] {
        let query = FlowQuery(isNewestFirst: true, limit: count)
        return try SessionChoice.say { () throws(SessionError) in try reader.numbers(query) }
    }

    func flow(_ number: UInt64) throws -> FilterSubject? {
        try SessionChoice.say { () throws(SessionError) in try reader.flow(number) }.map(Self.subject)
    }

    func connections() throws -> [ConnectionRecord] {
        try SessionChoice.say { () throws(SessionError) in try reader.connections() }
    }

    func past(of records: [FlowRecord]) throws -> SessionPast {
        var index: SessionIndex?
        return try SessionChoice.say { () throws(SessionError) in
            try SessionIndex.past(of: records, &index, in: reader)
        }
    }

    private enum Flows {
        case of(FlowQuery)
        case numbered([UInt64], omitsBodies: Bool)
    }

    /// - Parameter matcher: asked of each flow; nil when no more is to be asked.
    private func walk(_ flows: Flows, _ matcher: FilterMatcher?, _ body: (FilterSubject) throws -> Bool) throws {
        // What `body` throws is its own: only what the reader throws is said as an error of the file.
        var failure: (any Error)?
        func handOut(_ flow: StoredFlow) -> Bool {
            let subject = Self.subject(flow)
            guard matcher?.matches(subject) != false else { return true }
            do {
                return try body(subject)
            } catch {
                failure = error
                return false
            }
        }
        try SessionChoice.say { () throws(SessionError) in
            switch flows {
            case .of(let query): try reader.forEachFlow(query, handOut)
            case .numbered(let numbers, let omitsBodies):
                try reader.forEachFlow(numbered: numbers, omitsBodies: omitsBodies, handOut)
            }
        }
        if let failure { throw failure }
    }

    static func subject(_ flow: StoredFlow) -> FilterSubject {
        FilterSubject(flow.record, flow.context, reader: .standard)
    }
}

extension FlowFilter {
    /// The contents of messages have to be at hand to answer it: for a test on them, or for checks that look at them.
    fileprivate var asksOfContent: Bool {
        expression.readsContent || expression.tests.contains { ["note", "worst"].contains($0.field.name) }
    }
}
