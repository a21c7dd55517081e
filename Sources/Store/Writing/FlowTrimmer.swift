import GRDB

/// Keeps a session within its bound. A value of the session's writer, used within its transactions.
struct FlowTrimmer {
    private let bound: SessionBound
    /// Flows that ended since the last look.
    private var ended = 0
    /// Flows that were removed since rows were looked for that nobody shares any more.
    private var removed = 0
    /// Flows that there are, as last counted.
    private var flows = 0
    private var looks = 0
    /// How often to look: more often would cost more than it saves.
    private static let interval = 200

    init(_ bound: SessionBound) {
        self.bound = bound
    }

    /// Removes what is too much, after `count` more flows have ended (`.max`: no more will come). What may have gone of
    /// the rows that flows share; nil when nothing did.
    mutating func trim(after count: Int, _ database: Database) throws -> SharedRows.Kind? {
        guard bound.isBounded else { return nil }
        ended = ended.addingReportingOverflow(count).overflow ? .max : ended + count
        // A small bound is looked after more often, so that it is not passed many times over.
        guard ended >= min(Self.interval, max(1, (bound.flows ?? .max) / 10)) else { return nil }
        let isLast = ended == .max
        defer { ended = 0 }
        let before = removed
        var isSwept = false
        if let most = bound.flows {
            let surplus = try counted(ended, isLast, database) - most
            if surplus > 0 {
                let gone = try FlowDeletion.removeOldest(surplus, database)
                flows -= gone
                removed += gone
            }
            // Looking for what nobody shares reads all flows: once for each tenth of them that went.
            if removed > 0, isLast || removed >= most / 10 { isSwept = try sweep(database) }
        }
        guard let most = bound.bytes else { return Self.kind(before < removed, isSwept) }
        // A tenth at a time, until it fits; what is open or pinned stays, so it may not.
        while try Self.size(database) > most {
            let count = try Self.number("SELECT count(*) FROM flow", database)
            let gone = try FlowDeletion.removeOldest(max(1, count / 10), database)
            guard gone > 0 else { break }
            removed += gone
            isSwept = try sweep(database)
        }
        return Self.kind(before < removed, isSwept)
    }

    /// How many flows there are: counted now and then, as that reads them all; others may remove some, too.
    private mutating func counted(_ ended: Int, _ isLast: Bool, _ database: Database) throws -> Int {
        looks += 1
        if isLast || looks % 50 == 1 {
            flows = try Self.number("SELECT count(*) FROM flow", database)
        } else {
            flows += ended
        }
        return flows
    }

    private mutating func sweep(_ database: Database) throws -> Bool {
        try FlowDeletion.sweep(database)
        removed = 0
        return true
    }

    private static func kind(_ hasRemoved: Bool, _ isSwept: Bool) -> SharedRows.Kind? {
        isSwept ? .all : hasRemoved ? .bodies : nil
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
