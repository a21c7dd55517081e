import Dispatch
import Platform

/// Puts marks on the flows of a session, and deletes flows; also while a proxy writes to it. Used for one command.
package final class SessionEditor: Sendable {
    package let path: String
    private let database: SessionConnection

    /// Opens a session that is there, and brings it to the newest schema.
    package init(_ path: String) throws(SessionError) {
        if let head = try FileHead.read(path) { try FileHeader.check(head, path: path) }
        let place = SessionLocation(path)
        try place.refuseJournal()
        do {
            database = try Self.open(place)
        } catch {
            throw SessionError(error, path: path)
        }
        self.path = path
    }

    private static func open(_ place: SessionLocation) throws -> SessionConnection {
        func connection() throws -> SessionConnection {
            try SessionConnection(place, patience: 10) { database in
                try SQLiteSettings.harden(database)
                try FlowDeletion.prepare(database)
            }
        }
        let database = try connection()
        guard try database.checkedVersion(place.path) < SessionSchema.version else {
            try database.use { try SQLiteSettings.logAhead($0) }
            return database
        }
        try database.close()
        try SessionFile(place.path).close(removingWhenEmpty: false)
        return try connection()
    }

    package func close() {
        try? database.close()
    }

    /// Pins flows, so that no bound removes them, or lets them go; how many of them there are.
    package func pin(_ numbers: [UInt64], _ isPinned: Bool = true) throws(SessionError) -> Int {
        try forEach(numbers) { number, database in
            let row = try Prepared(database, "UPDATE flow SET pinned = ? WHERE id = ?")
            row.bind([.integer(isPinned ? 1 : 0), .integer(number)])
            try row.run()
            return database.changesCount > 0
        }
    }

    /// Writes a comment on flows in place of the one they have; nil takes it away. How many of them there are.
    package func comment(_ numbers: [UInt64], _ text: String?) throws(SessionError) -> Int {
        try forEach(numbers) { number, database in
            let row = try Prepared(database, "UPDATE flow SET comment = ? WHERE id = ?")
            row.bind(0, text)
            row.bind(1, number)
            try row.run()
            return database.changesCount > 0
        }
    }

    /// Puts a tag on flows, or takes it off; how many of them there are.
    package func tag(_ numbers: [UInt64], _ name: String, isOn: Bool = true) throws(SessionError) -> Int {
        try forEach(numbers) { number, database in
            let known = try Prepared(database, "SELECT 1 FROM flow WHERE id = ?")
            known.bind(0, number)
            guard try known.first({ _ in true }) == true else { return false }
            let row = try Prepared(
                database,
                isOn
                    ? "INSERT OR IGNORE INTO tag(flow, name) VALUES(?,?)"
                    : "DELETE FROM tag WHERE flow = ? AND name = ?")
            row.bind([.integer(number), .text(name)])
            try row.run()
            return true
        }
    }

    /// What became of a deletion.
    package struct Deletion: Sendable, Equatable {
        package let count: Int
        /// Nothing of them is in the log beside the file any more.
        package let isOverwritten: Bool

        package init(count: Int, isOverwritten: Bool) {
            self.count = count
            self.isOverwritten = isOverwritten
        }
    }

    /// Deletes flows with all that belongs to them alone, and writes zeros where they were. Flows that have not ended
    /// stay, as they would come back.
    package func delete(_ numbers: [UInt64]) throws(SessionError) -> Deletion {
        let count = try inPieces(numbers) { piece, database in
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try FlowDeletion.forgetChoice(database)
            return try database.transaction {
                for number in piece {
                    let row = try Prepared(
                        database, "INSERT OR IGNORE INTO temp.doomed SELECT id FROM flow WHERE id = ? AND state = 1")
                    row.bind(0, Int64(bitPattern: number))
                    try row.run()
                }
                return try FlowDeletion.remove(database) { try FlowDeletion.forgetTexts(database) }
            }
        }
        do {
            return try database.use { database in
                if count > 0 { try Self.removeUnused(database) }
                return Deletion(count: count, isOverwritten: Self.emptyLog(database))
            }
        } catch {
            throw SessionError(error, path: path)
        }
    }

    /// Removes what only the deleted flows had. All that takes long is found before; a proxy that records waits for
    /// what follows, a table at a time.
    private static func removeUnused(_ database: Database) throws {
        try FlowDeletion.forgetChoice(database)
        try FlowDeletion.findUnusedEdits(database)
        try database.transaction { try FlowDeletion.removeUnusedEdits(database) }
        for sql in FlowDeletion.sweeps {
            usleep(pause)
            try database.transaction { try Prepared(database, sql).run() }
        }
    }

    /// The log beside the file has what was deleted; it can go when nobody reads it. Whether it has gone.
    ///
    /// A checkpoint that empties the log keeps writers out meanwhile (sqlite.org, sqlite3_wal_checkpoint_v2): a proxy
    /// that records into this file. So it neither waits for readers nor for the disk: it is made when the log is in the
    /// file already, and else tried again.
    private static func emptyLog(_ database: Database) -> Bool {
        let patience = database.patience
        database.patience = 0
        defer { database.patience = patience }
        for attempt in 0..<100 {
            if attempt > 0 { usleep(20_000) }
            // This one waits for the disk, and keeps nobody out.
            guard (try? database.checkpoint(.passive)) == true else { continue }
            if (try? database.checkpoint(.truncate)) == true { return true }
        }
        return false
    }

    private func forEach(
        _ numbers: [UInt64], _ body: (Int64, Database) throws -> Bool
    ) throws(SessionError) -> Int {
        try inPieces(numbers) { piece, database in
            try database.transaction {
                var count = 0
                for number in piece where try body(Int64(bitPattern: number), database) { count += 1 }
                return count
            }
        }
    }

    /// How long others get the file between two pieces, in microseconds: a writer that waits looks every 2 ms.
    private static let pause: UInt32 = 4_000
    /// What one piece may take, in nanoseconds, before the next one is smaller. A proxy that records into the file
    /// waits meanwhile, and what it has not written is lost with it.
    private static let patience: UInt64 = 8_000_000

    /// Does something with flows, a few at a time. When it fails, what was done before stays done, and the error says
    /// with how many.
    ///
    /// - Parameter body: does it with some of them, as one transaction; with how many it was done.
    private func inPieces(
        _ numbers: [UInt64], _ body: (ArraySlice<UInt64>, Database) throws -> Int
    ) throws(SessionError) -> Int {
        var (count, place, size) = (0, 0, 32)
        while place < numbers.count {
            if place > 0 { usleep(Self.pause) }
            let piece = numbers[place..<min(place + size, numbers.count)]
            let start = DispatchTime.now().uptimeNanoseconds
            do {
                count += try database.use { try body(piece, $0) }
            } catch {
                let error = SessionError(error, path: path)
                guard count > 0 else { throw error }
                throw SessionError(
                    error.code, path: path,
                    detail: "\(error.detail ?? "it failed") (after \(count) of \(numbers.count) flows)")
            }
            let spent = DispatchTime.now().uptimeNanoseconds - start
            if spent > Self.patience { size = max(1, size / 2) } else if spent < Self.patience / 2 { size *= 2 }
            place = piece.endIndex
        }
        return count
    }
}
