import ArgumentParser
import Filter
import Formats
import Library
import Platform

/// `hark export`: hand flows on, in the form that whoever gets them wants.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export flows as HAR, curl, code, pcap, HTML, CSV and more.",
        discussion: """
            \(ExportHelp.formats)

            Examples:
              hark export 'tag = bug' --format har -o bug.har
              hark export 12 --format curl
              hark export last-3 last --format har -o two.har
              hark export 'status >= 400' --format markdown -o failures/
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers or a filter (hark help filter) (default: all).", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @Option(name: .long, help: ArgumentHelp("Write this format (required, see above).", valueName: "format"))
    var format: ExportFormat

    @Option(
        name: [.short, .long],
        help: ArgumentHelp(
            "Write to this file, or to a folder (a name that ends with /) with one file per flow (default: "
                + "standard output).",
            valueName: "path"),
        completion: .file())
    var output: String?

    @Flag(
        name: .long,
        help: "Replace credentials with tags (default for har, pcap, html, markdown, csv, openapi, postman).")
    var redact = false

    @Flag(name: .long, help: "Keep credentials (default for log, raw, curl and code).")
    var withSecrets = false

    @Flag(name: .long, help: "Overwrite existing files.")
    var force = false

    @OptionGroup var choice: SessionChoice

    func validate() throws {
        if redact, withSecrets { throw ValidationError("--redact and --with-secrets cannot be combined") }
        if let output, output.isEmpty { throw ValidationError("--output needs a file or a folder") }
        _ = try asked()
    }

    func run() throws {
        let asked = try asked()
        if output == nil, format.isBinary, isatty(STDOUT_FILENO) == 1 {
            Diagnostics.say(
                "--format \(format.rawValue) is binary and does not go to a terminal; write it to a file: "
                    + "-o flows.\(format.fileExtension)")
            throw ExitCode(EX_USAGE)
        }
        let isExact = format.isExact ? !redact : withSecrets
        let chosen = try asked.chosen(in: choice.session)
        let source = chosen.source
        // What was named and is not there is no part of a file that whoever gets it takes for whole.
        if asked.isSelection { _ = try chosen.numbers() }
        let target = try ExportTarget(output, format, replaces: force)
        let line = ExportLine(
            ExportRun(format, target, redactor: isExact ? nil : Redactor(key: ExportRun.randomKey())))
        do {
            try chosen.walk { line.take($0) }
        } catch {
            line.abandon()
            throw error
        }
        let run = try line.finish(format == .har ? source.connections() : [])
        // Whoever waits for a file has to know that there is none.
        if run.isEmpty { throw chosen.noMatch() }
        run.report(saysSecrets: isExact && !format.isExact)
        if run.flows == 0 { throw ExitCode(EX_DATAERR) }
    }

    private func asked() throws -> FlowArguments { try FlowArguments(flows, searchesWords: true) }
}

extension ExportFormat: ExpressibleByArgument {}
