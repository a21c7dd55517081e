import Bytes
import Explain
import Filter
import Flow
import HTTPModel
import Judge
import Views

/// A flow among those recorded shortly before and after it: what its redirects, cookies and connection are told from.
struct FlowsAround {
    let own: FlowRecord
    private let flows: [FlowRecord]
    /// Of the flow among them.
    let place: Int

    /// What belongs together lies no further apart; and so many fit into memory, without their bodies.
    private static let before: UInt64 = 2000
    private static let after: UInt64 = 200

    init(_ flow: FlowRecord, in source: any FlowSource) throws {
        let number = flow.id.number
        let (end, isBeyond) = number.addingReportingOverflow(Self.after)
        let range = (number > Self.before ? number - Self.before : 0)...(isBeyond ? .max : end)
        var found: [FlowRecord] = []
        try source.forEach(FlowNumbers.filter(range), .here) { subject in
            var other = subject.record.slim
            other.index = found.count
            if subject.record.id.number <= range.upperBound { found.append(other) }
            return subject.record.id.number <= range.upperBound
        }
        place = found.firstIndex { $0.id == flow.id && $0.run == flow.run } ?? 0
        var own = flow
        own.index = place
        self.own = own
        flows = found
    }

    var story: FlowStory { FlowStory(of: place, among: flows) }

    func flows(showsSecrets: Bool) -> [FlowRecord] { showsSecrets ? flows : flows.map(\.masked) }

    /// The flow explained, given the others.
    func explained(showsSecrets: Bool) -> ExplainedInput {
        ExplainedInput(
            recorded: [RecordedMessages(showsSecrets ? own : own.masked)],
            in: SessionContext(flows(showsSecrets: showsSecrets)), options: ExplainOptions(notes: Checks.notes))
    }
}
