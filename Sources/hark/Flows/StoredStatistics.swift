import Bytes
import Filter
import Flow
import HTTPModel
import HTTPWire
import Store
import Workbench

/// Figures over the flows of a session, by its columns: only those flows are read that a cache might have answered.
struct StoredStatistics {
    private let reader: SessionReader
    private(set) var statistics: FlowStatistics
    /// The groups of keys that came before, by a hash of what they are made of.
    private var places: [UInt64: Known] = [:]
    private var generation = 0
    /// Flows from the first on whose record is needed: they are added in their order.
    private var waiting: [Waiting] = []

    private struct Known {
        let text: Bytes
        let place: Int
    }

    private struct Waiting {
        let sample: FlowSample
        let key: StatKey
        let id: UInt64
        let isWanted: Bool
    }

    private static let knownLimit = 100_000

    init(_ reader: SessionReader, by dimension: StatDimension) {
        self.reader = reader
        statistics = FlowStatistics(by: dimension)
    }

    /// Counts the flows that a query finds.
    mutating func count(_ query: FlowQuery) throws(SessionError) {
        var facts = Set(FlowFact.allCases)
        if statistics.dimension != .client { facts.subtract([.client, .request]) }
        if statistics.dimension != .type { facts.remove(.type) }
        var counting = self
        try reader.forEachFacts(
            facts, query, { counting.add($0) }, pageEnded: { () throws(SessionError) in try counting.addWaiting() })
        self = counting
    }

    private mutating func add(_ facts: FlowFacts) {
        let sample = Self.sample(facts)
        let isWanted = statistics.concernsCache(
            method: facts.bytes(.method) ?? "GET", url: { facts.bytes(.url) ?? Bytes() },
            isWorthCaching: facts.isThere(.cacheable))
        guard isWanted || !waiting.isEmpty else { return statistics.add(sample, at: place(facts), nil) }
        waiting.append(
            Waiting(
                sample: sample, key: key(facts), id: UInt64(bitPattern: facts.integer(.id) ?? 0), isWanted: isWanted))
    }

    private mutating func addWaiting() throws(SessionError) {
        guard !waiting.isEmpty else { return }
        let some = waiting
        waiting = []
        var next = 0
        var statistics = self.statistics
        func add(upTo id: UInt64, _ record: FlowRecord?) {
            while next < some.count, some[next].id <= id {
                let flow = some[next]
                statistics.add(flow.sample, at: statistics.place(of: flow.key), flow.id == id ? record : nil)
                next += 1
            }
        }
        try reader.forEachFlow(numbered: some.filter(\.isWanted).map(\.id), omitsBodies: true) { flow in
            add(upTo: flow.record.id.number, flow.record)
            return true
        }
        add(upTo: .max, nil)
        self.statistics = statistics
    }

    // MARK: - Of columns

    private static func sample(_ facts: FlowFacts) -> FlowSample {
        var sample = FlowSample()
        // Most flows end well, and their outcome is not looked at.
        let outcome = facts.isThere(.error) ? facts.text(.outcome).flatMap(Outcome.Kind.init(rawValue:)) : nil
        sample.failure = FailureKind(outcome, status: facts.integer(.status).map { Int(clamping: $0) })
        sample.requestBytes = UInt64(bitPattern: facts.integer(.requestSize) ?? 0)
        sample.responseBytes = UInt64(bitPattern: facts.integer(.responseSize) ?? 0)
        sample.isReused = facts.integer(.isReused).map { $0 == 1 }
        sample.startedAt = facts.integer(.time)
        sample.dns = facts.integer(.dns)
        sample.connect = facts.integer(.connect)
        sample.tls = facts.integer(.handshake)
        sample.send = facts.integer(.send)
        sample.wait = facts.integer(.wait)
        sample.receive = facts.integer(.receive)
        sample.total = facts.integer(.duration)
        return sample
    }

    private func key(_ facts: FlowFacts) -> StatKey {
        switch statistics.dimension {
        case .endpoint: StatKey(method: facts.bytes(.method) ?? "GET", url: facts.bytes(.url) ?? Bytes())
        case .host: StatKey(hostOf: facts.bytes(.url) ?? Bytes())
        case .status:
            StatKey(
                status: facts.integer(.status).map { Int(clamping: $0) },
                outcome: facts.text(.outcomeCode).flatMap(Outcome.Code.init(rawValue:)))
        case .type: StatKey(hasAnswer: facts.isThere(.redirect), type: facts.bytes(.type))
        case .client:
            StatKey(
                client: facts.text(.client) ?? "",
                agent: facts.bytes(.request).flatMap { RecordedHead.request($0).head.fields.first(.userAgent) })
        }
    }

    /// The group of a flow: keys are made of parts, and most came before.
    private mutating func place(_ facts: FlowFacts) -> Int {
        if generation != statistics.generation || places.count > Self.knownLimit {
            places = [:]
            generation = statistics.generation
        }
        guard statistics.dimension == .endpoint || statistics.dimension == .host else {
            return statistics.place(of: key(facts))
        }
        // FNV-1a, 64 bits, of the method and the URL up to its query.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        facts.withBytes(.method) { for byte in $0 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 } }
        let found: Int? = facts.withBytes(.url) { url in
            let end = url.firstIndex(of: ASCII.question) ?? url.count
            for byte in url[..<end] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            guard let known = places[hash] else { return nil }
            return known.text.elementsEqual(url[..<end]) ? known.place : nil
        }
        if let found { return found }
        let place = statistics.place(of: key(facts))
        let url = facts.bytes(.url) ?? Bytes()
        if statistics.generation == generation {
            places[hash] = Known(text: url.slice(0..<(url.firstIndex(of: ASCII.question) ?? url.count)), place: place)
        }
        return place
    }
}
