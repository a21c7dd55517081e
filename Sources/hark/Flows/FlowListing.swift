import Bytes
import Filter
import JSON
import Platform
import Views

/// Writes flows as rows of a table, or as a JSON object each, as they come. Owned by one command.
struct FlowListing {
    private let columns: [FlowColumn]
    private let isJSON: Bool
    private let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
    /// Where the terminal is narrow, times are told as people tell them, of today without the date.
    private let now: Int64?
    private var table: FlowTable
    private var lines: LineBuffer

    init(_ columns: [FlowColumn], isJSON: Bool) {
        self.columns = columns
        self.isJSON = isJSON
        table = FlowTable(
            columns.map { FlowTable.Heading(title: $0.title, isNumeric: $0.isNumeric, isWhole: $0.isTime) },
            width: terminal.isTerminal ? terminal.width : nil)
        now = terminal.isTerminal && terminal.width.map { $0 < 110 } ?? false ? WallTime.seconds : nil
        lines = LineBuffer(
            style: Style(
                isTerminal: terminal.isTerminal, noColor: Environment.value("NO_COLOR"),
                term: Environment.value("TERM")))
    }

    /// The contents of messages have to be at hand: the worst note of a JSON row may be about them.
    var readsContent: Bool { isJSON || columns.contains(where: \.readsContent) }

    /// Nobody reads any more.
    var hasFailed: Bool { terminal.hasFailed }

    /// A row as it will be shown, without the flow it is of.
    enum Row {
        case texts([String])
        case json([UInt8])
    }

    mutating func row(_ subject: FilterSubject) -> Row {
        guard isJSON else {
            // No column of a terminal is that wide; in a pipe nothing is cut.
            let limit = terminal.isTerminal ? 200 : Int.max
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
        case .json(let bytes): terminal.write(bytes)
        }
        if lines.bytes.count > 1 << 16 { terminal.write(lines.take()) }
    }

    /// What was held back is written: no more rows come, or none for some time.
    mutating func flush() {
        if !isJSON { table.settle(&lines) }
        terminal.write(lines.take())
    }
}
