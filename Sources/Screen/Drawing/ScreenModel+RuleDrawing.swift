import Page
import Rules
import Views

// Rules and held messages, drawn in the place of the list.
extension ScreenModel {
    func rules(_ open: OpenRules, _ grid: inout Grid) {
        grid.put(" Rules ", .strong, row: 1, column: 1)
        guard session.kind == .live else {
            return grid.put("No proxy is running here: no rules, no held messages.", .quiet, row: 2, column: 2)
        }
        guard let shown = open.shown else { return grid.put("…", .quiet, row: 2, column: 2) }
        var lines: [(cells: [Cell], item: OpenRules.Item?)] = []
        func add(_ parts: [(String, CellStyle)], _ item: OpenRules.Item? = nil) {
            var text = CellText(look)
            for (part, style) in parts where text.cells.count < size.columns - 3 {
                text.add(part, style, limit: size.columns - 3 - text.cells.count)
            }
            lines.append((text.cells, item))
        }
        if let fault = shown.fault { add([(fault, CellStyle(.bad))]) }
        if !shown.held.isEmpty { add([("Held messages", .strong)]) }
        for message in shown.held {
            add(
                [
                    ("#\(message.flow) ", CellStyle(.notice)), (message.start, .normal),
                    ("  by \(message.rule.isEmpty ? "a rule" : message.rule)", .quiet),
                ], .held(message.flow))
            add([("    \(message.clock)", .quiet)])
        }
        if !shown.held.isEmpty, !shown.rules.isEmpty { add([("Rules", .strong)]) }
        for rule in shown.rules {
            add(
                [
                    (rule.isOn ? "[x] " : "[ ] ", CellStyle(rule.isOn ? .good : .quiet)), (rule.name, .strong),
                    ("  \(rule.hits) \(rule.hits == 1 ? "hit" : "hits")  ", CellStyle(.notice)),
                    ("\(rule.source):\(rule.line)", .quiet),
                ], .rule(rule.name))
            add([("    \(rule.words)", rule.isOn ? .normal : .quiet)])
        }
        if open.items.isEmpty { add([("There are no rules and no held messages. Press a to write a rule.", .normal)]) }
        if selected != nil, open.writing == nil { lines += making() }
        draw(lines, open, &grid)
    }

    /// What the selected exchange can be made into.
    private func making() -> [(cells: [Cell], item: OpenRules.Item?)] {
        guard let selected else { return [] }
        var text = CellText(look)
        text.add("For #\(selected): ", .quiet)
        for (place, kind) in RuleMaker.Kind.allCases.enumerated() {
            text.add("\(place + 1)", .strong)
            text.add(" \(kind.words)  ", .quiet)
        }
        text.cut(to: size.columns - 3)
        return [([], nil), (text.cells, nil)]
    }

    private func draw(_ lines: [(cells: [Cell], item: OpenRules.Item?)], _ open: OpenRules, _ grid: inout Grid) {
        let tried = open.writing == nil ? [] : (open.tried?.lines ?? [])
        let rows = max(1, pageRows - (open.writing == nil ? 0 : 2 + min(tried.count, 8)))
        let at = lines.firstIndex { $0.item != nil && $0.item == open.item } ?? 0
        let first = max(0, min(at + 2 - rows, lines.count - rows))
        for (place, line) in lines.dropFirst(first).prefix(rows).enumerated() {
            grid.put(line.cells, row: 2 + place, column: 2)
            guard let item = line.item, item == open.item else { continue }
            grid.restyle(row: 2 + place, 1..<(size.columns - 1)) { $0.isReversed = true }
            if look.colours == .none { grid.put("▸", row: 2 + place, column: 1) }
        }
        for (place, line) in tried.prefix(8).enumerated() {
            let ink: CellStyle = line.hasPrefix("+") ? CellStyle(.good) : line.hasPrefix("-") ? CellStyle(.bad) : .quiet
            grid.put(line, ink, row: 2 + rows + place, column: 2, limit: size.columns - 3)
        }
    }
}
