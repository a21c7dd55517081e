import SQLite

/// The statements of the rows that every flow has, prepared once. Owned by the session's writer, which lets go of them
/// before the connection is closed.
struct WriterStatements {
    let flow: RowGroup
    let head: RowGroup
    let findBody: Prepared
    let addBody: Prepared

    init(_ database: Database) throws {
        let columns = RecordColumn.names + FactColumn.names
        flow = try RowGroup(database, RecordColumn.upsertText, columnCount: columns.count, room: 32 << 10)
        head = try RowGroup(database, HeadColumn.upsertText, columnCount: HeadColumn.names.count, room: 64 << 10)
        findBody = try Prepared(database, "SELECT id FROM body WHERE sha256 = ?")
        addBody = try Prepared(
            database, "INSERT INTO body(sha256, size, bytes) VALUES(?,?,?)", room: BindingRoom(1 << 10))
    }

    /// Writes the rows that were added.
    func run() throws {
        try flow.run()
        try head.run()
    }

    /// Writes none of them.
    func forget() {
        flow.forget()
        head.forget()
    }
}
