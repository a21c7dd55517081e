import Bytes
import Filter
import Flow
import HTTPModel
import Workbench

/// Figures of the flows that a query finds, as the database adds them up: rows of flows stay there. Of flows of which
/// columns say too little nothing is in them. A value of one question.
struct FleetAggregates {
    /// What flows are added up by.
    enum Grouping {
        case key
        /// Steps of so many seconds.
        case step(Int64)
    }

    /// Flows that have a group, failure, reuse and weight in common.
    struct Sum {
        let key: Bytes
        /// Sizes are sums.
        let sample: FlowSample
        let count: UInt64
        /// How many have a time of each phase.
        let measured: [StatPhase: UInt64]
    }

    private let reader: FleetReader
    private let clause: PostgresFilter
    private let run: RunID?
    private let dimension: StatDimension

    /// More groups than these are not added up: of so many URLs few flows have one in common.
    static let groupLimit = 20_000

    /// - Parameter clause: decides by columns which flows are found.
    init(_ reader: FleetReader, _ query: FleetQuery, _ clause: PostgresFilter, by dimension: StatDimension) {
        (self.reader, self.clause, run, self.dimension) = (reader, clause, query.run, dimension)
    }

    /// Holds for flows of which columns say too little.
    static func isIncomplete(by dimension: StatDimension) -> String {
        // A column has the kind of an outcome, and its code where it is a failure.
        dimension == .status ? "(f.lossy OR f.status IS NULL AND f.error IS NULL)" : "f.lossy"
    }

    // MARK: Questions

    /// How many flows there are, how many columns say too little of, and when those of the others began.
    func range() throws -> (incomplete: Int64, times: ClosedRange<Int64>?) {
        let incomplete = Self.isIncomplete(by: dimension)
        let row = try ask(
            """
            SELECT count(*) FILTER (WHERE \(incomplete)), min(f.started) FILTER (WHERE NOT \(incomplete)),
            max(f.started) FILTER (WHERE NOT \(incomplete))
            """, of: "((\(clause.where)) OR f.lossy)"
        ).first
        var times: ClosedRange<Int64>?
        if let first = row?.time(1), let last = row?.time(2) { times = first...max(first, last) }
        return (row?.integer(0) ?? 0, times)
    }

    /// Hosts of flows that a cache might keep, or might not for all that columns say; nil when there are many.
    func cachedHosts(atMost limit: Int) throws -> [Bytes?]? {
        let rows = try ask(
            "SELECT DISTINCT f.host", of: "((\(clause.where)) AND f.cacheable OR f.lossy)", "LIMIT \(limit + 1)")
        return rows.count > limit ? nil : rows.map { $0.bytes(0) }
    }

    /// - Returns: nil when there are too many.
    func sums(by grouping: Grouping) throws -> [Sum]? {
        let counts = StatPhase.allCases.map { "count(\(Self.column($0)))" }.joined(separator: ", ")
        let rows = try ask(
            """
            SELECT \(key(grouping)), f.outcome, CASE WHEN f.status BETWEEN 400 AND 599 THEN f.status / 100 END,
            f.reused, \(FleetRow.weight), count(*), coalesce(sum(f.request_size), 0)::bigint,
            coalesce(sum(f.response_size), 0)::bigint, \(counts)
            """, "GROUP BY 1, 2, 3, 4, 5 LIMIT \(Self.groupLimit + 1)")
        guard rows.count <= Self.groupLimit else { return nil }
        return rows.map { row in
            let sample = FlowSample(
                outcome: row.bytes(1).flatMap { Outcome.Kind(rawValue: $0.text) },
                status: row.integer(2).map { $0 * 100 }, requestSize: row.integer(6), responseSize: row.integer(7),
                isReused: row.boolean(3), startedAt: nil
            ) { _ in nil }
            let measured = StatPhase.allCases.enumerated().map { ($1, UInt64(row.integer(8 + $0) ?? 0)) }
            return Sum(
                key: row.bytes(0) ?? Bytes(), sample: sample.weighted(row.weight(4)),
                count: UInt64(row.integer(5) ?? 0), measured: Dictionary(uniqueKeysWithValues: measured))
        }
    }

