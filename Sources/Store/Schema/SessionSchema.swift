/// What a session file is: how SQLite tells it from other files, and how each version of it came out of the one before.
enum SessionSchema {
    /// `PRAGMA application_id`: "Hark" in ASCII.
    static let applicationID: Int64 = 0x4861_726B
    /// `PRAGMA user_version` of the newest schema that is known here.
    static let version: Int64 = 5

    /// What makes a version out of the one before. One that was released is never edited: what is to be otherwise
    /// becomes a step of its own.
    private struct Step {
        let version: Int64
        let tables: String
        /// Made when the columns are filled that the step added; nil: it added none to fill.
        var indices: String?
    }

    private static let steps = [
        Step(version: 1, tables: version1 + "PRAGMA application_id = \(applicationID);"),
        Step(version: 2, tables: version2, indices: version2Indices),
        Step(version: 3, tables: version3, indices: version3Indices),
        Step(version: 4, tables: version4),
        Step(version: 5, tables: version5, indices: version5Indices),
    ]

    /// Brings a file to a version of the schema, each step a transaction; a new file gets the newest schema in one.
    /// Which steps were done is in a table that has its name from a library that Hark used once.
    ///
    /// - Parameter fillFacts: works out of the flows that are there what the columns have that a version added.
    static func migrate(
        _ database: Database, upTo last: Int64 = version, fillFacts: (Database, _ version: Int64) throws -> Void
    ) throws {
        let isNew = try Prepared(database, "SELECT 1 FROM sqlite_master LIMIT 1").first { _ in true } == nil
        if isNew, last == version { return try database.transaction { try makeNewest(database) } }
        try database.execute(sql: migrations)
        var done: Set<String> = []
        try Prepared(database, "SELECT identifier FROM grdb_migrations").forEachRow { row in
            done.insert(row.text(0) ?? "")
            return true
        }
        for step in steps where step.version <= last && !done.contains(String(step.version)) {
            try database.transaction {
                try database.execute(sql: step.tables)
                if let indices = step.indices {
                    try fillFacts(database, step.version)
                    try database.execute(sql: indices)
                }
                try note(step, database)
            }
        }
    }

    private static func makeNewest(_ database: Database) throws {
        try database.execute(sql: migrations)
        try database.execute(sql: newest + "PRAGMA application_id = \(applicationID);")
        for step in steps { try note(step, database) }
    }

    private static let migrations =
        "CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"

    /// The file is of this version.
    private static func note(_ step: Step, _ database: Database) throws {
        try database.execute(sql: "PRAGMA user_version = \(step.version)")
        let row = try Prepared(database, "INSERT INTO grdb_migrations(identifier) VALUES(?)")
        row.bind(0, String(step.version))
        try row.run()
    }
}
