import ArgumentParser
import Bytes
import Engine
import Filter
import Flow
import HTTPModel
import Platform
import Views

/// `hark script try`: what a script would have changed in recorded flows.
struct ScriptTryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Show what a script would have changed in recorded flows.",
        discussion: """
            Runs the script and sends nothing. Exits with 1 if the script changed nothing.

            Examples:
              hark script try sign.py
              hark script try sign.py --session tour.har 'host = shop.example.com'
            """)

    @Argument(help: ArgumentHelp("Script.", valueName: "file"), completion: .file())
    var file: String

    @Argument(
        help: ArgumentHelp("Flow numbers or a filter (hark help filter) (default: all).", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: SessionChoice

    @Option(name: .long, help: ArgumentHelp("Set an option of the script. Repeatable.", valueName: "name=value"))
    var set: [String] = []

    @Flag(name: .long, help: "Show credentials: passwords, tokens, cookies (default: hidden).")
    var showSecrets = false

    func validate() throws {
        _ = try asked()
        try ScriptOptions.check(set)
    }

    func run() async throws {
        let chosen = try asked().chosen(in: choice.session)
        if !flows.isEmpty { _ = try chosen.numbers() }
        var settings = ScriptSettings.standard
        settings.options = ScriptOptions.pairs(set)
        let live = try LiveScripts(try ScriptFiles.programs([file]), settings)
        do throws(ScriptStartFailure) {
            try await live.start(after: 0)
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(error.isUsage ? EX_USAGE : EX_CONFIG)
        }
        let count = try tried(live, chosen)
        _ = await live.stop()
        if count == 0 {
            Diagnostics.say("the script changed nothing")
            throw ExitCode(1)
        }
    }

    /// Prints what would be otherwise; in how many flows it would.
    private func tried(_ live: LiveScripts, _ chosen: ChosenFlows) throws -> Int {
        var count = 0
        try chosen.walk { subject in
            let record = subject.record
            let trial = ScriptTrial(live, record)
            if trial.hasChanges { count += 1 }
            guard !trial.acts.isEmpty else { return true }
            let hidden = showSecrets ? HiddenValues.none : HiddenValues(in: [record])
            Report.lines(hiding: hidden) { out in
                out.line("#\(record.id.number) \(record.method.name.text) \(record.url.text)")
                for act in trial.acts { out.wrapped(act.text, width: Report.width, indent: 2, hanging: 4) }
                for (title, lines) in [("request", trial.request), ("response", trial.response)] where !lines.isEmpty {
                    out.line(title, indent: 2)
                    for line in lines { out.line("\(line.isNew ? "+" : "-") \(line.text.text)", indent: 4) }
                }
            }
            return true
        }
        return count
    }

    private func asked() throws -> FlowArguments { try FlowArguments(flows, searchesWords: true) }
}
