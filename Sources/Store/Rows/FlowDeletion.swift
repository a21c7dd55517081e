/// Removes flows with all that belongs to them alone.
package enum FlowDeletion {
    /// The tables that have rows of a flow, and the column that says of which.
    private static let tables = [
        ("head", "flow"), ("interim", "flow"), ("chunk", "flow"), ("quirk", "flow"), ("change", "flow"),
        ("extra", "flow"), ("coding", "flow"), ("tag", "flow"), ("flow", "id"),
    ]

    /// Removes the oldest flows that have ended and are not pinned; how many there were.
    static func removeOldest(_ count: Int, _ database: Database) throws -> Int {
        let row = try Prepared(
            database,
            "INSERT INTO temp.doomed SELECT id FROM flow WHERE state = 1 AND pinned = 0 ORDER BY id LIMIT ?")
        return try remove(database) {
            row.bind(0, Int64(count))
            try row.run()
            try EvictedFlows.note(database)
        }
    }

    /// Removes the flows whose numbers `fill` puts into the table `temp.doomed`; how many there were.
    ///
    /// - Parameter closesBlocks: more flows of their blocks will hardly come.
    static func remove(_ database: Database, closesBlocks: Bool = true, fill: () throws -> Void) throws -> Int {
        try fill()
        let count = try Prepared(database, "SELECT count(*) FROM temp.doomed").first { $0.integer(0) ?? 0 } ?? 0
        guard count > 0 else { return 0 }
        // Bodies that no other flow has.
        try run(
            """
            INSERT OR IGNORE INTO temp.orphan SELECT request_body FROM flow
            WHERE id IN (SELECT id FROM temp.doomed) AND request_body IS NOT NULL
            UNION SELECT response_body FROM flow
            WHERE id IN (SELECT id FROM temp.doomed) AND response_body IS NOT NULL
            """, database)
        for (table, column) in tables {
            try run("DELETE FROM \(table) WHERE \(column) IN (SELECT id FROM temp.doomed)", database)
        }
        // Flows are the last of them. In a damaged file not every row that is found can be removed.
        let removed = database.changesCount
        try openBlocks(closesAgain: closesBlocks, database)
        try run(
            """
            DELETE FROM temp.orphan WHERE EXISTS (SELECT 1 FROM flow WHERE request_body = temp.orphan.id)
            OR EXISTS (SELECT 1 FROM flow WHERE response_body = temp.orphan.id)
            """, database)
        try run("DELETE FROM body_part WHERE body IN (SELECT id FROM temp.orphan)", database)
        try run("DELETE FROM body WHERE id IN (SELECT id FROM temp.orphan)", database)
        try run("DELETE FROM temp.orphan", database)
        try run("DELETE FROM temp.doomed", database)
        return removed
    }

    /// What blocks say goes with the flows of which they said it; a block that has none left goes, too.
    private static func openBlocks(closesAgain: Bool, _ database: Database) throws {
        for block in try numbers("SELECT DISTINCT id >> 8 FROM temp.doomed", database) {
            if closesAgain {
                try FlowBlock.close(block, database)
            } else {
                try FlowBlock.open(block, database)
            }
        }
    }

    private static func numbers(_ sql: String, _ database: Database) throws -> [Int64] {
        var found: [Int64] = []
        try Prepared(database, sql).forEachRow { row in
            found.append(row.integer(0) ?? 0)
            return true
        }
        return found
    }

    /// What removes TLS facts, certificates, grams, and lists of changes and notes that no flow has any more. Each asks
    /// blocks of flows, and the flows of those that are not closed.
    package static let sweeps: [String] = {
        let shared: [(String, String, [FlowBlock])] = [
            ("tls", "id", [.clientTLS, .upstreamTLS]), ("search", "id", [.search]),
            ("listed", "list", [.changes, .notes]),
        ]
        return shared.map { table, own, columns in
            let used = columns.map { "\(own) NOT IN (\($0.everyValue))" }
            return "DELETE FROM \(table) WHERE \(used.joined(separator: " AND "))"
        } + [
            "DELETE FROM tls_certificate WHERE tls NOT IN (SELECT id FROM tls)",
            "DELETE FROM certificate WHERE id NOT IN (SELECT certificate FROM tls_certificate)",
        ]
    }()

    /// Removes what flows shared of whom none is left, except for their edits.
    static func sweep(_ database: Database) throws {
        for sql in sweeps { try run(sql, database) }
    }

    /// Removes the lists of edits that no flow has any more. Reads all flows.
    static func sweepEdits(_ database: Database) throws {
        try run(
            """
            DELETE FROM edit WHERE list NOT IN (SELECT request_edits FROM flow WHERE request_edits IS NOT NULL
            UNION SELECT response_edits FROM flow WHERE response_edits IS NOT NULL
            UNION SELECT edits FROM interim WHERE edits IS NOT NULL
            UNION SELECT value FROM extra WHERE name IN ('request_trailer_edits', 'response_trailer_edits'))
            """, database)
    }

    /// Removes the grams of the flows whose numbers `temp.doomed` has, and with them those of the flows that shared
    /// their rows, in which any word may be from now on.
    static func forgetTexts(_ database: Database) throws {
        let rows = "SELECT search FROM flow WHERE id IN (SELECT id FROM temp.doomed) AND search > 0"
        try run("INSERT OR IGNORE INTO temp.orphan \(rows)", database)
        let having = """
            SELECT block FROM block_value WHERE name = '\(FlowBlock.search.rawValue)'
            AND value IN (SELECT id FROM temp.orphan)
            """
        for block in try numbers("\(having) UNION SELECT id FROM block WHERE \(FlowBlock.isOpen)", database) {
            let row = try Prepared(
                database,
                "UPDATE flow SET search = 0 WHERE id BETWEEN ? AND ? AND search IN (SELECT id FROM temp.orphan)")
            let flows = FlowBlock.flows(block)
            row.bind([.integer(flows.lowerBound), .integer(flows.upperBound)])
            try row.run()
            if database.changesCount > 0 { try FlowBlock.close(block, database) }
        }
        try run("DELETE FROM search WHERE id IN (SELECT id FROM temp.orphan)", database)
        try run("DELETE FROM temp.orphan", database)
    }

    /// Puts the lists of edits that no flow has but those of `temp.doomed` into `temp.unused`. Reads all flows, and
    /// keeps no writer out meanwhile.
    ///
    /// What it finds holds although others write: the file is changed first, and a writer that notices a change makes
    /// new lists instead of using those it knew (`SharedRows`). A list is written together with the flow that has it.
    static func findUnusedEdits(_ database: Database) throws {
        try database.transaction {
            let version = try Prepared(database, "PRAGMA user_version").first { $0.integer(0) ?? 0 } ?? 0
            try database.execute(sql: "PRAGMA user_version = \(version)")
        }
        try run("INSERT OR IGNORE INTO temp.unused SELECT list FROM edit WHERE typeof(list) = 'integer'", database)
        try keepUsedEdits(after: 0, database)
    }

    /// Removes the lists of edits that `findUnusedEdits` found. The number of one may have been given again since, if a
    /// writer removed it as well.
    static func removeUnusedEdits(_ database: Database) throws {
        let last = try Prepared(database, "SELECT max(id) FROM flow").first { $0.integer(0) ?? 0 } ?? 0
        try keepUsedEdits(after: last - recent, database)
        try run("DELETE FROM edit WHERE list IN (SELECT id FROM temp.unused)", database)
        try run("DELETE FROM temp.unused", database)
    }

    /// So many flows may have been written, or rewritten, since the lists were looked at.
    private static let recent: Int64 = 4_000

    /// Takes the lists that flows with greater numbers have, those of `temp.doomed` excepted, out of `temp.unused`.
    private static func keepUsedEdits(after number: Int64, _ database: Database) throws {
        let columns = [
            ("request_edits", "flow", "id", ""), ("response_edits", "flow", "id", ""), ("edits", "interim", "flow", ""),
            ("value", "extra", "flow", "AND name IN ('request_trailer_edits', 'response_trailer_edits')"),
        ]
        for (column, table, flow, more) in columns {
            let row = try Prepared(
                database,
                """
                DELETE FROM temp.unused WHERE id IN (SELECT \(column) FROM \(table)
                WHERE \(flow) > ? AND \(flow) NOT IN (SELECT id FROM temp.doomed) AND \(column) IS NOT NULL \(more))
                """)
            row.bind(0, max(0, number))
            try row.run()
        }
    }

    /// What an earlier deletion that failed had chosen.
    static func forgetChoice(_ database: Database) throws {
        for table in ["doomed", "orphan", "unused"] { try run("DELETE FROM temp.\(table)", database) }
    }

    /// The tables that a connection needs for it.
    static func prepare(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TEMP TABLE IF NOT EXISTS doomed(id INTEGER PRIMARY KEY);
                CREATE TEMP TABLE IF NOT EXISTS orphan(id INTEGER PRIMARY KEY);
                CREATE TEMP TABLE IF NOT EXISTS unused(id INTEGER PRIMARY KEY);
                """)
    }

    private static func run(_ sql: String, _ database: Database) throws {
        try Prepared(database, sql).run()
    }
}
