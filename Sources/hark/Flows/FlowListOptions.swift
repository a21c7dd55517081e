import ArgumentParser
import Filter
import Library

/// How a list of flows is laid out: which columns, in which order, how many.
struct FlowListOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Show these columns: names of filter fields, such as start, size, duration.", valueName: "names"))
    var columns = FlowColumn.standard

    @Option(name: .long, help: ArgumentHelp("Sort by this column.", valueName: "name"))
    var sort: String?

    @Flag(name: .long, help: "Reverse the order.")
    var reverse = false

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Show at most N flows (the newest, or the first N when sorted).", valueName: "n"))
    var limit: Int?

    @Flag(name: .long, help: "Print one JSON object per line.")
    var json = false

    func validate() throws {
        _ = try chosenColumns()
        _ = try sort.map { try column($0, "--sort") }
        if let limit, limit < 0 { throw ValidationError("invalid value '\(limit)' for --limit (expected 0 or more)") }
    }

    /// Prints the flows that match the filter, as they are read; returns how many.
    @discardableResult
    func write(_ source: any FlowLibrary, _ filter: FlowFilter) throws -> Int {
        var count = 0
        let pager = Pager()
        defer { pager.finish() }
        var listing = FlowListing(try chosenColumns(), isJSON: json, to: pager)
        // Without an order of its own, so many are the newest, and they stand as all would.
        let isTail = limit != nil && sort == nil && !reverse
        let order = try sort.map { try column($0, "--sort").order } ?? .recorded
        let reading = FlowReading(order.reversed(reverse || isTail), limit: limit, hasContent: listing.readsContent)
        var tail: [FlowListing.Row] = []
        try source.forEach(filter, .here, reading) { subject in
            let row = listing.row(subject)
            count += 1
            if isTail { tail.append(row) } else { listing.write(row) }
            return !listing.hasFailed
        }
        for row in tail.reversed() { listing.write(row) }
        listing.flush()
        return count
    }

    /// Prints the flows that match the filter, then new ones as they arrive, until nobody reads them any more.
    ///
    /// - Parameter makeFollower: is told whether contents are read.
    func follow(_ makeFollower: (_ hasContent: Bool) throws -> any FlowFollower) throws {
        var listing = FlowListing(try chosenColumns(), isJSON: json, to: Pager(isWanted: false))
        var following = try makeFollower(listing.readsContent)
        var tail: [FlowListing.Row] = []
        try following.first(limit ?? 10) { tail.append(listing.row($0)) }
        for row in tail.reversed() { listing.write(row) }
        listing.flush()
        while !listing.hasFailed {
            try following.next { listing.write(listing.row($0)) }
            listing.flush()
        }
    }

    private func chosenColumns() throws -> [FlowColumn] {
        let names = columns.split(separator: ",").map { $0.drop { $0 == " " } }
        guard !names.isEmpty else { throw ValidationError("--columns needs a column name, such as id or host") }
        return try names.map { try column(String($0), "--columns") }
    }

    private func column(_ name: String, _ flag: String) throws -> FlowColumn {
        guard let column = FlowColumn(name) else {
            let nearest = NearestName.find(name.lowercased(), among: FilterFields.all.map(\.name))
            throw ValidationError(
                "\(flag): unknown column '\(name.terminalEscaped)'"
                    + (nearest.map { "; did you mean '\($0)'?" } ?? " (expected a field of 'hark help filter')"))
        }
        return column
    }
}
