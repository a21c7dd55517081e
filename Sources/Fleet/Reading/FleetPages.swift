import Filter
import Flow

/// Rows of flows in the order of their starts, a page at a time. The pages of each tenant are asked for apart: the
/// indices of `flow` begin with the tenant, so that the server reads what a page has and nothing else, however many
/// flows there are. Used by one thread.
struct FleetPages<Row: FleetPlacedRow> {
    private struct Stream {
        let tenant: String
        var rows: [Row] = []
        var next = 0
        var last: FleetRowPlace?
        /// A flow of another tenant stands there, and one of this tenant comes after it.
        var includesLast = false
        /// The server has no more.
        var isOver = false

        var place: FleetRowPlace? { next < rows.count ? rows[next].place : nil }
    }

    private let link: any PostgresLink
    private let clause: PostgresFilter
    private let query: FleetQuery
    private let size: Int
    private var streams: [Stream]

    /// - Parameters:
    ///   - size: so many rows are asked for at once.
    ///   - start: rows after it in the query's order; nil: all.
    init(
        _ link: any PostgresLink, _ clause: PostgresFilter, _ query: FleetQuery, size: Int,
        after start: FleetRowPlace? = nil
    ) throws(FleetError) {
        (self.link, self.clause, self.query) = (link, clause, query)
        streams = try Self.tenants(link, query.run?.value).map { tenant in
            let isAfter = start.map { query.isNewestFirst ? tenant < $0.tenant : $0.tenant < tenant } ?? false
            return Stream(tenant: tenant, last: start, includesLast: isAfter)
        }
        self.size = max(16, size / max(1, streams.count))
    }

    /// Tenants that the role may read and that have runs: few, where flows are many.
    static func tenants(_ link: any PostgresLink, _ run: UInt64?) throws(FleetError) -> [String] {
        let (scope, values): (String, [PostgresValue]) =
            run.map { (" WHERE run = $1", [.integer(Int64(bitPattern: $0))]) } ?? ("", [])
        return try FleetError.wrapping { () throws(PostgresError) in
            try link.run("SELECT DISTINCT tenant FROM hark.run\(scope) ORDER BY 1", values)
        }.map { $0.text(0) ?? "" }
    }

    /// The next one; nil at the end.
    mutating func next() throws(FleetError) -> Row? {
        var best: (stream: Int, place: FleetRowPlace)?
        for index in streams.indices {
            if streams[index].place == nil, !streams[index].isOver { try fill(index) }
            guard let place = streams[index].place else { continue }
            if let known = best {
                guard query.isNewestFirst ? known.place < place : place < known.place else { continue }
            }
            best = (index, place)
        }
        guard let index = best?.stream else { return nil }
        let row = streams[index].rows[streams[index].next]
        streams[index].next += 1
        return row
    }

    private mutating func fill(_ index: Int) throws(FleetError) {
        let statement = statement(streams[index])
        let rows = try FleetError.wrapping { () throws(PostgresError) in try link.run(statement) }
        let found = rows.map { Row($0) }.compactMap { $0 }
        streams[index].rows = found
        streams[index].next = 0
        streams[index].isOver = rows.count < size || found.isEmpty
        guard let last = found.last?.place else { return }
        (streams[index].last, streams[index].includesLast) = (last, false)
    }

    private func statement(_ stream: Stream) -> PostgresStatement {
        var values = clause.bindings.map { $0.postgres }
        func add(_ value: PostgresValue) -> String {
            values.append(value)
            return "$\(values.count)"
        }
        var conditions = ["f.tenant = \(add(.text(stream.tenant)))", "((\(clause.where)) OR f.lossy)"]
        if let run = query.run { conditions.append("f.run = \(add(.integer(Int64(bitPattern: run.value))))") }
        if let condition = query.condition {
            conditions.append(condition.value.map { condition.sql.replacing("?", with: add($0)) } ?? condition.sql)
        }
        let (sign, order) = query.isNewestFirst ? ("<", "DESC") : (">", "ASC")
        if let last = stream.last {
            // The day chooses partitions; the row comparison continues after the last one.
            let started = add(.time(last.started))
            conditions.append("f.day \(sign)= DATE '1970-01-01' + \(last.day)")
            conditions.append("f.started \(sign)= \(started)")
            let (run, id) = (add(.integer(last.run)), add(.integer(last.id)))
            let comparison = stream.includesLast ? sign + "=" : sign
            conditions.append("(f.started, f.run, f.id) \(comparison) (\(started), \(run), \(id))")
        }
        return PostgresStatement(
            """
            SELECT \(Row.columns) FROM \(Row.tables) WHERE \(conditions.joined(separator: " AND "))
            ORDER BY f.started \(order), f.run \(order), f.id \(order) LIMIT \(size)
            """, values)
    }
}

extension FilterValue {
    var postgres: PostgresValue {
        switch self {
        case .null: .text(nil)
        case .integer(let number): .integer(number)
        case .text(let bytes): .text(bytes)
        }
    }
}
