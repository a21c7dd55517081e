import GRDB

/// The statements of the rows that every flow has, prepared once. Owned by the session's writer, which lets go of them
/// before the connection is closed.
struct WriterStatements {
    let flow: Prepared
    let head: Prepared
    let findBody: Prepared
    let addBody: Prepared

    init(_ database: Database) throws {
        flow = try Prepared(database, RecordColumn.upsertText)
        head = try Prepared(database, HeadColumn.upsertText)
        findBody = try Prepared(database, "SELECT id FROM body WHERE sha256 = ?")
        addBody = try Prepared(database, "INSERT INTO body(sha256, size, bytes) VALUES(?,?,?)")
    }
}
