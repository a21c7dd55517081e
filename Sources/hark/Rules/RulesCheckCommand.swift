import ArgumentParser
import Bytes
import Rules

/// `hark rules check`: what each rule of a file does, in words.
struct RulesCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Describe what each rule does, and find mistakes in rule files.",
        discussion: """
            Exits with 78 if a file has a syntax error, with 1 if a rule can never act.

            Example:
              hark rules check debug.rules
            """)

    @Argument(help: ArgumentHelp("Rule files.", valueName: "file"), completion: .file())
    var files: [String]

    @Flag(name: .long, help: "Print one JSON object per rule.")
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
            if book.rules.isEmpty { out.line("No rules.") }
        }
        if !doubts.isEmpty { throw ExitCode(1) }
    }

    private func write(_ rule: Rule, _ doubts: [String]) {
        Report.json { writer in
            writer.beginObject()
            writer.member("name", rule.name)
            writer.member("file", rule.place.file)
            writer.member("line", rule.place.line)
            writer.member("rule", RuleFormat.text(rule))
            writer.member("words", RuleWords.sentence(rule))
            writer.beginArray("doubts")
            for doubt in doubts { writer.string(doubt) }
            writer.endArray()
            writer.endObject()
        }
    }
}
