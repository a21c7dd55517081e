import Flow

extension SessionReader {
    /// So many flows are gone through in one look at the file.
    private static let factsAPage = 5_000

    /// Whether all columns are there that figures ask: since the third schema.
    var hasFacts: Bool { schemaVersion >= 3 }

    /// Lends what some columns say of the flows that a query finds, by their numbers, without reading them.
    ///
    /// - Parameters:
    ///   - body: says whether to go on without a pause.
    ///   - pageEnded: asked now and then, and at the end; the session may be read meanwhile, as not in `body`.
    package func forEachFacts(
        _ facts: Set<FlowFact>, _ query: FlowQuery, _ body: (FlowFacts) -> Bool,
        pageEnded: () throws(SessionError) -> Void
    ) throws(SessionError) {
        guard query.isForAll else {
            return try forEachFacts(of: try numbers(query), FlowFact.select(facts), body, pageEnded)
        }
        try forEachFacts(facts, in: .min ... .max, body, pageEnded: pageEnded)
    }

    /// The same of all flows with these numbers.
    package func forEachFacts(
        _ facts: Set<FlowFact>, in range: ClosedRange<Int64>, _ body: (FlowFacts) -> Bool,
        pageEnded: () throws(SessionError) -> Void
    ) throws(SessionError) {
        let select = FlowFact.select(facts)
        var first = range.lowerBound
        var order = NumberOrder(FlowQuery())
        var isMore = true
        while isMore {
            let page = try look { database in
                let rows = try Prepared(database, select + " WHERE id >= ? AND id <= ? ORDER BY id LIMIT ?")
                rows.bind([.integer(first), .integer(range.upperBound), .integer(Int64(Self.factsAPage))])
                var (count, end, isPaused) = (0, first, false)
                try rows.forEachRow { row in
                    count += 1
                    end = row.integer(FlowFact.id.rawValue) ?? end
                    try order.step(to: end)
                    isPaused = !body(FlowFacts(row: row))
                    return !isPaused
                }
                return (isFull: isPaused || count == Self.factsAPage, end: end)
            }
            isMore = page.isFull && page.end < range.upperBound
            first = isMore ? page.end + 1 : first
            try pageEnded()
        }
    }

    /// The same of the flows of these numbers that are there, in the order of the numbers.
    package func forEachFacts(
        _ facts: Set<FlowFact>, of numbers: [UInt64], _ body: (FlowFacts) -> Void
    ) throws(SessionError) {
        func take(_ facts: FlowFacts) -> Bool {
            body(facts)
            return true
        }
        try forEachFacts(of: numbers, FlowFact.select(facts), take) { () throws(SessionError) in }
    }

    /// The numbers of all flows, the lowest and the highest, in parts that have about as many flows each when they are
    /// numbered without large gaps.
    package func parts(of size: Int) throws(SessionError) -> [ClosedRange<Int64>] {
        let ends = try look { database in
            // Two questions: SQLite answers each by going to an end, and both in one by reading all.
            let least = try Prepared(database, "SELECT min(id) FROM flow").first { $0.integer(0) } ?? nil
            let greatest = try Prepared(database, "SELECT max(id) FROM flow").first { $0.integer(0) } ?? nil
            return least.flatMap { least in greatest.map { (least: least, greatest: $0) } }
        }
        guard let ends, ends.least <= ends.greatest else { return [] }
        let (span, overflow) = ends.greatest.subtractingReportingOverflow(ends.least)
        guard !overflow, span >= size else { return [ends.least...ends.greatest] }
        let width = max(Int64(size), span / Self.mostParts + 1)
        return stride(from: ends.least, through: ends.greatest, by: Int64.Stride(width)).map { start in
            let (end, overflow) = start.addingReportingOverflow(width - 1)
            return start...(overflow ? ends.greatest : min(end, ends.greatest))
        }
    }

    private static let mostParts: Int64 = 4_096

    private func forEachFacts(
        of numbers: [UInt64], _ select: String, _ body: (FlowFacts) -> Bool,
        _ pageEnded: () throws(SessionError) -> Void
    ) throws(SessionError) {
        var place = 0
        while place < numbers.count {
            let end = min(place + Self.factsAPage, numbers.count)
            place = try look { database in
                let row = try Prepared(database, select + " WHERE id = ?")
                var place = place
                var goesOn = true
                while goesOn, place < end {
                    row.bind(0, Int64(bitPattern: numbers[place]))
                    goesOn = try row.first { body(FlowFacts(row: $0)) } ?? true
                    place += 1
                }
                return place
            }
            try pageEnded()
        }
    }

    private func look<Result>(_ body: (Database) throws -> Result) throws(SessionError) -> Result {
        do {
            return try database.look(body)
        } catch {
            throw SessionError(error, path: path)
        }
    }
}
