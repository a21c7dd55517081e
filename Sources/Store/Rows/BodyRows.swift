import Bytes

/// Content that was kept: a row of `body` with its first part, and rows of `body_part` with the others.
enum BodyRows {
    static func remove(_ id: Int64, _ database: Database) throws {
        for sql in ["DELETE FROM body_part WHERE body = ?", "DELETE FROM body WHERE id = ?"] {
            let row = try Prepared(database, sql)
            row.bind(0, id)
            try row.run()
        }
    }

    /// How much there is; never more than is in the file, whatever the row says.
    static func size(_ id: Int64, _ database: Database) throws -> Int? {
        let row = try Prepared(database, "SELECT size, length(bytes) FROM body WHERE id = ?")
        row.bind(0, id)
        let found = try row.first { (said: Int(clamping: $0.integer(0) ?? 0), first: Int($0.integer(1) ?? 0)) }
        guard let (said, first) = found else { return nil }
        guard said > first else { return max(0, said) }
        let rest = try Prepared(database, "SELECT length(bytes) FROM body_part WHERE body = ?")
        rest.bind(0, id)
        var kept = first
        try rest.forEachRow { row in
            kept += Int(row.integer(0) ?? 0)
            return kept < said
        }
        return min(said, kept)
    }

    /// The whole, for content that is known to be small.
    static func bytes(_ id: Int64, upTo size: Int, _ database: Database) throws -> Bytes {
        var all: [UInt8] = []
        try unsafe forEachPart(id, database) { part in
            unsafe all.append(contentsOf: part.prefix(size - all.count))
            return all.count < size
        }
        return Bytes(all)
    }

    /// One part, counted from 0; nil when there is none.
    static func part(_ number: Int64, of id: Int64, _ database: Database) throws -> Bytes? {
        let row = try Prepared(
            database,
            number == 0
                ? "SELECT bytes FROM body WHERE id = ?" : "SELECT bytes FROM body_part WHERE body = ? AND number = ?")
        row.bind(0, id)
        if number > 0 { row.bind(1, number) }
        return try row.first { $0.bytes(0) } ?? nil
    }

    /// The part that an offset is in, and how much of it stands before; nil behind the end. Parts are of any length,
    /// which is known without reading them.
    static func place(_ offset: Int, in id: Int64, _ database: Database) throws -> (number: Int64, skipped: Int)? {
        let row = try Prepared(
            database,
            """
            SELECT 0, length(bytes) FROM body WHERE id = ?
            UNION ALL SELECT number, length(bytes) FROM body_part WHERE body = ? ORDER BY 1
            """)
        row.bind(0, id)
        row.bind(1, id)
        var before = 0
        var found: (number: Int64, skipped: Int)?
        try row.forEachRow { row in
            let length = Int(clamping: row.integer(1) ?? 0)
            if offset < before + length { found = (row.integer(0) ?? 0, offset - before) }
            before += length
            return found == nil
        }
        return found
    }

    /// Lends the parts in order; `body` says whether to go on.
    static func forEachPart(
        _ id: Int64, _ database: Database, _ body: (UnsafeRawBufferPointer) throws -> Bool
    ) throws {
        let first = try Prepared(database, "SELECT bytes FROM body WHERE id = ?")
        first.bind(0, id)
        guard try first.first({ try unsafe $0.withBytes(0, body) }) == true else { return }
        let rest = try Prepared(database, "SELECT bytes FROM body_part WHERE body = ? ORDER BY number")
        rest.bind(0, id)
        try rest.forEachRow { try unsafe $0.withBytes(0, body) }
    }
}
