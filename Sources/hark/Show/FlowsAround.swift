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
    /// The flows around it, and what bears on it from before.
    let context: SessionContext
    /// Of the flow among them.
    let place: Int

    /// What belongs together lies no further apart; and so many fit into memory, without their bodies.
    private static let before: UInt64 = 1000
    private static let after: UInt64 = 200

    /// Flows whose numbers differ in their last digits share one stretch, so that it need not be read for each.
    private static let step: UInt64 = 300

    init(_ flow: FlowRecord, in source: any FlowSource) throws {
        let number = flow.id.number
        let (end, isBeyond) = number.addingReportingOverflow(Self.after)
        let range = (number > Self.before ? number - Self.before : 0)...(isBeyond ? .max : end)
        let found = try Self.read(range, in: source)
        place = found.firstIndex { $0.id == flow.id && $0.run == flow.run } ?? 0
        var own = flow
        own.index = place
        self.own = own
        context = SessionContext(found).knowing(try source.past(of: [flow]))
    }

    /// The numbers that are around this one, and around those near to it.
    static func stretch(around number: UInt64) -> ClosedRange<UInt64> {
        let first = number - number % step
        let (end, isBeyond) = first.addingReportingOverflow(step - 1 + after)
        return (first > before ? first - before : 0)...(isBeyond ? .max : end)
    }

    /// The flows of these numbers, without content.
    static func read(_ range: ClosedRange<UInt64>, in source: any FlowSource) throws -> [FlowRecord] {
        var found: [FlowRecord] = []
        try source.forEach(Self.filter(range), .here) { subject in
            var other = subject.record.slim
            other.index = found.count
            if subject.record.id.number <= range.upperBound { found.append(other) }
            return subject.record.id.number <= range.upperBound
        }
        return found
    }

    private static func filter(_ range: ClosedRange<UInt64>) throws -> FlowFilter {
        // Filters count as SQLite does.
        let most = UInt64(Int64.max)
        return try FlowFilter("id >= \(min(range.lowerBound, most)) and id <= \(min(range.upperBound, most))")
    }

    private var flows: [FlowRecord] { context.exchanges }

    var story: FlowStory { FlowStory(of: place, among: flows) }

    /// All of them, in the order of their numbers.
    var all: [FlowRecord] { flows }

    /// The flow explained, given the others. Nothing is hidden from the judges: what they say would be wrong.
    var explained: ExplainedInput {
        ExplainedInput(
            recorded: [RecordedMessages(own)], in: context,
            options: ExplainOptions(notes: Checks.notes))
    }

    /// What a page about the flow does not show.
    var hidden: HiddenValues { HiddenValues(in: context.all + [own]) }
}
