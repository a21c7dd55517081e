import Bytes
package import Explain
package import Filter
package import Flow
package import Library
package import Page
import Synchronization
package import Workbench

/// Flows in memory, as the page's tests need them.
package final class MemorySource: PageSource, FlowLibrary {
    package struct State: Sendable {
        package var flows: [FlowRecord] = []
        package var change = LibraryChange.none
        package var sent: [PageSending] = []
        package var marks: [(numbers: [UInt64], marks: FlowMarks)] = []
        package var connections: [ConnectionRecord] = []
        package var canEdit = true
        package var kind = PageSession.Kind.live
        fileprivate var isHandingOut = false
    }

    private let state: Mutex<State>

    package init(_ flows: [FlowRecord] = []) {
        state = Mutex(State(flows: flows))
    }

    package func with<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
        state.withLock { body(&$0) }
    }

    package var flows: [FlowRecord] { state.withLock { $0.flows } }

    package func session() -> PageSession {
        let (flows, canEdit, kind) = state.withLock { ($0.flows, $0.canEdit, $0.kind) }
        return PageSession(
            kind: kind, name: "test", start: flows.compactMap(\.startedAt).min() ?? 0, flowCount: flows.count,
            proxies: ["127.0.0.1:8888"], canEdit: canEdit, canResend: true)
    }

    package func library() -> any FlowLibrary & Sendable { self }

    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        try subjects(numbers(filter, clock, reading.order), hasContent: reading.hasContent, body)
    }

    package func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) -> [UInt64] {
        let matcher = FilterMatcher(filter, clock)
        var targets: Set<Bytes> = []
        var found = flows.map { flow -> FilterSubject in
            var context = FlowContext()
            if targets.contains(flow.url) { context.redirectHop = 1 }
            let subject = FilterSubject(flow, context)
            if case .text(let target)? = FilterFields.column("redirect_to")?.value(of: subject) {
                targets.insert(target)
            }
            return subject
        }.filter { matcher.matches($0) }
        if let field = order.field {
            found.sort { left, right in
                guard case .integer(let one) = field.value(of: left) else { return false }
                guard case .integer(let other) = field.value(of: right) else { return true }
                return order.isReversed ? one > other : one < other
            }
        }
        return found.map(\.record.id.number)
    }

    package func matching(_ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]) -> [UInt64] {
        let found = Set(self.numbers(filter, clock, .recorded))
        return numbers.filter(found.contains)
    }

    /// One list at a time, as a recording does: nothing for who asks while it is handed out.
    package func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) rethrows {
        let isBusy = state.withLock { state in
            defer { state.isHandingOut = true }
            return state.isHandingOut
        }
        guard !isBusy else { return }
        defer { state.withLock { $0.isHandingOut = false } }
        let flows = flows
        for number in numbers {
            guard let flow = flows.first(where: { $0.id.number == number }) else { continue }
            guard try body(FilterSubject(flow)) else { return }
        }
    }

    package func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) {
        subjects(numbers, hasContent: false) { subject in
            body(FlowMoments(subject.record))
            return true
        }
    }

    package func foresee(_ number: UInt64) {}

    package func connections(of record: FlowRecord, lost: Bool) -> [ConnectionRecord] {
        let names = ConnectionRecord.names(of: record)
        return state.withLock { $0.connections }.filter { names.contains($0.name) }
    }

    package func around(_ record: FlowRecord) -> SessionContext { SessionContext(flows) }

    package func past(of records: [FlowRecord]) -> SessionPast {
        let flows = flows
        var index = SessionIndex()
        for flow in flows { index.add(SessionFact(flow)) }
        let found = index.past(of: records)
        return SessionPast(flows: flows.filter { found.numbers.contains($0.id.number) }, since: found.since)
    }

    package func statistics(
        _ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension
    ) -> FlowStatistics {
        var statistics = FlowStatistics(by: dimension)
        for flow in flows { statistics.add(flow, isWorthCaching: FilterSubject(flow).isWorthCaching) }
        return statistics
    }

    package func look() -> LibraryChange { state.withLock { $0.change } }

    package func mark(_ numbers: [UInt64], _ marks: FlowMarks) -> Int {
        state.withLock { state in
            state.marks.append((numbers, marks))
            return state.flows.count { numbers.contains($0.id.number) }
        }
    }

    package func delete(_ numbers: [UInt64]) -> (deleted: Int, isOverwritten: Bool) {
        state.withLock { state in
            let before = state.flows.count
            state.flows.removeAll { numbers.contains($0.id.number) && $0.isFinished }
            return (before - state.flows.count, true)
        }
    }

    package func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void) {
        state.withLock { $0.sent.append(order) }
        done(.success(99))
    }
}
