import Bytes

/// The whole screen: rows of cells. A value; whoever paints compares it with the one before.
package struct Grid: Sendable, Hashable {
    package let size: ScreenSize
    package let look: ScreenLook
    /// Row by row.
    package private(set) var cells: [Cell]
    /// Where the cursor is shown; nil: nowhere.
    package var cursor: Place?

    package struct Place: Sendable, Hashable {
        package let row: Int
        package let column: Int
    }

    init(_ size: ScreenSize, _ look: ScreenLook) {
        self.size = size
        self.look = look
        cells = Array(repeating: .blank, count: size.rows * size.columns)
    }

    package func row(_ row: Int) -> ArraySlice<Cell> { cells[(row * size.columns)..<((row + 1) * size.columns)] }

    /// The characters of a row, without the spaces at its end.
    package func text(_ row: Int) -> String {
        var text = self.row(row).map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Puts cells into a row; what is beyond `end` is left out.
    mutating func put(_ cells: [Cell], row: Int, column: Int, end: Int? = nil) {
        let end = min(end ?? size.columns, size.columns)
        guard (0..<size.rows).contains(row), column >= 0 else { return }
        var place = column
        for cell in cells {
            guard place + max(Int(cell.width), 1) <= end else { break }
            self.cells[row * size.columns + place] = cell
            place += 1
        }
    }

    mutating func put(_ text: String, _ style: CellStyle = .normal, row: Int, column: Int, limit: Int? = nil) {
        put(Bytes(text), style, row: row, column: column, limit: limit)
    }

    mutating func put(_ bytes: Bytes, _ style: CellStyle = .normal, row: Int, column: Int, limit: Int? = nil) {
        var text = CellText(look)
        let room = size.columns - column
        text.add(bytes, style, limit: min(limit ?? room, room))
        put(text.cells, row: row, column: column)
    }

    /// Text that ends before a column.
    mutating func right(_ text: String, _ style: CellStyle = .normal, row: Int, end: Int) {
        var cells = CellText(look)
        cells.add(text, style)
        put(cells.cells, row: row, column: max(0, end - cells.cells.count), end: end)
    }

    mutating func fill(_ sign: String, _ style: CellStyle, row: Int, _ columns: Range<Int>) {
        var text = CellText(look)
        text.add(sign, style)
        guard let cell = text.cells.first else { return }
        put(Array(repeating: cell, count: columns.count), row: row, column: columns.lowerBound)
    }

    /// Changes how the cells of a row look.
    mutating func restyle(row: Int, _ columns: Range<Int>, _ change: (inout CellStyle) -> Void) {
        guard (0..<size.rows).contains(row) else { return }
        for column in columns.clamped(to: 0..<size.columns) { change(&cells[row * size.columns + column].style) }
    }
}
