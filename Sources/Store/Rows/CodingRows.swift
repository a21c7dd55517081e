import Filter
import Flow

/// The content codings of responses, for filters alone: rows of `coding`.
enum CodingRows {
    private static let field = FilterFields.column("encoding")

    static func write(_ subject: FilterSubject, to database: Database) throws {
        guard let names = field?.values(of: subject), !names.isEmpty else { return }
        let row = try Prepared(database, "INSERT OR IGNORE INTO coding(flow, name) VALUES(?,?)")
        for name in names {
            row.bind(0, Int64(bitPattern: subject.record.id.number))
            row.bind(1, text: name)
            try row.run()
        }
    }
}
