import Page

// Help, pages about several flows, and the projector, in the place of the list.
extension ScreenModel {
    func help(_ first: Int, _ grid: inout Grid) {
        HelpLines.draw(
            from: first, in: ScreenArea(row: 2, column: 2, rows: pageRows, columns: size.columns - 4), of: &grid)
    }

    func page(_ page: OpenPage, _ grid: inout Grid) {
        grid.put(" \(page.kind.title) ", .strong, row: 1, column: 1)
        if let scope = scope(of: page) { grid.right(scope, .quiet, row: 1, end: size.columns - 1) }
        let area = ScreenArea(row: 2, column: 1, rows: pageRows, columns: size.columns - 2)
        guard let text = page.text else { return grid.put("…", .quiet, row: area.row, column: area.column) }
        text.draw(from: page.first, in: area, finding: finder.wanted, of: &grid)
    }

    /// What a page tells of, where it is not all.
    private func scope(of page: OpenPage) -> String? {
        switch page.kind {
        case .comparison: return nil
        case .endpoints: return filterText.isEmpty ? nil : filterText
        case .lanes, .jar:
            guard page.numbers.count < view.numbers.count, let first = page.numbers.first, let last = page.numbers.last
            else { return nil }
            return "exchanges \(first) to \(last)"
        }
    }

    func projector(_ projector: Projector, _ grid: inout Grid) {
        let column = max(2, (size.columns - Projector.width) / 2)
        guard let text = projector.text else { return grid.put("…", .quiet, row: 3, column: column) }
        let steps = projector.steps(look)
        let end = projector.shown < steps.count ? steps[projector.shown] : text.count
        // A line between the steps; the newest at the end.
        var lines: [[Cell]] = []
        for number in 0..<end {
            if steps.contains(number), number > 0 { lines.append([]) }
            lines.append(text.line(number, look))
        }
        let last = projector.shown - 1 < steps.count ? steps[max(0, projector.shown - 1)] : 0
        let rows = size.rows - 4
        let begin = max(0, lines.count - rows)
        let newest = lines.count - (end - last)
        for (place, line) in lines.dropFirst(begin).enumerated() {
            let isNewest = begin + place >= newest
            grid.put(
                line.map { cell in
                    var cell = cell
                    if !isNewest { cell.style = .quiet } else if cell.style == .normal { cell.style = .strong }
                    return cell
                }, row: 2 + place, column: column)
        }
    }
}
