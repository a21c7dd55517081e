import Flow
import HTTPModel
import Platform

/// A session file that this process writes flows to. Made once, at the start; closed when the last owner lets go.
package final class SessionFile: Sendable {
    package let path: String
    /// The number of the last flow in it; 0 when there is none.
    package let lastNumber: UInt64
    /// How many flows a Hark that was killed had left open; they are ended now.
    package let endedFlows: Int
    /// Others than its owner may read it or write to it: it was there before, and not made by Hark.
    package let isOpenToOthers: Bool
    /// How long another program may keep the file from being written to before that is said, in seconds.
    let patience: Double
    let database: SessionConnection
    private let checkpoints: SessionCheckpoints
    private let lock: SessionLock

    /// Opens or makes the file and brings it to the newest schema. Flows that were open when their Hark ended become
    /// `aborted`.
    ///
    /// - Parameters:
    ///   - isNew: nothing may be there yet.
    ///   - patience: how long another program may keep the file from being written to before that is said, in seconds.
    package init(_ path: String, isNew: Bool = false, patience: Double = 5) throws(SessionError) {
        let place = SessionLocation(path)
        try place.refuseJournal()
        // Claimed before anything is asked of SQLite, and given up only after it.
        let lock = try SessionLock(path, isNew: isNew)
        if lock.size > 0 { try FileHeader.check(lock.header, path: path) }
        do {
            let database = try SessionConnection(place, patience: patience) { database in
                try Self.prepare(database, isNew: lock.size == 0)
            }
            if lock.size > 0 { _ = try database.checkedVersion(path) }
            (lastNumber, endedFlows) = try database.use { database in
                try SQLiteSettings.logAhead(database)
                // The last seconds may be missing after a power failure (docs/store.md); the file is whole.
                try database.execute(sql: "PRAGMA synchronous = NORMAL")
                try Self.migrate(database)
                let found = try database.transaction {
                    let ended = try Self.endOpenFlows(database)
                    let last = try Prepared(database, "SELECT max(id) FROM flow").first { $0.integer(0) ?? 0 }
                    return (UInt64(clamping: last ?? 0), ended)
                }
                // The header says what the file is, also to whoever looks without the log beside it.
                try database.checkpoint()
                return found
            }
            checkpoints = SessionCheckpoints(place)
            database.use(checkpoints.watch)
            self.database = database
            self.patience = patience
        } catch {
            if isNew { Self.remove(path) }
            throw SessionError(error, path: path)
        }
        self.path = path
        self.lock = lock
        isOpenToOthers = lock.mode & 0o077 != 0
    }

    /// Whether a file is one of SQLite's, so that it is read as a session and what is wrong with it is said as such.
    package static func isDatabase(_ path: String) -> Bool {
        // What is open in SQLite here is one.
        guard let head = try? FileHead.read(path) else { return LockedFiles.contains(path) }
        return FileHeader(head) != nil
    }

    /// Whether the file still has its name: nobody removed it, or put another one in its place.
    var isInPlace: Bool { lock.isNamed(path) }

    /// Has writing wait for another program for this long, in seconds.
    func wait(atMost seconds: Double) { database.use { $0.patience = seconds } }

    /// No more is written; the log beside the file goes into it.
    package func close(removingWhenEmpty: Bool) {
        checkpoints.close()
        let isEmpty = try? database.use { database in
            try database.checkpoint()
            return try Prepared(database, "SELECT 1 FROM flow LIMIT 1").first { _ in true } == nil
        }
        try? database.close()
        // While the claim is held, so that nobody begins to use what goes away.
        if removingWhenEmpty, isEmpty == true, isInPlace {
            Self.remove(path)
        }
        lock.release()
    }

    /// The file, and what SQLite keeps beside it.
    private static func remove(_ path: String) {
        for ending in ["", "-wal", "-shm"] { unsafe unlink(path + ending) }
    }

    private static func prepare(_ database: Database, isNew: Bool) throws {
        try SQLiteSettings.harden(database)
        // Before the first page is written, or never.
        if isNew {
            // This writes the first page, for which there is no journal in a file.
            try database.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA auto_vacuum = INCREMENTAL")
        }
        try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
        try database.execute(sql: "PRAGMA cache_size = -16384")
        try FlowDeletion.prepare(database)
    }

    /// Nothing of what a newer schema drops is left in pages that are free: deletions could not overwrite it.
    private static func migrate(_ database: Database) throws {
        let before = try Prepared(database, "PRAGMA secure_delete").first { $0.integer(0) ?? 0 } ?? 0
        try database.execute(sql: "PRAGMA secure_delete = ON")
        try SessionSchema.migrate(database, fillFacts: FactFilling.fill)
        try database.execute(sql: "PRAGMA secure_delete = \(before == 2 ? "FAST" : before == 1 ? "ON" : "OFF")")
    }

    /// What a killed Hark left open: it was cut off there, by the proxy.
    private static func endOpenFlows(_ database: Database) throws -> Int {
        try FlowBlocks.open(where: "state = 0", database)
        let row = try Prepared(
            database,
            """
            UPDATE flow SET state = 1, outcome = ?, outcome_by = ?, outcome_code = ?, error = ?,
            at_finished = at_latest WHERE state = 0
            """)
        let outcome = Outcome(.aborted, by: .proxy, .shuttingDown)
        // What filters ask of times is there already: of a flow that is open they count to its latest moment.
        let code = SQLValue.text(outcome.code.rawValue)
        row.bind([.text(outcome.kind.rawValue), .text(outcome.by.rawValue), code, code])
        try row.run()
        return database.changesCount
    }
}
