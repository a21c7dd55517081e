package import Bytes
package import Flow
import Formats
import Judge
package import Messages

/// Renders each finished flow once, for all files that keep entries.
package final class EntryWriter: FlowSink {
    private let outputs: [any EntryOutput]
    private let schema: ProtoSchema?
    private let handshakes = WrittenHandshakes()
    private var entry = JSONWriter(capacity: 64 << 10, spool: SpoolFile.make)

    /// - Parameter schema: by which messages of calls have names.
    package init(outputs: [any EntryOutput], schema: ProtoSchema? = nil) {
        self.outputs = outputs
        self.schema = schema
    }

    package var needs: SinkNeeds { outputs.isEmpty ? [] : .bodies }

    package func finished(_ flow: JudgedFlow) {
        let marks = flow.snapshot.record.marks
        guard !marks.isSkipped else { return }
        entry.removeAll()
        let comment = marks.comments.isEmpty ? nil : marks.comments.joined(separator: "\n")
        let additions = HARAdditions(
            findings: flow.findings, comment: comment, tags: marks.tags, schema: schema, handshakes: handshakes)
        flow.snapshot.withRecord { HAREntry.write($0, additions, to: &entry) }
        for output in outputs { output.append(entry) }
    }

    package func connected(_ connection: ConnectionRecord) {
        // Files have each connection once.
        guard connection.endedAt != nil else { return }
        for output in outputs { output.append(connection) }
    }

    package func noted(_ line: Bytes) {
        for output in outputs { output.append(note: line) }
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
