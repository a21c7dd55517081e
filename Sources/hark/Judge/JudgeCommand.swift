import ArgumentParser
import Platform
import Views

/// `hark judge`: what is wrong with traffic, as a report and an exit code.
struct JudgeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "judge",
        abstract: "Find faults in HTTP traffic and fail a build on them.",
        usage: """
            hark judge [<options>] [<file> ... | -] [<filter>]
            hark judge --list [<word>]
            """,
        discussion: """
            FILE is a HAR, a log, a session file, raw messages or the output of `curl -v`. Other arguments are a \
            filter, or flow numbers. Without a file, the newest session is judged.

            Exit code: 0 no finding at or above --fail-on, 1 at least one, or no flow matches, 64 usage, 65 \
            unreadable input, 66 no such file, 73 a report cannot be written, 78 unreadable configuration or baseline.

            Examples:
              hark judge tour.har
              hark judge 'host = api.example.com and status >= 400'
              hark judge --format sarif -o judge.sarif tests.har
              curl -sv https://a.example/ 2>&1 | hark judge -
              hark judge --list cookie
            """)

    @Argument(
        help: ArgumentHelp("Files (-: standard input), then flow numbers or a filter.", valueName: "file"),
        completion: .file())
    var words: [String] = []

    @OptionGroup(title: "Input") var input: JudgeInputOptions
    @OptionGroup(title: "Judge") var asked: JudgeAskOptions
    @OptionGroup(title: "Output") var output: JudgeOutputOptions

    func validate() throws {
        if output.json, !output.list { throw ValidationError("--json needs --list; for findings: --format json") }
        if output.list, words.count > 1 {
            throw ValidationError("unexpected argument '\(words[1].terminalEscaped)': --list takes one word")
        }
        if asked.updateBaseline, asked.baseline == nil {
            throw ValidationError("--update-baseline needs --baseline FILE")
        }
    }

    func run() throws {
        if output.list { return try CheckListing(word: words.first).show(asJSON: output.json) }
        let inputs = try JudgeInputs(words, input)
        try output.refuseToOverwrite(inputs.files + [asked.baseline].compactMap { $0 })
        try output.refuseUnwritable(baseline: asked.updateBaseline ? asked.baseline : nil)
        let run = try JudgeRun(asked, output)
        let isComplete = try inputs.judge(with: run)
        var result = run.result()
        if result.flows == 0, !result.hasUnreadInput, let word = inputs.mistyped {
            Diagnostics.say("'\(word.terminalEscaped)' is not a file here, and no flow matches it as a filter")
            throw ExitCode(EX_NOINPUT)
        }
        var failures = JudgeFailures()
        if asked.updateBaseline, let path = asked.baseline {
            // Before the reports, which say what became of it.
            result.update = result.canUpdateBaseline ? .failed(path) : .skipped(path)
            if result.canUpdateBaseline {
                failures.attempt {
                    try JudgeFiles.write(result.baseline.json, to: path)
                    result.update = .written(path)
                }
            }
        }
        output.write(result, &failures)
        if result.hasUnreadInput { throw UsageFailure.data }
        // What was found says more than that a report of it could not be written.
        if result.failed, !asked.updateBaseline { throw ExitCode(1) }
        // Silence about flows that are not there is no verdict.
        if !isComplete { throw UsageFailure.notFound }
        if let code = failures.code { throw code }
    }
}
