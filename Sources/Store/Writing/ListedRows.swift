import Bytes
import Filter

/// What a field with many values has of a flow, as a list that many flows share: rows of `listed`.
enum ListedRows {
    /// The columns of fields, as `listed.kind` has them.
    enum Kind: String, Hashable {
        case change, rule, note
    }

    /// One member of a list.
    struct Entry: Hashable {
        let kind: Kind
        let value: Bytes
    }

    /// Names of what was changed, and the rules that asked for it.
    static func changes(of subject: FilterSubject) -> [Entry] {
        entries(.change, subject) + entries(.rule, subject)
    }

    static func notes(of subject: FilterSubject) -> [Entry] { entries(.note, subject) }

    private static func entries(_ kind: Kind, _ subject: FilterSubject) -> [Entry] {
        (FilterFields.column(kind.rawValue)?.values(of: subject) ?? []).map { Entry(kind: kind, value: $0) }
    }

    static func write(_ entries: [Entry], as list: Int64, to database: Database) throws {
        let row = try Prepared(database, "INSERT OR IGNORE INTO listed(list, kind, value) VALUES(?,?,?)")
        for entry in entries {
            row.bind(0, list)
            row.bind(1, entry.kind.rawValue)
            row.bind(2, text: entry.value)
            try row.run()
        }
    }
}
