import Bytes
import Explain
import Filter
import Flow
import Page
import Store
import Synchronization
import Workbench

/// The newest flows of a proxy that keeps nothing, in memory, for the page and the screen. Safe to use from anywhere.
final class MemoryFlows: PageSource {
    /// What is held at most.
    struct Limits: Sendable {
        var flows = 10_000
        /// Of heads and contents together, with something for each flow.
        var bytes = 64 << 20
        /// A message's content that has more is left out.
        var content = 8 << 20
    }

    private struct State {
        var flows: [UInt64: Held] = [:]
        /// In the order in which they began; those before `first` are gone.
        var order: [UInt64] = []
        var first = 0
        var bytes = 0
    }

    private struct Held {
        let snapshot: FlowSnapshot
        /// What checks found in it; nil while nobody has asked.
        var judgement: (any FlowJudgement)?
        let bytes: Int
    }

    private let limits: Limits
    private let start: Int64
    private let state = Mutex(State())
    /// What only a running proxy has, told when it runs.
    private let running = Mutex(Running())

    private struct Running {
        var proxies: @Sendable () -> [String] = { [] }
        var sending: (any PageSender)?
    }

    /// - Parameter now: when it began, in microseconds since 1970.
    init(now: Int64, limits: Limits = Limits()) {
        start = now
        self.limits = limits
    }

    func run(proxies: @escaping @Sendable () -> [String], sending: (any PageSender)?) {
        running.withLock { $0 = Running(proxies: proxies, sending: sending) }
    }

    /// What hears of flows; to be given to the recorder.
    var sink: any FlowSink { Sink(self) }

    private final class Sink: FlowSink {
        private let flows: MemoryFlows

        init(_ flows: MemoryFlows) {
            self.flows = flows
        }

        var needs: SinkNeeds { [.bodies, .messages] }
        func began(_ record: FlowRecord) { flows.put(record, isNew: true) }
        func happened(_ event: FlowEvent, to record: FlowRecord) {}
        func finished(_ flow: JudgedFlow) { flows.put(flow.record, flow.judgement, isNew: false) }
        func batchEnded() {}
        func close() {}
    }

    private func put(_ record: FlowRecord, _ judgement: (any FlowJudgement)? = nil, isNew: Bool) {
        let isLarge = MessageKind.allCases.contains { record[$0].content.kept.count ?? 0 > limits.content }
        let record = isLarge ? record.withoutContent : record
        let bytes = Self.bytes(record)
        let snapshot = FlowSnapshot(record)
        state.withLock { state in
            let number = snapshot.id.number
            if let old = state.flows[number] {
                state.bytes -= old.bytes
            } else {
                // It had to make room for others while it was open.
                guard isNew else { return }
                state.order.append(number)
            }
            state.flows[number] = Held(snapshot: snapshot, judgement: judgement, bytes: bytes)
            state.bytes += bytes
            while state.flows.count > limits.flows || state.bytes > limits.bytes && state.flows.count > 1 {
                if let gone = state.flows.removeValue(forKey: state.order[state.first]) { state.bytes -= gone.bytes }
                state.first += 1
            }
            guard state.first > limits.flows else { return }
            state.order.removeFirst(state.first)
            state.first = 0
        }
    }

    /// What a flow takes, roughly.
    private static func bytes(_ record: FlowRecord) -> Int {
        MessageKind.allCases.reduce(2048) { sum, kind in
            sum + (record[kind].content.kept.count ?? 0) + 3 * (record[kind].sent?.count ?? 256)
        }
    }

    private func held() -> [FlowSnapshot] {
        state.withLock { state in state.order[state.first...].compactMap { state.flows[$0]?.snapshot } }
    }

    /// Lends a flow as filters ask it. What checks found in it is known the next time.
    private func ask<Answer>(
        _ snapshot: FlowSnapshot, _ context: FlowContext = FlowContext(), _ body: (FilterSubject) -> Answer
    ) -> Answer {
        let known = state.withLock { state in
            state.flows[snapshot.id.number].flatMap { $0.snapshot === snapshot ? $0.judgement : nil }
        }
        let flow = JudgedFlow(snapshot, known)
        let answer = body(FilterSubject(flow, context, reader: FilterReader.standard))
        if known == nil, let found = flow.judgement {
            state.withLock { state in
                // What goes on may be found otherwise when it has ended: that is another snapshot.
                guard state.flows[snapshot.id.number]?.snapshot === snapshot else { return }
                state.flows[snapshot.id.number]?.judgement = found
            }
        }
        return answer
    }

