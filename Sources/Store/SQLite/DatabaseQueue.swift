import Dispatch

/// A connection that any thread may ask: one after the other, in the order in which they came.
///
/// `@unchecked Sendable`: the connection is used on the serial queue only, by the closure that it is lent to. Whoever
/// keeps a statement uses it within such closures too, and lets go of it before the connection is closed.
package final class DatabaseQueue: @unchecked Sendable {
    private let queue = DispatchQueue(label: "hark.sqlite")
    private let database: Database

    /// Opens a file.
    ///
    /// - Parameter prepare: sets the connection up before anything is read through it.
    package init(
        path: String, _ options: Database.Options, prepare: (Database) throws -> Void
    ) throws {
        database = try Database(path: path, options)
        try use { database in
            try prepare(database)
            // SQLite opens anything: what is no file of its own is told now.
            _ = try Prepared(database, "SELECT 1 FROM sqlite_master LIMIT 1").first { _ in true }
        }
    }

    /// Lends the connection, when it is this caller's turn. Not to be called within itself.
    package func use<Value>(_ body: (Database) throws -> Value) rethrows -> Value {
        try queue.sync { try body(database) }
    }

    /// Throws when somebody still has a statement; the file stays open then.
    package func close() throws(DatabaseError) {
        // `sync` hands on no typed error.
        try queue.sync { Result { () throws(DatabaseError) in try database.close() } }.get()
    }
}
