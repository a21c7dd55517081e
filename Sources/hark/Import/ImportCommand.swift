import ArgumentParser
import Flow
import Platform
import Store

/// `hark import`: take over what other tools recorded.
struct ImportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Take recordings of other tools over into a session.",
        discussion: """
            Read are HAR of browsers and debugging tools, logs of Hark, flow files of mitmproxy, archives of Fiddler \
            (.saz), what 'curl -v' printed, and raw messages. What cannot be read is listed with its place; the rest \
            is kept.

            Example:
              hark import chrome.har flows.mitm capture.saz
              hark import --store case.hark *.har
            """)

    @Argument(help: ArgumentHelp("Recordings (-: standard input).", valueName: "file"), completion: .file())
    var files: [String]

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The session to put them into, going on in it when it is there; otherwise a new one.", valueName: "file"),
        completion: .file())
    var store: String?

    func run() throws {
        let target = try SessionTarget(store, command: "hark import")
        var number = target.lastNumber
        var isWorse: ExitCode?
        for file in files {
            let first = number + 1
            do {
                try ImportedFile(file).forEachFlow { flow in
                    // Its own number where that is free, so that people find again what they know.
                    number = max(number + 1, flow.id.number)
                    target.writer.save(StoredFlow(record: flow.numbered(FlowID(number))))
                }
            } catch let code as ExitCode {
                isWorse = isWorse ?? code
            }
            guard number >= first else { continue }
            let count = number == first ? "flow \(first)" : "flows \(first) to \(number)"
            print("\(file.shown): \(count) of \(target.path.shown)")
        }
        target.writer.finish()
        if number == target.lastNumber { throw isWorse ?? ExitCode(EX_DATAERR) }
    }
}
