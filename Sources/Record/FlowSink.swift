package import Flow

/// Keeps finished flows: files now, a store later. Owned by the recorder, called on its queue alone.
package protocol FlowSink: AnyObject {
    /// Whether bodies have to be kept for it.
    var wantsBodies: Bool { get }
    /// A flow ended; nothing more comes of it. `bodies` are gone after the call.
    func flowFinished(_ record: FlowRecord, _ bodies: KeptBodies)
    /// No more events are at hand: what was collected is to be written now.
    func batchEnded()
    /// Files are to be opened again by their names: they were rotated.
    func reopen()
    /// The last call: write everything, close.
    func close()
}

extension FlowSink {
    package func reopen() {}
}

/// Watches flows while they run: the terminal. Owned by the recorder, called on its queue alone.
package protocol FlowObserver: AnyObject {
    /// Called for each event, after it was folded into `record`.
    func observe(_ event: FlowEvent, record: FlowRecord)
    /// No more events are at hand.
    func batchEnded()
    /// The last call, when all flows have ended and the files are closed: for a summary.
    func close()
}

extension FlowObserver {
    package func close() {}
}

/// Where finished entries go as bytes: the HAR file, the log.
package protocol EntryOutput: AnyObject {
    /// One entry, without line end. It may be kept back until `batchEnded`.
    func append(_ entry: borrowing JSONWriter)
    func batchEnded()
    func reopen()
    func close()
}

/// Renders each finished flow once, for all files that keep entries.
package final class EntryWriter: FlowSink {
    private let outputs: [any EntryOutput]
    private var entry = JSONWriter(capacity: 64 << 10)

    package init(outputs: [any EntryOutput]) {
        self.outputs = outputs
    }

    package var wantsBodies: Bool { !outputs.isEmpty }

    package func flowFinished(_ record: FlowRecord, _ bodies: KeptBodies) {
        entry.removeAll()
        HAREntry.write(record, bodies, to: &entry)
        for output in outputs { output.append(entry) }
    }

    package func batchEnded() {
        for output in outputs { output.batchEnded() }
    }

    package func reopen() {
        for output in outputs { output.reopen() }
    }

    package func close() {
        for output in outputs { output.close() }
    }
}
