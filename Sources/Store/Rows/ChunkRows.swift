import Bytes
import Flow
import HTTPModel

/// The chunk lines of a message: rows of `chunk`, with every byte of the line.
enum ChunkRows {
    private static let insert =
        "INSERT OR REPLACE INTO chunk(flow, message, number, offset, line, at) VALUES(?,?,?,?,?,?)"

    /// - Parameter first: the first that is not written yet.
    static func write(_ record: FlowRecord, _ kind: MessageKind, from first: Int, to database: Database) throws {
        let chunks = record[kind].chunks
        guard first < chunks.count else { return }
        let row = try Prepared(database, insert)
        for number in first..<chunks.count {
            let (chunk, time) = chunks[number]
            row.bind(0, Int64(bitPattern: record.id.number))
            row.bind(1, kind.column)
            row.bind(2, Int64(number))
            row.bind(3, Int64(bitPattern: chunk.offset))
            row.bind(4, chunk.line)
            row.bind(5, Int64(bitPattern: time.nanoseconds &- record.openedAt.nanoseconds))
            try row.run()
        }
    }

    static func read(_ kind: MessageKind, into record: inout FlowRecord, _ database: Database) throws {
        var chunks: [(chunk: Chunk, time: Instant)] = []
        let rows = try Prepared(
            database, "SELECT offset, line, at FROM chunk WHERE flow = ? AND message = ? ORDER BY number")
        rows.bind(0, Int64(bitPattern: record.id.number))
        rows.bind(1, kind.column)
        let opened = record.openedAt
        try rows.forEachRow { row in
            // A body has no more octets than its length may say: 2^63 of them leave room for a chunk's own.
            guard let offset = row.integer(0), let line = row.bytes(1), let at = row.span(2),
                let chunk = Chunk(offset: UInt64(clamping: offset), line: line)
            else { return true }
            chunks.append((chunk, opened.shifted(by: at)))
            return true
        }
        record[kind].chunks = chunks
    }
}
