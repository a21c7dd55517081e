import ArgumentParser
import Bytes
import Filter
import JSON
import Platform
import Views

/// How a list of flows is laid out: which columns, in which order, how many.
struct FlowListOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("What is shown of each: fields of filters, start, size, time.", valueName: "names"))
    var columns = FlowColumn.standard

    @Option(name: .long, help: ArgumentHelp("Sort by this column.", valueName: "name"))
    var sort: String?

    @Flag(name: .long, help: "The other way round: newest, largest, slowest first.")
    var reverse = false

    @Option(name: .long, help: ArgumentHelp("At most so many, after sorting.", valueName: "n"))
    var limit: Int?

    @Flag(name: .long, help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        _ = try chosenColumns()
        _ = try sort.map { try column($0, "--sort") }
        if let limit, limit < 0 { throw ValidationError("--limit \(limit): give a number from 0 on.") }
    }

    /// Prints the flows that the filter means.
    func write(_ source: any FlowSource, _ filter: FlowFilter) throws {
        let sorting = try sort.map { try column($0, "--sort") }
        var found: [(key: FilterValue, subject: FilterSubject)] = []
        try source.forEach(filter, .here) { subject in
            found.append((sorting?.value(subject) ?? .null, subject))
            // Without an order of its own the first ones are known as they come.
            return sorting != nil || reverse || limit.map { found.count < $0 } ?? true
        }
        if sorting != nil {
            // Equal ones stay in the order in which they were recorded.
            let order = found.enumerated().sorted { left, right in
                if FilterValue.isLess(left.element.key, right.element.key) { return true }
                if FilterValue.isLess(right.element.key, left.element.key) { return false }
                return left.offset < right.offset
            }
            found = order.map(\.element)
        }
        if reverse { found.reverse() }
        let subjects = found.prefix(limit ?? .max).map(\.subject)
        if json { return writeJSON(subjects) }
        let columns = try chosenColumns()
        var table = FlowTable(columns.map { FlowTable.Heading(title: $0.title, isNumeric: $0.isNumeric) })
        for subject in subjects {
            table.append(columns.map { $0.text($0.value(subject), utcOffset: LocalTime.offset) })
        }
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        Report.lines { table.write(to: &$0, width: terminal.isTerminal ? terminal.width : nil) }
    }

    private func writeJSON(_ subjects: [FilterSubject]) {
        var writer = JSONWriter()
        let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
        for subject in subjects {
            writer.removeAll()
            writer.row(subject)
            terminal.write(writer.withBytes { Array($0) } + [ASCII.lineFeed])
        }
    }

    private func chosenColumns() throws -> [FlowColumn] {
        let names = columns.split(separator: ",").map { $0.drop { $0 == " " } }
        guard !names.isEmpty else { throw ValidationError("--columns needs a name, such as id or host.") }
        return try names.map { try column(String($0), "--columns") }
    }

    private func column(_ name: String, _ flag: String) throws -> FlowColumn {
        guard let column = FlowColumn(name) else {
            let nearest = NearestName.find(name.lowercased(), among: FilterFields.all.map(\.name))
            throw ValidationError(
                "\(flag): there is no column '\(name.shown)'."
                    + (nearest.map { " Did you mean '\($0)'?" } ?? " The fields of 'hark help filter' are columns."))
        }
        return column
    }
}
