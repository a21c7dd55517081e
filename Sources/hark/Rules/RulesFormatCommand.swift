import ArgumentParser
import Platform
import Rules
import Views

/// `hark rules format`: a file of rules with its parts in columns.
struct RulesFormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Print a file of rules with its parts in columns; comments stay.",
        discussion: """
            Example:
              hark rules format debug.rules
            """)

    @Argument(help: ArgumentHelp("A file of rules.", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        do throws(RuleError) {
            let text = try RuleFormat.file(try RuleFiles.text(file), named: file)
            TerminalWriter(descriptor: STDOUT_FILENO).write(Array(text.terminalEscapedLines.utf8))
        } catch {
            throw RuleFiles.said(error, EX_CONFIG)
        }
    }
}

extension String {
    /// Without what would move a terminal's cursor, line ends apart.
    fileprivate var terminalEscapedLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalEscaped }
            .joined(separator: "\n")
    }
}
