import Filter
import Flow
import Library
import Platform
import Store

/// Gives the newest flows, then others as they come.
protocol FlowFollower {
    /// The newest of the flows that are there, the newest first; from here on only others are given.
    mutating func first(_ limit: Int, _ body: (FilterSubject) -> Void) throws
    /// Waits for a moment, and gives the flows that have come since.
    mutating func next(_ body: (FilterSubject) -> Void) throws
}

/// The flows of a session as they end, for `hark flows --follow`. Owned by one command.
struct FlowFollowing: FlowFollower {
    private let source: SessionLibrary
    private let filter: FlowFilter
    private let hasContent: Bool
    /// The highest number that was looked at, and those below it that had not ended.
    private var last: UInt64 = 0
    private var open: [UInt64] = []
    private var version: Int64?

    /// How long to wait before the file is looked at again, in microseconds.
    private static let pause: UInt32 = 100_000

    init(_ source: SessionLibrary, _ filter: FlowFilter, hasContent: Bool) {
        self.source = source
        self.filter = filter
        self.hasContent = hasContent
    }

    /// The newest of the flows that have ended, the newest first; from here on only others are given.
    mutating func first(_ limit: Int, _ body: (FilterSubject) -> Void) throws {
        let reader = source.reader
        version = try reader.version()
        last = try reader.lastNumber()
        let isOpen = FlowQuery(where: "flow.state = 0 AND flow.id <= ?", [.integer(Int64(bitPattern: last))])
        open = try reader.numbers(isOpen)
        var left = limit
        let reading = FlowReading(.newestFirst, hasContent: hasContent)
        guard left > 0 else { return }
        try source.forEach(filter, .here, reading) { subject in
            guard subject.record.isFinished, subject.record.id.number <= last else { return true }
            body(subject)
            left -= 1
            return left > 0
        }
    }

    /// Waits until the file has changed, and gives the flows that have ended since.
    mutating func next(_ body: (FilterSubject) -> Void) throws {
        let reader = source.reader
        let newest = try reader.version()
        guard newest != version else {
            usleep(Self.pause)
            return
        }
        version = newest
        let matcher = FilterMatcher(filter, .here)
        var stillOpen: [UInt64] = []
        let seen = last
        let waiting = open
        func look(_ flow: StoredFlow) -> Bool {
            let number = flow.record.id.number
            last = max(last, number)
            guard flow.record.isFinished else {
                stillOpen.append(number)
                return true
            }
            let subject = source.subject(flow)
            if matcher.matches(subject) { body(subject) }
            return true
        }
        try reader.forEachFlow(numbered: waiting, omitsBodies: false, look)
        try reader.forEachFlow(FlowQuery(behind: seen), look)
        open = stillOpen
    }
}
