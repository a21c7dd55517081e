/// Writes whole rows of one table, whether they are there or not. Most rows have nothing in many columns, and SQLite
/// takes as long for a column that it is given NULL for as for a number: a statement has the columns that are usual,
/// and one for the other rows has all. Owned by the session's writer, used within its transactions.
final class RowWriter {
    /// For rows with the usual columns, and for all others.
    private struct Statements {
        let usual: Prepared
        let all: Prepared
    }

    /// Of rows that are not there: SQLite need not be ready to change one.
    private let inserts: Statements
    private let upserts: Statements
    private let choice: ColumnChoice

    /// - Parameters:
    ///   - names: of the columns, the first being the key. Those that are not named keep what they have.
    ///   - rare: names of columns that are mostly NULL, which is their default.
    init(_ database: Database, _ table: String, _ names: [String], rare: Set<String>, room: Int) throws {
        let choice = ColumnChoice(names.map { !rare.contains($0) })
        let some = names.filter { !rare.contains($0) }
        func statements(_ conflict: (_ names: [String], _ rare: [String]) -> String) throws -> Statements {
            func text(_ names: [String], without rare: [String]) -> String {
                """
                INSERT INTO \(table)(\(names.joined(separator: ",")))
                VALUES(\(names.map { _ in "?" }.joined(separator: ","))) \(conflict(names, rare))
                """
            }
            let usual = try Prepared(database, text(some, without: rare.sorted()), room: BindingRoom(room))
            let all = try Prepared(database, text(names, without: []), room: BindingRoom(room))
            return Statements(usual: usual.taking(choice), all: all)
        }
        inserts = try statements { _, _ in "" }
        upserts = try statements { names, rare in
            let changes = names.dropFirst().map { "\($0)=excluded.\($0)" } + rare.map { "\($0)=NULL" }
            return "ON CONFLICT DO UPDATE SET \(changes.joined(separator: ","))"
        }
        self.choice = choice
    }

    /// - Parameters:
    ///   - isNew: the row is hardly there.
    ///   - bind: binds what the row has, by the places of all columns.
    func write(isNew: Bool, _ bind: (Prepared) -> Void) throws {
        if isNew {
            do {
                return try write(inserts, bind)
            } catch let error as DatabaseError where error.code == .constraint {
                // It is there.
            }
        }
        try write(upserts, bind)
    }

    private func write(_ statements: Statements, _ bind: (Prepared) -> Void) throws {
        choice.hasMissed = false
        bind(statements.usual)
        guard choice.hasMissed else { return try statements.usual.run() }
        statements.usual.reset()
        bind(statements.all)
        try statements.all.run()
    }
}
