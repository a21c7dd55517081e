import Bytes

/// The columns of one table, in the order in which statements of Hark name them.
protocol TableColumn: CaseIterable, RawRepresentable<Int32> {
    static var table: String { get }
}

extension TableColumn {
    static var names: [String] { allCases.map { SnakeCase.name("\($0)") } }

    /// Writes a whole row, whether it is there or not; columns that are not named here keep what they have.
    static var upsert: String { upsert(of: names) }

    /// The same with more columns than the cases name.
    static func upsert(of names: [String]) -> String {
        let changes = names.dropFirst().map { "\($0)=excluded.\($0)" }.joined(separator: ",")
        return "INSERT INTO \(table)(\(names.joined(separator: ","))) "
            + "VALUES(\(names.map { _ in "?" }.joined(separator: ","))) ON CONFLICT DO UPDATE SET \(changes)"
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
