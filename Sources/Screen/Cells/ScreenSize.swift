/// How large the terminal is.
package struct ScreenSize: Sendable, Hashable {
    package let columns: Int
    package let rows: Int

    /// Never so large that a wrong answer of the system would take all memory.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 1), 1000)
        self.rows = min(max(rows, 1), 500)
    }

    /// Below this nothing is aligned.
    static let least = ScreenSize(columns: 80, rows: 24)
    /// From here on list and exchange stand side by side.
    static let wide = 140

    var isTooSmall: Bool { columns < Self.least.columns || rows < Self.least.rows }
    var isWide: Bool { columns >= Self.wide }
}

/// A part of the screen.
struct ScreenArea {
    var row: Int
    var column: Int
    var rows: Int
    var columns: Int

    var end: Int { column + columns }

    func contains(row: Int, column: Int) -> Bool {
        (self.row..<self.row + rows).contains(row) && (self.column..<end).contains(column)
    }
}
