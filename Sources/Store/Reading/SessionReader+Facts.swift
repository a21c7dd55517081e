import Flow
import GRDB

extension SessionReader {
    /// So many flows are gone through in one look at the file.
    private static let factsAPage = 5_000

    /// Whether all columns are there that figures ask: since the third schema.
    package var hasFacts: Bool { schemaVersion >= 3 }

    /// Lends what some columns say of the flows that a query finds, by their numbers, without reading them.
    ///
    /// - Parameter pageEnded: asked now and then, and at the end; the session may be read meanwhile, as not in `body`.
    package func forEachFacts(
        _ facts: Set<FlowFact>, _ query: FlowQuery, _ body: (FlowFacts) -> Void,
        pageEnded: () throws(SessionError) -> Void
    ) throws(SessionError) {
        let select = FlowFact.select(facts)
        guard query.isForAll else { return try forEachFacts(of: try numbers(query), select, body, pageEnded) }
        var last: Int64 = .min
        var count = 0
        repeat {
            let page = try look { database in
                let rows = try Prepared(database, select + " WHERE id > ? ORDER BY id LIMIT ?")
                rows.bind([.integer(last), .integer(Int64(Self.factsAPage))])
                var (count, end) = (0, last)
                try rows.forEachRow { row in
                    count += 1
                    end = row.integer(FlowFact.id.rawValue) ?? end
                    body(FlowFacts(row: row))
                    return true
                }
                return (count: count, end: end)
            }
            (count, last) = (page.count, page.end)
            try pageEnded()
        } while count == Self.factsAPage
    }

    private func forEachFacts(
        of numbers: [UInt64], _ select: String, _ body: (FlowFacts) -> Void,
        _ pageEnded: () throws(SessionError) -> Void
    ) throws(SessionError) {
        var place = 0
        while place < numbers.count {
            let some = numbers[place..<min(place + Self.factsAPage, numbers.count)]
            place = some.endIndex
            try look { database in
                let row = try Prepared(database, select + " WHERE id = ?")
                for number in some {
                    row.bind(0, Int64(bitPattern: number))
                    _ = try row.first { body(FlowFacts(row: $0)) }
                }
            }
            try pageEnded()
        }
    }

    private func look<Result>(_ body: (Database) throws -> Result) throws(SessionError) -> Result {
        do {
            return try database.read(body)
        } catch {
            throw SessionError(error, path: path)
        }
    }
}
