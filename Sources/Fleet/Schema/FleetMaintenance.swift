/// The daily work on a partitioned schema: partitions for the days to come, and the end of those that expired. Each
/// step is a transaction, and doing it twice changes nothing. Used by one thread.
package struct FleetMaintenance {
    private let link: any PostgresLink
    private let today: FleetDay
    /// The first day that is kept.
    private let first: FleetDay

    package struct Result: Sendable, Equatable {
        /// Days by their dates, as names of partitions end: `20261129`.
        package var created: [String] = []
        package var dropped: [String] = []
        /// Rows that left the default partition.
        package var moved = 0
        package var deleted = 0
    }

    /// - Parameter keep: days that are kept, today being one.
    package init(_ link: any PostgresLink, today: FleetDay, keep: Int64) {
        self.link = link
        self.today = today
        first = today.advanced(by: 1 - max(1, keep))
    }

    package func run(_ layout: FleetLayout) throws(PostgresError) -> Result {
        var result = Result()
        guard layout.isPartitioned else {
            for table in FleetSchema.dated { result.deleted += try deleteExpired(from: "hark.\(table)", table) }
            return result
        }
        let days = try partitions()
        for day in days.sorted() where day < first.suffix {
            try drop(day)
            result.dropped.append(day)
        }
        for table in FleetSchema.dated { result.deleted += try deleteExpired(from: "hark.\(table)_default", table) }
        // Days in the default partition that are kept: late flows of a day without a partition.
        let waiting = try link.run(
            "SELECT DISTINCT day - DATE '1970-01-01' FROM hark.flow_default WHERE day >= \(Self.date(first))"
        ).map { $0.integer(0) ?? 0 }.map { FleetDay($0) }.filter { $0 <= today.advanced(by: FleetSchema.daysAhead) }
        let wanted = Set((0...FleetSchema.daysAhead).map { today.advanced(by: $0) } + waiting)
        for day in wanted.sorted() where !days.contains(day.suffix) {
            result.moved += try create(day)
            result.created.append(day.suffix)
        }
        return result
    }

    /// Days that have a partition.
    private func partitions() throws(PostgresError) -> Set<String> {
        let names = try link.run(
            """
            SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
            WHERE i.inhparent = 'hark.flow'::regclass
            """
        ).map { $0.text(0) ?? "" }
        return Set(names.map { $0.dropFirst("flow_".count) }.filter { $0.allSatisfy(\.isNumber) }.map { String($0) })
    }

    private static func date(_ day: FleetDay) -> String { "DATE '\(day.text)'" }

    /// Pinned flows stay, with their packs and bodies, in the default partition.
    ///
    /// - Parameter rows: where rows of this table are asked about: a partition may be no part of the table any more.
    private static func isPinned(_ table: String, in rows: String) -> String {
        let pinned = """
            (SELECT f.tenant, f.run, f.id, f.pack, f.request_body, f.response_body
            FROM \(FleetSchema.marked(table == "flow" ? rows : "hark.flow")) WHERE \(FleetSchema.isPinned))
            """
        switch table {
        case "flow": return "(tenant, run, id) IN (SELECT tenant, run, id FROM \(pinned) p)"
        case "pack": return "(tenant, run, pack) IN (SELECT tenant, run, pack FROM \(pinned) p)"
        default:
            return """
                ((tenant, sha256) IN (SELECT tenant, request_body FROM \(pinned) p WHERE request_body IS NOT NULL)
                OR (tenant, sha256) IN (SELECT tenant, response_body FROM \(pinned) p WHERE response_body IS NOT NULL))
                """
        }
    }

    private func drop(_ day: String) throws(PostgresError) {
        try link.transaction { () throws(PostgresError) in
            // What flows have pinned is asked of them: bodies and packs first.
            for table in FleetSchema.dated.reversed() {
                let partition = "hark.\(table)_\(day)"
                guard try link.run("SELECT 1 WHERE to_regclass('\(partition)') IS NOT NULL").count > 0 else { continue }
                try link.run("ALTER TABLE hark.\(table) DETACH PARTITION \(partition)")
                try link.run(
                    "INSERT INTO hark.\(table) SELECT * FROM \(partition) WHERE \(Self.isPinned(table, in: partition)) "
                        + "ON CONFLICT DO NOTHING")
                try link.run("DROP TABLE \(partition)")
            }
        }
    }

    private func deleteExpired(from rows: String, _ table: String) throws(PostgresError) -> Int {
        try link.run(
            "DELETE FROM \(rows) WHERE day < \(Self.date(first)) AND NOT \(Self.isPinned(table, in: rows))"
        ).changed
    }

    /// - Returns: rows that moved from the default partition into the new one.
    private func create(_ day: FleetDay) throws(PostgresError) -> Int {
        try link.transaction { () throws(PostgresError) in
            var moved = 0
            for table in FleetSchema.dated {
                // A partition is refused while the default one has a row of its day.
                let partition = "hark.\(table)_\(day.suffix)"
                try link.run("CREATE TABLE \(partition) (LIKE hark.\(table) INCLUDING DEFAULTS)")
                moved += try link.run(
                    """
                    WITH gone AS (DELETE FROM hark.\(table)_default WHERE day = \(Self.date(day)) RETURNING *)
                    INSERT INTO \(partition) SELECT * FROM gone
                    """
                ).changed
                try link.run(
                    """
                    ALTER TABLE hark.\(table) ATTACH PARTITION \(partition)
                    FOR VALUES FROM ('\(day.text)') TO ('\(day.advanced(by: 1).text)')
                    """)
            }
            return moved
        }
    }
}
