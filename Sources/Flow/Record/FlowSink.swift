package import Bytes

/// Hears of every flow from its first event to its last: a file, a store, a terminal.
///
/// The recorder owns it and calls it on its own queue alone, in the order of events, a batch of them a turn: what a
/// sink collects it may write at `batchEnded`. A sink that works on a queue of its own and has fallen behind blocks in
/// a call; the recorder then takes no more, and sockets are read no more until it has caught up.
///
/// Records are the flow so far, with the event applied, and carry the numbers that files and lines have.
package protocol FlowSink: AnyObject {
    /// What it has to be given. Asked once, when recording begins.
    var needs: SinkNeeds { get }
    /// The first event of a flow; it is applied in the record, and no `progressed` comes for it.
    func began(_ record: FlowRecord, _ event: FlowEvent)
    /// Every later event but the last, for a sink that needs `.progress`; its content too, when there is any, in which
    /// case `bodyPiece` follows.
    func progressed(_ record: FlowRecord, _ event: FlowEvent)
    /// Content as it was transferred, for a sink that needs `.pieces`: these bytes, from this offset of the message's
    /// content on. What is beyond the limit of what is kept of a body does not come.
    func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64)
    /// The last event of a flow. With `.bodies`, its content is in the record; it can be read until this call returns,
    /// or for as long as the record is held.
    func finished(_ record: FlowRecord)
    /// No more events are at hand: what was collected is to be written now.
    func batchEnded()
    /// Files are to be opened again by their names: they were rotated.
    func reopen()
    /// The last call, when every flow has finished: write everything, close.
    func close()
}

extension FlowSink {
    package func began(_ record: FlowRecord, _ event: FlowEvent) {}
    package func progressed(_ record: FlowRecord, _ event: FlowEvent) {}
    package func bodyPiece(_ record: FlowRecord, _ kind: MessageKind, _ bytes: Bytes, at offset: UInt64) {}
    package func reopen() {}
}
