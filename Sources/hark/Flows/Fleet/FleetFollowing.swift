import Filter
import Fleet
import Flow
import Library
import Platform

/// The flows of a fleet as the database takes them, for `hark flows --follow`. Owned by one command.
struct FleetFollowing: FlowFollower {
    private let source: FleetLibrary
    private let filter: FlowFilter
    private let hasContent: Bool
    /// By the database's clock, in microseconds since 1970: packs before it were looked at.
    private var since: Int64 = 0
    /// What arrived after that and was looked at.
    private var known: Set<FleetArrival> = []
    /// Given as one of the newest, and perhaps part of what arrives after them.
    private var given: Set<Name> = []

    private struct Name: Hashable {
        let run: RunID?
        let number: UInt64

        init(_ subject: FilterSubject) {
            (run, number) = (subject.record.run, subject.record.id.number)
        }
    }

    /// A transaction begins before its rows are seen: so long after others it may come, in microseconds.
    private static let patience: Int64 = 60_000_000
    /// How long to wait before the database is asked again, in microseconds.
    private static let pause: UInt32 = 1_000_000

    init(_ source: FleetLibrary, _ filter: FlowFilter, hasContent: Bool) {
        self.source = source
        self.filter = filter
        self.hasContent = hasContent
    }

    mutating func first(_ limit: Int, _ body: (FilterSubject) -> Void) throws {
        // What arrives while the first ones are read comes after them.
        since = try source.now() - Self.patience
        known = Set(try source.arrivals(since: since, known: []))
        guard limit > 0 else { return }
        let reading = FlowReading(.newestFirst, limit: limit, hasContent: hasContent)
        try source.forEach(filter, .here, reading) { subject in
            given.insert(Name(subject))
            body(subject)
            return true
        }
    }

    mutating func next(_ body: (FilterSubject) -> Void) throws {
        let arrivals = try source.arrivals(since: since, known: known)
        guard let newest = arrivals.map(\.arrived).max() else {
            usleep(Self.pause)
            return
        }
        let given = given
        for arrival in arrivals {
            try source.forEach(filter, .here, in: arrival, hasContent: hasContent) { subject in
                if !given.contains(Name(subject)) { body(subject) }
            }
        }
        since = max(since, newest - Self.patience)
        known = known.union(arrivals).filter { $0.arrived >= since }
    }
}
