import Flow
import HTTPSemantics

/// What is counted of a group of flows. A value; two can be added.
package struct FlowFigures: Sendable {
    package private(set) var count: UInt64 = 0
    /// By kind; kinds that did not occur are missing.
    package private(set) var failures: [FailureKind: UInt64] = [:]
    /// In microseconds; phases that were never measured are missing.
    package private(set) var phases: [StatPhase: QuantileSketch] = [:]
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

    mutating func add(_ record: FlowRecord, _ verdict: CacheVerdict?) {
        count += 1
        if let kind = FailureKind(record) { failures[kind, default: 0] += 1 }
        requestBytes &+= record.request.contentSize
        responseBytes &+= record.response.contentSize
        if let lease = record.upstream {
            if lease.reused { reused += 1 } else { opened += 1 }
        }
        if record.phases.isEmpty {
            guard let duration = record.duration else { return }
            phases[.total, default: QuantileSketch()].add(duration)
        } else {
            let times = PhaseTimes(record)
            for phase in StatPhase.allCases {
                if let duration = phase.duration(times) { phases[phase, default: QuantileSketch()].add(duration) }
            }
        }
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
        for (phase, sketch) in other.phases { phases[phase, default: QuantileSketch()].add(sketch) }
        requestBytes &+= other.requestBytes
        responseBytes &+= other.responseBytes
        opened += other.opened
        reused += other.reused
        cache.answered += other.cache.answered
        cache.validated += other.cache.validated
        cache.bytes &+= other.cache.bytes
    }
}
