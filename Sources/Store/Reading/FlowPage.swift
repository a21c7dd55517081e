import Flow
import GRDB

/// One page of flows, read within one look at the file.
enum FlowPage {
    static let size = 200

    static func read(_ query: FlowQuery, _ reader: SessionReader, _ database: Database) throws -> [StoredFlow] {
        var found: [(flow: StoredFlow, links: FlowLinks)] = []
        let rows = try Prepared(database, sql(query))
        rows.bind(query.bindings)
        var place = Int32(query.bindings.count)
        if let position = query.position {
            rows.bind(place, position)
            place += 1
        }
        rows.bind(place, Int64(min(size, query.limit ?? size)))
        let marks = HeadColumn.offset + Int32(HeadColumn.allCases.count)
        try rows.forEachRow { row in
            let flow = StoredFlow(
                record: FlowRow.record(row), isPinned: row.integer(marks) == 1, comment: row.text(marks + 1))
            found.append((flow, FlowRow.links(row)))
            return true
        }
        let bodies = query.omitsBodies ? nil : reader
        return try found.map { flow, links in
            var flow = flow
            try FlowLoading.complete(&flow, links, bodies: bodies, database)
            return flow
        }
    }

    private static func sql(_ query: FlowQuery) -> String {
        let order = query.isNewestFirst ? "DESC" : "ASC"
        let behind = query.position == nil ? "" : " AND flow.id \(query.isNewestFirst ? "<" : ">") ?"
        return FlowRow.select + " WHERE (\(query.condition))\(behind) ORDER BY flow.id \(order) LIMIT ?"
    }
}
