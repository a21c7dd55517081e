import Bytes
import Engine
import Filter
import Flow
import Formats
import Judge
import Rules

/// Tells scripts of flows that have ended, with their log entries. Lives on the recorder's queue.
final class ScriptSink: FlowSink {
    private let scripts: LiveScripts
    private var entry = JSONWriter(capacity: 16 << 10)

    init(_ scripts: LiveScripts) {
        self.scripts = scripts
    }

    /// An entry has the bodies that others keep.
    var needs: SinkNeeds { [] }

    func finished(_ flow: JudgedFlow) {
        let record = flow.record
        let hasFailed = record.outcome.map { $0.kind != .complete && $0.kind != .tunnel } ?? false
        guard scripts.wants(.end) || (hasFailed && scripts.wants(.error)) else { return }
        let subject = FilterSubject(record, reader: .standard)
        if hasFailed { scripts.notify(notice(.error, record, hasFailed), of: subject) }
        scripts.notify(notice(.end, record, hasFailed), of: subject) { written(flow) }
    }

    private func notice(_ on: ScriptEventKind, _ record: FlowRecord, _ hasFailed: Bool) -> ScriptNotice {
        var notice = ScriptNotice(on, time: record.startedAt ?? 0)
        notice.flow = record.id.number
        notice.client = record.opening.map {
            ScriptNotice.Peer(address: $0.client ?? "", connection: $0.clientConnection)
        }
        if hasFailed, let outcome = record.outcome { notice.failure = (outcome.text, outcome.code.rawValue) }
        return notice
    }

    /// The entry as the log has it; nil when it is too long for a line.
    private func written(_ flow: JudgedFlow) -> Bytes? {
        let kept = [flow.record.request, flow.record.response].reduce(0) { $0 + ($1.content.kept.count ?? 0) }
        guard kept <= Self.limit / 2 else { return nil }
        entry.removeAll()
        let marks = flow.record.marks
        let comment = marks.comments.isEmpty ? nil : marks.comments.joined(separator: "\n")
        HAREntry.write(
            flow.record, HARAdditions(findings: flow.findings, comment: comment, tags: marks.tags), to: &entry)
        guard entry.totalCount <= Self.limit else { return nil }
        return entry.withBytes { Bytes(Array($0)) }
    }

    private static let limit = 16 << 20

    func batchEnded() {}
    func close() {}
}
