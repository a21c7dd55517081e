import Bytes
import Filter
import Flow
import HTTPModel
import Workbench

/// Figures over the flows of a fleet, by columns: only those records are read that a cache might have answered, or of
/// which columns say too little.
struct FleetStatistics {
    private let reader: FleetReader
    private(set) var statistics: FlowStatistics

    init(_ reader: FleetReader, by dimension: StatDimension) {
        self.reader = reader
        statistics = FlowStatistics(by: dimension)
    }

    /// Counts the flows that a query finds; false when columns do not decide which these are.
    mutating func count(_ query: FleetQuery) throws -> Bool {
        // Of who asked, a row has the address only.
        guard statistics.dimension != .client else { return false }
        var counting = self
        let isCounted = try reader.forEachFacts(query) { page in
            try counting.add(page)
            return true
        }
        self = counting
        return isCounted
    }

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
