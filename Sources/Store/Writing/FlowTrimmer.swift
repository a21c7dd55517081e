import GRDB

/// Keeps a session within its bound. A value of the session's writer, used within its transactions.
struct FlowTrimmer {
    private let bound: SessionBound
    /// Flows that ended since the last look.
    private var ended = 0
    /// How often to look: more often would cost more than it saves.
    private static let interval = 200

    init(_ bound: SessionBound) {
        self.bound = bound
    }

    /// Removes what is too much, after `count` more flows have ended (`.max`: no more will come); whether there was
    /// something to remove.
    mutating func trim(after count: Int, _ database: Database) throws -> Bool {
        guard bound.isBounded else { return false }
        ended = ended.addingReportingOverflow(count).overflow ? .max : ended + count
        // A small bound is looked after more often, so that it is not passed many times over.
        guard ended >= min(Self.interval, max(1, (bound.flows ?? .max) / 10)) else { return false }
        ended = 0
        var removed = 0
        if let most = bound.flows {
            let count = try Self.number("SELECT count(*) FROM flow", database)
            if count > most { removed += try FlowDeletion.removeOldest(count - most, database) }
        }
        guard let most = bound.bytes else { return removed > 0 }
        // A tenth at a time, until it fits; what is open or pinned stays, so it may not.
        while try Self.size(database) > most {
            let count = try Self.number("SELECT count(*) FROM flow", database)
            let gone = try FlowDeletion.removeOldest(max(1, count / 10), database)
            guard gone > 0 else { break }
            removed += gone
        }
        return removed > 0
    }

    /// Bytes in use; pages that are free are used again before the file grows.
    private static func size(_ database: Database) throws -> Int {
        let pages = try number("PRAGMA page_count", database) - number("PRAGMA freelist_count", database)
        return try pages * number("PRAGMA page_size", database)
    }

    private static func number(_ sql: String, _ database: Database) throws -> Int {
        try Prepared(database, sql).first { Int(clamping: $0.integer(0) ?? 0) } ?? 0
    }
}
