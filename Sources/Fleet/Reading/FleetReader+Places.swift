import Bytes
import Filter
import Flow

/// A row of `flow` of which only the place is wanted.
struct FleetPlaceRow: FleetPlacedRow {
    static let columns = "f.tenant, f.run, f.id, (f.day - DATE '1970-01-01')::bigint, f.started, f.lossy"
    /// Filters may ask marks.
    static let tables = FleetRow.tables

    let place: FleetRowPlace
    /// Columns say less than the record.
    let isLossy: Bool

    init?(_ row: PostgresRow) {
        guard let tenant = row.text(0), let run = row.integer(1), let id = row.integer(2), let day = row.integer(3),
            let started = row.time(4)
        else { return nil }
        place = FleetRowPlace(started: started, run: run, id: id, tenant: tenant, day: day)
        isLossy = row.boolean(5) ?? true
    }
}

// Where flows are, and flows by their places: for lists that hold many flows and show a few.
extension FleetReader {
    private static let placesPageSize = 5_000
    /// So many are asked for by their keys at once.
    private static let keysAtOnce = 1_000

    /// Hands out the places of the flows that a query finds, in its order; `body` says whether to go on.
    ///
    /// - Parameter start: those after it in that order; nil: all.
    func forEachPlace(
        _ query: FleetQuery, after start: FleetRowPlace? = nil, _ body: (FleetRowPlace) throws -> Bool
    ) throws {
        let clause = PostgresFilter(query.filter, query.clock, .fleet)
        guard clause.isExact else {
            var query = query
            query.hasContent = false
            return try forEachRow(query, after: start) { row, _, _ in try body(row.place) }
        }
        let matcher = FilterMatcher(query.filter, query.clock)
        var pages = try FleetPages<FleetPlaceRow>(link, clause, query, size: Self.placesPageSize, after: start)
        while let row = try pages.next() {
            if row.isLossy {
                guard let whole = try rows(at: [row.place]).first, try matches(whole, matcher) else { continue }
            }
            guard try body(row.place) else { return }
        }
    }

    /// All of them, the newest first, for who asks for one after the other.
    func newestPlaces(of run: RunID?) throws -> FleetPages<FleetPlaceRow> {
        var query = FleetQuery(.everything, FilterClock(now: 0, utcOffset: 0), run: run)
        query.isNewestFirst = true
        return try FleetPages(
            link, PostgresFilter(query.filter, query.clock, .fleet), query, size: Self.placesPageSize)
    }

    /// Those of these flows that a filter matches.
    func matching(
        _ filter: FlowFilter, _ clock: FilterClock, among places: [FleetRowPlace]
    ) throws -> Set<FleetRowPlace> {
        let clause = PostgresFilter(filter, clock, .fleet)
        let matcher = FilterMatcher(filter, clock)
        var found: Set<FleetRowPlace> = []
        for row in try rows(at: places, clause) {
            if clause.isExact, !row.isLossy {
                found.insert(row.place)
            } else if try matches(row, matcher) {
                found.insert(row.place)
            }
        }
        return found
    }

    private func matches(_ row: FleetRow, _ matcher: FilterMatcher) throws -> Bool {
        let filter = matcher.filter
        guard let (record, context) = try flow(row, readsContent: filter.expression.readsContent) else { return false }
        return try matcher.matches(subject(row, record, context, filter))
    }

    /// The rows of these flows, in any order; flows that are gone have none.
    ///
    /// - Parameter clause: only of those that it may mean.
    func rows(at places: [FleetRowPlace], _ clause: PostgresFilter? = nil) throws -> [FleetRow] {
        try rows(at: places, FleetRow.self, clause)
    }

    /// The same, of what figures ask.
    func facts(at places: [FleetRowPlace]) throws -> [FleetFacts] { try rows(at: places, FleetFacts.self, nil) }

    private func rows<Row: FleetPlacedRow>(
        at places: [FleetRowPlace], _ type: Row.Type, _ clause: PostgresFilter?
    ) throws -> [Row] {
        var found: [Row] = []
        for (tenant, all) in Dictionary(grouping: places, by: \.tenant).sorted(by: { $0.key < $1.key }) {
            for start in stride(from: 0, to: all.count, by: Self.keysAtOnce) {
                let some = all[start..<min(start + Self.keysAtOnce, all.count)]
                var values = clause?.bindings.map { $0.postgres } ?? []
                let first = values.count
                values += [
                    .text(tenant), .integers(some.map(\.run)), .integers(some.map(\.id)), .days(some.map(\.day)),
                ]
                let condition = clause.map { " AND ((\($0.where)) OR f.lossy)" } ?? ""
                found += try ask(
                    """
                    SELECT \(Row.columns) FROM \(Row.tables)
                    JOIN unnest($\(first + 2), $\(first + 3), $\(first + 4)) AS u(run, id, day)
                    ON f.run = u.run AND f.id = u.id AND f.day = u.day
                    WHERE f.tenant = $\(first + 1)\(condition)
                    """, values
                ).map { Row($0) }.compactMap { $0 }
            }
        }
        return found
    }

    /// The flows of a pack that has arrived.
    func places(in arrival: FleetArrival) throws -> [FleetRowPlace] {
        try rows(at: keys(of: arrival), FleetPlaceRow.self, nil).map(\.place)
    }

    /// By which rows are found: the pack has them, but for the starts.
    func keys(of arrival: FleetArrival) throws -> [FleetRowPlace] {
        let key = arrival.key
        return try pack(key).keys.map {
            FleetRowPlace(started: 0, run: key.run, id: $0, tenant: key.tenant, day: key.day)
        }
    }

    /// The flows with this number of the runs whose names begin so.
    func places(of number: Int64, inRunsBeginningWith digits: String) throws -> [FleetRowPlace] {
        let runs = try runs(beginningWith: digits).map { Optional(Int64(bitPattern: $0.value)) }
        guard !runs.isEmpty else { return [] }
        return try ask(
            // By the key, which begins with tenant and run.
            """
            SELECT \(FleetPlaceRow.columns) FROM hark.run r JOIN hark.flow f ON f.tenant = r.tenant AND f.run = r.run
            WHERE r.run = ANY($1) AND f.id = $2
            """, [.integers(runs), .integer(number)]
        ).map { FleetPlaceRow($0)?.place }.compactMap { $0 }
    }
}
