import Bytes
import Filter
import Flow
import HTTPModel
import Workbench

/// Figures over the flows of a fleet. The database adds up what columns say; of the flows that a cache might have
/// answered, or of which columns say too little, rows or records are read.
struct FleetStatistics {
    private let reader: FleetReader
    private(set) var statistics: FlowStatistics
    /// Columns have been added up by the database.
    private var isAddedUp = false
    /// Rows that are to be looked at besides; nil: none.
    private var rest: FleetQuery.Condition?

    /// Caches keep answers of so many hosts at most, where flows are added up.
    private static let hostLimit = 1_000

    init(_ reader: FleetReader, by dimension: StatDimension) {
        self.reader = reader
        statistics = FlowStatistics(by: dimension)
    }

    /// Counts the flows that a query finds; false when columns do not decide which these are.
    mutating func count(_ query: FleetQuery) throws -> Bool {
        // Of who asked, a row has the address only.
        guard statistics.dimension != .client else { return false }
        let clause = PostgresFilter(query.filter, query.clock, .fleet)
        guard clause.isExact else { return false }
        // All questions are about the same flows, whatever arrives meanwhile.
        try reader.ask("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", [])
        do {
            let isCounted = try countConsistently(query, clause)
            try reader.ask("COMMIT", [])
            return isCounted
        } catch {
            _ = try? reader.ask("ROLLBACK", [])
            throw error
        }
    }

    private mutating func countConsistently(_ query: FleetQuery, _ clause: PostgresFilter) throws -> Bool {
        var added = self
        guard try added.addUp(query, clause) else { return try countRows(query) }
        if let rest = added.rest {
            var query = query
            query.condition = rest
            guard try added.countRows(query) else { return false }
        }
        self = added
        return true
    }

    /// Counts them one by one, by columns.
    mutating func countRows(_ query: FleetQuery) throws -> Bool {
        var counting = self
        let isCounted = try reader.forEachFacts(query) { page in
            try counting.add(page)
            return true
        }
        self = counting
        return isCounted
    }

    // MARK: Added up

    /// Has the database add up what columns say.
    ///
    /// - Returns: false when there are too many groups, so that the order of flows decides which of them are counted
    ///   together: then nothing is to be used of it.
    private mutating func addUp(_ query: FleetQuery, _ clause: PostgresFilter) throws -> Bool {
        let aggregates = FleetAggregates(reader, query, clause, by: statistics.dimension)
        let (incomplete, times) = try aggregates.range()
        guard let hosts = try aggregates.cachedHosts(atMost: Self.hostLimit) else { return false }
        if let times {
            guard let width = TimeSeries.width(of: times), let sums = try aggregates.sums(by: .key),
                let steps = try aggregates.sums(by: .step(width))
            else { return false }
            let keys = Dictionary(sums.map { ($0.key, key($0.key)) }, uniquingKeysWith: { first, _ in first })
            guard Set(keys.values).count + Int(clamping: incomplete) <= FlowStatistics.groupLimit else {
                return false
            }
            for sum in sums {
                guard let key = keys[sum.key] else { continue }
                statistics.add(sum.sample, count: sum.count, at: statistics.place(of: key))
            }
            for phase in StatPhase.allCases where sums.contains(where: { ($0.measured[phase] ?? 0) > 0 }) {
                let large = Self.large(sums, phase)
                for (name, cell) in try aggregates.times(phase, by: .key, large: large) {
                    // What was shipped in between has a group of its own perhaps.
                    statistics.add(cell, at: statistics.place(of: keys[name] ?? key(name)))
                }
            }
            statistics.beginSeries(width: width)
            for sum in steps {
                guard let step = Int64(sum.key.text) else { continue }
                statistics.add(sum.sample, count: sum.count, inStep: step)
            }
            for (name, cell) in try aggregates.times(.total, by: .step(width), large: Self.large(steps, .total)) {
                guard let step = Int64(name.text) else { continue }
                statistics.add(cell, inStep: step)
            }
            isAddedUp = true
        }
        if incomplete > 0 || !hosts.isEmpty { rest = condition(hosts) }
        return true
    }

    /// Rows of which columns say too little, and those that concern a cache: nothing it keeps of one host has to do
    /// with another one.
    private func condition(_ hosts: [Bytes?]) -> FleetQuery.Condition {
        let incomplete = FleetAggregates.isIncomplete(by: statistics.dimension)
        guard !hosts.isEmpty else { return FleetQuery.Condition(sql: incomplete, value: nil) }
        let cached = """
            f.cacheable OR f.host IS NULL OR f.host = ANY(?) OR f.method IS NULL OR f.method NOT IN ('GET', 'HEAD')
            """
        return FleetQuery.Condition(sql: "(\(incomplete) OR \(cached))", value: .texts(hosts.compactMap { $0 }))
    }

