import Platform

/// A session file as a list of them shows it.
package struct SessionEntry: Sendable {
    package let name: String
    package let path: String
    /// By its name, else by its last change: seconds since 1970.
    package let start: Int64
    /// Bytes, the log beside it included.
    package let size: Int

    /// A file that a person names.
    package init(path: String) throws(SessionError) {
        self.path = path
        name = path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { throw SessionError(.notFound, path: path) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw SessionError(.notAFile, path: path) }
        #if os(Linux)
        let changed = Int64(status.st_mtim.tv_sec)
        #else
        let changed = Int64(status.st_mtimespec.tv_sec)
        #endif
        start = SessionName.start(name) ?? changed
        var size = Int(status.st_size)
        if unsafe lstat(path + "-wal", &status) == 0 { size += Int(status.st_size) }
        self.size = size
    }

    /// Somebody writes to it.
    package var isRunning: Bool { SessionLock.isHeld(path) }

    /// What only the file itself tells.
    package struct Summary: Sendable {
        package let flows: Int
        package let hasPins: Bool
        /// What was run, the first first.
        package let commands: [String]
    }

    package func summary() throws(SessionError) -> Summary {
        let reader = try SessionReader(path)
        defer { reader.close() }
        do {
            return try reader.database.look { database in
                var commands: [String] = []
                try Prepared(database, "SELECT command FROM run WHERE command IS NOT NULL ORDER BY id").forEachRow {
                    commands.append($0.text(0) ?? "")
                    return true
                }
                let count = FlowBlock.count(version: reader.schemaVersion)
                let flows = try Prepared(database, count).first { $0.integer(0) ?? 0 } ?? 0
                let pin = try Prepared(database, "SELECT 1 FROM flow WHERE pinned > 0 LIMIT 1").first { _ in true }
                return Summary(flows: Int(clamping: flows), hasPins: pin == true, commands: commands)
            }
        } catch {
            throw SessionError(error, path: path)
        }
    }

    /// Takes the file and what SQLite keeps beside it away. One that is being written is refused, and so is one that is
    /// no session.
    package func remove() throws(SessionError) {
        // Held until it is gone, so that nobody begins to write to what goes away.
        let lock = try SessionLock(path)
        defer { lock.release() }
        if lock.size > 0, FileHeader(lock.header)?.applicationID != SessionSchema.applicationID {
            throw SessionError(.notOurs, path: path)
        }
        guard unsafe unlink(path) == 0 else { throw SessionLock.error(path, errno) }
        for ending in ["-wal", "-shm"] { unsafe unlink(path + ending) }
        DeletedFlows(of: path).forget()
    }
}
