import Bytes

/// Lines that a page wrote, with its colours; they become cells when they are shown. A value.
package struct TextPage: Sendable {
    private let bytes: [UInt8]
    /// Where lines begin.
    private let starts: [Int]

    /// More lines than these nobody scrolls through.
    private static let mostLines = 20_000

    package init(_ bytes: [UInt8]) {
        var starts: [Int] = []
        var place = 0
        while place < bytes.count, starts.count < Self.mostLines {
            starts.append(place)
            place = (bytes[place...].firstIndex(of: ASCII.lineFeed) ?? bytes.count) + 1
        }
        self.bytes = bytes
        self.starts = starts
    }

    static let empty = TextPage([])

    var count: Int { starts.count }

    func line(_ number: Int, _ look: ScreenLook) -> [Cell] {
        guard starts.indices.contains(number) else { return [] }
        let end = bytes[starts[number]...].firstIndex(of: ASCII.lineFeed) ?? bytes.count
        var text = CellText(look)
        text.add(page: bytes[starts[number]..<end])
        return text.cells
    }

    /// The lines from `first` on into an area.
    ///
    /// - Parameter wanted: what is looked for, and stands out.
    func draw(from first: Int, in area: ScreenArea, finding wanted: [String] = [], of grid: inout Grid) {
        for row in 0..<area.rows {
            var text = line(first + row, grid.look)
            for range in Self.matches(wanted, in: text) {
                for place in range { text[place].style = text[place].style.reversed }
            }
            if text.count > area.columns { text = Self.cut(text, area.columns, grid.look) }
            grid.put(text, row: area.row + row, column: area.column, end: area.end)
        }
    }

    private static func cut(_ cells: [Cell], _ limit: Int, _ look: ScreenLook) -> [Cell] {
        var text = CellText(look, cells)
        text.cut(to: limit)
        return text.cells
    }
}
