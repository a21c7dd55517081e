import Flow

/// Numbers of a run whose flows a bound removed: a row of `state` for each run. A shipper asks which of them it had not
/// shipped. A value.
package struct EvictedFlows: Sendable, Equatable {
    /// Numbers between which no flow is left, and how many of them were flows.
    package struct Gone: Sendable, Equatable {
        package let numbers: ClosedRange<Int64>
        package let count: Int64
    }

    /// In order, apart.
    package private(set) var ranges: [Gone] = []
    /// More are not kept: flows that stay, as pinned ones do, part them.
    private static let limit = 2_000

    init() {}

    /// As a row has it: `FIRST-LAST:COUNT`, with blanks between. What is none is left out.
    init(_ text: String) {
        for word in text.split(separator: " ") {
            let parts = word.split { $0 == "-" || $0 == ":" }.map { Int64($0) }
            guard parts.count == 3, let first = parts[0], let last = parts[1], let count = parts[2], first <= last,
                count > 0, ranges.last.map({ $0.numbers.upperBound < first }) ?? true
            else { continue }
            ranges.append(Gone(numbers: first...last, count: count))
        }
    }

    var text: String {
        ranges.map { "\($0.numbers.lowerBound)-\($0.numbers.upperBound):\($0.count)" }.joined(separator: " ")
    }

    /// Takes in what was removed later.
    ///
    /// - Parameter isFree: no flow is left between these numbers.
    mutating func add(_ others: [Gone], isFree: (Int64, Int64) throws -> Bool) rethrows {
        var joined: [Gone] = []
        for range in (ranges + others).sorted(by: { $0.numbers.lowerBound < $1.numbers.lowerBound }) {
            if let last = joined.last, try isFree(last.numbers.upperBound, range.numbers.lowerBound) {
                let end = max(last.numbers.upperBound, range.numbers.upperBound)
                let (count, overflow) = last.count.addingReportingOverflow(range.count)
                joined[joined.count - 1] = Gone(
                    numbers: last.numbers.lowerBound...end, count: overflow ? .max : count)
            } else {
                joined.append(range)
            }
        }
        ranges = joined.suffix(Self.limit)
    }

    // MARK: Rows

    private static func name(_ run: String) -> String { "evicted \(run)" }

    static func read(_ run: String, _ database: Database) throws -> EvictedFlows {
        let row = try Prepared(database, "SELECT value FROM state WHERE name = ?")
        row.bind([.text(name(run))])
        let text: String? = try row.first { $0.text(0) } ?? nil
        return text.map { EvictedFlows($0) } ?? EvictedFlows()
    }

    /// Notes the flows of `temp.doomed`, which are there still.
    static func note(_ database: Database) throws {
        let spans = try Prepared(
            database,
            """
            SELECT flow.run, run.name, min(flow.id), max(flow.id) FROM temp.doomed
            JOIN flow ON flow.id = temp.doomed.id JOIN run ON run.id = flow.run GROUP BY flow.run
            """)
        var found: [(run: Int64, name: String, first: Int64, last: Int64)] = []
        try spans.forEachRow { row in
            if let run = row.integer(0), let name = row.text(1), let first = row.integer(2), let last = row.integer(3) {
                found.append((run, name, first, last))
            }
            return true
        }
        for span in found { try note(span.run, span.name, span.first, span.last, database) }
    }

    private static func note(
        _ run: Int64, _ name: String, _ first: Int64, _ last: Int64, _ database: Database
    ) throws {
        let rows = try Prepared(
            database,
            """
            SELECT id, id IN (SELECT id FROM temp.doomed) FROM flow WHERE id BETWEEN ? AND ? AND +run = ? ORDER BY id
            """)
        rows.bind([.integer(first), .integer(last), .integer(run)])
        var removed: [Gone] = []
        var isOpen = false
        try rows.forEachRow { row in
            guard let id = row.integer(0), row.integer(1) == 1 else {
                isOpen = false
                return true
            }
            if isOpen, let range = removed.popLast() {
                removed.append(Gone(numbers: range.numbers.lowerBound...id, count: range.count + 1))
            } else {
                removed.append(Gone(numbers: id...id, count: 1))
            }
            isOpen = true
            return true
        }
        var evicted = try read(name, database)
        let between = try Prepared(
            database,
            """
            SELECT 1 FROM flow WHERE id > ? AND id < ? AND +run = ? AND id NOT IN (SELECT id FROM temp.doomed) LIMIT 1
            """)
        try evicted.add(removed) { low, high in
            between.bind([.integer(low), .integer(high), .integer(run)])
            return try between.first { _ in true } == nil
        }
        let row = try Prepared(database, "INSERT OR REPLACE INTO state(name, value) VALUES(?, ?)")
        row.bind([.text(Self.name(name)), .text(evicted.text)])
        try row.run()
    }
}
