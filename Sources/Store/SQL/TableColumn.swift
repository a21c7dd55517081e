import Bytes

/// The columns of one table, in the order in which statements of Hark name them.
protocol TableColumn: CaseIterable, RawRepresentable<Int32> {
    static var table: String { get }
}

extension TableColumn {
    static var names: [String] { allCases.map { SnakeCase.name("\($0)") } }
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
