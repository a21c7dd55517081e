import ArgumentParser
import Bytes
import Explain
import Filter
import Flow
import Formats
import Platform
import Store

/// The flows of a recording: a HAR, a log, and whatever else is read.
struct RecordedSource: FlowSource {
    private enum Flows {
        case whole([FlowRecord])
        /// Read anew, one at a time, by whoever walks over them.
        case read(OpenedRecording)
    }

    /// Where a flow is found again, and how many redirects led to it.
    struct Place {
        fileprivate let entry: OpenedRecording.Entry
        fileprivate let hop: Int64?
    }

    private let flows: Flows

    /// Opens a file (`-`: standard input); what is damaged in it is told on standard error.
    init(path: String) throws {
        let file = InputFile(path)
        let bytes = try file.open()
        if let recording = OpenedRecording(bytes, of: path) {
            flows = .read(recording)
            return
        }
        guard let recording = RecordedFile(try file.whole(bytes), now: WallTime.seconds) else {
            Diagnostics.say(
                "\(path.terminalEscaped): unknown file format ('hark help import' lists the supported ones)")
            throw ExitCode(EX_DATAERR)
        }
        Diagnostics.say(recording.damage, of: path)
        if recording.flows.isEmpty {
            if recording.damage.isEmpty {
                Diagnostics.say("\(path.terminalEscaped): nothing in it could be read as an exchange.")
            }
            throw ExitCode(EX_DATAERR)
        }
        flows = .whole(recording.flows)
    }

    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let matcher = FilterMatcher(filter, clock)
        if reading.order == nil, !reading.isReversed {
            var left = reading.limit ?? .max
            return try walk { _, subject in
                guard left > 0 else { return false }
                guard matcher.matches(subject) else { return true }
                left -= 1
                return try body(subject)
            }
        }
        var found: [(key: FilterValue, item: Place)] = []
        try walk { place, subject in
            guard matcher.matches(subject) else { return true }
            found.append((reading.order?.value(subject) ?? .null, place))
            return true
        }
        for place in reading.sorted(found) {
            guard let flow = flow(at: place.entry) else { continue }
            guard try body(Self.subject(flow, place.hop)) else { return }
        }
    }

    func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        var count = 0
        try forEach(filter, clock) { _ in
            count += 1
            return true
        }
        return count
    }

    func flow(_ number: UInt64) throws -> FilterSubject? {
        switch flows {
        case .whole(let flows): flows.first { $0.id.number == number }.map { Self.subject($0, nil) }
        case .read(let recording): recording.flow(FlowID(number)).map { Self.subject($0, nil) }
        }
    }

    func connections() throws -> [ConnectionRecord] {
        switch flows {
        case .whole: []
        case .read(let recording): recording.connections()
        }
    }

    func past(of records: [FlowRecord]) throws -> SessionPast {
        var index = SessionIndex()
        try walk { _, subject in
            index.add(SessionFact(subject.record))
            return true
        }
        let found = index.past(of: records)
        var wanted = Set(found.numbers)
        var flows: [FlowRecord] = []
        try walk { _, subject in
            if wanted.remove(subject.record.id.number) != nil { flows.append(subject.record.slim) }
            return !wanted.isEmpty
        }
        return SessionPast(flows: flows.sorted { $0.id < $1.id }, since: found.since)
    }

    /// The connections that were met when the flows were read last.
    var connectionsSeen: [ConnectionRecord] {
        switch flows {
        case .whole: []
        case .read(let recording): recording.connectionsSeen
        }
    }

    /// All flows in the order of the file, with their places, until `body` says no.
    func forEachPlace(_ body: (Place, FilterSubject) throws -> Bool) throws { try walk(body) }

    /// The flow at a place that was handed out before.
    func subject(at place: Place) -> FilterSubject? { flow(at: place.entry).map { Self.subject($0, place.hop) } }

    /// All flows in the order of the file, until `body` says no.
    private func walk(_ body: (Place, FilterSubject) throws -> Bool) throws {
        var hops = RedirectHops()
        func take(_ flow: FlowRecord, _ entry: OpenedRecording.Entry) throws -> Bool {
            let hop = hops.hop(of: flow)
            return try body(Place(entry: entry, hop: hop), Self.subject(flow, hop))
        }
        switch flows {
        case .whole(let flows):
            for (place, flow) in flows.enumerated() {
                guard try take(flow, OpenedRecording.Entry(place: place, range: 0..<0)) else { return }
            }
        case .read(let recording): try recording.forEachFlow(take)
        }
    }

    private func flow(at entry: OpenedRecording.Entry) -> FlowRecord? {
        switch flows {
        case .whole(let flows): flows[entry.place]
        case .read(let recording): recording.flow(entry)
        }
    }

    private static func subject(_ flow: FlowRecord, _ hop: Int64?) -> FilterSubject {
        var context = FlowContext()
        context.redirectHop = hop
        context.comment = flow.remarks?.comment
        context.tags = flow.remarks?.tags ?? []
        return FilterSubject(flow, context, reader: .standard)
    }
}
