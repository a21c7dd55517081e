package import Explain
package import Filter
package import Flow
import Synchronization

/// The newest flows of a proxy that keeps nothing, in memory. Safe to use from anywhere.
package final class MemoryLibrary: FlowLibrary, Sendable {
    /// What is held at most.
    package struct Limits: Sendable {
        package var flows = 10_000
        /// Of heads and contents together, with something for each flow.
        package var bytes = 64 << 20
        /// A message's content that has more is left out.
        package var content = 8 << 20

        package init() {}
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
    private let reader: FilterReader
    private let state = Mutex(State())

    package init(reader: FilterReader, limits: Limits = Limits()) {
        self.reader = reader
        self.limits = limits
    }

    /// What hears of flows; to be given to the recorder.
    package var sink: any FlowSink { Sink(self) }

    private final class Sink: FlowSink {
        private let flows: MemoryLibrary

        init(_ flows: MemoryLibrary) {
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
        _ snapshot: FlowSnapshot, _ context: FlowContext = FlowContext(), _ body: (FilterSubject) throws -> Answer
    ) rethrows -> Answer {
        let known = state.withLock { state in
            state.flows[snapshot.id.number].flatMap { $0.snapshot === snapshot ? $0.judgement : nil }
        }
        let flow = JudgedFlow(snapshot, known)
        let answer = try body(FilterSubject(flow, context, reader: reader))
        if known == nil, let found = flow.judgement {
            state.withLock { state in
                // What goes on may be found otherwise when it has ended: that is another snapshot.
                guard state.flows[snapshot.id.number]?.snapshot === snapshot else { return }
                state.flows[snapshot.id.number]?.judgement = found
            }
        }
        return answer
    }

    // MARK: Find

    package func forEach(
        _ filter: FlowFilter, _ clock: FilterClock, _ reading: FlowReading, _ body: (FilterSubject) throws -> Bool
    ) throws {
        let matcher = FilterMatcher(filter, clock)
        var left = reading.limit ?? .max
        var found: [(key: FilterValue, item: (FlowSnapshot, FlowContext))] = []
        var hops = RedirectHops()
        for flow in held() {
            guard left > 0 else { return }
            var context = FlowContext(marks: flow.record.marks)
            context.redirectHop = hops.hop(of: flow.record)
            let goesOn = try ask(flow, context) { subject in
                guard matcher.matches(subject) else { return true }
                if reading.order.isRecorded {
                    left -= 1
                    return try body(subject)
                }
                found.append((reading.order.value(subject), (flow, context)))
                return true
            }
            guard goesOn else { return }
        }
        for (flow, context) in reading.order.sorted(found).prefix(left) {
            guard try ask(flow, context, body) else { return }
        }
    }

    package func numbers(_ filter: FlowFilter, _ clock: FilterClock, _ order: FlowOrder) throws -> [UInt64] {
        if filter == .everything, order.isRecorded { return state.withLock { Array($0.order[$0.first...]) } }
        return try numbersOneByOne(filter, clock, order)
    }

    package func count(_ filter: FlowFilter, _ clock: FilterClock) throws -> Int {
        try filter == .everything ? state.withLock { $0.flows.count } : numbers(filter, clock, .recorded).count
    }

    // MARK: Read

    private func flows(_ numbers: [UInt64]) -> [FlowSnapshot] {
        state.withLock { state in numbers.compactMap { state.flows[$0]?.snapshot } }
    }

    package func subjects(_ numbers: [UInt64], hasContent: Bool, _ body: (FilterSubject) throws -> Bool) throws {
        for flow in flows(numbers) {
            guard try ask(flow, FlowContext(), body) else { return }
        }
    }

    package func moments(_ numbers: [UInt64], _ body: (FlowMoments) -> Void) {
        for flow in flows(numbers) { body(FlowMoments(flow.record)) }
    }

    // MARK: Neighbours

    package func around(_ record: FlowRecord) -> SessionContext {
        let range = FlowStretch.around(record.id.number)
        let flows = held().filter { range.contains($0.id.number) }.enumerated().map { place, flow in
            var slim = flow.record.slim
            slim.index = place
            return slim
        }
        return SessionContext(flows)
    }

    package func past(of records: [FlowRecord]) -> SessionPast {
        var index = SessionIndex()
        for flow in held() { index.add(SessionFact(flow.record)) }
        let found = index.past(of: records)
        return SessionPast(flows: flows(found.numbers).map(\.record.slim), since: found.since)
    }

    // MARK: Change

    /// Why nothing of them can be changed.
    package static let readOnly = "Flows cannot be marked or deleted with --no-store."

    package func mark(_ numbers: [UInt64], _ marks: FlowMarks) throws -> Int { throw ReadOnlyLibrary(Self.readOnly) }

    package func delete(_ numbers: [UInt64]) throws -> (deleted: Int, isOverwritten: Bool) {
        throw ReadOnlyLibrary(Self.readOnly)
    }
}
