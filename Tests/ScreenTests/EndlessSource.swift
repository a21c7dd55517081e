import Explain
import Filter
import Flow
import Library
import Page
import Synchronization
import Workbench

/// As many flows as one likes, made when they are read; it counts them.
final class EndlessSource: PageSource, FlowLibrary {
    private let count: UInt64
    private let handed = Mutex(0)

    init(_ count: UInt64) {
        self.count = count
    }

    /// Flows that were read so far.
    var read: Int { handed.withLock { $0 } }

    func session() -> PageSession {
        PageSession(
            kind: .live, name: "endless", start: 0, flowCount: Int(count), proxies: ["127.0.0.1:8888"], canEdit: false,
            canResend: false)
    }

    func library() -> any FlowLibrary & Sendable { self }

    func count(_ filter: FlowFilter, _ clock: FilterClock) -> Int { Int(count) }

    func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        try subjects(Array(1...count), hasContent: reading.hasContent, body)
    }

    func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) -> [UInt64] { Array(1...count) }

    func matching(_ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]) -> [UInt64] { [] }

    func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) rethrows {
        for number in numbers {
            handed.withLock { $0 += 1 }
            guard try body(FilterSubject(ScreenScene.flow(number, at: Int64(number)))) else { return }
        }
    }

    func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) {}

    func foresee(_ number: UInt64) {}
    func mark(_ numbers: [UInt64], _ marks: FlowMarks) -> Int { 0 }
    func delete(_ numbers: [UInt64]) -> (deleted: Int, isOverwritten: Bool) { (0, false) }
    func look() -> LibraryChange { .none }

    func around(_ record: FlowRecord) -> SessionContext { SessionContext([record]) }
    func past(of records: [FlowRecord]) -> SessionPast { .none }

    func statistics(_ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension) -> FlowStatistics {
        FlowStatistics(by: dimension)
    }

    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void) {
        done(.success(nil))
    }
}
