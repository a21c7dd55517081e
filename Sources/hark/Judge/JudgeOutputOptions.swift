import ArgumentParser
import Bytes
import Platform
import Views

/// How the report is written, and where.
struct JudgeOutputOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write the report as text, json, sarif, junit, github, markdown or html (default: text).",
            valueName: "format"))
    var format: JudgeFormat = .text

    @Option(
        name: [.short, .long], help: ArgumentHelp("Write the report to this file.", valueName: "file"),
        completion: .file())
    var output: String?

    @Option(
        name: .long,
        help: ArgumentHelp("Write another report, such as junit=judge.xml. Repeatable.", valueName: "format=file"),
        transform: JudgeReportFile.init)
    var report: [JudgeReportFile] = []

    @Flag(name: .long, help: "Show info and good findings too.")
    var all = false

    @Flag(name: .long, help: "Show only counts by check and endpoint.")
    var summary = false

    @Flag(name: .long, help: "Show which checks ran, and on how many flows.")
    var checked = false

    @Flag(name: .long, help: "Keep credentials (default: hidden).")
    var withSecrets = false

    @Flag(name: .long, help: "List all checks, or those that contain the given word.")
    var list = false

    @Flag(name: .long, help: "Print the list as JSON.")
    var json = false

    func validate() throws {
        if let output, output.isEmpty { throw ValidationError("--output needs a file name") }
        try JudgeReportFile.validate(report, besides: output)
    }

    /// Fails when a report would be written over one of these files.
    func refuseToOverwrite(_ files: [String]) throws {
        for target in report.map(\.path) + [output].compactMap({ $0 }) {
            guard let file = files.first(where: { JudgeFiles.isSame($0, target) }) else { continue }
            throw UsageFailure.said(
                "the report would overwrite \(file.terminalEscaped), which the judge reads; name another file")
        }
    }

    /// Fails when a report or the baseline cannot be written.
    func refuseUnwritable(baseline: String?) throws {
        let main = output.flatMap { $0 == "-" ? nil : ("--output", $0) }
        try JudgeReportFile.refuseUnwritable(
            report.map { ("--report \($0.format.rawValue)=", $0.path) }
                + [main, baseline.map { ("--baseline", $0) }].compactMap { $0 })
    }

    /// The forms that are written.
    private var formats: [JudgeFormat] { [format] + report.map(\.format) }

    /// Somebody reads which checks were asked.
    var needsAsked: Bool { checked || formats.contains(.sarif) }

    /// Somebody reads what is good or only worth knowing.
    var needsDetails: Bool { all || formats.contains { $0 != .text } }

    func write(_ result: JudgeResult, _ failures: inout JudgeFailures) {
        for file in report {
            failures.attempt { try JudgeFiles.write(Bytes(written(result, file.format, style: .plain)), to: file.path) }
        }
        if let output, output != "-" {
            failures.attempt { try JudgeFiles.write(Bytes(written(result, format, style: .plain)), to: output) }
        } else {
            let terminal = TerminalWriter(descriptor: STDOUT_FILENO)
            let style = Style(
                isTerminal: terminal.isTerminal, noColor: Environment.value("NO_COLOR"),
                term: Environment.value("TERM"))
            terminal.write(written(result, format, style: style, width: terminal.width))
        }
        guard format == .github, let path = Environment.value("GITHUB_STEP_SUMMARY"), !path.isEmpty,
            let summary = JudgeFormat.markdown.written(result, version: Hark.version)
        else { return }
        if !JudgeFiles.append(summary, to: path) {
            Diagnostics.say("the summary could not be added to \(path.terminalEscaped) (GITHUB_STEP_SUMMARY)")
            failures.attempt { throw ExitCode(EX_CANTCREAT) }
        }
    }

    private func written(_ result: JudgeResult, _ format: JudgeFormat, style: Style, width: Int? = nil) -> [UInt8] {
        if let bytes = format.written(result, version: Hark.version) { return bytes.array }
        var text = TextReport()
        text.showsAll = all
        text.isSummary = summary
        text.showsAsked = checked
        text.more = "--all"
        return text.written(result, style: style, width: width)
    }
}

extension JudgeFormat: ExpressibleByArgument {}

/// `FORMAT=FILE`.
struct JudgeReportFile {
    let format: JudgeFormat
    let path: String

    init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let format = JudgeFormat(rawValue: parts[0]) else {
            let formats = JudgeFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("expected FORMAT=FILE, with a format of \(formats)")
        }
        self.format = format
        path = parts[1]
    }

    /// Whether each has a file of its own that can be made.
    ///
    /// - Parameter output: where the main report goes; nil for where no file is.
    static func validate(_ reports: [JudgeReportFile], besides output: String? = nil) throws {
        var seen = Set(output.map { [$0] } ?? [])
        for report in reports {
            let name = "--report \(report.format.rawValue)=\(report.path.terminalEscaped)"
            if report.path.isEmpty || report.path == "-" {
                throw ValidationError(
                    "\(name): expected a file name (for standard output: --format \(report.format.rawValue))"
                )
            }
            if !seen.insert(report.path).inserted {
                throw ValidationError("\(name): another report is written to this file")
            }
        }
    }

    /// Ends with one code where a file cannot be made, whichever option names it, before anything is judged or run.
    static func refuseUnwritable(_ targets: [(option: String, path: String)]) throws {
        for (option, path) in targets {
            guard let fault = JudgeFiles.hindrance(to: path) else { continue }
            let name = option.hasSuffix("=") ? option : option + " "
            Diagnostics.say("\(name)\(path.terminalEscaped) cannot be written: \(fault)")
            throw ExitCode(EX_CANTCREAT)
        }
    }
}
