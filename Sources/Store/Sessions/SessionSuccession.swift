package import Bytes
package import Flow
import Synchronization

/// Hands flows from the recorder to one session after another: a flow stays in the session in which it began, however
/// long it is open, and is in no other. Owned by the recorder, used on its queue.
package final class SessionSuccession: FlowSink {
    /// A session that is written to.
    private struct Place {
        let sink: SessionSink
        let writer: SessionWriter
        /// The flows that began in it and have not ended.
        var open: Set<FlowID> = []
    }

    private var current: Place
    /// Those in which flows are open still, the oldest first.
    private var earlier: [Place] = []
    private let line: SessionLine

    /// - Parameter line: by which others begin the next session.
    package init(_ writer: SessionWriter, line: SessionLine) {
        current = Place(sink: SessionSink(writer), writer: writer)
        self.line = line
        line.write(to: [writer])
    }

    package var needs: SinkNeeds { current.sink.needs }

    package var isFull: (@Sendable () -> Bool)? {
        let line = line
        return { line.writers.contains { $0.holdsUp } }
    }

    package var isFilling: (@Sendable () -> Bool)? {
        let line = line
        return { line.writers.contains { $0.fillsUp } }
    }

    package func sessionChanged() {
        guard let writer = line.takeNext() else { return }
        current.sink.batchEnded()
        earlier.append(current)
        current = Place(sink: SessionSink(writer), writer: writer)
        closeEnded()
    }

    /// What has no open flow is complete.
    private func closeEnded() {
        guard !earlier.isEmpty else { return }
        for place in earlier where place.open.isEmpty { place.sink.close() }
        earlier.removeAll { $0.open.isEmpty }
        line.write(to: earlier.map(\.writer) + [current.writer])
    }

    /// Where a flow is written: nearly always the current session.
    private func sink(of flow: FlowID) -> SessionSink {
        guard !earlier.isEmpty else { return current.sink }
        return earlier.first { $0.open.contains(flow) }?.sink ?? current.sink
    }

    package func began(_ record: FlowRecord) {
        current.open.insert(record.id)
        current.sink.began(record)
    }

    package func progressed(_ record: FlowRecord) { sink(of: record.id).progressed(record) }

    package func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64) {
        sink(of: record.id).bodyPiece(record, kind, bytes, at: offset)
    }

    package func finished(_ flow: JudgedFlow) {
        let id = flow.snapshot.id
        sink(of: id).finished(flow)
        current.open.remove(id)
        for place in earlier.indices { earlier[place].open.remove(id) }
    }

    /// A connection may carry flows of several sessions.
    package func connected(_ connection: ConnectionRecord) {
        for place in earlier { place.sink.connected(connection) }
        current.sink.connected(connection)
    }

    package func batchEnded() {
        for place in earlier { place.sink.batchEnded() }
        current.sink.batchEnded()
        closeEnded()
    }

    package func close() {
        for place in earlier { place.sink.close() }
        current.sink.close()
        line.write(to: [])
    }
}

/// Which sessions a recorder writes to, and which one comes next. Safe to use from anywhere.
package final class SessionLine: Sendable {
    private struct State {
        var writers: [SessionWriter] = []
        var next: SessionWriter?
    }

    /// So many sessions with open flows there may be beside the current one.
    package static let mostEarlier = 8

    private let state = Mutex(State())

    package init() {}

    /// The session that follows when all sinks change to another one. False when one waits already, or so many are
    /// written to that no more may be.
    package func offer(_ writer: SessionWriter) -> Bool {
        state.withLock { state in
            guard state.next == nil, state.writers.count <= Self.mostEarlier else { return false }
            state.next = writer
            return true
        }
    }

    fileprivate func takeNext() -> SessionWriter? {
        state.withLock { state in
            defer { state.next = nil }
            return state.next
        }
    }

    fileprivate func write(to writers: [SessionWriter]) { state.withLock { $0.writers = writers } }

    fileprivate var writers: [SessionWriter] { state.withLock { $0.writers } }

    /// How many sessions are written to.
    package var count: Int { state.withLock { $0.writers.count } }
}
