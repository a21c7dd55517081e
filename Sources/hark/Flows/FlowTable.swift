import Views

/// A table: every column as wide as its widest value, the last one as wide as the terminal lets it.
/// The first rows settle the widths, so that a list of any length is written as it comes.
struct FlowTable {
    /// What stands above a column, and whether it is of numbers, which stand at its right.
    struct Heading {
        let title: String
        let isNumeric: Bool
        /// A part of it would say something else: a figure, a time.
        let isWhole: Bool

        init(title: String, isNumeric: Bool, isWhole: Bool = false) {
            self.title = title
            self.isNumeric = isNumeric
            self.isWhole = isWhole || isNumeric
        }
    }

    private static let sample = 200
    /// What is longer pushes what stands behind it aside, rather than every row being as long.
    private static let padding = 200

    private let columns: [Heading]
    /// Columns of the terminal; nil for a pipe, where nothing is cut.
    private let width: Int?
    /// Figures mean nothing without one; rows in a pipe are read by scripts that know their columns.
    private let hasHeading: Bool
    private var held: [[String]] = []
    /// Once they are settled.
    private var widths: [Int]?

    /// - Parameter hasHeading: nil for one on a terminal alone.
    init(_ columns: [Heading], width: Int?, hasHeading: Bool? = nil) {
        self.hasHeading = hasHeading ?? (width != nil)
        self.columns = columns
        self.width = width
    }

    /// Takes a row of texts, one a column.
    mutating func append(_ row: [String], to out: inout LineBuffer) {
        if let widths { return write(row, widths, to: &out) }
        held.append(row)
        if held.count == Self.sample { settle(&out) }
    }

    /// No more rows come, or none for some time.
    mutating func settle(_ out: inout LineBuffer) {
        guard self.widths == nil else { return }
        var widths = columns.map { hasHeading ? $0.title.count : 0 }
        for row in held {
            for (index, text) in row.enumerated() {
                widths[index] = max(widths[index], min(text.count, Self.padding))
            }
        }
        if let width { fit(&widths, to: width) }
        if hasHeading {
            out.ink(.quiet) { $0.wire(line(columns.map(\.title), widths)) }
            out.newline()
        }
        for row in held { write(row, widths, to: &out) }
        held = []
        self.widths = widths
    }

    private func write(_ row: [String], _ widths: [Int], to out: inout LineBuffer) {
        out.wire(line(row, widths))
        out.newline()
    }

    /// Takes from the widest columns until all fit; none gets narrower than ten. A figure that is cut says something
    /// else, so texts give way first.
    private func fit(_ widths: inout [Int], to width: Int) {
        let gaps = 2 * (widths.count - 1)
        while widths.reduce(gaps, +) > width {
            let texts = columns.indices.filter { !columns[$0].isWhole && widths[$0] > 10 }
            let all = columns.indices.filter { widths[$0] > 10 }
            let candidates = texts.isEmpty ? all : texts
            guard let index = candidates.max(by: { (widths[$0], $0) < (widths[$1], $1) }) else { return }
            widths[index] -= 1
        }
    }

    private func line(_ texts: [String], _ widths: [Int]) -> String {
        var line = ""
        for (index, text) in texts.enumerated() {
            let isCut = width != nil && text.count > widths[index]
            let shown = isCut ? text.prefix(widths[index] - 1) + "…" : Substring(text)
            let space = String(repeating: " ", count: max(0, widths[index] - shown.count))
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
