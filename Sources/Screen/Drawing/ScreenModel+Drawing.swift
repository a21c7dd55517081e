import Bytes
import Explain
import Filter
import Page
import Views
import Workbench

extension ScreenModel {
    // MARK: Layout

    /// Between the line above and the line of keys.
    private var body: ScreenArea {
        let top = filterText.isEmpty || isFiltering ? 1 : 2
        return ScreenArea(row: top, column: 0, rows: size.rows - top - (isFiltering ? 3 : 1), columns: size.columns)
    }

    private var isFiltering: Bool {
        if case .filter = front { true } else { finder.line != nil }
    }

    var listArea: ScreenArea? {
        var area = body
        guard let exchange else {
            if ghosts.words != nil { area.rows -= ghostRows }
            return area
        }
        if exchange.isZoomed { return nil }
        if size.isWide {
            area.columns = size.columns - exchangeColumns - 1
        } else {
            area.rows = max(5, area.rows / 3)
        }
        return area
    }

    private var exchangeColumns: Int { max(78, size.columns / 2) }

    /// Where the exchange stands, its title apart.
    var exchangeArea: ScreenArea? {
        guard let exchange else { return nil }
        var area = body
        if size.isWide, !exchange.isZoomed {
            area.column = size.columns - exchangeColumns
            area.columns = exchangeColumns
        } else if let list = listArea {
            area.row += list.rows
            area.rows -= list.rows
        }
        area.row += 1
        area.rows -= 1
        // A space at the left, so that lines do not touch what is beside them.
        area.column += 1
        area.columns -= 1
        return area
    }

    /// Rows of the list that are seen, its heading apart.
    var listRows: Int { listArea.map { max(0, $0.rows - 1) } ?? 0 }
    var textRows: Int { exchangeArea?.rows ?? 0 }
    /// Lines of help, or of a page before the list.
    var pageRows: Int { size.rows - 3 }

    // MARK: Drawing

    /// The screen as it is now. What is drawn is what was seen to change.
    package mutating func draw() -> Grid {
        isChanged = false
        var grid = Grid(size, look)
        guard !size.isTooSmall else {
            let words = "hark needs \(ScreenSize.least.columns) columns and \(ScreenSize.least.rows) rows; "
            grid.put(words, row: 0, column: 0)
            grid.put(
                "this terminal has \(size.columns) and \(size.rows). Enlarge it, or press q.", row: 1, column: 0)
            return grid
        }
        statusLine(&grid)
        switch front {
        case .list, .filter, .copying, .palette:
            if !filterText.isEmpty, !isFiltering { filterWordsLine(&grid) }
            if let area = listArea { list(area, &grid) }
            if exchange == nil { ghostLines(&grid) }
            if let exchange, let area = exchangeArea { self.exchange(exchange, area, &grid) }
        case .help(let first): help(first, &grid)
        case .page(let page): self.page(page, &grid)
        case .projector(let projector): self.projector(projector, &grid)
        case .rules(let open): rules(open, &grid)
        }
        bottom(&grid)
        return grid
    }

    private func statusLine(_ grid: inout Grid) {
        var text = CellText(look)
        text.add(" hark  ", .strong)
        switch session.kind {
        case .live:
            text.add("● ", CellStyle(.good))
            text.add(session.proxies.joined(separator: " "), limit: 40)
        case .session, .recording: text.add(session.name, limit: 40)
        }
        if rate > 0 { text.add("  \(Self.grouped(Int(rate)))/s") }
        text.add("  \(Self.grouped(flowCount)) exchange\(flowCount == 1 ? "" : "s")")
        if openCount > 0 { text.add("  \(Self.grouped(openCount)) open") }
        if let news = ruleNews, news.rules > 0 { text.add("  Rules \(news.rules)") }
        if let news = ruleNews, news.held > 0 { text.add("  \(Self.grouped(news.held)) held (r)", CellStyle(.notice)) }
        if isFinding { text.add("  searching …", .quiet) }
        if !filterText.isEmpty { text.add("  \(Self.grouped(view.numbers.count)) shown", CellStyle(.notice)) }
        grid.put(text.cells, row: 0, column: 0)
        let right =
            isFollowing
            ? "↓ following "
            : view.numbers.isEmpty ? "" : "\(Self.grouped(cursor + 1)) of \(Self.grouped(view.numbers.count)) "
        grid.right(right, isFollowing ? CellStyle(.good) : .quiet, row: 0, end: size.columns)
    }

