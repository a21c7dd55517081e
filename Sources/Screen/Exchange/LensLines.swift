import Bytes
import Explain
import Views

/// Draws the bytes of messages, and what is said of those that are looked at.
struct LensLines {
    private let lens: Lens
    private let area: ScreenArea
    private let look: ScreenLook

    /// A line of a message, or what stands between messages.
    private enum Entry {
        case title(Int)
        case line(Int, Range<Int>)
        case gap
    }

    init(_ lens: Lens, in area: ScreenArea, _ look: ScreenLook) {
        self.lens = lens
        self.area = area
        self.look = look
    }

    static func count(_ lens: Lens) -> Int { lens.messages.reduce(0) { $0 + $1.lines.count + 2 } }

    /// - Parameter first: the line to begin with, while nothing is looked at.
    func draw(from first: Int, of grid: inout Grid) {
        let words = lens.span == nil ? 0 : 5
        let rows = area.rows - words
        var row = 0
        var place = lens.span == nil ? first : start(rows)
        while row < rows, let entry = entry(place) {
            for cells in lines(entry) where row < rows {
                grid.put(cells, row: area.row + row, column: area.column, end: area.end)
                row += 1
            }
            place += 1
        }
        if words > 0 {
            said(ScreenArea(row: area.row + rows, column: area.column, rows: words, columns: area.columns), &grid)
        }
    }

    private func entry(_ place: Int) -> Entry? {
        var left = place
        for (number, message) in lens.messages.enumerated() {
            if left == 0 { return .title(number) }
            left -= 1
            if left < message.lines.count { return .line(number, message.lines[left]) }
            left -= message.lines.count
            if left == 0 { return .gap }
            left -= 1
        }
        return nil
    }

    /// The line to begin with, so that what is looked at is seen.
    private func start(_ rows: Int) -> Int {
        guard let number = lens.path.first, let span = lens.span else { return 0 }
        var place = lens.messages[..<number].reduce(0) { $0 + $1.lines.count + 2 } + 1
        let lines = lens.messages[number].lines
        place += lines.firstIndex { $0.upperBound > span.offset } ?? max(0, lines.count - 1)
        var height = 0
        for before in 0...place {
            guard height <= rows, let entry = entry(before) else { break }
            height += self.lines(entry).count
        }
        return height <= rows ? 0 : max(0, place - rows / 3)
    }

    // MARK: Cells

    private func lines(_ entry: Entry) -> [[Cell]] {
        switch entry {
        case .gap: return [[]]
        case .title(let number):
            var text = CellText(look)
            text.add(lens.messages[number].title, .strong, limit: area.columns)
            return [text.cells]
        case .line(let number, let range):
            let cells = cells(lens.messages[number], range, isOwn: number == lens.path.first)
            return stride(from: 0, to: max(cells.count, 1), by: max(area.columns, 1)).map {
                Array(cells[$0..<min($0 + area.columns, cells.count)])
            }
        }
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
        var text = CellText(look)
        var place = range.lowerBound
        while place < range.upperBound {
            let style = styles[place - range.lowerBound]
            let length = Self.length(message.bytes, place, range.upperBound)
            switch message.bytes[place] {
            case ASCII.carriageReturn: text.add("␍", style.colour == .ink(.bad) ? style : style.faded)
            case ASCII.lineFeed: text.add("␊", style.colour == .ink(.bad) ? style : style.faded)
            case ASCII.tab: text.add("␉", style.faded)
            default: text.add(message.bytes.slice(place..<(place + length)), style)
            }
            place += length
        }
        return text.cells
    }

    /// The bytes of the character at a place; 1 where there is none.
    private static func length(_ bytes: Bytes, _ place: Int, _ end: Int) -> Int {
        let length = min(max((~bytes[place]).leadingZeroBitCount, 1), 4, end - place)
        guard length > 1, String(validating: bytes.slice(place..<(place + length)), as: UTF8.self) != nil else {
            return 1
        }
        return length
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

    private func said(_ area: ScreenArea, _ grid: inout Grid) {
        guard let span = lens.span else { return }
        grid.fill("─", .quiet, row: area.row, area.column..<area.end)
        if let pinned = lens.pinned {
            grid.put(" \(pinned) ", CellStyle(.notice), row: area.row, column: area.column + 2, limit: area.columns - 4)
        }
        grid.put(
            lens.place, .strong, row: area.row + 1, column: area.column,
            limit: max(8, area.columns - span.spec.count - 1))
        grid.right(span.spec, .quiet, row: area.row + 1, end: area.end)
        var page = PageWriter(style: .ansi, width: area.columns)
        page.prose(
            Prose(stringLiteral: lens.hide(span.text)), at: 0, ink: span.isMalformed ? .bad : .normal)
        TextPage(page.take()).draw(
            from: 0, in: ScreenArea(row: area.row + 2, column: area.column, rows: area.rows - 2, columns: area.columns),
            of: &grid)
    }
}

extension CellStyle {
    fileprivate var faded: CellStyle {
        var style = self
        style.colour = .ink(.quiet)
        return style
    }
}
