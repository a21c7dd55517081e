extension SessionReader {
    /// What `newest` found.
    package struct Newest: Sendable {
        /// The newest first.
        package fileprivate(set) var numbers: [UInt64] = []
        /// Flows with lower numbers were not all looked at; nil: all were, or enough was found.
        package fileprivate(set) var end: UInt64?
    }

    /// The numbers of the newest flows that a query finds, without its order, in a time that does not grow with the
    /// session: the newest 10,000 one by one, older ones by an index if there is one and that takes few steps, else
    /// those of the newest 100,000.
    package func newest(_ query: FlowQuery) throws(SessionError) -> Newest {
        var query = query
        query.isNewestFirst = true
        query.order = nil
        var left = query.limit ?? .max
        var found = Newest()
        var order = NumberOrder(query)
        do {
            let bound = try bound(query)
            func add(_ range: FlowQuery.Range, steps: Int = 0) throws {
                let some = try numbers(query, in: range, bound, limit: left, steps: steps)
                try order.check(some)
                left -= some.count
                found.numbers += some.map { UInt64(bitPattern: $0) }
            }
            try add(.recent)
            guard left > 0 else { return found }
            if try !scans(query) {
                do {
                    try add(.older, steps: Self.steps)
                    return found
                } catch let error as DatabaseError where error.code == .interrupted {
                    // Its index finds too many.
                }
            }
            try add(.between)
            let lower = FlowQuery.lowerBound(bound)
            if left > 0, try holdsAny(upTo: lower) { found.end = UInt64(bitPattern: lower &+ 1) }
        } catch let error as SessionError {
            throw error
        } catch {
            throw SessionError(error, path: path)
        }
        return found
    }

    /// Whether SQLite would look at each flow, as no index tells which ones a condition holds for.
    private func scans(_ query: FlowQuery) throws -> Bool {
        try database.look { database in
            let rows = try Prepared(database, "EXPLAIN QUERY PLAN " + query.numbersText(in: .older))
            rows.bind(query.numbersBindings(in: .older, bound: 0, limit: 1))
            return try rows.first { $0.text(3)?.hasPrefix("SCAN flow") ?? false } ?? false
        }
    }

    private func holdsAny(upTo number: Int64) throws -> Bool {
        try database.look { database in
            let row = try Prepared(database, "SELECT 1 FROM flow WHERE id <= ? LIMIT 1")
            row.bind([.integer(number)])
            return try row.first { _ in true } ?? false
        }
    }

    /// Of SQLite's machine, for older flows: some tens of milliseconds.
    private static let steps = 1_000_000
}
