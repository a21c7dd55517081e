import ArgumentParser
import Engine
import Filter
import Flow
import Library
import Platform
import Workbench

/// `hark replay`: recorded requests once more.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send recorded requests again, byte for byte.",
        usage: "hark replay [<options>] <flows> ...",
        discussion: """
            FLOWS are numbers (12, #12, 3-7, last, SESSION:12, all) or a filter; a single word is refused, so write \
            text:WORD to search for text. Hark prints what it is about to send, and asks on a terminal.

            Each request gets its own connection to its original server. New flows are stored in the same session; \
            while a proxy writes to that session, in a new one. With --compare, the exit code is 1 if a response \
            differs in more \
            than Date and similar fields.

            Examples:
              hark replay 12 --compare
              hark replay 12 --edit
              hark replay 12 --to http://127.0.0.1:8080
              hark replay 12 --set-request-header 'X-Try: 2'
              hark replay 'path = /api/items' --times 100 --concurrency 8
              hark replay 'host = shop.example.com' --pace original
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers (12, 3-7, last, SESSION:12, all) or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String]

    @OptionGroup var choice: SessionChoice

    @OptionGroup var replay: ReplayOptions

    @OptionGroup var sending: SendingOptions

    func validate() throws {
        if try FlowArguments(flows).isEverything {
            throw ValidationError("give flow numbers or a filter; 'all' selects every flow")
        }
    }

    func run() async throws {
        let asked = try FlowArguments(flows)
        let session = try asked.session(choice.session)
        let plan = try ReplayPlan(try subjects(asked), replay)
        try plan.askForConsent(replay)
        let report = ReplayReport(
            compares: replay.compare, isJSON: replay.json, total: plan.items.count * replay.times)
        let run = try await SendingRun(sending, beside: try SessionChoice.storedPath(of: session))
        let result = await ReplayRun(plan, run, replay).perform(report)
        await run.finish()
        result.summary(keptIn: run.path)
        if result.failed > 0 { throw ExitCode(EX_UNAVAILABLE) }
        if result.different > 0 { throw ExitCode(1) }
    }

    private func subjects(_ asked: FlowArguments) throws -> [FilterSubject] {
        let chosen = try asked.chosen(in: choice.session)
        guard asked.isSelection else {
            var found: [FilterSubject] = []
            try chosen.walk { subject in
                found.append(subject)
                return true
            }
            guard !found.isEmpty else { throw chosen.noMatch() }
            return found
        }
        return try chosen.numbers().compactMap { try chosen.source.flow($0) }
    }
}
