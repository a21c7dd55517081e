import Platform

/// A connection to a session file. Nothing else opens one in SQLite, so that whoever else asks for the file knows that
/// it is open here.
final class SessionConnection: Sendable {
    private let queue: DatabaseQueue
    private let claim: LockedFiles.Claim
    /// What a question may take; nil where nobody else made the file.
    private let budget: StepBudget?

    /// - Parameters:
    ///   - reading: how it is opened to be read; nil to write to it, too.
    ///   - patience: how long the locks of others are waited for, in seconds.
    ///   - prepare: sets the connection up, before anything is read.
    init(
        _ place: SessionLocation, _ reading: SessionLocation.Reading? = nil, patience: Double,
        _ budget: StepBudget? = nil, prepare: (Database) throws -> Void
    ) throws {
        var options = Database.Options()
        options.isReadOnly = reading.map { $0 != .alone } ?? false
        options.patience = patience
        let claim = LockedFiles.Claim(place.path)
        do {
            queue = try DatabaseQueue(path: place.name(reading), options, prepare: prepare)
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

    /// Lends the connection when it is this caller's turn.
    func use<Value>(_ body: (Database) throws -> Value) rethrows -> Value { try queue.use(body) }

    /// One look at the file: nothing of it changes meanwhile.
    ///
    /// - Parameter steps: about how many instructions of SQLite's machine it may take, then it is interrupted.
    func look<Value>(steps: Int = 0, _ body: (Database) throws -> Value) throws -> Value {
        try queue.use { database in
            budget?.begin(limit: steps)
            return try database.snapshot { try body(database) }
        }
    }
}
