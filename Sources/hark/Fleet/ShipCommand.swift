import ArgumentParser
import Dispatch
import Fleet
import Platform

/// `hark ship`: the finished flows of sessions into a fleet's database.
struct ShipCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ship",
        abstract: "Ship recorded flows to a database that many proxies share.",
        discussion: """
            Each flow is stored once, however often this runs. Credentials are replaced by tags before anything is \
            sent. Create the database's schema with 'hark fleet init'.

            Examples:
              hark ship --to postgres://ci@localhost/hark
              hark ship ./monday.hark --to fleet --bodies none --label job=1234
              hark ship --follow --to postgres://gate@db.example/hark
            """)

    @Argument(help: ArgumentHelp("Session names or paths (default: the newest).", valueName: "session"))
    var sessions: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("Ship to this database; fleet is the one in HARK_FLEET.", valueName: "url")
    )
    var to = "fleet"

    @Flag(name: .long, help: "Keep shipping flows as they end, until Ctrl-C.")
    var follow = false

    @Flag(name: .long, help: "Stop when the sessions are complete and shipped (with --follow).")
    var untilEnd = false

    @Option(
        name: .long,
        help: ArgumentHelp("Wait this long for an unavailable database (with --follow: forever).", valueName: "time"))
    var wait: String?

    @Flag(name: .long, help: "Ship a copied session as another run, after its run conflicted.")
    var newRun = false

    @Flag(name: .long, help: "Print one JSON object at the end.")
    var json = false

    @Flag(name: .long, help: .hidden)
    var progress = false

    @OptionGroup var shipping: ShippingOptions

    @OptionGroup var options: FleetOptions

    func validate() throws {
        if untilEnd, !follow { throw ValidationError("--until-end needs --follow") }
        guard let wait, FigureOption.age(wait) == nil else { return }
        throw ValidationError("--wait '\(wait.terminalEscaped)' is not a time (expected 30s, 5m or 2h)")
    }

    func run() async throws {
        let connector = options.connector
        let address = try connector.address(to, of: "--to")
        // A proxy removes the session file that stayed empty.
        let there = untilEnd ? sessions.filter { access($0, F_OK) == 0 } : sessions
        if untilEnd, there.isEmpty, !sessions.isEmpty { return }
        let names: [String?] = there.isEmpty ? [nil] : there
        let paths = try names.map { try SessionChoice.path(of: $0) }
        let run = ShipRun(
            address, connector, shipping,
            ShipRun.Manner(
                patience: wait.flatMap { FigureOption.age($0) } ?? (follow ? nil : 0), isNewRun: newRun,
                endsWithSessions: untilEnd),
            progress: ShipProgress(isTold: progress))
        try run.open(paths)
        if follow { run.stopsBySignal() }
        // It works for a proxy, which comes first.
        if untilEnd { _ = nice(10) }
        let follow = follow
        // It waits for the database and for files: not on a thread that others wait for.
        let code = await withCheckedContinuation { (continuation: CheckedContinuation<ExitCode, Never>) in
            DispatchQueue(label: "hark.ship").async { continuation.resume(returning: run.perform(follows: follow)) }
        }
        run.report(code, asJSON: json, to: to)
        if code.rawValue != 0 { throw code }
    }
}
