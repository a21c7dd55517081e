import GRDB
import Platform

/// A connection to a session file. Nothing else opens one in SQLite, so that whoever else asks for the file knows that
/// it is open here.
final class SessionConnection: Sendable {
    let queue: DatabaseQueue
    private let claim: LockedFiles.Claim

    init(_ path: String, _ configuration: Configuration) throws {
        SQLiteSettings.apply()
        let claim = LockedFiles.Claim(path)
        do {
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            claim.release()
            throw error
        }
        self.claim = claim
    }

    deinit {
        try? close()
    }

    /// A connection that cannot be closed keeps its locks, and the claim to them.
    func close() throws {
        try queue.close()
        claim.release()
    }

    /// One look at the file: nothing of it changes meanwhile.
    ///
    /// The connection reads alone, by a pragma that is set when it is opened. `read` would set it anew around each
    /// look, which makes SQLite compile every statement again.
    func look<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try queue.unsafeRead { database in
            try database.beginTransaction(.deferred)
            // There is nothing to take back.
            defer { try? database.commit() }
            return try body(database)
        }
    }
}
