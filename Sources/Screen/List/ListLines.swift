import Bytes
import Explain
import Views

/// Draws the lines of the list.
struct ListLines {
    let columns: ListColumns
    let scale: TimeScale
    let area: ScreenArea

    func heading(_ grid: inout Grid) {
        let (row, left) = (area.row, area.column)
        grid.right("#", .quiet, row: row, end: left + 1 + columns.number)
        grid.put("method", .quiet, row: row, column: left + columns.methodColumn)
        grid.put("url", .quiet, row: row, column: left + columns.urlColumn)
        grid.put("status", .quiet, row: row, column: left + columns.statusColumn - 3)
        if columns.type > 0 { grid.put("type", .quiet, row: row, column: left + columns.typeColumn) }
        if columns.size > 0 { grid.right("size", .quiet, row: row, end: left + columns.sizeEnd) }
        grid.right("duration", .quiet, row: row, end: left + columns.timeEnd)
        guard columns.waterfall > 0 else { return }
        for label in scale.labels(columns.waterfall) {
            grid.put(label.text, .quiet, row: row, column: left + columns.waterfallColumn + label.column)
        }
    }

    /// A row that is not known yet has its number alone.
    ///
    /// - Parameter ghost: what caches would have answered; nil but for the selected row.
    func line(
        _ row: ScreenRow?, _ number: UInt64, isMarked: Bool, _ ghost: CacheGhosts.Pair?, at line: Int,
        _ grid: inout Grid
    ) {
        let left = area.column
        if isMarked { grid.put("●", CellStyle(.notice), row: line, column: left) }
        grid.right("\(number)", .quiet, row: line, end: left + 1 + columns.number)
        guard let row else {
            return grid.put("…", .quiet, row: line, column: left + columns.urlColumn)
        }
        grid.put(row.method, .strong, row: line, column: left + columns.methodColumn, limit: columns.method)
        url(row, line, &grid)
        let status = row.status.map { "\($0)" } ?? (row.isOpen ? "…" : "---")
        grid.right(status, statusStyle(row), row: line, end: left + columns.statusColumn + columns.status)
        if columns.type > 0 {
            grid.put(row.type, .quiet, row: line, column: left + columns.typeColumn, limit: columns.type)
        }
        if columns.size > 0 {
            let size = row.size == 0 ? (row.isOpen ? "" : "-") : Self.text { Units.append(size: row.size, to: &$0) }
            grid.right(size, row: line, end: left + columns.sizeEnd)
        }
        // When the last byte of an open one came says nothing of how long it will take.
        let duration = row.isOpen ? "open" : row.duration.map { Quantity.duration($0) } ?? ""
        grid.right(duration, row: line, end: left + columns.timeEnd)
        guard columns.waterfall > 0 else { return }
        let bar = WaterfallBar(row, scale, columns: columns.waterfall, ghost, grid.look)
        grid.put(bar.cells, row: line, column: left + columns.waterfallColumn)
    }

    private func url(_ row: ScreenRow, _ line: Int, _ grid: inout Grid) {
        let column = area.column + columns.urlColumn
        var signs = CellText(grid.look)
        if row.isRedirect { signs.add(" ↳", CellStyle(.notice)) }
        if row.isCached { signs.add(" ◷", CellStyle(.notice)) }
        if row.isReplayed { signs.add(" ↻", CellStyle(.notice)) }
        if row.isPinned { signs.add(" ⚑", CellStyle(.notice)) }
        if let worst = row.worst { signs.add(worst == .bad ? " ✗" : " !", CellStyle(worst)) }
        var text = CellText(grid.look)
        text.add(url: row.url, limit: max(columns.url - signs.cells.count, 1))
        text.append(signs.cells)
        grid.put(text.cells, row: line, column: column, end: column + columns.url)
    }

    private func statusStyle(_ row: ScreenRow) -> CellStyle {
        row.isOpen && row.status == nil ? .quiet : CellStyle(ExchangeLines.ink(status: row.status, row.outcome))
    }

    private static func text(_ write: (inout [UInt8]) -> Void) -> String {
        var out: [UInt8] = []
        write(&out)
        return String(decoding: out, as: UTF8.self)
    }
}
