import Explain
import Views
import Workbench

/// A waterfall as cells, in eighths of a column where there are blocks and colours.
struct WaterfallBar {
    private let row: ScreenRow
    private let scale: TimeScale
    private let columns: Int
    private let ghost: CacheGhosts.Pair?
    private let look: ScreenLook

    private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

    init(_ row: ScreenRow, _ scale: TimeScale, columns: Int, _ ghost: CacheGhosts.Pair?, _ look: ScreenLook) {
        self.row = row
        self.scale = scale
        self.columns = columns
        self.ghost = ghost
        self.look = look
    }

    var cells: [Cell] {
        guard columns > 0, !row.waterfall.segments.isEmpty else { return [] }
        let steps = steps
        var cells = (0..<columns).map { cell(Array(steps[($0 * 8)..<($0 * 8 + 8)])) }
        for column in scale.pauses(columns) where cells.indices.contains(column) && cells[column] == .blank {
            cells[column] = Cell(look.isUnicode ? "┊" : ":", .quiet)
        }
        end(steps, &cells)
        haunt(steps, &cells)
        return cells
    }

    /// The phase of each eighth of a column; nil where there is none.
    private var steps: [Waterfall.Phase?] {
        let count = columns * 8
        var steps = [Waterfall.Phase?](repeating: nil, count: count)
        func place(_ moment: Int64) -> Int {
            Int(min(max(scale.share(moment, since: row.start) * Double(count), 0), Double(count)))
        }
        for segment in row.waterfall.segments {
            let from = min(place(segment.from), count - 1)
            // The shortest is seen, too.
            for step in from..<max(from + 1, place(segment.to)) { steps[step] = segment.phase }
        }
        return steps
    }

    private func cell(_ steps: [Waterfall.Phase?]) -> Cell {
        let first = steps[0]
        guard let other = steps.firstIndex(where: { $0 != first }) else {
            guard let first else { return .blank }
            return look.isUnicode && look.colours != .none
                ? Cell("█", CellStyle(.phase(first))) : Cell(sign(first), CellStyle(.phase(first)))
        }
        guard look.isUnicode, look.colours != .none else { return plain(steps) }
        // Two of them fit into one column: the sign on the left, what is behind it on the right.
        let sign = Self.eighths[other]
        switch (first, steps[other]) {
        case (let left?, let right?): return Cell(sign, CellStyle(.phase(left), on: .phase(right)))
        case (let left?, nil): return Cell(sign, CellStyle(.phase(left)))
        case (nil, let right?): return Cell(sign, CellStyle(.phase(right), isReversed: true))
        case (nil, nil): return .blank
        }
    }

    /// Without colours a column has the sign of the phase that takes most of it.
    private func plain(_ steps: [Waterfall.Phase?]) -> Cell {
        var counts: [Waterfall.Phase: Int] = [:]
        for step in steps { if let step { counts[step, default: 0] += 1 } }
        let order = Waterfall.Phase.allCases
        let most = order.filter { counts[$0] != nil }.max { counts[$0, default: 0] < counts[$1, default: 0] }
        return most.map { Cell(sign($0), CellStyle(.phase($0))) } ?? .blank
    }

    private func sign(_ phase: Waterfall.Phase) -> String {
        switch phase {
        case .blocked: look.isUnicode ? "·" : "."
        case .name, .connect: look.isUnicode ? "░" : "-"
        case .tls: look.isUnicode ? "▒" : "="
        case .send: look.isUnicode ? "▓" : "+"
        case .wait: look.isUnicode ? "█" : "#"
        case .receive: look.isUnicode ? "▌" : ">"
        }
    }

    /// Behind the bar a pale line for as long as a cache may answer without asking; at its beginning a sign where one
    /// would have answered this.
    private func haunt(_ steps: [Waterfall.Phase?], _ cells: inout [Cell]) {
        guard let ghost, row.waterfall.end == .done, let last = steps.lastIndex(where: { $0 != nil }) else { return }
        let first = last / 8 + 1
        if first < columns, let start = row.start, let until = ghost.until {
            let fresh = until.multipliedReportingOverflow(by: 1_000_000).partialValue
            let place = scale.share(fresh.subtractingReportingOverflow(start).partialValue, since: row.start)
            let end = min(max(place * Double(columns), 0), Double(columns))
            for column in first..<max(first, Int(end)) { cells[column] = Cell(look.isUnicode ? "┄" : "'", .quiet) }
        }
        if ghost.isServed {
            cells[min(first, columns - 1)] = Cell(look.isUnicode ? "◷" : "c", CellStyle(.notice))
        }
    }

    /// What stands behind the bar: that it goes on, or failed.
    private func end(_ steps: [Waterfall.Phase?], _ cells: inout [Cell]) {
        guard row.waterfall.end != .done, let last = steps.lastIndex(where: { $0 != nil }) else { return }
        let place = min(last / 8 + 1, columns - 1)
        cells[place] =
            row.waterfall.end == .open
            ? Cell(look.isUnicode ? "…" : "~", .quiet) : Cell(look.isUnicode ? "✕" : "x", CellStyle(.bad))
    }
}
