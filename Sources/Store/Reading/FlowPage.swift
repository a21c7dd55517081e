import Flow

/// One page of flows, read within one look at the file.
enum FlowPage {
    /// What is read of flows, of which file.
    struct Reading {
        /// Content is wanted, too.
        var hasBodies = false
        /// Who reads content that is large later on; without one that is left out.
        var bodies: SessionReader?
        /// The schema of the file.
        var version = SessionSchema.version

        /// Of the content of a page of flows a part is in memory.
        var pageSize: Int { hasBodies ? 20 : 200 }
    }

    /// The next page of all flows.
    ///
    /// - Parameter reading: what is wanted of them.
    static func read(_ query: FlowQuery, _ reading: Reading, _ database: Database) throws -> [StoredFlow] {
        let (sign, order) = query.isNewestFirst ? ("<", "DESC") : (">", "ASC")
        let behind = query.position == nil ? "" : "WHERE flow.id \(sign) ?"
        let select = FlowRow.select(version: reading.version)
        let rows = try Prepared(database, select + " \(behind) ORDER BY flow.id \(order) LIMIT ?")
        if let position = query.position { rows.bind(0, position) }
        rows.bind(query.position == nil ? 0 : 1, Int64(min(reading.pageSize, query.limit ?? .max)))
        return try read(rows, reading, database)
    }

    /// The flows of these numbers that are there, at most a page of them, in the order of the numbers.
    static func read(_ numbers: ArraySlice<Int64>, _ reading: Reading, _ database: Database) throws -> [StoredFlow] {
        let select = FlowRow.select(version: reading.version)
        let rows = try Prepared(database, select + " WHERE flow.id IN (SELECT value FROM json_each(?))")
        rows.bind(0, "[" + numbers.map { String($0) }.joined(separator: ",") + "]")
        let found = try read(rows, reading, database)
        var places: [UInt64: Int] = [:]
        for (place, flow) in found.enumerated() { places[flow.record.id.number] = place }
        return numbers.compactMap { number in places[UInt64(bitPattern: number)].map { found[$0] } }
    }

    private static func read(_ rows: Prepared, _ reading: Reading, _ database: Database) throws -> [StoredFlow] {
        var found: [(flow: StoredFlow, links: FlowLinks)] = []
        let marks = HeadColumn.offset + Int32(HeadColumn.allCases.count)
        try rows.forEachRow { row in
            let flow = StoredFlow(
                record: FlowRow.record(row), isPinned: row.integer(marks) == 1, comment: row.text(marks + 1),
                redirectHop: row.position(marks + 2).map { Int64($0) })
            found.append((flow, FlowRow.links(row)))
            return true
        }
        var loading = FlowLoading(reading, database)
        return try found.map { flow, links in
            var flow = flow
            try loading.complete(&flow, links)
            return flow
        }
    }
}
