import Explain
import Filter
import Flow
import Page
import Store
import Synchronization
import Workbench

/// The path of the session that a proxy fills now. Safe to use from anywhere.
final class RecordedPath: Sendable {
    private let path: Mutex<String>

    init(_ path: String) {
        self.path = Mutex(path)
    }

    var value: String { path.withLock { $0 } }

    func change(to other: String) { path.withLock { $0 = other } }
}

/// The flows of the session that a proxy fills now, whichever that is.
final class CurrentSession: PageSource {
    private let path: RecordedPath
    private let open: @Sendable (String) throws(SessionError) -> SessionFlows
    private let flows: Mutex<SessionFlows>

    init(
        _ path: RecordedPath, _ open: @escaping @Sendable (String) throws(SessionError) -> SessionFlows
    ) throws(SessionError) {
        self.path = path
        self.open = open
        flows = Mutex(try open(path.value))
    }

    /// Where they are.
    var place: String { path.value }

    private func now() throws(PageError) -> SessionFlows {
        let path = path.value
        let result: Result<SessionFlows, PageError> = flows.withLock { flows in
            guard flows.path != path else { return .success(flows) }
            do throws(SessionError) {
                flows = try open(path)
                return .success(flows)
            } catch {
                return .failure(PageError(503, .session, error.text))
            }
        }
        return try result.get()
    }

    func session() throws(PageError) -> PageSession { try now().session() }

    func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: PageOrder?) throws(PageError) -> [UInt64] {
        try now().numbers(filter, clock, order)
    }

    func matching(_ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]) throws(PageError) -> [UInt64] {
        try now().matching(filter, clock, among: numbers)
    }

    func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) -> Bool) throws(PageError) {
        try now().subjects(numbers, hasContent: hasContent, body)
    }

    func moments(_ numbers: [UInt64], _ body: (PageMoments) -> Void) throws(PageError) {
        try now().moments(numbers, body)
    }

    func around(_ record: FlowRecord) throws(PageError) -> SessionContext { try now().around(record) }

    func past(of records: [FlowRecord]) throws(PageError) -> SessionPast { try now().past(of: records) }

    func connections(of record: FlowRecord) throws(PageError) -> [ConnectionRecord] {
        try now().connections(of: record)
    }

    func foresee(_ number: UInt64) { (try? now())?.foresee(number) }

    func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) throws(PageError) -> FlowStatistics {
        try now().statistics(filter, clock, by: dimension)
    }

    func look() -> PageChange { (try? now())?.look() ?? .none }

    func mark(_ numbers: [UInt64], _ marks: PageMarks) throws(PageError) -> Int { try now().mark(numbers, marks) }

    func delete(_ numbers: [UInt64]) throws(PageError) -> (deleted: Int, isOverwritten: Bool) {
        try now().delete(numbers)
    }

    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void) {
        do throws(PageError) {
            try now().send(order, done)
        } catch {
            done(.failure(error))
        }
    }
}
