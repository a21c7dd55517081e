import ArgumentParser
import Filter
import Workbench

extension StatDimension: ExpressibleByArgument {}

/// `hark stats`: figures over recorded flows.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Count recorded flows: failures, times, bytes, what a cache would have saved.",
        discussion: """
            By endpoint, what varies in paths is found from the flows themselves: /users/17 and /users/4711 are \
            /users/{id}. Times of connections include TLS. Answers 4xx and 5xx count as failed.

            What a cache would have saved assumes one cache for all clients, empty at the first flow, that keeps what \
            RFC 9111 lets a browser keep.

            Examples:
              hark stats
              hark stats --by host 'status.class = 5xx'
              hark stats --over time 'host ~ "*.example.com"'
              hark stats --session tour.har --by type --json
            """)

    @Argument(
        help: ArgumentHelp("Numbers or a filter (hark help filter) [default: all].", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String] = []

    @OptionGroup var choice: SessionChoice

    @Option(name: .long, help: "What flows are grouped by.")
    var by = StatDimension.endpoint

    enum Axis: String, ExpressibleByArgument, CaseIterable {
        case time
    }

    @Option(name: .long, help: "Draw flows over time, instead of groups.")
    var over: Axis?

    @Option(name: .long, help: ArgumentHelp("At most so many groups, the largest.", valueName: "n"))
    var limit = 25

    @Flag(name: .long, help: "Print one JSON object.")
    var json = false

    func validate() throws {
        _ = try asked()
        if limit < 1 { throw ValidationError("--limit \(limit): give a number from 1 on.") }
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
