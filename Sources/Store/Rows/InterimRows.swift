import Bytes
import Flow
import HTTPModel
import HTTPWire

/// The interim responses of a flow: rows of `interim`.
enum InterimRows {
    private static let insert = """
        INSERT OR REPLACE INTO interim(flow, number, head, sent, edits, dropped_spec, dropped_reason)
        VALUES(?,?,?,?,?,?,?)
        """

    static func write(
        _ record: FlowRecord, edits: ([Change]) throws -> Int64?, to database: Database
    ) throws {
        for (number, interim) in record.interim.enumerated() {
            // The numbers of edits come from the same connection: its statement is asked for when they are there.
            let list = try edits(interim.edits)
            let row = try Prepared(database, insert)
            row.bind(0, Int64(bitPattern: record.id.number))
            row.bind(1, Int64(number))
            row.bind(2, interim.head.raw)
            row.bind(3, interim.sent)
            row.bind(4, list)
            let (spec, text) = interim.droppedFor.map(EditRows.columns) ?? (nil, nil)
            row.bind(5, spec)
            row.bind(6, text)
            try row.run()
        }
    }

    static func read(
        into record: inout FlowRecord, edits: (Int64) throws -> [Change], _ database: Database
    ) throws {
        var found: [(interim: FlowRecord.Interim, edits: Int64?)] = []
        let rows = try Prepared(
            database,
            "SELECT head, sent, edits, dropped_spec, dropped_reason FROM interim WHERE flow = ? ORDER BY number")
        rows.bind(0, Int64(bitPattern: record.id.number))
        let method = record.method
        try rows.forEachRow { row in
            guard let raw = row.bytes(0), let head = RecordedHead.response(raw, to: method).head else { return true }
            var interim = FlowRecord.Interim(head, sent: row.bytes(1))
            if let text = row.text(4) { interim.droppedFor = EditRows.reason(spec: row.text(3), text: text) }
            found.append((interim, row.integer(2)))
            return true
        }
        record.interim = try found.map { entry in
            var interim = entry.interim
            if let list = entry.edits { interim.edits = try edits(list) }
            return interim
        }
    }
}
