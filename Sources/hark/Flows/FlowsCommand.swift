import ArgumentParser
import Filter
import Views

/// `hark flows`: list what was recorded.
struct FlowsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flows",
        abstract: "List recorded flows, all or those that a filter means.",
        discussion: """
            One line a flow, newest last. 'hark help filter' describes filters.

            Examples:
              hark flows 'status >= 400'
              hark flows --session tour.har 'host ~ "*.example.com"'
              hark flows --session tour.har --sort time --reverse --limit 10
              hark flows --explain 'not scheme = https and cookie.session'
            """)

    @Argument(
        help: ArgumentHelp("Which flows; without one all (hark help filter).", valueName: "filter"),
        completion: FilterWordCompletion.kind)
    var filter: [String] = []

    @OptionGroup var choice: SessionChoice

    @OptionGroup var list: FlowListOptions

    @Flag(name: .long, help: "Print how many there are, nothing else.")
    var count = false

    @Flag(name: .long, help: "Say the filter in words, and list nothing.")
    var explain = false

    func validate() throws {
        _ = try flowFilter()
        if count, list.json { throw ValidationError("--count and --json: only one of them.") }
        if count, list.limit != nil { throw ValidationError("--count and --limit: only one of them.") }
    }

    func run() async throws {
        let filter = try flowFilter()
        if explain {
            Report.lines { out in
                out.line(FilterWords.sentence(filter))
                for doubt in FilterWords.doubts(filter) { out.line("Note: \(doubt).") }
            }
            return
        }
        let source = try choice.source()
        if count {
            var number = 0
            try source.forEach(filter, .here) { _ in
                number += 1
                return true
            }
            return Report.lines { $0.line(String(number)) }
        }
        try list.write(source, filter)
    }

    private func flowFilter() throws -> FlowFilter {
        try FilterOptions.read(filter.joined(separator: " "), "the filter")
    }
}