    /// Groups that have more times of a phase than are kept as they are.
    private static func large(_ sums: [FleetAggregates.Sum], _ phase: StatPhase) -> [Bytes] {
        var counts: [Bytes: UInt64] = [:]
        for sum in sums { counts[sum.key, default: 0] += sum.measured[phase] ?? 0 }
        return counts.filter { $0.value > UInt64(QuantileSketch.exactLimit) }.map(\.key)
    }

    /// The group of what flows were added up by.
    private func key(_ name: Bytes) -> StatKey {
        switch statistics.dimension {
        case .endpoint:
            let space = name.firstIndex(of: UInt8(ascii: " ")) ?? name.count
            return StatKey(method: name.slice(0..<space), url: name.slice(min(space + 1, name.count)..<name.count))
        case .host: return StatKey(hostOf: name)
        case .status:
            let status = Int(name.text)
            return StatKey(status: status, outcome: status == nil ? Outcome.Code(rawValue: name.text) : nil)
        case .type:
            let type = name.slice(min(1, name.count)..<name.count)
            return StatKey(hasAnswer: name.first == UInt8(ascii: "+"), type: type)
        // Not asked by columns.
        case .client: return StatKey(client: "", agent: nil)
        }
    }

    // MARK: One by one

    private mutating func add(_ page: [FleetFacts]) throws {
        var wanted: [FleetFacts] = []
        var concerns: Set<FleetKey> = []
        for facts in page {
            let concernsCache = statistics.concernsCache(
                method: facts.bytes(.method) ?? "GET", url: { facts.bytes(.url) ?? Bytes() },
                isWorthCaching: facts.isLossy || facts.boolean(.cacheable) == true)
            if concernsCache { concerns.insert(facts.key) }
            if concernsCache || isIncomplete(facts) { wanted.append(facts) }
        }
        let records = try reader.records(of: wanted)
        for facts in page {
            let record = records[facts.key]
            let isIncomplete = isIncomplete(facts)
            if isIncomplete, record == nil { continue }
            if isAddedUp, !isIncomplete {
                guard let record, concerns.contains(facts.key) else { continue }
                statistics.addVerdict(record, at: statistics.place(of: key(facts)))
                continue
            }
            let key = isIncomplete ? record.map { StatKey($0, by: statistics.dimension) } : nil
            let sample = isIncomplete ? record.map { FlowSample($0) } : nil
            statistics.add(
                (sample ?? Self.sample(facts)).weighted(facts.weight), at: statistics.place(of: key ?? self.key(facts)),
                concerns.contains(facts.key) ? record : nil)
        }
    }

    private func isIncomplete(_ facts: FleetFacts) -> Bool {
        // A column has the kind of an outcome, and its code where it is a failure.
        facts.isLossy
            || statistics.dimension == .status && facts.integer(.status) == nil && facts.bytes(.error) == nil
    }

    private static func sample(_ facts: FleetFacts) -> FlowSample {
        FlowSample(
            outcome: facts.bytes(.outcome).flatMap { Outcome.Kind(rawValue: $0.text) }, status: facts.integer(.status),
            requestSize: facts.integer(.requestSize), responseSize: facts.integer(.responseSize),
            isReused: facts.boolean(.reused), startedAt: facts.started
        ) { phase in
            switch phase {
            case .dns: facts.integer(.dns)
            case .connect: facts.integer(.connect)
            case .tls: facts.integer(.handshake)
            case .send: facts.integer(.send)
            case .wait: facts.integer(.wait)
            case .receive: facts.integer(.receive)
            case .total: facts.integer(.duration)
            }
        }
    }

    private func key(_ facts: FleetFacts) -> StatKey {
        switch statistics.dimension {
        case .endpoint: StatKey(method: facts.bytes(.method) ?? "GET", url: facts.bytes(.url) ?? Bytes())
        case .host: StatKey(hostOf: facts.bytes(.url) ?? Bytes())
        case .status:
            StatKey(
                status: facts.integer(.status).map { Int(clamping: $0) },
                outcome: facts.bytes(.error).flatMap { Outcome.Code(rawValue: $0.text) })
        case .type: StatKey(hasAnswer: facts.boolean(.redirect) != nil, type: facts.bytes(.type))
        // Not asked by columns.
        case .client: StatKey(client: "", agent: nil)
        }
    }
}
