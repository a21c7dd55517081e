import ArgumentParser
import Bytes
import Platform
import Rules
import Views

/// `hark rules format`: a file of rules with its parts in columns.
struct RulesFormatCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format",
        abstract: "Format a rule file in columns and print it.",
        discussion: """
            Comments are kept. The file itself is not changed.

            Example:
              hark rules format debug.rules
            """)

    @Argument(help: ArgumentHelp("Rule file.", valueName: "file"), completion: .file())
    var file: String

    func run() throws {
        let text = try InputFile(file).read().text
        let laidOut: String
        do throws(RuleError) {
            laidOut = try RuleFormat.file(text, named: file)
        } catch {
            throw RuleFiles.said(error, EX_CONFIG)
        }
        TerminalWriter(descriptor: STDOUT_FILENO).write(Array(laidOut.terminalEscapedLines.utf8))
    }
}

extension String {
    /// Without what would move a terminal's cursor, line ends apart.
    fileprivate var terminalEscapedLines: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalEscaped }
            .joined(separator: "\n")
    }
}
