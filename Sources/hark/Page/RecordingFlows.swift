import Explain
import Filter
import Flow
import Page
import Synchronization
import Workbench

/// The flows of a recording, for the page: a HAR, a log, what curl printed. Nothing of it changes.
final class RecordingFlows: PageSource {
    private let name: String
    private let start: Int64
    /// Whoever reads it is one thread's.
    private let recording: Mutex<Recording>
    private let around = AroundCache()

    private struct Recording {
        let source: RecordedSource
        /// By number, in the order of the file.
        var places: [UInt64: RecordedSource.Place] = [:]
        var numbers: [UInt64] = []
        var index = SessionIndex()
    }

    /// Those of HTTP/2; asked of every exchange that is opened.
    private let connections: [ConnectionRecord.Name: ConnectionRecord]

    /// - Parameter name: as a person knows it; nil: by its path.
    init(_ path: String, name: String? = nil) throws {
        let source = try RecordedSource(path: path)
        var recording = Recording(source: source)
        var start: Int64?
        try source.forEachPlace { place, subject in
            let number = subject.record.id.number
            if recording.places.updateValue(place, forKey: number) == nil { recording.numbers.append(number) }
            recording.index.add(SessionFact(subject.record))
            if let began = subject.record.startedAt { start = min(start ?? began, began) }
            return true
        }
        connections = Dictionary(source.connectionsSeen.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        self.start = start ?? 0
        self.name = name ?? path.split(separator: "/").last.map { String($0) } ?? path
        self.recording = Mutex(recording)
    }

    func session() -> PageSession {
        PageSession(
            kind: .recording, name: name, start: start, flowCount: recording.withLock { $0.numbers.count },
            canEdit: false, canResend: false)
    }

    private static let unreadable = PageError(503, .session, "The recording can no longer be read.")

    func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: PageOrder?) throws(PageError) -> [UInt64] {
        if filter == .everything, order == nil { return recording.withLock { $0.numbers } }
        let numbers = recording.withLock { recording -> [UInt64]? in
            var found: [(key: FilterValue, item: UInt64)] = []
            do {
                try recording.source.forEach(filter, clock) { subject in
                    found.append((order?.field.value(of: subject) ?? .null, subject.record.id.number))
                    return true
                }
            } catch {
                return nil
            }
            if order != nil { found.sort { FilterValue.isLess($0.key, $1.key) } }
            let numbers = found.map(\.item)
            return order?.isReversed == true ? numbers.reversed() : numbers
        }
        guard let numbers else { throw Self.unreadable }
        return numbers
    }

    func matching(
        _ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]
    ) throws(PageError) -> [UInt64] {
        let matcher = FilterMatcher(filter, clock)
        var found: [UInt64] = []
        subjects(numbers, hasContent: true) { subject in
            if matcher.matches(subject) { found.append(subject.record.id.number) }
            return true
        }
        return found
    }

    func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) -> Bool) {
        recording.withLock { recording in
            for number in numbers {
                guard let place = recording.places[number], let subject = recording.source.subject(at: place) else {
                    continue
                }
                guard body(subject) else { return }
            }
        }
    }

    func moments(_ numbers: [UInt64], _ body: (PageMoments) -> Void) {
        subjects(numbers, hasContent: false) { subject in
            body(PageMoments(subject.record))
            return true
        }
    }

    func around(_ record: FlowRecord) throws(PageError) -> SessionContext {
        let found = recording.withLock { recording in
            try? around.flows(around: record.id.number, version: 0) { range, _ in
                try FlowsAround.read(range, in: recording.source)
            }
        }
        guard let found else { throw Self.unreadable }
        return found
    }

    func past(of records: [FlowRecord]) -> SessionPast {
        let found = recording.withLock { $0.index.past(of: records) }
        var flows: [FlowRecord] = []
        subjects(found.numbers, hasContent: false) { subject in
            flows.append(subject.record.slim)
            return true
        }
        return SessionPast(flows: flows, since: found.since)
    }

    func connections(of record: FlowRecord) -> [ConnectionRecord] {
        ConnectionRecord.names(of: record).compactMap { connections[$0] }
    }

    func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws(PageError) -> FlowStatistics {
        let figures = recording.withLock { recording in
            try? recording.source.statistics(filter, clock, by: dimension)
        }
        guard let figures else { throw Self.unreadable }
        return figures
    }

    func look() -> PageChange { .none }

    private static let readOnly = PageError(
        409, .readOnly, "A HAR or a log is read-only; 'hark import' copies it into a session.")

    func mark(_ numbers: [UInt64], _ marks: PageMarks) throws(PageError) -> Int { throw Self.readOnly }

    func delete(_ numbers: [UInt64]) throws(PageError) -> (deleted: Int, isOverwritten: Bool) { throw Self.readOnly }

    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void) {
        done(.failure(Self.readOnly))
    }
}
