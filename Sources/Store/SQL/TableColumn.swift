import Bytes
import SQLite

/// The columns of one table, in the order in which statements of Hark name them.
protocol TableColumn: CaseIterable, RawRepresentable<Int32> {
    static var table: String { get }
}

extension TableColumn {
    static var names: [String] { allCases.map { SnakeCase.name("\($0)") } }

    /// Writes whole rows, whether they are there or not; columns that are not named here keep what they have. Behind
    /// the parameters of the rows is one that says how many there are.
    ///
    /// - Parameters:
    ///   - names: of the columns, the first being the key.
    ///   - count: how many rows it takes.
    static func upsert(of names: [String], rows count: Int) -> String {
        let changes = names.dropFirst().map { "\($0)=excluded.\($0)" }.joined(separator: ",")
        let row = "(\(names.map { _ in "?" }.joined(separator: ",")))"
        let rows = Array(repeating: row, count: count).joined(separator: ",")
        return """
            INSERT INTO \(table)(\(names.joined(separator: ","))) SELECT * FROM (VALUES \(rows)) WHERE true LIMIT ?
            ON CONFLICT DO UPDATE SET \(changes)
            """
    }
}

extension Prepared {
    func bind<Column: TableColumn>(_ column: Column, _ value: Int64?) { bind(column.rawValue, value) }
    func bind<Column: TableColumn>(_ column: Column, _ value: String?) { bind(column.rawValue, value) }
    func bind<Column: TableColumn>(_ column: Column, _ value: Bytes?) { bind(column.rawValue, value) }

    /// Counts of HTTP and TCP have 64 bits without a sign, SQLite's integers one with: the bits are kept.
    func bind<Column: TableColumn>(_ column: Column, _ value: UInt64?) {
        bind(column.rawValue, value.map { Int64(bitPattern: $0) })
    }

    func bind<Column: TableColumn>(_ column: Column, _ value: Bool) { bind(column.rawValue, value ? 1 : 0) }
}
