import ArgumentParser
import Flow
import Platform
import Store

/// `hark import`: take over what other tools recorded.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import recordings from other tools.",
        discussion: """
            Supported: HAR, Hark's log, mitmproxy flow files, Fiddler archives (.saz), Charles sessions (.chlsj), \
            headers copied from a browser, the output of 'curl -v', and raw messages. Hark lists what it cannot read, \
            with its place, and imports the rest. The exit code is 66 if a file cannot be opened; the other files are \
            still imported.

            Examples:
              hark import chrome.har flows.mitm capture.saz
              hark import --store case.hark *.har
            """)

    @Argument(help: ArgumentHelp("Recordings to import (-: standard input).", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Add to this session file, created if it does not exist (default: a new session).", valueName: "file"),
        completion: .file())
    var store: String?

    @Flag(name: .long, help: "Print one JSON object per file.")
    var json = false

    func run() throws {
        if files.contains("-"), isatty(STDIN_FILENO) == 1 {
            Diagnostics.say("reading a recording from standard input; press Ctrl-D to end it")
        }
        let target = try SessionTarget(store, activity: "import")
        var last = target.lastNumber
        var isWorse: ExitCode?
        var isMissing = false
        for file in files {
            var numbers = ImportedNumbers(behind: last)
            do {
                try ImportedFile(file).forEachFlow(
                    { flow in
                        let number = FlowID(numbers.next(for: flow.id.number))
                        target.writer.save(
                            StoredFlow(
                                record: flow.numbered(number), comment: flow.remarks?.comment,
                                tags: flow.remarks?.tags ?? []))
                    },
                    connections: { connection in
                        // Without a run, two files may count alike.
                        if connection.run != nil { target.writer.save(connection.forgettingFlows()) }
                    })
            } catch let code as ExitCode {
                isWorse = isWorse ?? code
                // What has no exchange was said to have none; what could not be opened is not known.
                isMissing = isMissing || code != ExitCode(EX_DATAERR)
            }
            last = numbers.last
            if json {
                numbers.report(file, in: target.path)
            } else if let text = numbers.text {
                Report.lines { $0.wrapped("\(file): \(text) of \(target.path)", width: Report.width, hanging: 4) }
            }
        }
        let lost = target.writer.finish()
        if lost > 0 { throw ExitCode(EX_IOERR) }
        if last == target.lastNumber { throw isWorse ?? ExitCode(EX_DATAERR) }
        if isMissing { throw ExitCode(EX_NOINPUT) }
    }
}
