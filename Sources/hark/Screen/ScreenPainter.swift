import CNcurses
import Screen
import Views
import Workbench

/// Paints grids, each by what differs from the one before. Used on the screen's thread alone.
final class ScreenPainter {
    let look: ScreenLook
    private var shown: Grid?
    /// Pairs of colours that ncurses was told of, by their colours.
    private var pairs: [ColourPair: Int32] = [:]
    private let mostPairs: Int32

    private struct ColourPair: Hashable {
        let front: Int32
        let back: Int32
    }

    /// - Parameter noColor: the variable of this name.
    init(noColor: String?) {
        let isRefused = noColor.map { !$0.isEmpty } ?? false
        let count = isRefused ? 0 : cncurses_colours()
        look = ScreenLook(
            colours: count >= 256 ? .many : count >= 8 ? .few : .none, isUnicode: cncurses_is_utf8() != 0)
        mostPairs = cncurses_pairs()
    }

    /// Everything is painted the next time.
    func forget() {
        shown = nil
        cncurses_redraw()
    }

    func paint(_ grid: Grid) {
        for row in 0..<grid.size.rows {
            let cells = grid.row(row)
            if let shown, shown.size == grid.size, shown.row(row) == cells { continue }
            paint(cells, row)
        }
        if let cursor = grid.cursor {
            cncurses_cursor(Int32(cursor.row), Int32(cursor.column))
        } else {
            cncurses_cursor(-1, 0)
        }
        cncurses_flush()
        shown = grid
    }

    private func paint(_ cells: ArraySlice<Cell>, _ row: Int) {
        cncurses_clear_row(Int32(row))
        var run: [CChar] = []
        var start = 0
        var style: CellStyle?
        func flush() {
            guard let style, !run.isEmpty else { return }
            put(run, style, row, start)
            run = []
        }
        for (column, cell) in cells.enumerated() where cell.width > 0 {
            let isPlain = cell.text.utf8.count == 1
            if cell.style != style || !isPlain || run.isEmpty {
                flush()
                style = cell.style
                start = column
            }
            run += sign(cell).utf8.map { CChar(truncatingIfNeeded: $0) }
            // Where the terminal's library takes another number of columns, what follows stands in its place anyway.
            if !isPlain { flush() }
        }
        flush()
    }

    /// A character that the terminal's library does not print, or takes for another width, is shown as a question mark.
    private func sign(_ cell: Cell) -> String {
        guard cell.text.utf8.count > 1, let first = cell.text.unicodeScalars.first else { return cell.text }
        let width = cncurses_width(first.value)
        guard width == Int32(cell.width) else {
            return width == 1 ? String(first) + " " : String(repeating: "?", count: Int(cell.width))
        }
        let marks = cell.text.unicodeScalars.dropFirst().filter { cncurses_width($0.value) == 0 }
        return String(first) + String(String.UnicodeScalarView(marks))
    }

    private func put(_ text: [CChar], _ style: CellStyle, _ row: Int, _ column: Int) {
        var attributes: Int32 = 0
        if style.isReversed { attributes |= Int32(CNCURSES_REVERSE) }
        if style.isUnderlined { attributes |= Int32(CNCURSES_UNDERLINE) }
        switch style.colour {
        case .ink(.quiet): attributes |= Int32(CNCURSES_DIM)
        case .ink(.strong): attributes |= Int32(CNCURSES_BOLD)
        case .ink(.bad) where look.colours == .none: attributes |= Int32(CNCURSES_BOLD)
        case .ink, .phase: break
        }
        let pair = pair(ColourPair(front: number(style.colour), back: style.ground.map { number($0) } ?? -1))
        text.withUnsafeBufferPointer {
            cncurses_put(Int32(row), Int32(column), $0.baseAddress, Int32($0.count), attributes, pair)
        }
    }

    private func pair(_ colours: ColourPair) -> Int32 {
        guard look.colours != .none, colours != ColourPair(front: -1, back: -1) else { return 0 }
        if let known = pairs[colours] { return known }
        let number = Int32(pairs.count + 1)
        guard number < mostPairs else { return 0 }
        cncurses_pair(number, colours.front, colours.back)
        pairs[colours] = number
        return number
    }

    /// -1: as the terminal has it.
    private func number(_ colour: CellStyle.Colour) -> Int32 {
        let isMany = look.colours == .many
        switch colour {
        case .ink(.normal), .ink(.quiet), .ink(.strong): return -1
        case .ink(.good): return 2
        case .ink(.notice): return 6
        case .ink(.warning): return 3
        case .ink(.bad): return 1
        case .phase(.blocked): return isMany ? 245 : 7
        case .phase(.name): return isMany ? 37 : 6
        case .phase(.connect): return isMany ? 172 : 3
        case .phase(.tls): return isMany ? 134 : 5
        case .phase(.send): return isMany ? 110 : 6
        case .phase(.wait): return isMany ? 71 : 2
        case .phase(.receive): return isMany ? 68 : 4
        }
    }
}
