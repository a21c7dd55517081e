package import Explain
package import Filter
package import Flow
package import Formats

/// Flows in their order, as a file or memory has them.
package protocol RecordedFlows {
    typealias Entry = RecordingReader.Entry

    /// Hands them out until `body` says no.
    func forEachFlow(_ body: (FlowRecord, Entry) throws -> Bool) throws
    /// One that was handed out before.
    func flow(_ entry: Entry) -> FlowRecord?
    /// The flow of this number; nil when there is none.
    func flow(_ number: FlowID) -> FlowRecord?
    /// The connections of HTTP/2 that are recorded beside the flows.
    func connections() -> [ConnectionRecord]
    /// Those that were passed by when the flows were handed out last.
    var connectionsSeen: [ConnectionRecord] { get }
}

/// The library of records in order: of a HAR, a log, or whatever else was read. Nothing of it changes. Used by one
/// thread; `SharedLibrary` lends it to several.
package final class RecordLibrary: FlowLibrary {
    /// Where a flow is found again, and how many redirects led to it.
    private struct Place {
        let entry: RecordingReader.Entry
        let hop: Int64?
    }

    /// What one walk over all flows tells.
    private struct Index {
        /// By number, in the order of the file.
        var places: [UInt64: Place] = [:]
        var numbers: [UInt64] = []
        var session = SessionIndex()
        var start: Int64?
        /// Asked of every exchange that is opened.
        var connections: [ConnectionRecord.Name: ConnectionRecord] = [:]
    }

    private let flows: any RecordedFlows
    private let reader: FilterReader
    /// nil while nobody has needed it.
    private var known: Index?
    private let around = AroundCache()

    package init(_ flows: any RecordedFlows, reader: FilterReader) {
        (self.flows, self.reader) = (flows, reader)
    }

    package convenience init(_ flows: [FlowRecord], reader: FilterReader) {
        self.init(ListedFlows(flows), reader: reader)
    }

    /// When the first flow began, in microseconds since 1970; nil when that is not known of any.
    package func start() throws -> Int64? { try index().start }

    private func index() throws -> Index {
        if let known { return known }
        var index = Index()
        try walk { place, subject in
            let number = subject.record.id.number
            if index.places.updateValue(place, forKey: number) == nil { index.numbers.append(number) }
            index.session.add(SessionFact(subject.record))
            if let began = subject.record.startedAt { index.start = min(index.start ?? began, began) }
            return true
        }
        index.connections = Dictionary(flows.connectionsSeen.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        known = index
        return index
    }

    /// All flows in their order, until `body` says no.
    private func walk(_ body: (Place, FilterSubject) throws -> Bool) throws {
        var hops = RedirectHops()
        try flows.forEachFlow { flow, entry in
            let hop = hops.hop(of: flow)
            return try body(Place(entry: entry, hop: hop), subject(flow, hop))
        }
    }

    private func subject(_ flow: FlowRecord, _ hop: Int64?) -> FilterSubject {
        var context = FlowContext()
        context.redirectHop = hop
        context.comment = flow.remarks?.comment
        context.tags = flow.remarks?.tags ?? []
        return FilterSubject(flow, context, reader: reader)
    }

    // MARK: Find

    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let matcher = FilterMatcher(filter, clock)
        var left = reading.limit ?? .max
        guard !reading.order.isRecorded else {
            return try walk { _, subject in
                guard left > 0 else { return false }
                guard matcher.matches(subject) else { return true }
                left -= 1
                return try body(subject)
            }
        }
        var found: [(key: FilterValue, item: Place)] = []
        try walk { place, subject in
            if matcher.matches(subject) { found.append((reading.order.value(subject), place)) }
            return true
        }
        for place in reading.order.sorted(found).prefix(left) {
            guard let flow = flows.flow(place.entry) else { continue }
            guard try body(subject(flow, place.hop)) else { return }
        }
    }

    package func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) throws -> [UInt64] {
        if filter == .everything, order.isRecorded { return try index().numbers }
        return try numbersOneByOne(filter, clock, order)
    }

    package func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        if filter == .everything, let known { return known.numbers.count }
        var count = 0
        try forEach(filter, clock) { _ in
            count += 1
            return true
        }
        return count
    }

    // MARK: Read

    package func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) throws {
        let places = try index().places
        for number in numbers {
            guard let place = places[number], let flow = flows.flow(place.entry) else { continue }
            guard try body(subject(flow, place.hop)) else { return }
        }
    }

    /// Without an index: a command wants one, and no more.
    package func flow(_ number: UInt64) throws -> FilterSubject? { flows.flow(FlowID(number)).map { subject($0, nil) } }

    // MARK: Neighbours

    package func around(_ record: FlowRecord) throws -> SessionContext {
        try around.flows(around: record.id.number, version: 0) { range, _ in try flows(in: range) }
    }

    package func past(of records: [FlowRecord]) throws -> SessionPast {
        let found = try index().session.past(of: records)
        var flows: [FlowRecord] = []
        try subjects(found.numbers, hasContent: false) { subject in
            flows.append(subject.record.slim)
            return true
        }
        return SessionPast(flows: flows.sorted { $0.id < $1.id }, since: found.since)
    }

    package func connections() -> [ConnectionRecord] { flows.connections() }

    package func connections(of record: FlowRecord, lost: Bool) -> [ConnectionRecord] {
        let names = ConnectionRecord.names(of: record)
        if !lost, let known { return names.compactMap { known.connections[$0] } }
        return names.isEmpty ? [] : ConnectionRecord.those(of: record, among: connections(), lost: lost)
    }
}

/// Flows in memory.
private struct ListedFlows: RecordedFlows {
    private let flows: [FlowRecord]

    init(_ flows: [FlowRecord]) {
        self.flows = flows
    }

    func forEachFlow(_ body: (FlowRecord, Entry) throws -> Bool) throws {
        for (place, flow) in flows.enumerated() {
            guard try body(flow, Entry(place: place, range: 0..<0)) else { return }
        }
    }

    func flow(_ entry: Entry) -> FlowRecord? { flows[entry.place] }

    func flow(_ number: FlowID) -> FlowRecord? { flows.first { $0.id == number } }

    func connections() -> [ConnectionRecord] { [] }

    var connectionsSeen: [ConnectionRecord] { [] }
}
