package import Bytes
import Explain
package import Flow
import HTTPModel
package import HTTPSemantics

/// Figures over flows that come one after the other, each looked at once, in memory that is bounded however many come.
package struct FlowStatistics: Sendable {
    /// A group and its figures.
    package struct Row: Sendable {
        package let key: StatKey
        package fileprivate(set) var figures: FlowFigures
    }

    /// Groups are merged, or counted together, when there are more than these.
    package static let groupLimit = 2000

    package let dimension: StatDimension
    /// Of all flows.
    package private(set) var total = FlowFigures()
    package private(set) var series = TimeSeries()
    private var groups: [Row] = []
    /// Where the group of a key stands in `groups`.
    private var places: [StatKey: Int] = [:]
    /// Goes up when places change: those that were asked for before mean nothing any more.
    package private(set) var generation = 0
    /// Merging has made too little room to be worth its time once more.
    private var isMerged = false
    /// One cache for all clients, empty at the beginning.
    private var cache: CacheSimulation?
    /// URLs of which that cache has kept something that may spare a server something.
    private var cached: Set<Bytes> = []

    /// - Parameter cache: which cache is simulated; nil: none, which takes less time.
    package init(by dimension: StatDimension, cache: CacheKind? = .privateCache) {
        self.dimension = dimension
        self.cache = cache.map { CacheSimulation($0) }
    }

    /// Takes in the next flow.
    ///
    /// - Parameters:
    ///   - isWorthCaching: a cache that kept its response might spare the server something later.
    ///   - weight: for so many flows it stands.
    package mutating func add(_ record: FlowRecord, isWorthCaching: Bool = true, weight: Double = 1) {
        let isCached = concernsCache(
            method: record.method.name, url: { record.url }, isWorthCaching: isWorthCaching)
        add(
            FlowSample(record).weighted(weight), at: place(of: StatKey(record, by: dimension)), isCached ? record : nil)
    }

    /// Takes in the next flow by what is known of it.
    ///
    /// - Parameters:
    ///   - place: of its group.
    ///   - record: where the flow `concernsCache`.
    package mutating func add(_ sample: FlowSample, at place: Int, _ record: FlowRecord?) {
        var verdict: CacheVerdict?
        if let record { verdict = self.verdict(record) }
        total.add(sample, verdict)
        series.add(sample)
        groups[place].figures.add(sample, verdict)
    }

    // MARK: - Counted elsewhere

    /// Takes in flows of one group that have failure, reuse and weight in common: sizes are sums, times come apart, and
    /// the series does.
    package mutating func add(_ sum: FlowSample, count: UInt64, at place: Int) {
        total.add(sum, count: count)
        groups[place].figures.add(sum, count: count)
    }

    package mutating func add(_ cell: DurationCell, at place: Int) {
        total.add(cell)
        groups[place].figures.add(cell)
    }

    /// Takes in what a cache would have done with a flow that is counted already.
    package mutating func addVerdict(_ record: FlowRecord, at place: Int) {
        guard let verdict = verdict(record) else { return }
        total.add(verdict)
        groups[place].figures.add(verdict)
    }

    /// Begins the series with steps of this length.
    package mutating func beginSeries(width: Int64) { series.begin(width: width) }

    package mutating func add(_ sum: FlowSample, count: UInt64, inStep place: Int64) {
        series.add(sum, count: count, inStep: place)
    }

    package mutating func add(_ cell: DurationCell, inStep place: Int64) { series.add(cell, inStep: place) }

    // MARK: - Groups

    /// Where the group of these flows stands, for as long as `generation` is the same.
    package mutating func place(of key: StatKey) -> Int {
        if let place = places[key] { return place }
        if groups.count >= Self.groupLimit {
            if !isMerged {
                merge()
                isMerged = groups.count > Self.groupLimit / 2
                if let place = places[key] { return place }
            }
            if groups.count >= Self.groupLimit { return places[.rest] ?? append(.rest) }
        }
        return append(key)
    }

    private mutating func append(_ key: StatKey) -> Int {
        places[key] = groups.count
        groups.append(Row(key: key, figures: FlowFigures()))
        return groups.count - 1
    }

    /// Whether what a cache would have saved may differ by this flow: then its record is needed. Of most flows of an
    /// API nothing is kept, or nothing that could be used again.
    package mutating func concernsCache(method: Bytes, url: () -> Bytes, isWorthCaching: Bool) -> Bool {
        guard cache != nil, isWorthCaching || !cached.isEmpty else { return false }
        let key = RedirectTargets.key(url())
        if isWorthCaching {
            cached.insert(key)
            return true
        }
        // What is no GET may outdate what is stored of other URLs, too (RFC 9111 §4.4).
        return (method != "GET" && method != "HEAD") || cached.contains(key)
    }

    /// The groups, the largest first; equal ones by name.
    package mutating func rows() -> [Row] {
        merge()
        let named = groups.map { (row: $0, name: $0.key.text) }
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

    /// The endpoints among these that are one, as they differ in a part of the path that varies; others are missing.
    static func common(of keys: [StatKey]) -> [StatKey: StatKey] {
        var merged: [StatKey: StatKey] = [:]
        let families = Dictionary(grouping: keys) { StatKey(method: $0.method, host: $0.host, segments: []) }
        for (place, keys) in families where !place.host.isEmpty {
            for (segments, common) in PathTemplates.merges(keys.map(\.segments)) {
                merged[StatKey(method: place.method, host: place.host, segments: segments)] =
                    StatKey(method: place.method, host: place.host, segments: common)
            }
        }
        return merged
    }

    /// Counts together what differs in a part of the path that varies.
    private mutating func merge() {
        guard dimension == .endpoint else { return }
        let merged = Self.common(of: groups.map(\.key))
        guard !merged.isEmpty else { return }
        let before = groups
        groups = []
        places = [:]
        generation += 1
        for row in before {
            let key = merged[row.key] ?? row.key
            let place = places[key] ?? append(key)
            groups[place].figures.add(row.figures)
        }
    }
}
