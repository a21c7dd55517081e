import ArgumentParser
import Engine
import Flow

/// What is done with recorded requests before and while they are sent again.
struct ReplayOptions: ParsableArguments {
    @Flag(name: .long, help: "Edit the request in $EDITOR before sending it.")
    var edit = false

    @Option(
        name: .long, help: ArgumentHelp("Set a request header. Repeatable.", valueName: "N: V"),
        transform: PlacedRule.reader(.setRequest))
    var setRequestHeader: [PlacedRule] = []

    @Option(
        name: .long,
        help: ArgumentHelp("Send to this server, with the bytes unchanged.", valueName: "url|host:port"))
    var to: String?

    @Option(name: .long, help: ArgumentHelp("Repeat each request N times.", valueName: "n"))
    var times = 1

    @Option(
        name: .long,
        help: ArgumentHelp("Send at most N requests at once (default: 1; 1000 with --pace original).", valueName: "n"))
    var concurrency: Int?

    enum Pace: String, ExpressibleByArgument, CaseIterable {
        case original, fast
    }

    @Option(name: .long, help: "Keep the original intervals, or send as fast as possible.")
    var pace = Pace.fast

    @Flag(name: .long, help: "Print how each response differs from the recorded one.")
    var compare = false

    @Flag(name: [.long, .customLong("yes")], help: "Do not ask for confirmation.")
    var force = false

    @Flag(name: .long, help: "Print one JSON object per request.")
    var json = false

    func validate() throws {
        _ = try to.map { try SendingOptions.server($0) }
        guard (1...1_000_000).contains(times) else {
            throw ValidationError("invalid value '\(times)' for --times (expected 1 to 1000000)")
        }
        guard (1...Self.openMaximum).contains(openLimit) else {
            throw ValidationError("invalid value '\(openLimit)' for --concurrency (expected 1 to 1000)")
        }
    }

    private static let openMaximum = 1_000

    /// So many are on their way at once. With a pace of its own a request waits for no other one, unless that is asked.
    var openLimit: Int { concurrency ?? (pace == .original ? Self.openMaximum : 1) }

    /// Later than this behind the first one, nobody waits for a request; in microseconds.
    static let delayLimit: Int64 = 24 * 3600 * 1_000_000

    /// `--to` names a server, and does not say whether to speak TLS with it.
    var hasBareServer: Bool { to.flatMap { HostPort($0) } != nil }

    /// Where everything goes; nil: where it went.
    func server() throws -> Destination? {
        try to.map { try SendingOptions.server($0) }
    }
}
