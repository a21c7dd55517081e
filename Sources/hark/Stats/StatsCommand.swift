import ArgumentParser
import Filter
import Library
import Workbench

extension StatDimension: ExpressibleByArgument {}

/// `hark stats`: figures over recorded flows.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count recorded flows: failures, times, bytes, cache savings.",
        discussion: """
            Endpoints group similar paths: /users/17 and /users/4711 become /users/{id}. Connection times include \
            TLS. 4xx and 5xx responses count as failed. Cache savings assume one cache for all clients, empty at the \
            first flow, that stores what RFC 9111 lets a browser store.

            Examples:
              hark stats
              hark stats --by host 'status.class = 5xx'
              hark stats --over time 'host ~ "*.example.com"'
              hark stats --session tour.har --by type --json
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers or a filter (hark help filter) (default: all).", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: SessionChoice

    @Option(name: .long, help: "Group flows by this.")
    var by = StatDimension.endpoint

    enum Axis: String, ExpressibleByArgument, CaseIterable {
        case time
    }

    @Option(name: .long, help: "Draw flows over time instead of groups.")
    var over: Axis?

    @Option(
        name: [.customShort("n"), .long],
        help: ArgumentHelp("Show at most N groups, the largest first.", valueName: "n"))
    var limit = 25

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func validate() throws {
        _ = try asked()
        if limit < 1 { throw ValidationError("invalid value '\(limit)' for --limit (expected 1 or more)") }
    }

    func run() throws {
        let chosen = try asked().chosen(in: choice.session)
        try chosen.sayMissing()
        var statistics = try chosen.source.statistics(chosen.filter, .here, by: by)
        let rows = statistics.rows()
        if json { return Report.json { $0.statistics(statistics, rows.prefix(limit), of: rows.count) } }
        Pager.lines { out, width in
            let report = StatsReport(statistics, width: width)
            if over == .time { report.series(to: &out) } else { report.groups(rows, limit: limit, to: &out) }
        }
    }

    private func asked() throws -> FlowArguments { try FlowArguments(flows, searchesWords: true) }
}
