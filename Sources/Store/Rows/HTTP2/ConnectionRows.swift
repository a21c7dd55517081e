import Bytes
import Flow
import Messages

/// Connections of HTTP/2: rows of `connection`.
enum ConnectionRows {
    /// So many are kept; the oldest go.
    private static let limit: Int64 = 10_000

    static func write(_ record: ConnectionRecord, to database: Database) throws {
        var writer = JSONWriter()
        writer.connection(record)
        let row = try Prepared(
            database, "INSERT OR REPLACE INTO connection(run, leg, number, text) VALUES(?,?,?,?)")
        unsafe row.bind([
            .text(record.run?.text ?? ""), .text(record.leg.rawValue), .integer(Int64(bitPattern: record.number)),
            .blob(writer.withBytes { unsafe Bytes(Array($0)) }),
        ])
        try row.run()
        guard record.number % 100 == 0 else { return }
        let old = try Prepared(database, "DELETE FROM connection WHERE run = ? AND leg = ? AND number <= ?")
        old.bind([
            .text(record.run?.text ?? ""), .text(record.leg.rawValue),
            .integer(Int64(bitPattern: record.number) - limit),
        ])
        try old.run()
    }

    /// The one of this name; nil when it is not there.
    static func read(_ name: ConnectionRecord.Name, in database: Database) throws -> ConnectionRecord? {
        let row = try Prepared(database, "SELECT text FROM connection WHERE run = ? AND leg = ? AND number = ?")
        row.bind([
            .text(name.run?.text ?? ""), .text(name.leg.rawValue), .integer(Int64(bitPattern: name.number)),
        ])
        return try row.first { $0.bytes(0) }?.flatMap { ConnectionReader.read($0) }
    }

    /// Those of a run and a leg with numbers in a range, at most so many, in the order of their numbers.
    static func read(
        _ run: RunID, _ leg: ConnectionRecord.Leg, in range: ClosedRange<Int64>, limit: Int, _ database: Database
    ) throws -> [ConnectionRecord] {
        var records: [ConnectionRecord] = []
        let rows = try Prepared(
            database,
            """
            SELECT text FROM connection WHERE run = ? AND leg = ? AND number BETWEEN ? AND ? ORDER BY number LIMIT ?
            """)
        rows.bind([
            .text(run.text), .text(leg.rawValue), .integer(range.lowerBound), .integer(range.upperBound),
            .integer(Int64(clamping: limit)),
        ])
        try rows.forEachRow { row in
            if let record = row.bytes(0).flatMap({ ConnectionReader.read($0) }) { records.append(record) }
            return true
        }
        return records
    }

    /// In the order of their numbers, those of clients first.
    static func read(_ database: Database) throws -> [ConnectionRecord] {
        var records: [ConnectionRecord] = []
        let rows = try Prepared(database, "SELECT text FROM connection ORDER BY run, leg, number")
        try rows.forEachRow { row in
            if let record = row.bytes(0).flatMap({ ConnectionReader.read($0) }) { records.append(record) }
            return true
        }
        return records
    }
}
