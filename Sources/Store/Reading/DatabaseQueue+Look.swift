import GRDB

extension DatabaseQueue {
    /// One look at the file: nothing of it changes meanwhile.
    ///
    /// The connection reads alone, by a pragma that is set when it is opened. `read` would set it anew around each
    /// look, which makes SQLite compile every statement again.
    func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try unsafeRead { database in
            try database.beginTransaction(.deferred)
            // There is nothing to take back.
            defer { try? database.commit() }
            return try body(database)
        }
    }
}
