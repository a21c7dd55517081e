import ArgumentParser
import JSON
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

    @Flag(name: .long, help: "Print one JSON object a rule.")
    var json = false

    func run() throws {
        let book = try RuleFiles.book(files: files, rules: [], clock: .here)
        let doubts = RuleReview.doubts(book.rules)
        if json {
            for rule in book.rules {
                write(rule, doubts.filter { $0.place == rule.place }.map(\.text))
            }
            if !doubts.isEmpty { throw ExitCode(1) }
            return
        }
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

    private func write(_ rule: Rule, _ doubts: [String]) {
        Report.json { writer in
            writer.beginObject()
            writer.key("name")
            writer.string(rule.name)
            writer.key("file")
            writer.string(rule.place.file)
            writer.key("line")
            writer.integer(rule.place.line)
            writer.key("rule")
            writer.string(RuleFormat.text(rule))
            writer.key("words")
            writer.string(RuleWords.sentence(rule))
            writer.key("doubts")
            writer.beginArray()
            for doubt in doubts { writer.string(doubt) }
            writer.endArray()
            writer.endObject()
        }
    }
}
