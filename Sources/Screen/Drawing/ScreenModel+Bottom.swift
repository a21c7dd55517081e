import Bytes
import Filter
import Formats
import Views

// The lines at the bottom: keys, sentences, what is being written.
extension ScreenModel {
    func bottom(_ grid: inout Grid) {
        let row = size.rows - 1
        if let line = finder.line {
            return written(line, "find: ", "A text in what is open; letter case does not matter.", row - 2, &grid)
        }
        switch front {
        case .filter(let line):
            let hint = "A test such as status >= 400 or host ~ \"*.shop.test\", or a word."
            return written(line, "filter: ", hint, row - 2, &grid)
        case .rules(let open):
            if case .rule(let line, _, let number)? = open.writing {
                let hint =
                    number == nil
                    ? """
                    A rule, for example: slow: when host = shop.test do throttle 3g
                    """ : "Enter removes it."
                return written(line, "rule: ", hint, row - 2, &grid)
            }
            if case .answer(let editor, let flow)? = open.writing {
                return written(AnswerLine(editor: editor), "answer #\(flow): ", "", row - 2, &grid)
            }
        case .palette(let palette): return self.palette(palette, &grid)
        case .copying(let isFile, let chosen): copying(isFile, chosen, &grid)
        case .list, .help, .page, .projector: break
        }
        if let notice {
            return grid.put(" " + notice.text, CellStyle(notice.isBad ? .bad : .notice), row: row, column: 0)
        }
        keys(row, &grid)
    }

    private func keys(_ row: Int, _ grid: inout Grid) {
        let more = linesBelow > 0 ? [("Space", "\(linesBelow) more")] : []
        let hints = (more + hints).map { key, words in
            var hint = CellText(look)
            hint.add(" \(key)", .strong)
            hint.add(" \(words) ", .quiet)
            return hint.cells
        }
        // The last of them lead on, or out: where there is little room, they stay.
        let last = hints.suffix(Self.lastHints)
        var cells: [Cell] = []
        var room = size.columns - last.joined().count
        for hint in hints.dropLast(Self.lastHints) where hint.count <= room {
            cells += hint
            room -= hint.count
        }
        grid.put(cells + last.joined(), row: row, column: 0)
    }

    private static let lastHints = 2

    private var hints: [(String, String)] {
        switch front {
        case .projector: return [("Space", "next step"), (",", "step back"), ("j k", "exchange"), ("Esc", "back")]
        case .page:
            return [("j k", "scroll"), ("PgUp", "back up"), ("F", "find"), ("Esc", "back"), ("q", "quit")]
        case .help: return [("j k", "scroll"), ("PgUp", "back up"), ("Esc", "back"), ("q", "quit")]
        case .copying: return [("↑ ↓", "choose"), ("⏎", "choose it"), ("Esc", "back")]
        case .rules(let open): return ruleHints(open)
        case .list, .filter, .palette: break
        }
        guard let exchange else {
            return [
                ("/", "filter"), ("⏎", "open"), ("e", "bytes"), ("l", "lanes"), ("c", "cookies"), ("s", "endpoints"),
                ("f", "follow"), (":", "commands"), ("?", "keys"), ("q", "quit"),
            ]
        }
        if exchange.isLensOn {
            return [("← →", "neighbour"), ("↑", "wider"), ("↓", "narrower"), ("n", "next error"), ("Esc", "back")]
        }
        return [
            ("⇥", "next tab"), ("e", "bytes"), ("d", "changes"), ("⏎", exchange.isZoomed ? "smaller" : "larger"),
            ("x", "resend"), ("y", "copy"), ("F", "find"), ("Esc", "close"), ("?", "keys"), ("q", "quit"),
        ]
    }

    /// Lines of what is read that stand below the last one seen.
    private var linesBelow: Int {
        switch front {
        case .help(let first): return HelpLines.count - first - pageRows
        case .page(let page): return (page.text?.count ?? 0) - page.first - pageRows
        case .filter, .palette, .copying, .projector, .rules: return 0
        case .list:
            guard let exchange, !exchange.isLensOn else { return 0 }
            return exchange.count - exchange.first - textRows
        }
    }

    private func ruleHints(_ open: OpenRules) -> [(String, String)] {
        if open.held != nil {
            return [
                ("⏎", "edit"), ("s", "send"), ("x", "drop"), ("b", "answer by hand"), ("S X", "all"),
                ("a", "new rule"),
                ("Esc", "back"),
            ]
        }
        return [
            ("␣", "on, off"), ("e", "edit"), ("a", "new rule"), ("< >", "order"), ("⏎", "its exchanges"),
            ("Esc", "back"),
        ]
    }

    // MARK: What is written

