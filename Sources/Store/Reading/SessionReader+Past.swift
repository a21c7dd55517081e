import Bytes

/// What an index of a session wants to know of one flow.
struct PastRow: Sendable {
    let number: UInt64
    let method: Bytes
    let url: Bytes
    let status: Int?
    /// It has ended, or nobody says how.
    let isOver: Bool
    /// The response's head, where it may set a cookie, or name another URL whose answers it outdates.
    let head: Bytes?
}

extension SessionReader {
    private static let pastPage: Int64 = 5_000

    /// Hands out the flows with these numbers, in their order.
    func forEachPast(in range: ClosedRange<Int64>, _ body: (PastRow) -> Void) throws(SessionError) {
        var first = range.lowerBound
        while first <= range.upperBound {
            let page = try past { database in
                let rows = try Prepared(
                    database, Self.pastText + " WHERE flow.id BETWEEN ? AND ? ORDER BY flow.id LIMIT ?")
                rows.bind([.integer(first), .integer(range.upperBound), .integer(Self.pastPage)])
                var (count, end): (Int64, Int64) = (0, first)
                try rows.forEachRow { row in
                    count += 1
                    end = row.integer(0) ?? end
                    body(Self.pastRow(row))
                    return true
                }
                return (isFull: count == Self.pastPage, end: end)
            }
            guard page.isFull, page.end < range.upperBound else { return }
            first = page.end + 1
        }
    }

    /// Hands out the flows with these numbers that are there.
    func forEachPast(of numbers: some Collection<UInt64>, _ body: (PastRow) -> Void) throws(SessionError) {
        guard !numbers.isEmpty else { return }
        try past { database in
            let row = try Prepared(database, Self.pastText + " WHERE flow.id = ?")
            for number in numbers {
                row.bind(0, Int64(bitPattern: number))
                _ = try row.first { body(Self.pastRow($0)) }
            }
        }
    }

    private static let pastText = """
        SELECT flow.id, flow.method, flow.url, flow.status, flow.state = 1 OR flow.run IS NULL,
        CASE WHEN \(SessionFunctions.holds)(head.response, 'set-cookie')
        OR flow.method NOT IN ('GET', 'HEAD', 'OPTIONS') THEN head.response END
        FROM flow LEFT JOIN head ON head.flow = flow.id
        """

    private static func pastRow(_ row: Prepared) -> PastRow {
        PastRow(
            number: UInt64(bitPattern: row.integer(0) ?? 0), method: row.bytes(1) ?? Bytes(),
            url: row.bytes(2) ?? Bytes(), status: row.integer(3).map { Int(clamping: $0) },
            isOver: row.integer(4) == 1, head: row.bytes(5))
    }

    private func past<Result>(_ body: (Database) throws -> Result) throws(SessionError) -> Result {
        do {
            return try database.look(body)
        } catch {
            throw SessionError(error, path: path)
        }
    }
}