    // MARK: Finding

    func session() -> PageSession {
        let (running, count) = (running.withLock { $0 }, state.withLock { $0.flows.count })
        return PageSession(
            kind: .live, name: "not stored", start: start, flowCount: count, proxies: running.proxies(), canEdit: false,
            canResend: running.sending != nil)
    }

    func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: PageOrder?) -> [UInt64] {
        if filter == .everything, order == nil {
            return state.withLock { Array($0.order[$0.first...]) }
        }
        let matcher = FilterMatcher(filter, clock)
        var found: [(key: FilterValue, item: UInt64)] = []
        var hops = RedirectHops()
        for flow in held() {
            var context = FlowContext(marks: flow.record.marks)
            context.redirectHop = hops.hop(of: flow.record)
            let key = ask(flow, context) { subject in
                matcher.matches(subject) ? order?.field.value(of: subject) ?? .null : nil
            }
            if let key { found.append((key, flow.id.number)) }
        }
        guard let order else { return found.map(\.item) }
        let sorted = found.enumerated().sorted { left, right in
            if FilterValue.isLess(left.element.key, right.element.key) { return true }
            if FilterValue.isLess(right.element.key, left.element.key) { return false }
            return left.offset < right.offset
        }
        let numbers = sorted.map(\.element.item)
        return order.isReversed ? numbers.reversed() : numbers
    }

    func matching(_ filter: FlowFilter, _ clock: FilterClock, among numbers: [UInt64]) -> [UInt64] {
        let matcher = FilterMatcher(filter, clock)
        return flows(numbers).filter { ask($0) { matcher.matches($0) } }.map(\.id.number)
    }

    private func flows(_ numbers: [UInt64]) -> [FlowSnapshot] {
        state.withLock { state in numbers.compactMap { state.flows[$0]?.snapshot } }
    }

    func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) -> Bool) {
        for flow in flows(numbers) {
            guard ask(flow, FlowContext(), body) else { return }
        }
    }

    func moments(_ numbers: [UInt64], _ body: (PageMoments) -> Void) {
        for flow in flows(numbers) { body(PageMoments(flow.record)) }
    }

    func around(_ record: FlowRecord) -> SessionContext {
        let range = FlowsAround.stretch(around: record.id.number)
        let flows = held().filter { range.contains($0.id.number) }.enumerated().map { place, flow in
            var slim = flow.record.slim
            slim.index = place
            return slim
        }
        return SessionContext(flows)
    }

    func past(of records: [FlowRecord]) -> SessionPast {
        var index = SessionIndex()
        for flow in held() { index.add(SessionFact(flow.record)) }
        let found = index.past(of: records)
        return SessionPast(flows: flows(found.numbers).map(\.record.slim), since: found.since)
    }

    func statistics(_ filter: FlowFilter, _ clock: FilterClock, by dimension: StatDimension) -> FlowStatistics {
        let matcher = FilterMatcher(filter, clock)
        var statistics = FlowStatistics(by: dimension)
        for flow in held() {
            ask(flow) { subject in
                if matcher.matches(subject) { statistics.add(flow.record, isWorthCaching: subject.isWorthCaching) }
            }
        }
        return statistics
    }

    func look() -> PageChange { .none }

    // MARK: Changing

    private static let unkept = PageError(
        409, .readOnly, "Flows cannot be marked or deleted with --no-store.")

    func mark(_ numbers: [UInt64], _ marks: PageMarks) throws(PageError) -> Int { throw Self.unkept }

    func delete(_ numbers: [UInt64]) throws(PageError) -> (deleted: Int, isOverwritten: Bool) { throw Self.unkept }

    func send(_ order: PageSending, _ done: @escaping @Sendable (Result<UInt64?, PageError>) -> Void) {
        guard let sending = running.withLock({ $0.sending }) else {
            return done(.failure(PageError(409, .readOnly, "Cannot send: no proxy is running.")))
        }
        sending.send(order, done)
    }
}
