import Bytes
import Explain
import Views

/// Draws the bytes of messages, and what is said of those that are looked at.
struct LensLines {
    private let lens: Lens
    private let area: ScreenArea
    private let look: ScreenLook

    init(_ lens: Lens, in area: ScreenArea, _ look: ScreenLook) {
        self.lens = lens
        self.area = area
        self.look = look
    }

    /// - Parameter first: the line to begin with, while nothing is looked at.
    func draw(from first: Int, of grid: inout Grid) {
        let words = words
        let said = lens.span == nil ? 0 : 2 + max(Self.leastWords, min(words.count, area.rows / 2 - 2))
        let rows = area.rows - said
        let start = lens.span == nil ? first : start(rows)
        for (place, row) in lens.rows.dropFirst(start).prefix(rows).enumerated() {
            grid.put(cells(row), row: area.row + place, column: area.column, end: area.end)
        }
        self.said(words, area.row + rows, &grid)
    }

    private static let leastWords = 3

    /// The line to begin with, so that what is looked at is seen.
    private func start(_ rows: Int) -> Int {
        guard let number = lens.path.first, let span = lens.span else { return 0 }
        let place = lens.rows.firstIndex { row in
            if case .bytes(number, let range) = row { range.upperBound > span.offset } else { false }
        }
        // What is not shown any more is behind the last of them.
        let shown = place ?? lens.rows.count - 1
        return shown < rows ? 0 : shown - rows / 3
    }

    // MARK: Cells

    private func cells(_ row: Lens.Row) -> [Cell] {
        var text = CellText(look)
        switch row {
        case .gap: break
        case .title(let number): text.add(lens.messages[number].title, .strong, limit: area.columns)
        case .bytes(let number, let range):
            return cells(lens.messages[number], range, isOwn: number == lens.path.first)
        case .omitted(let number):
            let size = Quantity.bytes(lens.messages[number].omitted)
            text.add("… and \(size) that are not shown here", .quiet, limit: area.columns)
        }
        return text.cells
    }

    private func cells(_ message: Lens.Message, _ range: Range<Int>, isOwn: Bool) -> [Cell] {
        var styles = [CellStyle](repeating: .normal, count: range.count)
        for span in message.spans where span.range.overlaps(range) { paint(span, range, &styles) }
        if isOwn {
            let spans = lens.spans
            if let parent = spans.dropLast().last {
                for place in parent.range.clamped(to: range) { styles[place - range.lowerBound].isUnderlined = true }
            }
            if let span = spans.last {
                for place in span.range.clamped(to: range) {
                    styles[place - range.lowerBound].isReversed = true
                    styles[place - range.lowerBound].isUnderlined = false
                }
            }
        }
        let signs = LensSigns(message, look)
        var text = CellText(look)
        var place = range.lowerBound
        while place < range.upperBound {
            let length = signs.length(place, range.upperBound)
            signs.add(place, length: length, styles[place - range.lowerBound], to: &text)
            place += length
        }
        return text.cells
    }

    private func paint(_ span: Span, _ range: Range<Int>, _ styles: inout [CellStyle]) {
        let ink: Ink? = span.isMalformed ? .bad : Self.ink(span.rule)
        if let ink {
            for place in span.range.clamped(to: range) { styles[place - range.lowerBound] = CellStyle(ink) }
        }
        for child in span.children where child.range.overlaps(range) { paint(child, range, &styles) }
    }

    private static func ink(_ rule: String) -> Ink? {
        switch rule {
        case "method", "status-code": .strong
        case "field-name": .notice
        case "chunk-size", "HTTP-version", "reason-phrase": .quiet
        default: nil
        }
    }

    // MARK: Words

    /// What is said of the part that is looked at.
    private var words: TextPage {
        guard let span = lens.span else { return .empty }
        var page = PageWriter(style: .ansi, width: area.columns)
        page.prose(Prose(stringLiteral: lens.hide(span.text)), at: 0, ink: span.isMalformed ? .bad : .normal)
        return TextPage(page.take())
    }

    private func said(_ words: TextPage, _ row: Int, _ grid: inout Grid) {
        guard let span = lens.span else { return }
        grid.fill("─", .quiet, row: row, area.column..<area.end)
        if let pinned = lens.pinned {
            grid.put(" \(pinned) ", CellStyle(.notice), row: row, column: area.column + 2, limit: area.columns - 4)
        }
        grid.put(
            lens.place, .strong, row: row + 1, column: area.column, limit: max(8, area.columns - span.spec.count - 1))
        grid.right(span.spec, .quiet, row: row + 1, end: area.end)
        let rows = area.row + area.rows - row - 2
        words.draw(
            from: 0, in: ScreenArea(row: row + 2, column: area.column, rows: rows, columns: area.columns), of: &grid)
    }
}
