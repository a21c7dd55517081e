import ArgumentParser
import Filter
import Flow
import Platform
import Store

/// `hark delete`: take flows out of a session for good.
struct DeleteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete the flows of a session that a filter means.",
        discussion: """
            Zeros are written where they were. Flows that have not ended stay; so does every other file that has a copy.

            Example:
              hark delete id = 12
              hark delete --force 'host ~ "*.example.com" and time < -1d'
            """)

    @Argument(
        help: ArgumentHelp("Which flows (hark help filter).", valueName: "filter"),
        completion: FilterWordCompletion.kind)
    var filter: [String]

    @OptionGroup var choice: SessionChoice

    @Flag(name: .long, help: "Do not ask.")
    var force = false

    func validate() throws {
        guard try flowFilter() != .everything else {
            throw ValidationError("Which flows? 'id > 0' means all of them.")
        }
    }

    func run() throws {
        let filter = try flowFilter()
        let path = try choice.path()
        guard SessionFile.isDatabase(path) else {
            Diagnostics.say("\(path) is no session; flows are deleted from sessions alone.")
            throw ExitCode(EX_DATAERR)
        }
        let source = try StoredSource(path: path)
        var numbers: [UInt64] = []
        try source.forEach(filter, .here, FlowReading(hasContent: false)) { subject in
            numbers.append(subject.record.id.number)
            return true
        }
        source.reader.close()
        guard !numbers.isEmpty else { return Diagnostics.say("there is none to delete in \(path)") }
        if try SessionChoice.say({ () throws(SessionError) in try SessionEntry(path: path) }).isRunning {
            Diagnostics.say("\(path) is being written by a running Hark; flows that it has not ended stay.")
        }
        try confirm(numbers.count, path)
        let result = try SessionChoice.say { () throws(SessionError) in
            let editor = try SessionEditor(path)
            defer { editor.close() }
            return try editor.delete(numbers)
        }
        say(result, of: numbers.count, path)
    }

    private func say(_ result: SessionEditor.Deletion, of wanted: Int, _ path: String) {
        var sentence = "deleted \(Self.flows(result.count))"
        if result.count < wanted { sentence += "; \(Self.flows(wanted - result.count)) had not ended and stayed" }
        Diagnostics.say(sentence)
        guard !result.isOverwritten else { return }
        Diagnostics.say(
            "what was deleted is still in \(path)-wal, as another program reads the session; it goes with that.")
    }

    /// Nobody who could be asked means that nobody said yes.
    private func confirm(_ count: Int, _ path: String) throws {
        guard !force else { return }
        guard isatty(STDIN_FILENO) == 1 else {
            Diagnostics.say("\(Self.flows(count)) would be deleted from \(path); --force does it without asking.")
            throw ExitCode(EX_USAGE)
        }
        Diagnostics.say("delete \(Self.flows(count)) from \(path)? That cannot be undone. [y/N]")
        let answer = readLine()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer) else {
            Diagnostics.say("nothing was deleted")
            throw ExitCode(EXIT_FAILURE)
        }
    }

    private static func flows(_ count: Int) -> String { count == 1 ? "1 flow" : "\(count) flows" }

    private func flowFilter() throws -> FlowFilter {
        try FilterOptions.read(filter.joined(separator: " "), "the filter")
    }
}