    /// `12,408`.
    private static func grouped(_ number: Int) -> String {
        var text = ""
        for (place, digit) in String(max(0, number)).reversed().enumerated() {
            if place > 0, place % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return String(text.reversed())
    }

    private func filterWordsLine(_ grid: inout Grid) {
        var text = CellText(look)
        text.add(" \(filterText)", CellStyle(.notice), limit: size.columns / 2)
        text.add("  \(filterWords)", .quiet, limit: max(1, size.columns - text.cells.count))
        grid.put(text.cells, row: 1, column: 0)
    }

    // MARK: The list

    private func list(_ area: ScreenArea, _ grid: inout Grid) {
        let window = window
        guard !window.isEmpty || isFinding else { return empty(area, &grid) }
        let known = window.compactMap { rows[$0] }
        let lines = ListLines(
            columns: ListColumns(area.columns, highest: window.max() ?? 0, choice),
            scale: TimeScale(known, since: isSinceFirst ? session.start : nil), area: area)
        lines.heading(&grid)
        for (place, number) in window.enumerated() {
            let row = area.row + 1 + place
            if gone.contains(number), rows[number] == nil {
                grid.put("\(number)  no longer exists", .quiet, row: row, column: area.column + 1)
            } else {
                // What caches would have answered is drawn of the selected row, as on the web page.
                let ghost = top + place == cursor ? ghosts[number] : nil
                lines.line(rows[number], number, isMarked: marked.contains(number), ghost, at: row, &grid)
            }
            guard top + place == cursor else { continue }
            let end = area.column + lines.columns.waterfallColumn - 1
            grid.restyle(row: row, area.column..<end) { style in
                style = CellStyle(style.colour == .ink(.quiet) ? .ink(.normal) : style.colour, isReversed: true)
            }
            if look.colours == .none { grid.put("▸", row: row, column: area.column) }
        }
    }

    /// Of what caches would have saved: a line, or two where it is not wide.
    private var ghostRows: Int { size.isWide ? 1 : 2 }

    /// Of the row that was chosen, when a cache has to do with it; else of the whole session.
    private func ghostLines(_ grid: inout Grid) {
        guard let total = ghosts.words else { return }
        let chosen = isFollowing ? nil : selected.flatMap { ghosts[$0] }
        var lines = [""]
        for word in (chosen?.words.joined(separator: " ") ?? total).split(separator: " ") {
            let line = lines[lines.count - 1]
            let isFull = line.count + word.count + 1 > size.columns - 4 && lines.count < ghostRows
            if isFull { lines.append(String(word)) } else { lines[lines.count - 1] += (line.isEmpty ? "" : " ") + word }
        }
        let first = body.row + body.rows - lines.count
        for (place, line) in lines.enumerated() {
            if place == 0 { grid.put("◷", CellStyle(.notice), row: first, column: 1) }
            grid.put(line, .quiet, row: first + place, column: 3, limit: size.columns - 4)
        }
    }

    /// What to do while there is nothing to see.
    private func empty(_ area: ScreenArea, _ grid: inout Grid) {
        var lines: [(String, CellStyle)] = []
        if !filterText.isEmpty {
            lines = [("No exchange matches yet.", .normal), ("Esc lists all of them.", .quiet)]
        } else if session.kind == .live {
            lines = FirstLines.lines(proxies: session.proxies).map { ($0, CellStyle(.notice)) }
            lines.insert(("No traffic yet. Paste these into another terminal:", .normal), at: 0)
            lines.insert(("", .normal), at: 1)
        } else {
            lines = [("There are no exchanges in it.", .normal)]
        }
        for (place, line) in lines.enumerated() {
            grid.put(line.0, line.1, row: area.row + 2 + place, column: area.column + 2)
        }
    }

    // MARK: The exchange

    private func exchange(_ exchange: OpenExchange, _ area: ScreenArea, _ grid: inout Grid) {
        title(exchange, area, &grid)
        if size.isWide, !exchange.isZoomed {
            for row in (area.row - 1)..<(area.row + area.rows) {
                grid.put("│", .quiet, row: row, column: area.column - 2)
            }
        }
        if exchange.tab == .bytes, let lens = exchange.lens {
            var shown = lens
            if !exchange.isLensOn { shown.end() }
            LensLines(shown, in: area, look).draw(from: exchange.first, of: &grid)
        } else if let page = exchange.page {
            page.draw(from: exchange.first, in: area, finding: finder.wanted, of: &grid)
        } else {
            grid.put("…", .quiet, row: area.row, column: area.column)
        }
    }

    private func title(_ exchange: OpenExchange, _ area: ScreenArea, _ grid: inout Grid) {
        let row = area.row - 1
        grid.fill("─", .quiet, row: row, (area.column - 1)..<area.end)
        var tabs = CellText(look)
        for tab in exchange.tabs {
            tabs.add(" ")
            tabs.add(tab.title, tab == exchange.tab ? CellStyle(.strong).reversed : .quiet)
        }
        tabs.add(" ")
        grid.put(tabs.cells, row: row, column: max(area.column, area.end - tabs.cells.count))
        let room = area.columns - tabs.cells.count - 4
        guard room > 8 else { return }
        var words = CellText(look)
        words.add(" \(exchange.number) ", .strong)
        if let known = rows[exchange.number] {
            words.add(known.method, .strong, limit: 12)
            words.add(" ")
            words.add(known.url, limit: max(1, room - words.cells.count - 1))
        }
        words.add(" ")
        words.cut(to: room)
        grid.put(words.cells, row: row, column: area.column + 1)
    }
}
