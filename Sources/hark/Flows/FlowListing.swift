import Bytes
import Filter
import Views
import Workbench

/// Writes flows as rows of a table, or as a JSON object each, as they come. Owned by one command.
struct FlowListing {
    private let columns: [FlowColumn]
    private let isJSON: Bool
    private let output: Pager
    /// Where the terminal is narrow, times are told as people tell them, of today without the date.
    private let now: Int64?
    private var table: FlowTable
    private var lines: LineBuffer

    /// - Parameter output: where the rows go; whoever made it finishes it.
    init(_ columns: [FlowColumn], isJSON: Bool, to output: Pager) {
        self.columns = columns
        self.isJSON = isJSON
        self.output = output
        table = FlowTable(
            columns.map { FlowTable.Heading(title: $0.title, isNumeric: $0.isNumeric, isWhole: $0.isTime) },
            width: output.isTerminal ? output.width : nil)
        now = output.isTerminal && output.width.map { $0 < 110 } ?? false ? WallTime.seconds : nil
        lines = LineBuffer(style: output.style)
    }

    /// The contents of messages have to be at hand: the worst note of a JSON row may be about them.
    var readsContent: Bool { isJSON || columns.contains(where: \.readsContent) }

    /// Nobody reads any more.
    var hasFailed: Bool { output.hasFailed }

    /// A row as it will be shown, without the flow it is of.
    enum Row {
        case texts([String])
        case json([UInt8])
    }

    mutating func row(_ subject: FilterSubject) -> Row {
        guard isJSON else {
            // No column of a terminal is that wide; in a pipe nothing is cut.
            let limit = output.isTerminal ? 200 : Int.max
            return .texts(
                columns.map { $0.text($0.value(subject), limit: limit, now: now, utcOffset: LocalTime.offset) })
        }
        var json = JSONWriter()
        json.row(subject)
        return .json(json.withBytes { Array($0) } + [ASCII.lineFeed])
    }

    mutating func write(_ row: Row) {
        switch row {
        case .texts(let texts): table.append(texts, to: &lines)
        case .json(let bytes): output.write(bytes)
        }
        if lines.bytes.count > 1 << 16 { output.write(lines.take()) }
    }

    /// What was held back is written: no more rows come, or none for some time.
    mutating func flush() {
        if !isJSON { table.settle(&lines) }
        output.write(lines.take())
    }
}
