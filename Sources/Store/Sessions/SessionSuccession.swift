package import Bytes
package import Dispatch
package import Flow
import Synchronization

/// Hands flows from the recorder to one session after another: a flow stays in the session in which it began, however
/// long it is open, and is in no other. Owned by the recorder, used on its queue.
package final class SessionSuccession: FlowSink {
    /// A session that is written to.
    private struct Place {
        let sink: SessionSink
        let writer: SessionWriter
        /// The flows that began in it and have not ended; known once it is not the current one any more.
        var open: Set<FlowID> = []
    }

    private var current: Place
    /// Those in which flows are open still, the oldest first.
    private var earlier: [Place] = []
    private let line: SessionLine
    /// Where files of earlier sessions are completed and closed, so that recording need not wait for it.
    private let closing: DispatchQueue
    private let closings = DispatchGroup()

    /// - Parameters:
    ///   - line: by which others begin the next session.
    ///   - closing: where earlier ones are closed.
    package init(
        _ writer: SessionWriter, line: SessionLine, closing: DispatchQueue = DispatchQueue(label: "hark.store.closing")
    ) {
        current = Place(sink: SessionSink(writer), writer: writer)
        (self.line, self.closing) = (line, closing)
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

    package func sessionChanged(open: Set<FlowID>) {
        guard let writer = line.takeNext() else { return }
        current.sink.batchEnded()
        current.open = earlier.reduce(into: open) { $0.subtract($1.open) }
        earlier.append(current)
        current = Place(sink: SessionSink(writer), writer: writer)
        closeEnded()
    }

    /// What has no open flow is complete.
    private func closeEnded() {
        guard !earlier.isEmpty else { return }
        let complete = earlier.filter(\.open.isEmpty)
        earlier.removeAll(where: \.open.isEmpty)
        line.write(to: earlier.map(\.writer) + [current.writer], closing: complete.count)
        for place in complete {
            place.sink.batchEnded()
            let (writer, line) = (place.writer, line)
            closing.async(group: closings) {
                writer.finish()
                line.closedOne()
            }
        }
    }

    /// Where a flow is written: nearly always the current session.
    private func sink(of flow: FlowID) -> SessionSink {
        guard !earlier.isEmpty else { return current.sink }
        return earlier.first { $0.open.contains(flow) }?.sink ?? current.sink
    }

    package func began(_ record: FlowRecord) { sink(of: record.id).began(record) }

    package func progressed(_ record: FlowRecord) { sink(of: record.id).progressed(record) }

    package func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64) {
        sink(of: record.id).bodyPiece(record, kind, bytes, at: offset)
    }

    package func finished(_ flow: JudgedFlow) {
        let id = flow.snapshot.id
        sink(of: id).finished(flow)
        ended(id)
    }

    package func dropped(_ flow: FlowID) { ended(flow) }

    private func ended(_ flow: FlowID) {
        for place in earlier.indices { earlier[place].open.remove(flow) }
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
        closings.wait()
    }
}

/// Which sessions a recorder writes to, and which one comes next. Safe to use from anywhere.
package final class SessionLine: Sendable {
    private struct State {
        var writers: [SessionWriter] = []
        var next: SessionWriter?
        /// Earlier sessions that are being closed.
        var closing = 0

        var count: Int { writers.count + closing }
    }

    /// So many sessions with open flows there may be beside the current one.
    package static let mostEarlier = 8

    private let state = Mutex(State())

    package init() {}

    /// The session that follows when all sinks change to another one. False when one waits already, or so many are
    /// written to that no more may be.
    package func offer(_ writer: SessionWriter) -> Bool {
        state.withLock { state in
            guard state.next == nil, state.count <= Self.mostEarlier else { return false }
            state.next = writer
            return true
        }
    }

    /// Takes back what was offered, if no recorder took it.
    package func withdraw() -> SessionWriter? { takeNext() }

    fileprivate func takeNext() -> SessionWriter? {
        state.withLock { state in
            defer { state.next = nil }
            return state.next
        }
    }

    /// - Parameter closing: so many more earlier ones are to be closed.
    fileprivate func write(to writers: [SessionWriter], closing: Int = 0) {
        state.withLock { state in
            state.writers = writers
            state.closing += closing
        }
    }

    fileprivate func closedOne() { state.withLock { $0.closing -= 1 } }

    fileprivate var writers: [SessionWriter] { state.withLock { $0.writers } }

    /// How many sessions are written to, or are being closed.
    package var count: Int { state.withLock { $0.count } }
}
