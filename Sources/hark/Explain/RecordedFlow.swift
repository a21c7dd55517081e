import ArgumentParser
import Explain
import Filter
import Flow
import Library

/// Flows of a session, a HAR or a log, to be explained.
enum RecordedFlow {
    /// More are no story that anybody reads, and not all would fit into memory.
    private static let most = 50_000

    /// One flow, among those that were recorded around it.
    static func source(of flow: String, in session: String?) throws -> ExplainSource {
        let chosen = try FlowArguments([flow]).chosen(in: session)
        let (flows, numbers) = (chosen.source, try chosen.numbers())
        guard numbers.count == 1 else {
            throw UsageFailure.said(
                "--flow needs one flow, but '\(flow.terminalEscaped)' names \(numbers.count); 'hark show' takes "
                    + "several.")
        }
        guard let subject = try flows.flow(numbers[0]) else { throw chosen.noMatch() }
        let around = try FlowsAround(subject.record, in: flows)
        let recorded = around.all
        return ExplainSource(
            content: .recorded(recorded, chosen: [around.own]),
            session: around.context.knowing(try flows.connections(of: around.own, lost: true)))
    }

    /// All of a session, without bodies.
    static func all(of session: String) throws -> [FlowRecord] {
        var found: [FlowRecord] = []
        try SessionChoice.source(of: session).forEach(.everything, .here) { subject in
            var flow = subject.record.slim
            flow.index = found.count
            found.append(flow)
            return found.count < most
        }
        if found.count == most {
            Diagnostics.say("only the first \(most) related flows are explained; there may be more")
        }
        return found
    }
}
