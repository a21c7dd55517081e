import SQLite

/// Rows of one table that are written by one statement, some at once: it opens the table and each of its indices once
/// for all of them, which takes as long as writing a row. Owned by the session's writer, used within its transactions.
final class RowGroup {
    /// So many rows are written at once.
    static let size = 8

    private let statement: Prepared
    private let columnCount: Int32
    private var count: Int32 = 0

    /// - Parameter sql: takes `size` rows, and how many of them there are.
    init(_ database: Database, _ sql: String, columnCount: Int, room: Int) throws {
        statement = try Prepared(database, sql, room: BindingRoom(room))
        self.columnCount = Int32(clamping: columnCount)
    }

    /// Where the next row is to be bound, before it is added.
    var next: Prepared { statement.behind(count * columnCount) }

    func add() throws {
        count += 1
        if count == Self.size { try run() }
    }

    /// Writes the rows that were added and are not written.
    func run() throws {
        guard count > 0 else { return }
        statement.bind(Int32(Self.size) * columnCount, Int64(count))
        count = 0
        try statement.run()
    }

    /// Writes none of them: their transaction failed.
    func forget() {
        count = 0
        statement.reset()
    }
}
