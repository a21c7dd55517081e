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
        help: ArgumentHelp("Which flows; without one all (hark help filter).", valueName: "filter"),
        completion: FilterWordCompletion.kind)
    var filter: [String] = []

    @OptionGroup var choice: SessionChoice

    @Option(name: .long, help: ArgumentHelp("Makes 'chance' the same each time.", valueName: "number"))
    var seed: UInt64 = 0

    @Flag(name: .long, help: "Show what proves who one is: passwords, tokens, cookies.")
    var showSecrets = false

    func validate() throws {
        _ = try flowFilter()
    }

    func run() throws {
        let filter = try flowFilter()
        let book = try RuleFiles.book(files: [file], rules: [], clock: .here)
        let source = try choice.source()
        let report = RuleTrialReport(book, seed: seed, showsSecrets: showSecrets)
        try source.forEach(filter, .here) { subject in
            report.take(subject)
            return true
        }
        if report.finish() > 0 { throw ExitCode(1) }
    }

    private func flowFilter() throws -> FlowFilter {
        try FilterOptions.read(filter.joined(separator: " "), "the filter")
    }
}
