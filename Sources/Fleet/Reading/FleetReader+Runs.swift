import Filter
package import Flow

// Which runs flows are of.
extension FleetReader {
    /// The newest flows, the newest first: numbers and runs.
    package func newest(_ count: Int, run: RunID?) throws -> [(run: RunID, number: UInt64)] {
        guard count > 0 else { return [] }
        var query = FleetQuery(.everything, FilterClock(now: 0, utcOffset: 0), run: run)
        query.isNewestFirst = true
        var pages = try FleetPages<FleetFacts>(
            link, PostgresFilter(query.filter, query.clock, .fleet), query, size: min(count, Self.factsPageSize))
        var found: [(run: RunID, number: UInt64)] = []
        while found.count < count, let place = try pages.next()?.place {
            found.append((RunID(UInt64(bitPattern: place.run)), UInt64(bitPattern: place.id)))
        }
        return found
    }

    /// The runs whose names begin with these hexadecimal digits.
    package func runs(beginningWith digits: String) throws -> [RunID] {
        // A sign of LIKE would match others.
        guard digits.allSatisfy(\.isHexDigit) else { return [] }
        return try ask(
            "SELECT DISTINCT run FROM hark.run WHERE lpad(to_hex(run), 16, '0') LIKE $1 ORDER BY run LIMIT 20",
            [.text(digits + "%")]
        ).map { RunID(UInt64(bitPattern: $0.integer(0) ?? 0)) }
    }

    /// The runs that have flows with these numbers.
    package func runs(having numbers: [ClosedRange<Int64>]) throws -> [RunID] {
        let ranges = numbers.map { "f.id BETWEEN \($0.lowerBound) AND \($0.upperBound)" }
        guard !ranges.isEmpty else { return [] }
        return try ask(
            // By the key, which begins with tenant and run.
            """
            SELECT DISTINCT f.run FROM hark.run r JOIN hark.flow f ON f.tenant = r.tenant AND f.run = r.run
            AND (\(ranges.joined(separator: " OR "))) ORDER BY 1 LIMIT 20
            """, []
        ).map { RunID(UInt64(bitPattern: $0.integer(0) ?? 0)) }
    }
}