    /// An answer by hand.
    private struct AnswerLine: WrittenLine {
        let editor: LineEditor
        var error: FilterError? { nil }
        var sentence: String { "STATUS [\"N: v\"] [text T | json J]. Enter answers with it." }
        var candidates: [FilterCompletion.Candidate] { [] }
    }

    private func written(
        _ line: some WrittenLine, _ label: String, _ hint: String, _ row: Int, _ grid: inout Grid
    ) {
        grid.fill("─", .quiet, row: row, 0..<size.columns)
        let room = size.columns - label.count - 3
        grid.put(" " + label, .quiet, row: row + 1, column: 0)
        // What does not fit is left out at the left, so that the cursor is seen.
        var before = CellText(look)
        before.add(String(line.editor.characters[..<line.editor.place]))
        var text = CellText(look)
        text.add(line.editor.text)
        let first = max(0, before.cells.count - room + 1)
        let column = 1 + label.count
        grid.put(Array(text.cells.dropFirst(first).prefix(room)), row: row + 1, column: column)
        grid.cursor = Grid.Place(row: row + 1, column: column + before.cells.count - first)
        if let error = line.error {
            let bytes = Array(line.editor.text.utf8)
            func columns(_ end: Int) -> Int {
                var text = CellText(look)
                text.add(Bytes(Array(bytes[..<min(end, bytes.count)])))
                return text.cells.count
            }
            let from = columns(error.range.lowerBound) - first
            let to = max(columns(error.range.upperBound) - first, from + 1)
            if to > 0, from < room {
                grid.restyle(row: row + 1, (column + max(from, 0))..<(column + min(to, room))) { style in
                    style = CellStyle(.ink(.bad), isUnderlined: true)
                }
            }
        }
        said(line, hint, row + 2, &grid)
    }

    private func said(_ line: some WrittenLine, _ hint: String, _ row: Int, _ grid: inout Grid) {
        var text = CellText(look)
        text.add(" ")
        if line.error != nil, !line.editor.text.isEmpty {
            text.add(line.sentence, CellStyle(.bad), limit: size.columns - 2)
        } else if line.editor.text.isEmpty {
            text.add(hint, .quiet, limit: size.columns - 2)
        } else {
            text.add(line.sentence, limit: size.columns - 2)
        }
        let candidates = line.candidates.prefix(12).map(\.text).joined(separator: "  ")
        let room = size.columns - text.cells.count - 8
        if !candidates.isEmpty, room > 12 {
            text.add("   ⇥ ", .strong)
            text.add(candidates, .quiet, limit: room)
        }
        grid.put(text.cells, row: row, column: 0)
    }

    // MARK: Boxes

    private func copying(_ isFile: Bool, _ chosen: Int, _ grid: inout Grid) {
        let forms = isFile ? ScreenCopy.formats.map(\.rawValue) : ScreenCopy.all.map(\.title)
        box(isFile ? "Save as" : "Copy as", forms.map { ($0, "") }, chosen, &grid)
    }

    private func palette(_ palette: Palette, _ grid: inout Grid) {
        let commands = palette.commands
        let rows = min(commands.count, 14)
        let first = max(0, palette.chosen - rows + 1)
        let shown = commands.dropFirst(first).prefix(rows).map { command in
            (command.words, command.keys.first.map { KeyCommand.sign($0) } ?? "")
        }
        let place = box(": " + palette.editor.text, shown, palette.chosen - first, &grid)
        grid.cursor = Grid.Place(
            row: place.row, column: min(place.column + 2 + palette.editor.text.count, place.end - 1))
    }

    /// Lines in a frame before everything else; answers where its title stands.
    @discardableResult
    private func box(_ title: String, _ lines: [(String, String)], _ chosen: Int, _ grid: inout Grid) -> ScreenArea {
        let width = min(size.columns - 8, 52)
        let left = (size.columns - width) / 2
        let top = max(2, (size.rows - lines.count - 4) / 2)
        for row in top..<(top + lines.count + 3) {
            grid.fill(" ", .normal, row: row, (left - 1)..<(left + width + 1))
        }
        grid.fill("─", .quiet, row: top, left..<(left + width))
        grid.put(title, .strong, row: top + 1, column: left + 1, limit: width - 2)
        for (place, line) in lines.enumerated() {
            let row = top + 2 + place
            grid.put(line.0, row: row, column: left + 2, limit: width - 14)
            grid.right(line.1, CellStyle(.notice), row: row, end: left + width - 2)
            if place == chosen {
                grid.restyle(row: row, left..<(left + width)) { $0.isReversed = true }
                if look.colours == .none { grid.put("▸", row: row, column: left) }
            }
        }
        grid.fill("─", .quiet, row: top + 2 + lines.count, left..<(left + width))
        return ScreenArea(row: top + 1, column: left + 1, rows: 1, columns: width - 2)
    }
}
