import Bytes
import Flow
import HTTPModel
import Workbench

/// Figures over the flows of a session, by its columns: only those flows are read that a cache might have answered.
struct StoredStatistics {
    private let reader: SessionReader
    private(set) var statistics: FlowStatistics
    /// Of each of those who read: the keys that came, and the places of their groups; -1 where that is not known.
    private var keys: [[StatKey]] = []
    private var places: [[Int]] = []
    private var generation = 0
    /// Flows from the first on whose record is needed: they are added in their order.
    private var waiting: [Waiting] = []

    private struct Waiting {
        let sample: FlowSample
        let key: StatKey
        let id: UInt64
        let isWanted: Bool
    }

    /// So many flows are a part that one thread reads.
    private static let partSize = 20_000

    init(_ reader: SessionReader, by dimension: StatDimension) {
        self.reader = reader
        statistics = FlowStatistics(by: dimension)
    }

    /// Counts the flows that a query finds.
    mutating func count(_ query: FlowQuery) throws(SessionError) {
        guard query.isForAll else { return try countSome(query) }
        let pages = try StatisticsPages(reader, by: statistics.dimension, parts: try reader.parts(of: Self.partSize))
        defer { pages.cancel() }
        while let (page, place) = pages.next() {
            if let failure = page.failure { throw failure }
            try add(page, by: place)
        }
    }

    private mutating func countSome(_ query: FlowQuery) throws(SessionError) {
        var reading = StatisticsReading(by: statistics.dimension)
        var counting = self
        try reader.forEachFacts(
            reading.facts, query, { reading.add($0) },
            pageEnded: { () throws(SessionError) in try counting.add(reading.takePage(), by: 0) })
        self = counting
    }

    /// - Parameter place: says who read the page.
    private mutating func add(_ page: StatisticsPage, by place: Int) throws(SessionError) {
        while keys.count <= place {
            keys.append([])
            places.append([])
        }
        if page.forgetsKeys { (keys[place], places[place]) = ([], []) }
        keys[place] += page.newKeys
        places[place] += Array(repeating: -1, count: page.newKeys.count)
        let text = Bytes(page.text)
        for item in page.items { add(item, text, by: place) }
        try addWaiting()
    }

    private mutating func add(_ item: StatisticsPage.Item, _ text: Bytes, by reading: Int) {
        func part(_ range: Range<Int32>) -> Bytes { text.slice(Int(range.lowerBound)..<Int(range.upperBound)) }
        let isWanted = statistics.concernsCache(
            method: item.method.isEmpty ? "GET" : part(item.method), url: { part(item.url) },
            isWorthCaching: item.isWorthCaching)
        guard isWanted || !waiting.isEmpty else {
            return statistics.add(item.sample, at: place(of: item.key, by: reading), nil)
        }
        waiting.append(Waiting(sample: item.sample, key: keys[reading][item.key], id: item.id, isWanted: isWanted))
    }

    /// The group of a key, which moves when groups are merged.
    private mutating func place(of key: Int, by reading: Int) -> Int {
        if generation != statistics.generation { forgetPlaces() }
        let known = places[reading][key]
        guard known < 0 else { return known }
        let place = statistics.place(of: keys[reading][key])
        if generation != statistics.generation { forgetPlaces() }
        places[reading][key] = place
        return place
    }

    private mutating func forgetPlaces() {
        generation = statistics.generation
        for reading in places.indices { places[reading] = Array(repeating: -1, count: places[reading].count) }
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
}
