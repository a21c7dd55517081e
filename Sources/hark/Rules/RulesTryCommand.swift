import ArgumentParser
import Filter
import Rules

/// `hark rules try`: what rules would have changed in recorded flows.
struct RulesTryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Show what rules would have changed in recorded flows; nothing is sent.",
        discussion: """
            Exits 1 when a rule matched nothing.

            Examples:
              hark rules try debug.rules
              hark rules try debug.rules --session tour.har 'host = shop.example.com'
            """)

    @Argument(help: ArgumentHelp("A file of rules.", valueName: "file"), completion: .file())
    var file: String

    @Argument(
        help: ArgumentHelp("Numbers or a filter (hark help filter) [default: all].", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: SessionChoice

    @Option(name: .long, help: ArgumentHelp("Makes 'chance' the same each time.", valueName: "number"))
    var seed: UInt64 = 0

    @Flag(name: .long, help: "Show what proves who one is: passwords, tokens, cookies.")
    var showSecrets = false

    @Flag(name: .long, help: "Print one JSON object a flow, then one a rule with how many flows it matched.")
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
