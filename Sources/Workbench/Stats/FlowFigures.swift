import HTTPSemantics

/// What is counted of a group of flows. A value; two can be added.
package struct FlowFigures: Sendable {
    private var counted = WeightedCount()
    private var failed: [FailureKind: WeightedCount] = [:]
    package private(set) var phases = PhaseSketches()
    private var (requests, responses) = (WeightedCount(), WeightedCount())
    private var (made, kept) = (WeightedCount(), WeightedCount())
    package private(set) var cache = CacheSavings()
    /// Some of the flows stand for others that were not kept: all numbers here are about.
    package private(set) var isEstimated = false

    /// What a cache would have spared the servers.
    package struct CacheSavings: Sendable, Hashable {
        /// Answered without the server.
        package fileprivate(set) var answered: UInt64 = 0
        /// Answered with a head alone, as what was kept was still good.
        package fileprivate(set) var validated: UInt64 = 0
        /// Content that need not have travelled.
        package fileprivate(set) var bytes: UInt64 = 0
    }

    package init() {}

    package var count: UInt64 { counted.value }
    /// By kind; kinds that did not occur are missing.
    package var failures: [FailureKind: UInt64] { failed.mapValues(\.value) }
    /// Bytes of content as transferred, without heads and chunk lines.
    package var requestBytes: UInt64 { requests.value }
    package var responseBytes: UInt64 { responses.value }
    /// Connections to servers that were made for a flow of these, and flows that went over one made before.
    package var opened: UInt64 { made.value }
    package var reused: UInt64 { kept.value }

    package var failureCount: UInt64 { failures.values.reduce(0, &+) }

    mutating func add(_ sample: FlowSample, _ verdict: CacheVerdict?) {
        let weight = sample.weight
        isEstimated = isEstimated || weight > 1
        counted.add(1, weight)
        if let kind = sample.failure { failed[kind, default: WeightedCount()].add(1, weight) }
        requests.add(sample.requestBytes, weight)
        responses.add(sample.responseBytes, weight)
        if let isReused = sample.isReused {
            if isReused { kept.add(1, weight) } else { made.add(1, weight) }
        }
        phases.add(sample)
        if let verdict { add(verdict) }
    }

    /// Takes in flows that have failure, reuse and weight in common: sizes are sums, and times come apart.
    mutating func add(_ sum: FlowSample, count: UInt64) {
        let weight = sum.weight
        isEstimated = isEstimated || weight > 1
        counted.add(count, weight)
        if let kind = sum.failure { failed[kind, default: WeightedCount()].add(count, weight) }
        requests.add(sum.requestBytes, weight)
        responses.add(sum.responseBytes, weight)
        guard let isReused = sum.isReused else { return }
        if isReused { kept.add(count, weight) } else { made.add(count, weight) }
    }

    mutating func add(_ cell: DurationCell) { phases.add(cell) }

    mutating func add(_ verdict: CacheVerdict) {
        switch verdict.served {
        case .no: break
        case .fresh, .stale: cache.answered += 1
        case .validated: cache.validated += 1
        }
        cache.bytes &+= verdict.savedBytes
    }

    mutating func add(_ other: FlowFigures) {
        isEstimated = isEstimated || other.isEstimated
        counted.add(other.counted)
        for (kind, count) in other.failed { failed[kind, default: WeightedCount()].add(count) }
        phases.add(other.phases)
        requests.add(other.requests)
        responses.add(other.responses)
        made.add(other.made)
        kept.add(other.kept)
        cache.answered += other.cache.answered
        cache.validated += other.cache.validated
        cache.bytes &+= other.cache.bytes
    }
}
