import ArgumentParser
import Engine
import Filter
import Flow
import Platform
import Workbench

/// `hark replay`: recorded requests once more.
struct ReplayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Send recorded requests again, byte for byte.",
        discussion: """
            Each goes over a connection of its own to the server it went to. New flows are kept in the same session as \
            a new run, or in a new session while a proxy writes to that one. --compare exits 1 when an answer differs \
            from the recorded one in more than Date and the like.

            Examples:
              hark replay 12 --compare
              hark replay 12 --edit
              hark replay 12 --to http://127.0.0.1:8080
              hark replay 12 --set-request-header 'X-Try: 2'
              hark replay 'path = /api/items' --times 100 --concurrency 8
              hark replay 'host = shop.example.com' --pace original
            """)

    @Argument(
        help: ArgumentHelp("Numbers of flows, or which flows (hark help filter).", valueName: "n|filter"),
        completion: FilterWordCompletion.kind)
    var words: [String]

    @OptionGroup var choice: SessionChoice

    @OptionGroup var replay: ReplayOptions

    @OptionGroup var sending: SendingOptions

    func validate() throws {
        if numbers == nil { _ = try flowFilter() }
    }

    func run() async throws {
        let plan = try ReplayPlan(try subjects(), replay)
        let report = ReplayReport(
            compares: replay.compare, isJSON: replay.json, total: plan.items.count * replay.times)
        let run = try await SendingRun(sending, beside: try choice.storedPath())
        let result = await ReplayRun(plan, run, replay).perform(report)
        await run.finish()
        result.summary(keptIn: run.path)
        if result.failed > 0 { throw ExitCode(EX_UNAVAILABLE) }
        if result.different > 0 { throw ExitCode(1) }
    }

    /// The numbers, when the words are nothing else.
    private var numbers: [UInt64]? {
        let numbers = words.map { UInt64($0) }
        return numbers.contains(nil) ? nil : numbers.compactMap { $0 }
    }

    private func subjects() throws -> [FilterSubject] {
        let source = try choice.source()
        guard let numbers else {
            var found: [FilterSubject] = []
            try source.forEach(try flowFilter(), .here) { subject in
                found.append(subject)
                return true
            }
            return found
        }
        return try numbers.map { number in
            if let subject = try source.flow(number) { return subject }
            throw SessionChoice.lacks("\(number)", in: choice.session)
        }
    }

    private func flowFilter() throws -> FlowFilter {
        try FilterOptions.read(words.joined(separator: " "), "the filter")
    }
}
