import HTTPSemantics

/// What is counted of a group of flows. A value; two can be added.
package struct FlowFigures: Sendable {
    package private(set) var count: UInt64 = 0
    /// By kind; kinds that did not occur are missing.
    package private(set) var failures: [FailureKind: UInt64] = [:]
    package private(set) var phases = PhaseSketches()
    /// Bytes of content as transferred, without heads and chunk lines.
    package private(set) var requestBytes: UInt64 = 0
    package private(set) var responseBytes: UInt64 = 0
    /// Connections to servers that were made for a flow of these, and flows that went over one made before.
    package private(set) var opened: UInt64 = 0
    package private(set) var reused: UInt64 = 0
    package private(set) var cache = CacheSavings()

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

    package var failureCount: UInt64 { failures.values.reduce(0, &+) }

    mutating func add(_ sample: FlowSample, _ verdict: CacheVerdict?) {
        count += 1
        if let kind = sample.failure { failures[kind, default: 0] += 1 }
        requestBytes &+= sample.requestBytes
        responseBytes &+= sample.responseBytes
        if let isReused = sample.isReused {
            if isReused { reused += 1 } else { opened += 1 }
        }
        phases.add(sample)
        guard let verdict else { return }
        switch verdict.served {
        case .no: break
        case .fresh, .stale: cache.answered += 1
        case .validated: cache.validated += 1
        }
        cache.bytes &+= verdict.savedBytes
    }

    mutating func add(_ other: FlowFigures) {
        count += other.count
        failures.merge(other.failures, uniquingKeysWith: &+)
        phases.add(other.phases)
        requestBytes &+= other.requestBytes
        responseBytes &+= other.responseBytes
        opened += other.opened
        reused += other.reused
        cache.answered += other.cache.answered
        cache.validated += other.cache.validated
        cache.bytes &+= other.cache.bytes
    }
}
