import Dispatch
import Explain
import Filter
import Flow
import Page
import Platform
import Store
import Synchronization
import Workbench

/// The flows of a session file, for the page: one that a proxy fills, or one that was kept.
final class SessionFlows: PageSource {
    let path: String
    private let name: String?
    private let canEdit: Bool
    private let kind: PageSession.Kind
    private let reader: SessionReader
    /// What takes long has a connection of its own, so that rows need not wait for it.
    private let slow: SessionReader
    /// What is read before somebody asks for it has one, too.
    private let near: SessionReader
    private let nearQueue = DispatchQueue(label: "hark.page.around", qos: .utility)
    /// The flow whose surroundings are read next; 0: none.
    private let foreseen = Atomic<UInt64>(0)
    /// When what is around the newest flows was read last, by the steady clock.
    private let lastEndRead = Atomic<UInt64>(0)
    private static let endInterval: UInt64 = 1_000_000_000
    /// So many of the newest flows are the end.
    private static let end: UInt64 = 1_000
    private let start: Int64
    private let proxies: @Sendable () -> [String]
    private let sending: (any PageSender)?
    private let seen: Mutex<Seen>
    private let around = AroundCache()
    /// What bears on flows, as far as somebody asked.
    private let index = Mutex<SessionIndex?>(nil)

    /// What of the file was seen last.
    private struct Seen {
        var version: Int64
        var last: UInt64
        let device: dev_t
        let inode: ino_t
    }

    /// - Parameters:
    ///   - kind: `live` when this process fills it.
    ///   - proxies: the listeners of this process.
    ///   - name: as a person knows it; nil: by its path.
    ///   - canEdit: flows may be marked and deleted.
    init(
        _ path: String, kind: PageSession.Kind, now: Int64, proxies: @escaping @Sendable () -> [String] = { [] },
        sending: (any PageSender)? = nil, name: String? = nil, canEdit: Bool = true
    ) throws(SessionError) {
        self.path = path
        self.name = name
        self.canEdit = canEdit
        self.kind = kind
        self.proxies = proxies
        self.sending = sending
        reader = try SessionReader(path)
        slow = try SessionReader(path)
        near = try SessionReader(path)
        let first = try reader.flows(FlowQuery(limit: 1, omitsBodies: true)).first?.record.startedAt
        let began = kind == .live ? now : try SessionEntry(path: path).start * 1_000_000
        start = first ?? began
        var status = stat()
        stat(path, &status)
        seen = Mutex(
            Seen(
                version: try reader.version(), last: try reader.lastNumber(), device: status.st_dev,
                inode: status.st_ino))
    }

    private var schema: FilterSchema { slow.schema(judgedBy: FilterReader.standard.checks) }

    /// What the file says is wrong is said of the session.
    private static func say<Result>(_ body: () throws(SessionError) -> Result) throws(PageError) -> Result {
        do throws(SessionError) {
            return try body()
        } catch {
            throw PageError(503, .session, error.text)
        }
    }

    func session() throws(PageError) -> PageSession {
        let count = try Self.say { () throws(SessionError) in try reader.count(FlowQuery()) }
        let name = name ?? path.split(separator: "/").last.map { String($0) } ?? path
        return PageSession(
            kind: kind, name: name.hasSuffix(SessionName.ending) ? String(name.dropLast(5)) : name, start: start,
            flowCount: count, proxies: proxies(), canEdit: canEdit, canResend: sending != nil)
    }

    // MARK: Finding

