import Views

/// A table: every column as wide as its widest value, the last one as wide as the terminal lets it.
struct FlowTable {
    /// What stands above a column, and whether it is of numbers, which stand at its right.
    struct Heading {
        let title: String
        let isNumeric: Bool
    }

    private let columns: [Heading]
    private var rows: [[String]] = []

    init(_ columns: [Heading]) {
        self.columns = columns
    }

    /// Takes a row of texts, one a column.
    mutating func append(_ row: [String]) {
        rows.append(row)
    }

    /// - Parameter width: columns of the terminal; nil for a pipe, where nothing is cut and no heading is shown.
    func write(to out: inout LineBuffer, width: Int?) {
        var widths = columns.map { width == nil ? 0 : $0.title.count }
        for row in rows {
            for (index, text) in row.enumerated() { widths[index] = max(widths[index], text.count) }
        }
        if let width { fit(&widths, to: width) }
        if width != nil {
            out.ink(.quiet) { $0.wire(line(columns.map(\.title), widths, isCut: true)) }
            out.newline()
        }
        for row in rows {
            out.wire(line(row, widths, isCut: width != nil))
            out.newline()
        }
    }

    /// Takes from the widest columns until all fit; none gets narrower than ten.
    private func fit(_ widths: inout [Int], to width: Int) {
        let gaps = 2 * (widths.count - 1)
        while widths.reduce(gaps, +) > width, let widest = widths.max(), widest > 10,
            let index = widths.lastIndex(of: widest)
        {
            widths[index] -= 1
        }
    }

    private func line(_ texts: [String], _ widths: [Int], isCut: Bool) -> String {
        var line = ""
        for (index, text) in texts.enumerated() {
            let shown = isCut && text.count > widths[index] ? text.prefix(widths[index] - 1) + "…" : Substring(text)
            let space = String(repeating: " ", count: widths[index] - min(shown.count, widths[index]))
            if index > 0 { line += "  " }
            if columns[index].isNumeric {
                line += space + shown
            } else {
                line += shown + (index == texts.count - 1 ? "" : space)
            }
        }
        return line
    }
}
