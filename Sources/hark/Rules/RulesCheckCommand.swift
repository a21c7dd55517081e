import ArgumentParser
import Rules

/// `hark rules check`: what each rule of a file does, in words.
struct RulesCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Say what each rule does, which can never act, and where a file has a mistake.",
        discussion: """
            Exits 78 when a file cannot be read as rules, 1 when a rule can never act.

            Example:
              hark rules check debug.rules
            """)

    @Argument(help: ArgumentHelp("Files of rules.", valueName: "file"), completion: .file())
    var files: [String]

    func run() throws {
        let book = try RuleFiles.book(files: files, rules: [], clock: .here)
        let doubts = RuleReview.doubts(book.rules)
        Report.lines { out in
            for rule in book.rules {
                out.wrapped("\(rule.name): \(RuleWords.sentence(rule))", width: Report.width, hanging: 2)
                for doubt in doubts where doubt.place == rule.place {
                    out.wrapped("! \(doubt.text)", width: Report.width, indent: 2, hanging: 4)
                }
            }
            if book.rules.isEmpty { out.line("There is no rule.") }
        }
        if !doubts.isEmpty { throw ExitCode(1) }
    }
}
