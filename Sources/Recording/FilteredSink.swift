package import Flow

/// Lets a sink that takes finished flows hear of some of them alone. Used on the recorder's queue.
package final class FilteredSink: FlowSink {
    private let sink: any FlowSink
    private let needsContent: Bool
    private let passes: (FlowRecord) -> Bool

    /// - Parameters:
    ///   - needsContent: whether the contents of messages are looked at to decide.
    ///   - passes: whether a finished flow is meant.
    package init(_ sink: any FlowSink, needsContent: Bool, passes: @escaping (FlowRecord) -> Bool) {
        self.sink = sink
        self.needsContent = needsContent
        self.passes = passes
    }

    package var needs: SinkNeeds { needsContent ? sink.needs.union(.bodies) : sink.needs }

    package var isFull: (@Sendable () -> Bool)? { sink.isFull }

    package func finished(_ record: FlowRecord) {
        if passes(record) { sink.finished(record) }
    }

    package func connected(_ connection: ConnectionRecord) { sink.connected(connection) }

    package func batchEnded() { sink.batchEnded() }

    package func reopen() { sink.reopen() }

    package func close() { sink.close() }
}
