import Filter
import Flow

/// Fills, behind the writing, the columns that take a look at a whole flow: what checks find, how many messages came.
/// A value of the session's writer, used within its transactions.
struct FlowJudging {
    let reader: FilterReader
    /// So many flows at once.
    private static let slice = 20

    init(_ reader: FilterReader) {
        self.reader = reader
    }

    /// Where other checks have looked at the flows of the file, they are looked at anew.
    func begin(_ database: Database) throws {
        let known = try Prepared(database, "SELECT value FROM state WHERE name = 'checks'")
        let checks = try known.first { $0.text(0) } ?? nil
        guard checks != reader.checks else { return }
        try Prepared(database, "UPDATE flow SET unjudged = 0 WHERE unjudged IS NULL").run()
        try FlowBlocks.forgetJudgments(database)
        let row = try Prepared(database, "INSERT OR REPLACE INTO state(name, value) VALUES('checks', ?)")
        row.bind(0, reader.checks)
        try row.run()
    }

    /// Looks at some of the newest flows that ended and were not looked at; whether there may be more of them.
    func judge(_ shared: inout SharedRows, _ blocks: inout FlowBlocks, _ database: Database) throws -> Bool {
        let unjudged = try Prepared(database, "SELECT id FROM block WHERE NOT is_judged ORDER BY id DESC LIMIT 1")
        guard let block = try unjudged.first({ $0.integer(0) ?? 0 }) else { return false }
        let count = try judge(block, &shared, &blocks, database)
        // In a damaged file not every flow that is found can be read or written.
        guard count < Self.slice else { return true }
        let row = try Prepared(database, "UPDATE block SET is_judged = 1 WHERE id = ?")
        row.bind(0, block)
        try row.run()
        // Of a damaged file a row may be found that is not there.
        guard database.changesCount > 0 else { return false }
        blocks.forget()
        try blocks.closeSome(database)
        return true
    }

    /// How many flows of the block were looked at: a slice, or all that there were.
    private func judge(
        _ block: Int64, _ shared: inout SharedRows, _ blocks: inout FlowBlocks, _ database: Database
    ) throws -> Int {
        let waiting = try Prepared(
            database,
            """
            SELECT id, ifnull((SELECT size FROM body WHERE body.id = request_body), 0)
            + ifnull((SELECT size FROM body WHERE body.id = response_body), 0)
            FROM flow WHERE id BETWEEN ? AND ? AND unjudged = 0 AND state = 1 ORDER BY id DESC LIMIT ?
            """)
        let flows = FlowBlock.flows(block)
        waiting.bind([.integer(flows.lowerBound), .integer(flows.upperBound), .integer(Int64(Self.slice))])
        var some: [Int64] = []
        var large: [Int64] = []
        try waiting.forEachRow { row in
            let isLarge = row.integer(1) ?? 0 > Int64(SessionReader.inlineLimit)
            if isLarge { large.append(row.integer(0) ?? 0) } else { some.append(row.integer(0) ?? 0) }
            return true
        }
        var done = 0
        for id in some + large { try blocks.touch(id, isJudged: true, database) }
        for id in large {
            // Each question reads it anew; whoever writes has no time for it.
            let row = try Prepared(database, "UPDATE flow SET unjudged = 1 WHERE id = ?")
            row.bind(0, id)
            try row.run()
            done += database.changesCount
        }
        for flow in try FlowPage.read(some[...], FlowPage.Reading(hasBodies: true), database) {
            try write(FilterSubject(flow.record, flow.context, reader: reader), &shared, database)
            done += database.changesCount
        }
        return done
    }

    private func write(_ subject: FilterSubject, _ shared: inout SharedRows, _ database: Database) throws {
        // The numbers of lists come from the same connection: the statement is asked for when they are there.
        let judgment = FlowLinks.Judgment(subject, notes: try shared.listed(ListedRows.notes(of: subject), database))
        let row = try Prepared(
            database, "UPDATE flow SET unjudged = NULL, worst = ?, notes = ?, messages = ? WHERE id = ?")
        FactColumn.bind(judgment.worst, to: row, 0)
        row.bind(1, judgment.notes)
        FactColumn.bind(judgment.messages, to: row, 2)
        row.bind(3, Int64(bitPattern: subject.record.id.number))
        try row.run()
    }
}
