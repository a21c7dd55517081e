import GRDB
import Platform

/// A connection to a session file. Nothing else opens one in SQLite, so that whoever else asks for the file knows that
/// it is open here.
final class SessionConnection: Sendable {
    let queue: DatabaseQueue
    private let claim: LockedFiles.Claim
    /// What a question may take; nil where nobody else made the file.
    private let budget: StepBudget?

    /// - Parameter reading: how it is opened to be read; nil to write to it, too.
    init(
        _ place: SessionLocation, _ reading: SessionLocation.Reading? = nil, _ configuration: Configuration,
        _ budget: StepBudget? = nil
    ) throws {
        SQLiteSettings.apply()
        let claim = LockedFiles.Claim(place.path)
        do {
            queue = try DatabaseQueue(path: place.name(reading), configuration: configuration)
        } catch {
            claim.release()
            throw error
        }
        self.claim = claim
        self.budget = budget
    }

    /// Refuses what is no session of a version that is known, or has a schema that is not this version's: before
    /// anything else is asked of it. Says which version it is.
    ///
    /// - Parameter isDamaged: it may lack something.
    func checkedVersion(_ path: String, isDamaged: Bool = false) throws -> Int64 {
        try look { database in
            let header = try FileHeader(database)
            try header.check(path)
            switch try SessionSchema.difference(database, version: header.version) {
            case .has(let what): throw SessionError(.strange, path: path, detail: what)
            case .lacks(let what) where !isDamaged:
                throw SessionError(.damaged, path: path, detail: what + " is missing")
            case .lacks, nil: return header.version
            }
        }
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
            budget?.begin()
            try database.beginTransaction(.deferred)
            // There is nothing to take back.
            defer { try? database.commit() }
            return try body(database)
        }
    }
}
