import ArgumentParser
import Filter
import Flow
import Platform
import Views
import Workbench

/// `hark diff`: all in which two flows differ.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two flows.",
        discussion: """
            Start lines, fields, contents and ends are compared: JSON by structure, text by lines, anything else by \
            its first different byte. Times stand side by side and do not count. Exits 1 when there is a difference.

            A flow is a number, or SESSION:NUMBER for one of another session, HAR or log.

            Examples:
              hark diff 12 15
              hark diff --steady 12 2026-11-21T12-00-00Z:7
              hark diff before.har:3 after.har:3
            """)

    @Argument(help: ArgumentHelp("The one flow.", valueName: "a"))
    var first: String

    @Argument(help: ArgumentHelp("The other.", valueName: "b"))
    var second: String

    @OptionGroup var choice: SessionChoice

    @Flag(name: .long, help: "Let Date, Set-Cookie and the like, which differ each time, not count.")
    var steady = false

    @Flag(name: .long, help: "Show what proves who one is: passwords, tokens, cookies.")
    var showSecrets = false

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func validate() throws {
        for text in [first, second] where FlowPlace(text) == nil {
            throw ValidationError(
                "'\(text.terminalEscaped)' names no flow: give its number, such as 12, or SESSION:12 for "
                    + "another session."
            )
        }
    }

    func run() throws {
        guard let one = FlowPlace(first), let other = FlowPlace(second) else { return }
        let left = try one.flow(choice).record
        let right = try other.flow(choice).record
        let diff = FlowDiff(left, right)
        let hidden = showSecrets ? HiddenValues.none : HiddenValues(in: [left, right])
        if json {
            Report.json(hiding: hidden) { $0.flowDiff(diff) }
        } else {
            let width = TerminalWriter(descriptor: STDOUT_FILENO).width
            Report.lines(hiding: hidden) { out in
                var report = DiffReport(out, width: width)
                report.heading(first, left, second, right)
                report.write(diff)
                out = report.out
            }
        }
        if steady ? !diff.isSteady : !diff.differences.isEmpty { throw ExitCode(1) }
    }
}
