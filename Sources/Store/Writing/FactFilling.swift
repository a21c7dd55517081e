import Filter
import Flow
import Library

/// Fills the columns that a version of the schema added, for the flows of a file that was made before.
enum FactFilling {
    static func fill(_ database: Database, version: Int64) throws {
        if version == 5 { return try FlowBlocks.fill(database) }
        let columns = FactColumn.allCases.filter { $0.since == version && !$0.isLink }
        let update = FactColumn.update(columns)
        var shared = SharedRows()
        var hops = RedirectHops()
        var query = FlowQuery()
        let reading = FlowPage.Reading(version: version)
        while true {
            let page = try FlowPage.read(query, reading, database)
            for flow in page {
                var context = FlowContext()
                context.redirectHop = hops.hop(of: flow.record)
                let subject = FilterSubject(flow.record, context)
                let id = Int64(bitPattern: flow.record.id.number)
                let row = try Prepared(database, update)
                FactColumn.bind(columns, subject, id, to: row)
                try row.run()
                if version == 2 {
                    try CodingRows.write(subject, to: database)
                } else {
                    let link = try Prepared(database, "UPDATE flow SET changes = ? WHERE id = ?")
                    link.bind(0, try shared.listed(ListedRows.changes(of: subject), database))
                    link.bind(1, id)
                    try link.run()
                }
            }
            guard page.count == reading.pageSize, let last = page.last else { return }
            _ = try query.goOn(behind: last, page.count)
        }
    }
}
