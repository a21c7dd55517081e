import ArgumentParser
import Bytes
import Formats
import Platform
import Views

/// `hark check`: what is wrong with a HAR, and who stumbles over it.
struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Find errors in a HAR file and name the tools that reject it.",
        discussion: """
            Exits with 1 if it found an error.

            Examples:
              hark check chrome.har
              hark check --json chrome.har
            """)

    @Argument(help: ArgumentHelp("HAR file (-: standard input).", valueName: "file"), completion: .file())
    var file: String

    @Flag(
        name: .long,
        help: "Print one JSON object per finding; if some are omitted, a last object (untold) counts them.")
    var json = false

    func run() throws {
        let checked = try HARChecker(recording: InputFile(file).packed()) { text in
            Diagnostics.say("\(file.terminalEscaped): \(text)")
            return ExitCode(EX_DATAERR)
        }
        if json { writeJSON(checked) } else { write(checked) }
        if !checked.findings.isEmpty { throw ExitCode(1) }
    }

    private func write(_ checked: HARChecker) {
        let entries = checked.entries == 1 ? "1 entry" : "\(checked.entries) entries"
        let width = Report.width
        Report.lines { out in
            for finding in checked.findings {
                let place = finding.path.isEmpty ? "" : finding.path + ": "
                out.wrapped(
                    "line \(finding.line), byte \(finding.offset): \(place)\(finding.problem)", width: width, hanging: 4
                )
                if let reader = finding.reader { out.wrapped(reader, width: width, indent: 4, hanging: 4) }
            }
            if checked.untold > 0 { out.line("\(checked.untold) more findings.") }
            let count = checked.findings.count + checked.untold
            switch count {
            case 0: out.wrapped("\(file): \(entries), valid HAR 1.2.", width: width, hanging: 4)
            case 1: out.wrapped("\(file): \(entries), 1 finding.", width: width, hanging: 4)
            default: out.wrapped("\(file): \(entries), \(count) findings.", width: width, hanging: 4)
            }
        }
    }

    private func writeJSON(_ checked: HARChecker) {
        for finding in checked.findings {
            Report.json { writer in
                writer.beginObject()
                writer.member("path", finding.path)
                writer.member("line", finding.line)
                writer.member("byte", finding.offset)
                writer.member("problem", finding.problem)
                writer.key("reader")
                if let reader = finding.reader { writer.string(reader) } else { writer.null() }
                writer.endObject()
            }
        }
        guard checked.untold > 0 else { return }
        Report.json { writer in
            writer.beginObject()
            writer.member("untold", checked.untold)
            writer.endObject()
        }
    }
}
