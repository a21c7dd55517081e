import ArgumentParser
import Bytes
import Explain
import Filter
import Flow
import Judge
import Platform
import Views

/// Whether exchanges are judged as they end.
struct LiveJudgeOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Judge each exchange; print findings at this level or worse (never: none). Without a "
                + "value: warning.", valueName: "level"))
    var judge: JudgePolicy.FailOn?

    /// nil when nobody asked for it.
    func live(showsSecrets: Bool) throws -> LiveJudge? {
        guard let judge else { return nil }
        return LiveJudge(
            try JudgeFiles.policy(nil), shown: judge.level, details: min(judge.level ?? .warning, .warning),
            showsSecrets: showsSecrets)
    }

    /// The words of a command line in which `--judge` may stand without a value.
    static func completed(_ words: [String]) -> [String] {
        guard let first = words.first, first != "judge" else { return words }
        let end = words.firstIndex(of: "--") ?? words.endIndex
        return words[..<end].map { $0 == "--judge" ? "--judge=warning" : $0 } + words[end...]
    }
}

/// How the traffic of a command makes `hark run` fail.
struct JudgedRunOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Exit with 1 if a flow matches this filter; with --judge, if a finding has this level or a worse one "
                + "(default: fail-on of hark-judge.toml, or never).", valueName: "level|filter"))
    var failOn: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Write a report of --judge, such as sarif=judge.sarif. Repeatable.",
            valueName: "format=file"), transform: JudgeReportFile.init)
    var report: [JudgeReportFile] = []

    func validate() throws { try JudgeReportFile.validate(report) }

    /// - Parameter live: whether and how exchanges are judged.
    func judge(_ live: LiveJudgeOptions, showsSecrets: Bool) throws -> LiveJudge? {
        try JudgeReportFile.refuseUnwritable(report.map { ("--report \($0.format.rawValue)=", $0.path) })
        guard let shown = live.judge else {
            guard report.isEmpty else { throw UsageFailure.said("--report needs --judge") }
            guard let failOn else { return nil }
            if ["bad", "warning", "info", "never"].contains(failOn) {
                throw UsageFailure.said(
                    "--fail-on \(failOn) needs --judge; to search for the word: --fail-on 'text:\(failOn)'")
            }
            do throws(FilterError) {
                return LiveJudge(failingOn: try FlowFilter(failOn))
            } catch {
                throw UsageFailure.said("--fail-on: the filter, \(error.shown(in: failOn).terminalEscaped)")
            }
        }
        var policy = try JudgeFiles.policy(nil)
        // Judging by itself makes nothing fail: a line of the configuration or of the command line does.
        if !policy.hasFailOn { policy.failOn = .never }
        if let failOn {
            guard let level = JudgePolicy.FailOn(rawValue: failOn) else {
                throw UsageFailure.said(
                    "invalid value '\(failOn.terminalEscaped)' for --fail-on with --judge (expected bad, warning, info "
                        + "or never)")
            }
            policy.failOn = level
        }
        return LiveJudge(
            policy, shown: shown.level, details: report.isEmpty ? min(shown.level ?? .warning, .warning) : .good,
            showsSecrets: showsSecrets,
            needsAsked: report.contains { $0.format == .sarif })
    }
}

/// Judges flows as they end, on the recorder's queue, and says at the end what was found.
///
/// Sendable unchecked: the recorder's queue alone calls it until the recorder has finished, and then the main task.
final class LiveJudge: FlowSink, @unchecked Sendable {
    private let run: JudgeRun
    private let shown: Note.Level?
    /// Nothing is judged: the command fails when a flow matches.
    private let filter: FilterMatcher?
    private var matched = 0
    /// What was found in the flow that ended last.
    private var last: (flow: FlowID, findings: [TerminalView.Finding])?
    /// How often a check was shown at an endpoint.
    private var times: [String: Int] = [:]

    /// So often a check is shown at one endpoint; then it is only counted.
    private static let most = 3
    /// So many checks and endpoints are kept apart.
    private static let mostKeys = 10_000

    init(
        _ policy: JudgePolicy, shown: Note.Level?, details: Note.Level, showsSecrets: Bool, needsAsked: Bool = false
    ) {
        run = JudgeRun(
            policy, baseline: nil, details: details, showsSecrets: showsSecrets, needsAsked: needsAsked)
        self.shown = shown
        filter = nil
        run.begin(JudgeResult.Input(name: "live traffic", form: "session", isFile: false))
    }

    init(failingOn filter: FlowFilter) {
        run = JudgeRun(JudgePolicy(), baseline: nil, details: .bad, showsSecrets: false, needsAsked: false)
        shown = nil
        self.filter = FilterMatcher(filter, .here)
    }

    var needs: SinkNeeds { .bodies }

    func finished(_ flow: JudgedFlow) {
        let record = flow.record
        if let filter {
            if filter.passes(flow) { matched += 1 }
            return
        }
        let found = run.judge(FilterSubject(flow, reader: .standard), number: record.id.number)
        last = nil
        guard let shown else { return }
        let worst = found.filter { $0.level >= shown }
        guard !worst.isEmpty else { return }
        let endpoint = JudgeCollector.endpoint(of: record).text
        var lines: [TerminalView.Finding] = []
        for (finding, level) in worst {
            let key = "\(finding.check.code) \(endpoint)"
            let count = times[key, default: 0] + 1
            if count > 1 || times.count < Self.mostKeys { times[key] = count }
            guard count <= Self.most else { continue }
            let rest = count == Self.most ? " (more of these are only counted)" : ""
            lines.append(
                TerminalView.Finding(level: level, code: finding.check.code, text: finding.summary.text + rest))
        }
        if !lines.isEmpty { last = (record.id, lines) }
    }

    /// What was found in a flow that has just ended.
    func findings(of flow: FlowID) -> [TerminalView.Finding] { last?.flow == flow ? last?.findings ?? [] : [] }

    func batchEnded() {}
    func close() {}

    /// Says what was found, on standard error, and writes the reports; with which code the command is to fail.
    func conclude(_ reports: [JudgeReportFile] = [], inFull: Bool) -> ExitCode? {
        if filter != nil {
            if matched > 0 {
                Diagnostics.say("\(matched == 1 ? "1 flow matches" : "\(matched) flows match") the --fail-on filter.")
            }
            return matched > 0 ? ExitCode(1) : nil
        }
        let result = run.result()
        var failures = JudgeFailures()
        for file in reports {
            let bytes =
                file.format.written(result, version: Hark.version)
                ?? Bytes(TextReport().written(result, style: .plain, width: nil))
            failures.attempt { try JudgeFiles.write(bytes, to: file.path) }
        }
        let terminal = TerminalWriter(descriptor: STDERR_FILENO)
        let style = Style(
            isTerminal: terminal.isTerminal, noColor: Environment.value("NO_COLOR"), term: Environment.value("TERM"))
        var text = TextReport()
        text.isSummary = !inFull
        text.tellsSessions = true
        text.least = min(shown ?? .warning, .warning)
        terminal.write(text.written(result, style: style, width: terminal.width))
        return result.failed ? ExitCode(1) : failures.code
    }
}
