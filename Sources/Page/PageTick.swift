package import Flow
package import Library

/// What happened since the last tick. A value, made by whoever watches.
package struct PageTick: Sendable {
    package var began: [UInt64]
    package var ended: [UInt64]
    /// Of the flows that are new or changed the newest, newest first.
    package var changed: [FlowRecord]
    /// How many more changed.
    package var skipped: Int
    package var openCount: Int
    /// Flows of the session.
    package var flowCount: Int
    /// How many begin a second.
    package var rate: Double
    /// It is another one than was told last.
    package var isRateNew = false
    /// What became of the file.
    package var change: LibraryChange

    package init(
        began: [UInt64] = [], ended: [UInt64] = [], changed: [FlowRecord] = [], skipped: Int = 0, openCount: Int = 0,
        flowCount: Int = 0, rate: Double = 0, change: LibraryChange = .none
    ) {
        self.began = began
        self.ended = ended
        self.changed = changed
        self.skipped = skipped
        self.openCount = openCount
        self.flowCount = flowCount
        self.rate = rate
        self.change = change
    }

    /// Nothing of it is worth telling.
    package var isEmpty: Bool {
        began.isEmpty && ended.isEmpty && changed.isEmpty && change == .none && !isRateNew
    }

    /// So many rows go out in one tick: more than anybody sees at once.
    package static let mostRows = 100
}

/// What has to be asked of the file in one tick.
package struct PageTickWork: Sendable {
    /// By view: where it ended before, what was appended to it already.
    var appended: [Int: (first: Int, numbers: [UInt64])] = [:]
    /// By view, the flows that are to be asked.
    var due: [(view: Int, numbers: [UInt64], ask: @Sendable () -> [UInt64])] = []

    package var isEmpty: Bool { due.isEmpty }

    /// Asks; by view the flows that match. Takes long.
    package func perform() -> [Int: [UInt64]] {
        Dictionary(due.map { ($0.view, $0.ask()) }, uniquingKeysWith: +)
    }
}
