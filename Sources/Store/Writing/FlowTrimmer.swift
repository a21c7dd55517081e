/// Keeps a session within its bound. A value of the session's writer, used within its transactions.
struct FlowTrimmer {
    private let bound: SessionBound
    /// Flows that ended since the last look.
    private var ended = 0
    /// Flows that were removed since rows were looked for that nobody shares any more.
    private var removed = 0
    /// Flows went since all were last asked for their edits.
    private var leavesEdits = false
    /// Flows that there are, as last counted.
    private var flows = 0
    private var looks = 0
    /// Rows of edits that were left when all flows were last asked for theirs.
    private var edits = 0
    /// After so many flows that ended it is looked again.
    private let interval: Int
    /// So many flows are removed at once while others wait to be written.
    private static let most = 4_000

    init(_ bound: SessionBound) {
        self.bound = bound
        interval = Self.interval(bound.flows ?? .max)
    }

    /// Flows that go together share the pages that are written for it, so a large bound is passed by a hundredth; a
    /// small one is looked after more often, so that it is not passed many times over.
    private static func interval(_ flows: Int) -> Int {
        flows == .max ? 200 : max(1, min(flows / 10, max(200, min(flows / 100, 1_000))))
    }

    /// Removes what is too much, after `count` more flows have ended (`.max`: no more will come). What may have gone of
    /// the rows that flows share; nil when nothing did.
    mutating func trim(after count: Int, _ database: Database) throws -> SharedRows.Kind? {
        guard bound.isBounded else { return nil }
        ended = ended.addingReportingOverflow(count).overflow ? .max : ended + count
        guard ended >= interval else { return nil }
        let isLast = ended == .max
        defer { ended = 0 }
        var hasRemoved = false
        var isSwept = false
        if let most = bound.flows {
            let surplus = try counted(ended, isLast, database) - most
            if surplus > 0 {
                let gone = try FlowDeletion.removeOldest(isLast ? surplus : min(surplus, Self.most), database)
                flows -= gone
                hasRemoved = noted(gone)
            }
            // Looking for what nobody shares takes a while: once for each tenth of them that went.
            if removed > 0, isLast || removed >= most / 10 { isSwept = try sweep(flows, database) }
        }
        if let most = bound.bytes {
            // A tenth at a time, until it fits; what is open or pinned stays, so it may not.
            while try Self.size(database) > most {
                let count = try Self.number(Self.flowCount, database)
                let gone = try FlowDeletion.removeOldest(max(1, count / 10), database)
                guard noted(gone) else { break }
                hasRemoved = true
                isSwept = try sweep(count, database)
            }
        }
        if isLast, leavesEdits {
            try sweepEdits(database)
            isSwept = true
        }
        return isSwept ? .all : hasRemoved ? .bodies : nil
    }

    /// Counts flows that went; whether there were any.
    private mutating func noted(_ gone: Int) -> Bool {
        removed += gone
        if gone > 0 { leavesEdits = true }
        return gone > 0
    }

    /// How many flows there are: counted now and then, as others may remove some, too.
    private mutating func counted(_ ended: Int, _ isLast: Bool, _ database: Database) throws -> Int {
        looks += 1
        if isLast || looks % 50 == 1 {
            flows = try Self.number(Self.flowCount, database)
        } else {
            flows += ended
        }
        return flows
    }

    /// Removes what nobody shares any more. Which edits those are only reading all flows says: so they wait until
    /// there are twice as many of them as were in use, which hardly ever comes where flows have theirs in common.
    ///
    /// - Parameter flows: how many there are, about.
    private mutating func sweep(_ flows: Int, _ database: Database) throws -> Bool {
        try FlowDeletion.sweep(database)
        removed = 0
        if try Self.number(Self.editCount, database) > 2 * edits + flows / 10 { try sweepEdits(database) }
        return true
    }

    private mutating func sweepEdits(_ database: Database) throws {
        try FlowDeletion.sweepEdits(database)
        edits = try Self.number(Self.editCount, database)
        leavesEdits = false
    }

    private static let flowCount = FlowBlock.count(version: SessionSchema.version)
    private static let editCount = "SELECT count(*) FROM edit"

    /// Bytes in use; pages that are free are used again before the file grows.
    private static func size(_ database: Database) throws -> Int {
        let pages = try number("PRAGMA page_count", database) - number("PRAGMA freelist_count", database)
        return try pages * number("PRAGMA page_size", database)
    }

    private static func number(_ sql: String, _ database: Database) throws -> Int {
        try Prepared(database, sql).first { Int(clamping: $0.integer(0) ?? 0) } ?? 0
    }
}
