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
        let target = try SessionTarget(store, activity: "import")
        var last = target.lastNumber
        var isWorse: ExitCode?
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
            }
            last = numbers.last
            if let text = numbers.text {
                Report.lines { $0.wrapped("\(file): \(text) of \(target.path)", width: Report.width, hanging: 4) }
            }
        }
        let lost = target.writer.finish()
        if lost > 0 { throw ExitCode(EX_IOERR) }
        if last == target.lastNumber { throw isWorse ?? ExitCode(EX_DATAERR) }
    }
}

/// Which numbers the flows of one file get in a session.
struct ImportedNumbers {
    /// A number further ahead is not taken over: all that come later would have to stand behind it.
    static let leap: UInt64 = 1_000_000

    private(set) var last: UInt64
    private var first: UInt64?
    private var count: UInt64 = 0

    /// - Parameter last: the number of the last flow that is there.
    init(behind last: UInt64) {
        self.last = last
    }

    /// The flow's own number where that is free, so that people find again what they know; else the next one.
    mutating func next(for own: UInt64) -> UInt64 {
        let isTakenOver = own > last && own - last <= Self.leap
        last = isTakenOver ? own : last + 1
        if first == nil { first = last }
        count += 1
        return last
    }

    /// `flow 4`, `flows 1 to 3`, or `3 flows, #5 to #1001` when others are between them; nil when there are none.
    var text: String? {
        guard let first else { return nil }
        if count == 1 { return "flow \(first)" }
        return last - first + 1 == count ? "flows \(first) to \(last)" : "\(count) flows, #\(first) to #\(last)"
    }
}
