/// The statements of the rows that every flow has, prepared once. Owned by the session's writer, which lets go of them
/// before the connection is closed.
struct WriterStatements {
    let flow: RowWriter
    let head: RowWriter
    let findBody: Prepared
    let addBody: Prepared

    init(_ database: Database) throws {
        flow = try RowWriter(
            database, RecordColumn.table, RecordColumn.names + FactColumn.names,
            rare: Set(RecordColumn.rare + FactColumn.rare), room: 4 << 10)
        head = try RowWriter(database, HeadColumn.table, HeadColumn.names, rare: Set(HeadColumn.rare), room: 8 << 10)
        findBody = try Prepared(database, "SELECT id FROM body WHERE sha256 = ?")
        addBody = try Prepared(
            database, "INSERT INTO body(sha256, size, bytes) VALUES(?,?,?)", room: BindingRoom(1 << 10))
    }
}