    func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: PageOrder?) throws(PageError) -> [UInt64] {
        let sql = FilterSQL(filter, clock, schema)
        var query = FlowQuery(sql, isNewestFirst: order?.isReversed ?? false)
        query.omitsBodies = sql.isExact
        guard let order else { return try find(query, sql.isExact ? nil : FilterMatcher(filter, clock)) }
        if let expression = schema.order(of: order.field) {
            query.order = expression
            return try find(query, sql.isExact ? nil : FilterMatcher(filter, clock))
        }
        // What only the flows themselves tell.
        var found: [(key: FilterValue, item: UInt64)] = []
        let matcher = FilterMatcher(filter, clock)
        query.isNewestFirst = false
        try Self.say { () throws(SessionError) in
            try slow.forEachFlow(query) { flow in
                let subject = StoredSource.subject(flow)
                if matcher.matches(subject) { found.append((order.field.value(of: subject), flow.record.id.number)) }
                return true
            }
        }
        found.sort { FilterValue.isLess($0.key, $1.key) }
        let numbers = found.map(\.item)
        return order.isReversed ? numbers.reversed() : numbers
    }

    /// - Parameter matcher: asked of each flow; nil when the query says it all.
    private func find(_ query: FlowQuery, _ matcher: FilterMatcher?) throws(PageError) -> [UInt64] {
        guard let matcher else { return try Self.say { () throws(SessionError) in try slow.numbers(query) } }
        var found: [UInt64] = []
        try Self.say { () throws(SessionError) in
            try slow.forEachFlow(query) { flow in
                if matcher.matches(StoredSource.subject(flow)) { found.append(flow.record.id.number) }
                return true
            }
        }
        return found
    }

    func matching(
        _ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]
    ) throws(PageError) -> [UInt64] {
        let sql = FilterSQL(filter, clock, schema)
        var query = FlowQuery(sql)
        query.restrict(to: numbers)
        query.omitsBodies = sql.isExact
        return try find(query, sql.isExact ? nil : FilterMatcher(filter, clock))
    }

    func subjects(
        _ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) -> Bool
    ) throws(PageError) {
        try Self.say { () throws(SessionError) in
            try reader.forEachFlow(numbered: numbers, omitsBodies: !hasContent) { body(StoredSource.subject($0)) }
        }
    }

    private static let momentFacts: Set<FlowFact> = [.id, .time, .duration, .status, .outcome]

    func moments(_ numbers: [UInt64], _ body: (PageMoments) -> Void) throws(PageError) {
        guard let first = numbers.first, let last = numbers.last else { return }
        // Where most of a stretch is wanted, all of it is read, which is much sooner done than asking one by one.
        let isDense = numbers.count > 1_000 && last >= first && (last - first) / 4 < UInt64(numbers.count)
        guard isDense, zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else {
            return try Self.say { () throws(SessionError) in
                try slow.forEachFacts(Self.momentFacts, of: numbers) { body(Self.moments($0)) }
            }
        }
        var place = 0
        func take(_ facts: FlowFacts) -> Bool {
            let number = UInt64(bitPattern: facts.integer(.id) ?? 0)
            while place < numbers.count, numbers[place] < number { place += 1 }
            if place < numbers.count, numbers[place] == number { body(Self.moments(facts)) }
            return true
        }
        try Self.say { () throws(SessionError) in
            try slow.forEachFacts(
                Self.momentFacts, in: Int64(clamping: first)...Int64(clamping: last), take,
                pageEnded: { () throws(SessionError) in })
        }
    }

    private static func moments(_ facts: FlowFacts) -> PageMoments {
        let outcome = facts.text(.outcome)
        let hasFailed = outcome.map { $0 != "complete" && $0 != "tunnel" } ?? false
        return PageMoments(
            number: UInt64(bitPattern: facts.integer(.id) ?? 0), start: facts.integer(.time),
            duration: facts.integer(.duration), isFailed: hasFailed || facts.integer(.status) ?? 0 >= 400)
    }

    func foresee(_ number: UInt64) {
        // One at a time, and of those that wait the last.
        guard foreseen.exchange(number, ordering: .relaxed) == 0 else { return }
        nearQueue.async { [self] in readForeseen() }
    }

    /// On the queue. At the end of a session that grows, what is around a flow is more in a moment: in a flood it would
    /// be read again and again.
    private func readForeseen() {
        let now = Clock.nanoseconds()
        let due = lastEndRead.load(ordering: .relaxed) + Self.endInterval
        let isAtEnd =
            kind == .live
            && (try? near.lastNumber()).map { last in
                last < Self.end || last - Self.end < foreseen.load(ordering: .relaxed)
            } ?? false
        if isAtEnd {
            guard now >= due else {
                return nearQueue.asyncAfter(deadline: .now() + .nanoseconds(Int(due - now))) { [self] in readForeseen()
                }
            }
            lastEndRead.store(now, ordering: .relaxed)
        }
        _ = try? around(foreseen.exchange(0, ordering: .relaxed))
    }

    func connections(of record: FlowRecord) throws(PageError) -> [ConnectionRecord] {
        do {
            return try near.connections(of: record)
        } catch {
            throw PageError(503, .session, "The connections cannot be read.")
        }
    }

    func past(of records: [FlowRecord]) throws(PageError) -> SessionPast {
        do {
            return try index.withLock { try SessionIndex.past(of: records, &$0, in: near) }
        } catch {
            throw PageError(503, .session, "The flows before it cannot be read.")
        }
    }

    func around(_ record: FlowRecord) throws(PageError) -> SessionContext { try around(record.id.number) }

    private func around(_ number: UInt64) throws(PageError) -> SessionContext {
        do {
            return try around.flows(around: number, version: near.version()) { range, known in
                try known.isEmpty ? FlowsAround.read(range, in: StoredSource(near)) : flows(of: range, known)
            }
        } catch {
            throw PageError(503, .session, "The flows around it cannot be read.")
        }
    }

    /// The flows of these numbers that are there now; read are those alone that were not known.
    private func flows(of range: ClosedRange<UInt64>, _ known: [FlowRecord]) throws(SessionError) -> [FlowRecord] {
        var bounds = FlowQuery(
            where: "flow.id BETWEEN ? AND ?",
            [.integer(Int64(clamping: range.lowerBound)), .integer(Int64(clamping: range.upperBound))])
        bounds.omitsBodies = true
        let numbers = try near.numbers(bounds)
        var found = Dictionary(known.map { ($0.id.number, $0) }, uniquingKeysWith: { $1 })
        try near.forEachFlow(numbered: numbers.filter { found[$0] == nil }, omitsBodies: true) { flow in
            found[flow.record.id.number] = StoredSource.subject(flow).record.slim
            return true
        }
        return numbers.compactMap { found[$0] }.enumerated().map { place, flow in
            var flow = flow
            flow.index = place
            return flow
        }
    }

    func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws(PageError) -> FlowStatistics {
        do {
            return try StoredSource(slow).statistics(filter, clock, by: dimension)
        } catch {
            throw PageError(503, .session, "The statistics of this session cannot be read.")
        }
    }

    // MARK: Changing

    private func checkEditing() throws(PageError) {
        guard canEdit else {
            throw PageError(
                409, .readOnly, "A session opened on the page is read-only; 'hark page' with its name can change it.")
        }
    }

    func mark(_ numbers: [UInt64], _ marks: PageMarks) throws(PageError) -> Int {
        try checkEditing()
        return try Self.say { () throws(SessionError) in
            let editor = try SessionEditor(path)
            defer { editor.close() }
            var count = numbers.count
            if let pin = marks.pin { count = try editor.pin(numbers, pin) }
            if let comment = marks.comment { count = try editor.comment(numbers, comment) }
            if let tag = marks.tag { count = try editor.tag(numbers, tag) }
            if let tag = marks.untag { count = try editor.tag(numbers, tag, isOn: false) }
            return count
        }
    }

    func delete(_ numbers: [UInt64]) throws(PageError) -> (deleted: Int, isOverwritten: Bool) {
        try checkEditing()
        let result = try Self.say { () throws(SessionError) in
            let editor = try SessionEditor(path)
            defer { editor.close() }
            return try editor.delete(numbers)
        }
        return (result.count, result.isOverwritten)
    }

    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void) {
        guard let sending else {
            return done(.failure(PageError(409, .readOnly, "Cannot send: no proxy is running.")))
        }
        sending.send(order, done)
    }

    // MARK: Watching

    func look() -> PageChange {
        var status = stat()
        let isThere = stat(path, &status) == 0
        let version = try? reader.version()
        return seen.withLock { seen in
            guard isThere, status.st_dev == seen.device, status.st_ino == seen.inode else {
                return isThere ? .replaced : .deleted
            }
            guard kind != .live, let version, version != seen.version else { return .none }
            seen.version = version
            guard let last = try? reader.lastNumber(), last > seen.last else { return .none }
            defer { seen.last = last }
            let behind = FlowQuery(where: "flow.id > ?", [.integer(Int64(clamping: seen.last))])
            return .grown((try? reader.numbers(behind)) ?? [])
        }
    }
}
