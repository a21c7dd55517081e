/// What SQLite is told of each connection.
enum SQLiteSettings {
    /// No value is longer, in bytes: of a whole file that was taken over.
    private static let longestValue: Int32 = 512 << 20

    /// For a file that somebody else may have made.
    static func harden(_ database: Database) throws {
        try database.harden(longestValue: longestValue)
        // Nothing of it is mapped: a file that is cut meanwhile would end the program.
        try database.execute(sql: "PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY")
    }

    /// Makes a connection that writes one that logs ahead, without a rollback journal on the way there.
    static func logAhead(_ database: Database) throws {
        let mode = try Prepared(database, "PRAGMA journal_mode").first { $0.text(0) } ?? nil
        guard mode != "wal" else { return }
        try database.execute(sql: "PRAGMA journal_mode = MEMORY")
        let made = try Prepared(database, "PRAGMA journal_mode = WAL").first { $0.text(0) } ?? nil
        guard made == "wal" else {
            throw DatabaseError(.cannotOpen, "there is no space for its log")
        }
    }
}
