import GRDB

/// What a session file is: how SQLite tells it from other files, and how each version of it came out of the one before.
enum SessionSchema {
    /// `PRAGMA application_id`: "Hark" in ASCII.
    static let applicationID: Int64 = 0x4861_726B
    /// `PRAGMA user_version` of the newest schema that is known here.
    static let version: Int64 = 4

    /// Brings a file to the newest schema. A step that was released is never edited: what is to be otherwise becomes a
    /// step of its own.
    ///
    /// - Parameter fillFacts: works out of the flows that are there what the columns have that a version added.
    static func migrator(fillFacts: @escaping @Sendable (Database, _ version: Int64) throws -> Void) -> DatabaseMigrator
    {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { database in
            try database.execute(sql: version1)
            try database.execute(sql: "PRAGMA application_id = \(applicationID)")
            try database.execute(sql: "PRAGMA user_version = 1")
        }
        migrator.registerMigration("2") { database in
            try database.execute(sql: version2)
            try fillFacts(database, 2)
            try database.execute(sql: version2Indices)
            try database.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("3") { database in
            try database.execute(sql: version3)
            try fillFacts(database, 3)
            try database.execute(sql: version3Indices)
            try database.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4") { database in
            try database.execute(sql: version4)
            try database.execute(sql: "PRAGMA user_version = 4")
        }
        return migrator
    }
}
