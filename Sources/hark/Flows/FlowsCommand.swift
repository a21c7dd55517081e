import ArgumentParser
import Filter
import Platform
import Views

/// `hark flows`: list what was recorded.
struct FlowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flows",
        abstract: "List recorded flows: all, by number, or those that match a filter.",
        discussion: """
            One line a flow, newest last. FLOWS are numbers (12, #12, 3-7, 12,15, last, last-3, SESSION:12, all) or a \
            filter in quotes; 'hark help filter' describes filters.

            Examples:
              hark flows 'status >= 400'
              hark flows --session tour.har 'host ~ "*.example.com"'
              hark flows --sort duration --reverse --limit 10
              hark flows --follow 'status >= 500'
              hark flows --explain 'not scheme = https and cookie.session'
            """)

    @Argument(
        help: ArgumentHelp("Numbers or a filter (hark help filter) [default: all].", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: SessionChoice

    @OptionGroup var list: FlowListOptions

    @Flag(name: .long, help: "Go on with those that come, until Ctrl-C; of those before, the last ten or --limit.")
    var follow = false

    @Flag(name: .long, help: "Print how many there are, nothing else.")
    var count = false

    @Flag(name: .long, help: "Say the filter in words, and list nothing.")
    var explain = false

    func validate() throws {
        _ = try asked()
        if count, list.json { throw ValidationError("--count and --json: only one of them.") }
        if count, list.limit != nil { throw ValidationError("--count and --limit: only one of them.") }
        if follow, count || list.sort != nil || list.reverse {
            throw ValidationError("--follow shows flows as they come: without --count, --sort and --reverse.")
        }
    }

    func run() async throws {
        let asked = try asked()
        if explain {
            return Report.lines { out in
                for line in asked.words { out.line(line) }
            }
        }
        let chosen = try asked.chosen(in: choice.session)
        let (source, filter) = (chosen.source, chosen.filter)
        if count {
            let number = try source.count(filter, .here)
            return Report.lines { $0.line(String(number)) }
        }
        if follow {
            guard let stored = source as? StoredSource else {
                throw ValidationError("--follow waits for flows of a session; a HAR or a log is read as it is.")
            }
            return try list.follow(stored, filter)
        }
        let found = try list.write(source, filter)
        if found == 0, list.limit != 0, isatty(STDOUT_FILENO) == 1 {
            Diagnostics.say(Self.nothing(of: try source.count(.everything, .here), flows))
        } else {
            try chosen.sayMissing()
        }
    }

    /// Why a terminal stays empty.
    static func nothing(of count: some BinaryInteger, _ words: [String]) -> String {
        guard count > 0 else { return "the session has no flows" }
        let text = "no flow matches (of \(count))"
        guard words.count == 1, let path = words.first, path.hasPrefix("/"), access(path, F_OK) == 0 else {
            return text
        }
        return text + "; the flows of a file: --session \(path.terminalEscaped)"
    }

    private func asked() throws -> FlowArguments { try FlowArguments(flows, searchesWords: true) }
}
