import SQLite

/// Writes whole rows of one table, whether they are there or not. Most rows have nothing in many columns, and SQLite
/// takes as long for a column that it is given NULL for as for a number: a statement has the columns that are usual,
/// and one for the other rows has all. Owned by the session's writer, used within its transactions.
final class RowWriter {
    private let usual: Prepared
    private let all: Prepared
    private let choice: ColumnChoice

    /// - Parameters:
    ///   - names: of the columns, the first being the key. Those that are not named keep what they have.
    ///   - rare: names of columns that are mostly NULL, which is their default.
    init(_ database: Database, _ table: String, _ names: [String], rare: Set<String>, room: Int) throws {
        choice = ColumnChoice(names.map { !rare.contains($0) })
        let some = names.filter { !rare.contains($0) }
        usual = try Prepared(
            database, Self.text(table, some, without: rare.sorted()), room: BindingRoom(room)
        ).taking(choice)
        all = try Prepared(database, Self.text(table, names, without: []), room: BindingRoom(room))
    }

    private static func text(_ table: String, _ names: [String], without rare: [String]) -> String {
        let changes = names.dropFirst().map { "\($0)=excluded.\($0)" } + rare.map { "\($0)=NULL" }
        return """
            INSERT INTO \(table)(\(names.joined(separator: ",")))
            VALUES(\(names.map { _ in "?" }.joined(separator: ",")))
            ON CONFLICT DO UPDATE SET \(changes.joined(separator: ","))
            """
    }

    /// - Parameter bind: binds what the row has, by the places of all columns.
    func write(_ bind: (Prepared) -> Void) throws {
        choice.hasMissed = false
        bind(usual)
        guard choice.hasMissed else { return try usual.run() }
        usual.reset()
        bind(all)
        try all.run()
    }
}
