import Bytes
import Explain
import Filter
import Flow
import HTTPModel
import Judge
import Library
import Views

/// A flow among those recorded shortly before and after it: what its redirects, cookies and connection are told from.
struct FlowsAround {
    let own: FlowRecord
    /// The flows around it, and what bears on it from before.
    let context: SessionContext
    /// Of the flow among them.
    let place: Int

    init(_ flow: FlowRecord, in source: any FlowLibrary) throws {
        let found = try source.flows(in: FlowStretch.near(flow.id.number))
        place = found.firstIndex { $0.id == flow.id && $0.run == flow.run } ?? 0
        var own = flow
        own.index = place
        self.own = own
        context = SessionContext(found).knowing(try source.past(of: [flow]))
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