    /// The times of a phase, those of one bucket together.
    ///
    /// - Parameter large: groups that have more of them than are kept as they are.
    func times(
        _ phase: StatPhase, by grouping: Grouping, large: [Bytes]
    ) throws -> [(key: Bytes, cell: DurationCell)] {
        let (column, key) = (Self.column(phase), key(grouping))
        let number = clause.bindings.count + (run == nil ? 1 : 2)
        let rows = try ask(
            """
            SELECT \(key), CASE WHEN \(key) = ANY($\(number)) THEN \(Self.bucket(column)) ELSE \(column) END,
            \(FleetRow.weight), count(*), min(\(column)), max(\(column))
            """, also: "\(column) IS NOT NULL", "GROUP BY 1, 2, 3", [.texts(large)])
        return rows.map { row in
            let least = max(0, row.integer(4) ?? 0)
            let cell = DurationCell(
                phase, least...max(least, row.integer(5) ?? 0), count: UInt64(row.integer(3) ?? 0),
                weight: row.weight(2))
            return (row.bytes(0) ?? Bytes(), cell)
        }
    }

    // MARK: SQL

    private func ask(
        _ columns: String, also condition: String = "TRUE", _ rest: String, _ more: [PostgresValue] = []
    ) throws -> PostgresRows {
        try ask(
            columns, of: "(\(clause.where)) AND NOT \(Self.isIncomplete(by: dimension)) AND \(condition)", rest, more)
    }

    private func ask(
        _ columns: String, of condition: String, _ rest: String = "", _ more: [PostgresValue] = []
    ) throws -> PostgresRows {
        var values = clause.bindings.map { $0.postgres }
        var scope = ""
        if let run {
            values.append(.integer(Int64(bitPattern: run.value)))
            scope = " AND f.run = $\(values.count)"
        }
        return try reader.ask(
            "\(columns) FROM \(FleetRow.tables) WHERE \(condition)\(scope) \(rest)", values + more)
    }

    private func key(_ grouping: Grouping) -> String {
        switch grouping {
        case .step(let width): return "floor(extract(epoch FROM f.started) / \(width))::bigint::text"
        case .key: break
        }
        // Scheme and authority, without which a URL has no host.
        let origin = "substring(f.url FROM '^[^/?#]*//[^/?#]*')"
        switch dimension {
        case .endpoint:
            // Whatever number stands in a path, it is the same endpoint.
            let path = "substring(f.url FROM '^[^/?#]*//[^/?#]*([^?#]*)')"
            let numbered = "regexp_replace(regexp_replace(\(path), '/[0-9]+/', '/0/', 'g'), '/[0-9]+$', '/0')"
            let bare = "split_part(split_part(f.url, '#', 1), '?', 1)"
            return "coalesce(f.method, 'GET') || ' ' || coalesce(\(origin) || \(numbered), \(bare), '')"
        case .host: return "coalesce(\(origin), f.url, '')"
        case .status: return "coalesce(f.status::text, f.error)"
        case .type: return "CASE WHEN f.redirect IS NULL THEN '-' ELSE '+' || coalesce(f.type, '') END"
        // Of who asked, a row has the address only.
        case .client: return "''"
        }
    }

    private static func column(_ phase: StatPhase) -> String {
        switch phase {
        case .dns: "f.dns"
        case .connect: "f.connect"
        case .tls: "f.handshake"
        case .send: "f.send"
        case .wait: "f.wait"
        case .receive: "f.receive"
        case .total: "f.duration"
        }
    }

    /// The least number of the bucket in which `QuantileSketch` counts this one: its eight highest bits.
    private static func bucket(_ column: String) -> String {
        let steps = (8...40).map { "WHEN \(column) < \(UInt64(1) << UInt64($0)) THEN \(column) & -\(1 << ($0 - 8))" }
        return "CASE \(steps.joined(separator: " ")) ELSE \(column) END"
    }
}
