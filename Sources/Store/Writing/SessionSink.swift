package import Bytes
package import Flow

/// Hands flows from the recorder to the session's writer. Owned by the recorder, used on its queue alone.
package final class SessionSink: FlowSink {
    private let writer: SessionWriter
    private var changes: [FlowChange] = []
    /// The flows of `changes` that ended, and their places.
    private var ended: [(place: Int, flow: JudgedFlow)] = []

    package init(_ writer: SessionWriter) {
        self.writer = writer
    }

    package var needs: SinkNeeds { [.progress, .pieces] }

    package var isFull: (@Sendable () -> Bool)? {
        let writer = writer
        return { writer.holdsUp }
    }

    package var isFilling: (@Sendable () -> Bool)? {
        let writer = writer
        return { writer.fillsUp }
    }

    package func progressed(_ record: FlowRecord) {
        changes.append(.progressed(record))
    }

    package func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64) {
        changes.append(.content(record.id, kind, bytes))
    }

    package func finished(_ flow: JudgedFlow) {
        ended.append((changes.count, flow))
        changes.append(.over(flow.snapshot, nil))
    }

    package func connected(_ connection: ConnectionRecord) {
        changes.append(.connection(connection))
    }

    package func batchEnded() {
        // By now all sinks have seen them: what one of them had checks look for need not be looked for again.
        for (place, flow) in ended {
            if let judgement = flow.judgement { changes[place] = .over(flow.snapshot, judgement) }
        }
        ended.removeAll(keepingCapacity: true)
        writer.submit(changes)
        changes.removeAll(keepingCapacity: true)
    }

    package func close() {
        batchEnded()
        writer.finish()
    }
}
