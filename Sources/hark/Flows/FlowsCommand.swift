import ArgumentParser
import Filter
import Fleet
import Library
import Platform
import Store
import Views

/// `hark flows`: list what was recorded.
struct FlowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flows",
        abstract: "List recorded flows: all, by number, or by a filter.",
        discussion: """
            Prints one line per flow, newest last. FLOWS are numbers (12, #12, 3-7, 12,15, last, last-3, \
            SESSION:12, all) or a filter in quotes; 'hark help filter' describes filters.

            Examples:
              hark flows 'status >= 400'
              hark flows --session tour.har 'host ~ "*.example.com"'
              hark flows --sort duration --reverse --limit 10
              hark flows --follow 'status >= 500'
              hark flows --explain 'not scheme = https and cookie.session'
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers or a filter (hark help filter) (default: all).", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: SessionChoice

    @OptionGroup var list: FlowListOptions

    @Flag(name: [.short, .long], help: "Print the last 10 flows (or --limit), then new ones as they arrive.")
    var follow = false

    @Flag(name: .long, help: "Print only the number of matching flows.")
    var count = false

    @Flag(name: .long, help: "Describe the filter in words and list nothing.")
    var explain = false

    func validate() throws {
        _ = try asked()
        if count, list.json { throw ValidationError("--count and --json cannot be combined") }
        if count, list.limit != nil { throw ValidationError("--count and --limit cannot be combined") }
        if follow, count || list.sort != nil || list.reverse {
            throw ValidationError("--follow cannot be combined with --count, --sort or --reverse")
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
            return try list.follow { hasContent in
                switch source {
                case let stored as SessionLibrary: FlowFollowing(stored, filter, hasContent: hasContent)
                case let fleet as FleetLibrary: FleetFollowing(fleet, filter, hasContent: hasContent)
                default: throw ValidationError("--follow needs a session; a HAR or a log does not grow")
                }
            }
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
