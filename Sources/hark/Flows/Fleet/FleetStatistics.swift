import Bytes
import Filter
import Fleet
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
                sample ?? Self.sample(facts), at: statistics.place(of: key ?? self.key(facts)),
                concerns.contains(facts.key) ? record : nil)
        }
    }

    private func isIncomplete(_ facts: FleetFacts) -> Bool {
        // A column has the kind of an outcome, and its code where it is a failure.
        facts.isLossy
            || statistics.dimension == .status && facts.integer(.status) == nil && facts.bytes(.error) == nil
    }

    private static func sample(_ facts: FleetFacts) -> FlowSample {
        var sample = FlowSample()
        let outcome = facts.bytes(.outcome).flatMap { Outcome.Kind(rawValue: $0.text) }
        sample.failure = FailureKind(outcome, status: facts.integer(.status).map { Int(clamping: $0) })
        sample.requestBytes = UInt64(clamping: facts.integer(.requestSize) ?? 0)
        sample.responseBytes = UInt64(clamping: facts.integer(.responseSize) ?? 0)
        sample.isReused = facts.boolean(.reused)
        sample.startedAt = facts.started
        sample.dns = facts.integer(.dns)
        sample.connect = facts.integer(.connect)
        sample.tls = facts.integer(.handshake)
        sample.send = facts.integer(.send)
        sample.wait = facts.integer(.wait)
        sample.receive = facts.integer(.receive)
        sample.total = facts.integer(.duration)
        return sample
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
