/// Keeps the rows of `block` and `block_value`. A value of the session's writer, used within its transactions.
struct FlowBlocks {
    /// Blocks that are not closed in the file, and whether their flows are known there to have been judged; nil: the
    /// file has to be asked.
    private var open: [Int64: Bool]?

    /// A flow of the block is written: what its block has may be something else from now on.
    ///
    /// - Parameter isJudged: somebody has looked at it, or it has not ended.
    mutating func touch(_ flow: Int64, isJudged: Bool, _ database: Database) throws {
        let block = FlowBlock.number(of: flow)
        var open = try opened(database)
        if let isKnown = open[block], isJudged || !isKnown { return }
        let row = try Prepared(
            database,
            """
            INSERT INTO block(id, is_closed, is_judged) VALUES(?,0,?)
            ON CONFLICT DO UPDATE SET is_closed = 0, is_judged = is_judged AND excluded.is_judged
            """)
        row.bind(0, block)
        row.bind(1, isJudged ? 1 : 0)
        try row.run()
        open[block] = isJudged && open[block] != false
        self.open = open
    }

    private mutating func opened(_ database: Database) throws -> [Int64: Bool] {
        if let open { return open }
        var found: [Int64: Bool] = [:]
        try Prepared(database, "SELECT id, is_judged FROM block WHERE \(FlowBlock.isOpen)").forEachRow { row in
            found[row.integer(0) ?? 0] = row.integer(1) == 1
            return true
        }
        open = found
        return found
    }

    /// So many blocks are closed by one transaction while others wait to be written.
    private static let most = 2

    /// Closes some of the blocks in which hardly any flow begins or ends any more.
    mutating func closeSome(_ database: Database) throws {
        let open = try opened(database)
        guard open.count > Self.most, let newest = open.keys.max() else { return }
        for block in open.keys.filter({ $0 < newest - 1 }).sorted().prefix(Self.most) { try close(block, database) }
    }

    /// Nothing more is written.
    mutating func closeAll(_ database: Database) throws {
        for block in try opened(database).keys.sorted() { try close(block, database) }
    }

    private mutating func close(_ block: Int64, _ database: Database) throws {
        try FlowBlock.close(block, database)
        open?[block] = nil
    }

    /// Begins anew: the last transaction failed, or somebody else changed the file.
    mutating func forget() { open = nil }

    // MARK: Whole files

    /// Makes the blocks of a file that was made before there were any.
    static func fill(_ database: Database) throws {
        try Prepared(database, "INSERT INTO block(id, is_closed, is_judged) SELECT DISTINCT id >> 8, 0, 0 FROM flow")
            .run()
        var blocks = FlowBlocks()
        try blocks.closeAll(database)
    }

    /// The flows of a file are to be looked at anew: what blocks say of notes is no longer all that there may be.
    static func forgetJudgments(_ database: Database) throws {
        try Prepared(
            database,
            """
            INSERT OR IGNORE INTO block_value(block, name, value)
            SELECT id, '\(FlowBlock.unjudged.rawValue)', 0 FROM block WHERE is_closed
            """
        ).run()
        try Prepared(database, "UPDATE block SET is_judged = 0").run()
    }

    /// Any value may be in the flows of the blocks that have those for which a condition holds, and nobody may have
    /// looked at them.
    static func open(where condition: String, _ database: Database) throws {
        try Prepared(
            database,
            """
            UPDATE block SET is_closed = 0, is_judged = 0 WHERE id IN (SELECT id >> 8 FROM flow WHERE \(condition))
            """
        ).run()
    }
}
