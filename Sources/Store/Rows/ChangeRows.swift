import Bytes
import Flow

/// The changes that a recording tells of: rows of `change`. Those of a running proxy are lists of edits.
enum ChangeRows {
    private static let insert = """
        INSERT OR REPLACE INTO change(flow, number, message, action, line, replacement, reason, part)
        VALUES(?,?,?,?,?,?,?,?)
        """

    static func write(_ record: FlowRecord, to database: Database) throws {
        guard let changes = record.toldChanges, !changes.isEmpty else { return }
        let row = try Prepared(database, insert)
        for (number, change) in changes.enumerated() {
            row.bind(0, Int64(bitPattern: record.id.number))
            row.bind(1, Int64(number))
            row.bind(2, change.message.column)
            row.bind(3, change.action.rawValue)
            row.bind(4, change.line)
            row.bind(5, change.replacement)
            row.bind(6, change.reason)
            row.bind(7, text(change.part))
            try row.run()
        }
    }

    /// - Parameter version: of the file's schema.
    static func read(into record: inout FlowRecord, version: Int64, _ database: Database) throws {
        // Before the second, changes of heads alone were kept.
        let part = version < 2 ? "NULL" : "part"
        var changes: [FlowRecord.ChangedLine] = []
        let rows = try Prepared(
            database,
            "SELECT message, action, line, replacement, reason, \(part) FROM change WHERE flow = ? ORDER BY number")
        rows.bind(0, Int64(bitPattern: record.id.number))
        try rows.forEachRow { row in
            guard let message = MessageKind(column: row.integer(0)),
                let action = row.text(1).flatMap(FlowRecord.ChangedLine.Action.init(rawValue:)), let line = row.bytes(2)
            else { return true }
            changes.append(
                FlowRecord.ChangedLine(
                    message: message, part: Self.part(row.text(5)), action: action, line: line,
                    replacement: row.bytes(3),
                    reason: row.bytes(4) ?? Bytes()))
            return true
        }
        record.toldChanges = changes
    }

    /// Nothing for the head, `trailers`, or the number of an interim response.
    private static func text(_ part: FlowRecord.ChangedLine.Part) -> String? {
        switch part {
        case .head: nil
        case .trailers: "trailers"
        case .interim(let number): String(number)
        }
    }

    private static func part(_ text: String?) -> FlowRecord.ChangedLine.Part {
        guard let text else { return .head }
        return Int64(text).map { .interim(Prepared.position($0)) } ?? .trailers
    }
}
