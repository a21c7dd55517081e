package import Bytes

/// Hears of every flow from its first event to its last: a file, a store, a terminal.
///
/// The recorder owns it and calls it on its own queue alone, in the order of events, a batch of them a turn: what a
/// sink collects it may write at `batchEnded`. A sink that works on a queue of its own says by `isFull` that it has
/// fallen behind; sockets are read no more until it has caught up.
///
/// Records are the flow so far, with the event applied, and carry the numbers that files and lines have.
package protocol FlowSink: AnyObject {
    /// What it has to be given. Asked once, when recording begins.
    var needs: SinkNeeds { get }
    /// Whether more waits in it than may; asked from any thread. nil for a sink that is done when a call returns.
    var isFull: (@Sendable () -> Bool)? { get }
    /// Whether it is half as far behind, and so too when it is full: time to pause those who bring the most.
    var isFilling: (@Sendable () -> Bool)? { get }
    /// The first event of a flow; it is applied in the record.
    func began(_ record: FlowRecord)
    /// Every later event but the last, for a sink that needs `.events`.
    func happened(_ event: FlowEvent, to record: FlowRecord)
    /// At the end of a batch, for a sink that needs `.progress`: a flow to which something happened in it, and that has
    /// not ended.
    func progressed(_ record: FlowRecord)
    /// Content as it was transferred, for a sink that needs `.pieces`: these bytes, from this offset of the message's
    /// content on. What is beyond the limit of what is kept of a body does not come.
    func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64)
    /// The last event of a flow. With `.bodies`, its content is in the record; it can be read until this call returns,
    /// or for as long as the record is held. All sinks are given the same object: what one of them has checks look
    /// for, the others find in it.
    func finished(_ flow: JudgedFlow)
    /// A connection of HTTP/2, as it is now: when its settings are known, and when it has ended.
    func connected(_ connection: ConnectionRecord)
    /// Something that is no flow and belongs into a log: a JSON object.
    func noted(_ line: Bytes)
    /// No more events are at hand: what was collected is to be written now.
    func batchEnded()
    /// Files are to be opened again by their names: they were rotated.
    func reopen()
    /// Another session begins: flows that begin from now on belong to it, and those that are open to the one in which
    /// they began.
    ///
    /// - Parameter open: the flows that have begun and not ended, with those of which the sink may hear only later.
    func sessionChanged(open: Set<FlowID>)
    /// Nothing comes of a flow that was named as open.
    func dropped(_ flow: FlowID)
    /// The last call, when every flow has finished: write everything, close.
    func close()
}

extension FlowSink {
    package var isFull: (@Sendable () -> Bool)? { nil }
    package var isFilling: (@Sendable () -> Bool)? { isFull }
    package func began(_ record: FlowRecord) {}
    package func happened(_ event: FlowEvent, to record: FlowRecord) {}
    package func progressed(_ record: FlowRecord) {}
    package func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64) {}
    package func connected(_ connection: ConnectionRecord) {}
    package func noted(_ line: Bytes) {}
    package func reopen() {}
    package func sessionChanged(open: Set<FlowID>) {}
    package func dropped(_ flow: FlowID) {}
}
