package import Bytes
package import Flow
package import HTTPModel

/// Stands before everything that keeps or shows flows, and lets it hear of those alone that are to be kept: of the
/// others it hears nothing at all, so that no file has anything of them, however the process ends.
///
/// A flow is handed on from when it is settled that it is kept: by the head of its request, by its response, or only
/// by its end. Used on the recorder's queue.
package final class KeepingSink: FlowSink {
    /// Which flows are kept.
    package struct Choice {
        /// The contents of messages are looked at to decide, or decided is only when some has passed.
        let needsContent: Bool
        let isSettled: (FlowRecord) -> Bool
        let passes: (JudgedFlow) -> Bool

        /// - Parameters:
        ///   - needsContent: content may pass before it is settled, or has to be read to decide.
        ///   - isSettled: nothing that follows changes the answer. True of every flow that has ended.
        ///   - passes: whether a flow is kept; asked once of each, when it is settled.
        package init(
            needsContent: Bool, isSettled: @escaping (FlowRecord) -> Bool, passes: @escaping (JudgedFlow) -> Bool
        ) {
            self.needsContent = needsContent
            self.isSettled = isSettled
            self.passes = passes
        }
    }

    private enum Standing {
        /// It may be kept. Once content has passed it waits for its end, where the record has all of it.
        case undecided(missedContent: Bool)
        case kept
        case dropped
    }

    private let sinks: [any FlowSink]
    private let listeners: [any FlowSink]
    private let followers: [any FlowSink]
    private let readers: [any FlowSink]
    private let choice: Choice
    private var open: [FlowID: Standing] = [:]
    /// Flows that were open when the session changed, and of which sinks wait to hear.
    private var named: Set<FlowID> = []
    private var connections = Connections()

    package init(_ sinks: [any FlowSink], _ choice: Choice) {
        self.sinks = sinks
        self.choice = choice
        listeners = sinks.filter { $0.needs.contains(.events) }
        followers = sinks.filter { $0.needs.contains(.progress) }
        readers = sinks.filter { $0.needs.contains(.pieces) }
    }

    package var needs: SinkNeeds {
        let all = sinks.reduce(into: SinkNeeds.progress) { $0.formUnion($1.needs) }
        return choice.needsContent ? all.union(.bodies) : all
    }

    package var isFull: (@Sendable () -> Bool)? {
        let all = sinks.compactMap(\.isFull)
        guard !all.isEmpty else { return nil }
        return { @Sendable in all.contains { $0() } }
    }

    package var isFilling: (@Sendable () -> Bool)? {
        let all = sinks.compactMap(\.isFilling)
        guard !all.isEmpty else { return nil }
        return { @Sendable in all.contains { $0() } }
    }

    package func began(_ record: FlowRecord) {
        open[record.id] = .undecided(missedContent: false)
        decide(record)
    }

    package func happened(_ event: FlowEvent, to record: FlowRecord) {
        guard case .kept? = open[record.id] else { return }
        for sink in listeners { sink.happened(event, to: record) }
    }

    package func progressed(_ record: FlowRecord) {
        decide(record)
        guard case .kept? = open[record.id] else { return }
        for sink in followers { sink.progressed(record) }
    }

    package func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64) {
        // Nothing of it was missed so far; what the record counts already is this piece.
        if offset == 0 { decide(record) }
        switch open[record.id] {
        case .kept?:
            for sink in readers { sink.bodyPiece(record, kind, bytes, at: offset) }
        case .undecided?:
            open[record.id] = .undecided(missedContent: true)
        case .dropped?, nil:
            break
        }
    }

    /// Settles whether a flow that goes on is kept, if that can be known.
    private func decide(_ record: FlowRecord) {
        guard case .undecided(missedContent: false)? = open[record.id], choice.isSettled(record) else { return }
        guard choice.passes(JudgedFlow(record)) else {
            open[record.id] = .dropped
            return tellDropped(record.id)
        }
        open[record.id] = .kept
        begin(record)
    }

    private func begin(_ record: FlowRecord) {
        for sink in sinks { sink.began(record) }
        handOnConnections(of: record)
    }

    package func finished(_ flow: JudgedFlow) {
        let id = flow.snapshot.id
        switch open.removeValue(forKey: id) {
        case .dropped?:
            return
        case .undecided?, nil:
            guard choice.passes(flow) else { return tellDropped(id) }
            begin(flow.record)
        case .kept?:
            handOnConnections(of: flow.record)
        }
        if !named.isEmpty { named.remove(id) }
        for sink in sinks { sink.finished(flow) }
    }

    // MARK: Connections

    /// Connections of HTTP/2 are kept with the first flow on them that is.
    private struct Connections {
        private var waiting = Recent<ConnectionRecord>(limit: 256)
        private var kept = Recent<Void>(limit: 4_096)

        /// Whether it is to be handed on; else it waits for a flow.
        mutating func take(_ record: ConnectionRecord) -> Bool {
            if kept.has(record.name) { return true }
            waiting.put(record, record.name)
            return false
        }

        /// One over which a flow went that is kept; what waited of it.
        mutating func keep(_ name: ConnectionRecord.Name) -> ConnectionRecord? {
            kept.put((), name)
            return waiting.remove(name)
        }
    }

    /// What came last, up to a limit.
    private struct Recent<Value> {
        let limit: Int
        private var values: [ConnectionRecord.Name: Value] = [:]
        private var order: [ConnectionRecord.Name] = []

        init(limit: Int) {
            self.limit = limit
        }

        func has(_ name: ConnectionRecord.Name) -> Bool { values[name] != nil }

        mutating func put(_ value: Value, _ name: ConnectionRecord.Name) {
            let isKnown = values.updateValue(value, forKey: name) != nil
            guard !isKnown else { return }
            order.append(name)
            guard order.count > 2 * limit else { return }
            for old in order.prefix(order.count - limit) { values[old] = nil }
            order.removeFirst(order.count - limit)
        }

        mutating func remove(_ name: ConnectionRecord.Name) -> Value? { values.removeValue(forKey: name) }
    }

    package func noted(_ line: Bytes) {
        for sink in sinks { sink.noted(line) }
    }

    package func connected(_ connection: ConnectionRecord) {
        if connections.take(connection) { tell(connection) }
    }

    private func handOnConnections(of record: FlowRecord) {
        for name in ConnectionRecord.names(of: record) {
            if let connection = connections.keep(name) { tell(connection) }
        }
    }

    private func tell(_ connection: ConnectionRecord) {
        for sink in sinks { sink.connected(connection) }
    }

    // MARK: Files

    package func batchEnded() {
        for sink in sinks { sink.batchEnded() }
    }

    package func reopen() {
        for sink in sinks { sink.reopen() }
    }

    /// What is not settled belongs to the session before, too, should it be kept.
    package func sessionChanged(open: Set<FlowID>) {
        let kept = open.filter { if case .dropped? = self.open[$0] { false } else { true } }
        named.formUnion(kept)
        for sink in sinks { sink.sessionChanged(open: kept) }
    }

    package func dropped(_ flow: FlowID) {
        open[flow] = nil
        tellDropped(flow)
    }

    /// Who waits for a flow since the session changed need not any more.
    private func tellDropped(_ flow: FlowID) {
        guard !named.isEmpty, named.remove(flow) != nil else { return }
        for sink in sinks { sink.dropped(flow) }
    }

    package func close() {
        for sink in sinks { sink.close() }
    }
}
