import Filter
import Flow
import GRDB

/// Fills the columns that filters ask, for the flows of a file that was made before there were any.
enum FactFilling {
    @Sendable static func fill(_ database: Database) throws {
        var query = FlowQuery()
        let reading = FlowPage.Reading()
        while true {
            let page = try FlowPage.read(query, reading, database)
            for flow in page {
                let subject = FilterSubject(flow.record)
                let row = try Prepared(database, FactColumn.fill)
                FactColumn.bindFilling(subject, Int64(bitPattern: flow.record.id.number), to: row)
                try row.run()
                try CodingRows.write(subject, to: database)
            }
            guard page.count == reading.pageSize, let last = page.last else { return }
            query.position = Int64(bitPattern: last.record.id.number)
        }
    }
}
