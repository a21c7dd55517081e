import Explain
package import Flow
import HTTPModel
package import HTTPSemantics

/// Figures over flows that come one after the other, each looked at once, in memory that is bounded however many come.
package struct FlowStatistics: Sendable {
    /// A group and its figures.
    package struct Row: Sendable {
        package let key: StatKey
        package let figures: FlowFigures
    }

    /// Groups are merged, or counted together, when there are more than these.
    static let groupLimit = 2000

    package let dimension: StatDimension
    /// Of all flows.
    package private(set) var total = FlowFigures()
    package private(set) var series = TimeSeries()
    private var groups: [StatKey: FlowFigures] = [:]
    /// Merging has made too little room to be worth its time once more.
    private var isMerged = false
    /// One cache for all clients, empty at the beginning.
    private var cache: CacheSimulation?

    /// - Parameter cache: which cache is simulated; nil: none, which takes less time.
    package init(by dimension: StatDimension, cache: CacheKind? = .privateCache) {
        self.dimension = dimension
        self.cache = cache.map { CacheSimulation($0) }
    }

    /// Takes in the next flow.
    package mutating func add(_ record: FlowRecord) {
        let verdict = verdict(record)
        total.add(record, verdict)
        series.add(record)
        let key = StatKey(record, by: dimension)
        if groups[key] == nil, groups.count >= Self.groupLimit {
            if !isMerged {
                merge()
                isMerged = groups.count > Self.groupLimit / 2
            }
            if groups.count >= Self.groupLimit {
                groups[.rest, default: FlowFigures()].add(record, verdict)
                return
            }
        }
        groups[key, default: FlowFigures()].add(record, verdict)
    }

    /// The groups, the largest first; equal ones by name.
    package mutating func rows() -> [Row] {
        merge()
        let named = groups.map { (row: Row(key: $0.key, figures: $0.value), name: $0.key.text) }
        return named.sorted { left, right in
            left.row.figures.count != right.row.figures.count
                ? left.row.figures.count > right.row.figures.count
                : left.name.lexicographicallyPrecedes(right.name)
        }.map(\.row)
    }

    private mutating func verdict(_ record: FlowRecord) -> CacheVerdict? {
        guard cache != nil, record.method != .connect, record.isRecorded(.url), record.isRecorded(.startTime) else {
            return nil
        }
        return cache?.handle(record.cacheExchange, index: record.index)
    }

    /// Counts together what differs in a part of the path that varies.
    private mutating func merge() {
        guard dimension == .endpoint else { return }
        struct Place: Hashable {
            let key: StatKey
        }
        let places = Dictionary(grouping: groups.keys) {
            Place(key: StatKey(method: $0.method, host: $0.host, segments: []))
        }
        for (place, keys) in places where !place.key.host.isEmpty {
            let merges = PathTemplates.merges(keys.map(\.segments))
            for key in keys {
                guard let segments = merges[key.segments], let figures = groups.removeValue(forKey: key) else {
                    continue
                }
                let merged = StatKey(method: key.method, host: key.host, segments: segments)
                groups[merged, default: FlowFigures()].add(figures)
            }
        }
    }
}
