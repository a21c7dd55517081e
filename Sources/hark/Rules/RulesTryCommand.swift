import ArgumentParser
import Filter
import Rules

/// `hark rules try`: what rules would have changed in recorded flows.
struct RulesTryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Show what rules would have changed in recorded flows.",
        discussion: """
            Sends nothing. Exits with 1 if a rule matched no flow.

            Examples:
              hark rules try debug.rules
              hark rules try debug.rules --session tour.har 'host = shop.example.com'
            """)

    @Argument(help: ArgumentHelp("Rule file.", valueName: "file"), completion: .file())
    var file: String

    @Argument(
        help: ArgumentHelp("Flow numbers or a filter (hark help filter) (default: all).", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: SessionChoice

    @Option(name: .long, help: ArgumentHelp("Seed for 'chance', so that runs are repeatable.", valueName: "number"))
    var seed: UInt64 = 0

    @Flag(name: .long, help: "Show credentials: passwords, tokens, cookies (default: hidden).")
    var showSecrets = false

    @Flag(name: .long, help: "Print one JSON object per flow, then one per rule with its number of matches.")
    var json = false

    func validate() throws {
        _ = try asked()
    }

    func run() throws {
        let book = try RuleFiles.book(files: [file], rules: [], clock: .here)
        let chosen = try asked().chosen(in: choice.session)
        // A trial of nothing would say of every rule that it matches nothing.
        if !flows.isEmpty { _ = try chosen.numbers() }
        let report = RuleTrialReport(book, seed: seed, showsSecrets: showSecrets, isJSON: json)
        try chosen.walk { subject in
            report.take(subject)
            return true
        }
        if report.finish() > 0 { throw ExitCode(1) }
    }

    private func asked() throws -> FlowArguments { try FlowArguments(flows, searchesWords: true) }
}
