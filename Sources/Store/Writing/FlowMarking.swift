import Flow

/// Puts on flows what rules say of them.
enum FlowMarking {
    /// Marks a flow that has ended and is in the file; whether it was taken out of the file instead.
    static func put(_ record: FlowRecord, _ database: Database) throws -> Bool {
        let marks = record.marks
        let id = Int64(bitPattern: record.id.number)
        if marks.isSkipped {
            let row = try Prepared(database, "INSERT OR IGNORE INTO temp.doomed VALUES(?)")
            row.bind(0, id)
            return try FlowDeletion.remove(database, closesBlocks: false) { try row.run() } > 0
        }
        if marks.isPinned { try run("UPDATE flow SET pinned = 1 WHERE id = ?", [.integer(id)], database) }
        if !marks.comments.isEmpty {
            let comment = marks.comments.joined(separator: "\n")
            try run("UPDATE flow SET comment = ? WHERE id = ?", [.text(comment), .integer(id)], database)
        }
        for tag in marks.tags {
            try run("INSERT OR IGNORE INTO tag(flow, name) VALUES(?,?)", [.integer(id), .text(tag)], database)
        }
        return false
    }

    private static func run(_ sql: String, _ values: [SQLValue], _ database: Database) throws {
        let row = try Prepared(database, sql)
        row.bind(values)
        try row.run()
    }
}
