package import Flow

/// What a shipper asks of a session.
extension SessionReader {
    /// The runs that wrote to the file, in the order in which they started.
    package func runs() throws(SessionError) -> [SessionRun] {
        try look { database in
            var runs: [SessionRun] = []
            let rows = try Prepared(database, "SELECT name, started, version, command FROM run ORDER BY id")
            try rows.forEachRow { row in
                guard let id = row.text(0).flatMap({ RunID($0) }) else { return true }
                runs.append(
                    SessionRun(
                        id: id, started: row.integer(1) ?? 0, version: row.text(2) ?? "", command: row.text(3) ?? ""))
                return true
            }
            return runs
        }
    }

    /// The numbers of the flows of a run that have ended and are in these ranges, which are in order; at most so many.
    ///
    /// - Parameter withOpen: open ones count as ended.
    package func endedNumbers(
        of run: RunID, in ranges: [ClosedRange<Int64>], limit: Int, withOpen: Bool
    ) throws(SessionError) -> [Int64] {
        try look { database in
            let row = try Prepared(database, "SELECT flow.id \(Self.ended) ORDER BY flow.id LIMIT ?")
            var numbers: [Int64] = []
            for range in ranges where numbers.count < limit {
                row.bind([
                    .integer(range.lowerBound), .integer(range.upperBound), .integer(withOpen ? 1 : 0),
                    .text(run.text), .integer(Int64(limit - numbers.count)),
                ])
                try row.forEachRow { row in
                    if let number = row.integer(0) { numbers.append(number) }
                    return true
                }
            }
            return numbers
        }
    }

    /// How many these are, and the first of them: nothing is gathered, however many there are.
    package func endedTally(
        of run: RunID, in ranges: [ClosedRange<Int64>], withOpen: Bool
    ) throws(SessionError) -> (count: Int, first: Int64?) {
        try look { database in
            let row = try Prepared(database, "SELECT count(*), min(flow.id) \(Self.ended)")
            var (count, first): (Int64, Int64?) = (0, nil)
            for range in ranges {
                row.bind([
                    .integer(range.lowerBound), .integer(range.upperBound), .integer(withOpen ? 1 : 0),
                    .text(run.text),
                ])
                try row.forEachRow { row in
                    count += row.integer(0) ?? 0
                    first = first ?? row.integer(1)
                    return true
                }
            }
            return (Int(clamping: count), first)
        }
    }

    /// Flows of a run in a range that have ended.
    private static let ended = """
        FROM flow WHERE flow.id BETWEEN ? AND ? AND (flow.state <> 0 OR ?)
        AND +flow.run = (SELECT id FROM run WHERE name = ?)
        """

    /// The connections of HTTP/2 of a run and a leg that have ended and whose numbers are in these ranges, in order.
    package func connections(
        of run: RunID, _ leg: ConnectionRecord.Leg, in ranges: [ClosedRange<Int64>], limit: Int
    ) throws(SessionError) -> [ConnectionRecord] {
        guard schemaVersion >= 4 else { return [] }
        return try look { database in
            var records: [ConnectionRecord] = []
            for range in ranges where records.count < limit {
                records += try ConnectionRows.read(run, leg, in: range, limit: limit - records.count, database)
            }
            return records
        }
    }

    /// Numbers of a run whose flows a bound removed.
    package func evicted(of run: RunID) throws(SessionError) -> EvictedFlows {
        try look { try EvictedFlows.read(run.text, $0) }
    }

    /// Flows that another tool recorded, of which no run is known.
    package func countWithoutRun() throws(SessionError) -> Int {
        try look { database in
            try Prepared(database, "SELECT count(*) FROM flow WHERE run IS NULL").first {
                Int(clamping: $0.integer(0) ?? 0)
            } ?? 0
        }
    }

    /// Somebody writes to the file.
    package var isBeingWritten: Bool { SessionLock.isHeld(path) }

    private func look<Result>(_ body: (Database) throws -> Result) throws(SessionError) -> Result {
        do {
            return try database.look(body)
        } catch {
            throw SessionError(error, path: path)
        }
    }
}
