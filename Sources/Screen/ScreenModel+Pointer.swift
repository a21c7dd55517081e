import Page

// The mouse: a press selects a row, another one opens it; the wheel scrolls what is under it.
extension ScreenModel {
    package mutating func point(_ pointer: ScreenPointer) {
        // A question is answered by a key.
        guard !size.isTooSmall, edited == nil else { return }
        isChanged = true
        notice = nil
        defer { settle() }
        switch pointer {
        case .press(let row, let column): press(row: row, column: column)
        case .wheel(let step, let row, let column): turn(by: step, row: row, column: column)
        }
    }

    private mutating func press(row: Int, column: Int) {
        guard case .list = front, let area = listArea, area.contains(row: row, column: column) else { return }
        // The first line is the heading.
        let place = top + row - area.row - 1
        guard row > area.row, view.numbers.indices.contains(place) else { return }
        if place == cursor, !isFollowing { open() } else { move(to: place) }
    }

    private mutating func turn(by step: Int, row: Int, column: Int) {
        switch front {
        case .list:
            if let area = exchangeArea, area.contains(row: row, column: column) {
                let rows = textRows
                exchange?.scroll(by: step, rows: rows)
            } else if listArea?.contains(row: row, column: column) == true {
                move(to: cursor + step)
            }
        case .page(var page):
            let rows = pageRows
            page.scroll(by: step, rows: rows)
            front = .page(page)
        case .help, .rules: for _ in 0..<abs(step) { press(step > 0 ? .down : .up) }
        case .filter, .palette, .copying, .projector: break
        }
    }
}
